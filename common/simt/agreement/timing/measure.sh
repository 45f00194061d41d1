#!/bin/sh
# Measures every launch of launches.cu, or of another such SOURCE, on the GPU at hand, with cold caches and
# clocks as they are.
#
#   common/simt/agreement/timing/measure.sh OUT [NAME...]
#
# Needs a GPU, nvcc, ncu and python3. Writes to the folder OUT:
#   times.csv   one line a launch: the median of three, and the counters that explain it
#   gpu.txt     the GPU, its driver, its clocks
#   ncu.csv     what ncu wrote
# SOURCE (launches.cu, which is the default, held_out.cu, judged.cu, fresh.cu, unseen.cu, outside.cu, validation.cu, textbook.cu, practice.cu, blind/blind.cu, first_sight/first_sight.cu, untried/untried.cu, everyday/everyday.cu, varied/varied.cu, pieces/pieces.cu, mechanisms.cu or the path of another) and
# ARCH (default sm_90) may be set. Exit status: 0 all measured, else not.
set -eu
[ $# -ge 1 ] || {
  echo 'usage: measure.sh OUT [NAME...]' >&2
  exit 2
}
mkdir -p "$1"
out=$(CDPATH='' cd -- "$1" && pwd)
shift
cd "$(dirname -- "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
METRICS=gpu__time_duration.sum,sm__cycles_elapsed.max,dram__bytes_read.sum,dram__bytes_write.sum,smsp__inst_executed.sum
METRICS=$METRICS,launch__registers_per_thread,sm__warps_active.avg.pct_of_peak_sustained_active
METRICS=$METRICS,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum
METRICS=$METRICS,lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum,smsp__inst_executed_op_local_ld.sum
nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem --format=csv,noheader >"$out/gpu.txt"
includes=
for lab in ../../../../labs/*/; do includes="$includes -I $lab"; done
# shellcheck disable=SC2086  # a list of words
nvcc -O3 -std=c++17 -lineinfo -arch="${ARCH:-sm_90}" -I . $includes "${SOURCE:-launches.cu}" -o "$work/launches"
# shellcheck disable=SC2046  # names have no blanks
[ $# -gt 0 ] || set -- $("$work/launches" --list)
# One process for all: each launch is measured three times in a row, so their order says which is which.
ROUNDS=3 ncu --clock-control none --csv --page raw --print-units base -k 'regex:^(?!k_fill|draw_)' --metrics "$METRICS" \
  "$work/launches" "$@" >"$out/ncu.csv"
python3 times.py "$out/ncu.csv" "$out/times.csv" "$@"
