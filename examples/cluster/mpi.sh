#!/bin/sh
# Open MPI: mpirun -n N mpi.sh FOLDER. Nothing is said between the processes; each plays the part of its rank. Afterwards:
#     arkad arena --join FOLDER/part-*.json
set -eu
exec "$(dirname "$0")/part.sh" $((OMPI_COMM_WORLD_RANK + 1)) "$OMPI_COMM_WORLD_SIZE" "$1"
