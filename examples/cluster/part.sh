#!/bin/sh
# One part of a match, the K-th of N: part.sh K N FOLDER. Every scheduler's example here runs it, and then joins:
#     arkad arena --join FOLDER/part-*.json
# The same seed for all parts, and whole deals in each: what is joined is what one machine would have played.
set -eu
exec "${ARKAD:-arkad}" arena "${GAME:-byzanz}" --players 4 --bots "${BOTS:-3,2}" --games "${GAMES:-2000}" --seed "${SEED:-study}" \
    --part "$1/$2" >"$3/part-$1.json"
