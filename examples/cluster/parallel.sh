#!/bin/sh
# GNU parallel: parallel.sh N FOLDER, a part for each core of this machine at a time; with --sshlogin on several.
set -eu
parallel --halt now,fail=1 "$(dirname "$0")/part.sh" {} "$1" "$2" ::: $(seq "$1")
"${ARKAD:-arkad}" arena --join "$2"/part-*.json
