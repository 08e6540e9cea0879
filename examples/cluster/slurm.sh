#!/bin/sh
#SBATCH --job-name=arkad
#SBATCH --array=1-16
#SBATCH --cpus-per-task=1
# Slurm: sbatch slurm.sh FOLDER EXAMPLES, from any folder that all nodes share; EXAMPLES is where part.sh is. Afterwards:
#     arkad arena --join FOLDER/part-*.json
set -eu
exec "$2/part.sh" "$SLURM_ARRAY_TASK_ID" "$SLURM_ARRAY_TASK_COUNT" "$1"
