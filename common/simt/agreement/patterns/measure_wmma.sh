#!/bin/sh
# Records what a GPU counts of nvcuda::wmma's loads and stores, and which element of its matrix each x[i] of a lane is.
#
#   common/simt/agreement/patterns/measure_wmma.sh OUT
#
# Needs a GPU, nvcc, ncu and cuobjdump (CUDA Toolkit) and python3; about 75 seconds. Writes to the folder OUT:
#   h200_wmma_accesses.csv    what each load and store counts: it goes to common/simt/data/
#   h200_wmma_fragments.csv   the elements of each fragment: it goes to common/simt/data/
#   wmma_instructions.txt     the memory instructions that nvcc made of each kernel
# ARCH (default sm_90) may be set. Exit status: 0 all recorded, else not.
set -eu

die() {
  printf '%s\n' "measure_wmma.sh: $*" >&2
  exit 2
}

[ $# -eq 1 ] || die "usage: measure_wmma.sh OUT"
mkdir -p "$1"
out=$(CDPATH='' cd -- "$1" && pwd)
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
collect=$here/../hardware/collect_wmma.py
ARCH=${ARCH:-sm_90}
for tool in nvcc ncu cuobjdump python3; do
  command -v "$tool" >/dev/null || die "$tool is missing; is the CUDA Toolkit's bin folder in PATH?"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc -std=c++17 -O3 -arch="$ARCH" "$here/measure_wmma.cu" -o "$work/measure_wmma" || die "nvcc refused measure_wmma.cu"
cuobjdump -sass "$work/measure_wmma" |
  sed -n -e 's/^\t*Function : /-- /p' \
    -e '/\(LD\|ST\|LDG\|STG\|LDS\|STS\|LDSM\|MOVM\)[.A-Z0-9]* /s/ *\/\* 0x.*$//p' >"$out/wmma_instructions.txt"
"$work/measure_wmma" fragments "$out/h200_wmma_fragments.csv"
ncu --csv --page raw --print-units base --clock-control none --cache-control none \
  --metrics "$(python3 "$collect" metrics)" --log-file "$work/ncu.csv" \
  "$work/measure_wmma" launches "$work/launches.csv" || {
  tail -n 20 "$work/ncu.csv" >&2 || :
  die "ncu failed"
}
python3 "$collect" record "$work/launches.csv" "$work/ncu.csv" >"$out/h200_wmma_accesses.csv"
