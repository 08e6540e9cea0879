#!/bin/sh
# Self-play on several machines, a round at a time: round.sh ROUNDS N NET. Here the parts are processes of this machine; put
# your scheduler's command in the place of the inner loop. A round waits for its slowest part, so give every part as much to do.
set -eu
arkad=${ARKAD:-arkad} game=${GAME:-byzanz} net=$3
from="--seed ${SEED:-study} --players 4"
[ ! -f "$net.state" ] || from="--resume $net"
for _ in $(seq "$1"); do
    pids=
    for part in $(seq "$2"); do
        "$arkad" train "$game" $from --part "$part/$2" --out "$net.part-$part" &
        pids="$pids $!"
    done
    for pid in $pids; do wait "$pid"; done
    "$arkad" train "$game" --join "$net".part-* $from --out "$net"
    from="--resume $net"
done
rm "$net".part-*
