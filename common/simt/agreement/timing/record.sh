#!/bin/sh
# Predicts every launch that was measured, on every GPU that measured it, and writes common/simt/data/predicted_times.csv:
# the handbook's plot, tables and figures of the model of time come from there.
#
#   common/simt/agreement/timing/record.sh [BUILD]
#
# BUILD (default build/default) is a folder in which CMake built simtcc. Needs no GPU; takes about three minutes for each
# 174 launches. Which launches: those of h200_times.csv, h200_held_out_times.csv and so on, and of the H100, in
# common/simt/data, as far as they are there. Exit status: 0 all predicted; 1 a bound is above a measured time; 2 a launch could not be run.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
data=$here/../../data
build=$(CDPATH='' cd -- "${1:-$here/../../../../build/default}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
includes="-I $here"
for lab in "$here"/../../../../labs/*/; do includes="$includes -I $lab"; done
status=0
for set in launches held_out judged fresh unseen outside validation textbook practice blind first_sight untried everyday varied pieces labs; do
  source=$here/$set.cu
  [ -f "$source" ] || source=$here/$set/$set.cu
  [ "$set" != labs ] || source=$here/../../../../solutions/timed_launches.cu
  suffix=
  [ "$set" = launches ] || suffix=_$set
  for device in h200 h100; do
    times=$data/$device${suffix}_times.csv
    [ -f "$times" ] || continue
    # shellcheck disable=SC2086  # a list of words
    [ -f "$work/$set" ] || "$build/common/simt/compiler/simtcc" -O3 -std=c++17 $includes "$source" -o "$work/$set"
    ended=0
    python3 "$here/predict.py" "$work/$set" "$times" --device "$device" --set "$set" --record "$work/record.csv" \
      >"$work/out" ||
      ended=$?
    printf '%s, %s: ' "$set.cu" "$device"
    tail -n 1 "$work/out"
    [ "$ended" -le 1 ] || exit "$ended"
    [ "$ended" -eq 0 ] || status=$ended
  done
done
# Only whole, so that no launch of an older source is left in it.
mv "$work/record.csv" "$data/predicted_times.csv"
exit "$status"
