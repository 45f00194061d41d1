#!/bin/sh
# Records what cublasSgeam does on this machine's GPU:  record_geam.sh OUT
# Needs nvcc with cuBLAS, ncu with the right to read counters, python3. Writes OUT/geam.csv.
set -eu
here=$(dirname "$(readlink -f "$0")")
out=${1:?record_geam.sh OUT}
mkdir -p "$out"
out=$(readlink -f "$out")

metrics=gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum
for op in ld st; do
  metrics=$metrics,l1tex__t_requests_pipe_lsu_mem_global_op_$op.sum
  metrics=$metrics,l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum
  metrics=$metrics,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$op.sum
  metrics=$metrics,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$op.sum
  metrics=$metrics,smsp__inst_executed_op_shared_$op.sum
done

nvcc -O3 -arch=native "$here/geam_launches.cu" -lcublas -o "$out/geam_launches"
"$out/geam_launches" >"$out/calls.csv"
ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" --log-file "$out/counters.csv" \
  "$out/geam_launches" >/dev/null
chip=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1)
python3 "$here/join_geam.py" "$out/calls.csv" "$out/counters.csv" "$chip" >"$out/geam.csv"
