#!/bin/sh
# What limits the reference solutions on this machine's GPU:  research/limits/measure.sh OUT
# Needs nvcc with cuBLAS, ncu with the right to read counters, python3. Writes OUT/times.N.txt, counters.csv, table.md.
set -eu
cd "$(dirname "$(readlink -f "$0")")/../.."
out=${1:?measure.sh OUT}
mkdir -p "$out"

objects=
for source in labs/lab[1-4]_*/given_kernels.cu solutions/lab*/*.cu solutions/lab*/variants/*.cu; do
  lab=$(echo "$source" | cut -d / -f 2)
  object=$out/$lab.$(basename "$source" .cu).o
  nvcc -std=c++17 -O3 -arch=native -lineinfo -I "labs/$lab" -c "$source" -o "$object" &
  objects="$objects $object"
done
wait
# shellcheck disable=SC2086 # a list of files
nvcc -std=c++17 -O3 -arch=native -lineinfo research/limits/launches.cu research/limits/groups.cu $objects -lcublas -o "$out/launches"

"$out/launches" time | tee "$out/times.1.txt"
"$out/launches" time >"$out/times.2.txt"
"$out/launches" once >"$out/launches.csv"
ncu --clock-control none --csv --page raw --print-units base --kernel-name 'regex:copy|sum|soa|aos|transpose|padded|tile16|geam' \
  --section SpeedOfLight --section MemoryWorkloadAnalysis --section MemoryWorkloadAnalysis_Tables \
  --section Occupancy --section LaunchStats --section SchedulerStats --section WarpStateStats \
  --metrics breakdown:lts__throughput.avg.pct_of_peak_sustained_elapsed,breakdown:gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed,sm__inst_issued.avg.pct_of_peak_sustained_active,gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum \
  --log-file "$out/counters.csv" "$out/launches" once >/dev/null
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader >"$out/chip.txt"
rm -f "$out"/*.o "$out/launches"
python3 research/limits/limits_table.py "$out" >"$out/table.md"
