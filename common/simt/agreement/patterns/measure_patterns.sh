#!/bin/sh
# Records what a GPU counts of single accesses by one warp (atomics, textures, constants), and how many cycles requests take.
#
#   common/simt/agreement/patterns/measure_patterns.sh OUT
#
# Needs a GPU, nvcc, ncu and cuobjdump (CUDA Toolkit) and python3; about 80 seconds. Writes to the folder OUT:
#   h200_atomic_patterns.csv  the record that the counting rules are held to: it goes to common/simt/data/
#   h200_atomic_forms.csv     operations that nvcc turns into loops, or combines: for docs/measurements/h200/atomics.md
#   h200_clock.csv            cycles a request: for docs/measurements/h200/clock.md
#   pattern_instructions.txt  the memory instructions that nvcc made of each kernel
#   raw.tar.gz                what the profiler wrote
# ARCH (default sm_90) may be set. Exit status: 0 all recorded, else not.
set -eu

say() { printf '%s\n' "$*" >&2; }
die() {
  say "measure_patterns.sh: $*"
  exit 2
}

[ $# -eq 1 ] || die "usage: measure_patterns.sh OUT"
mkdir -p "$1"
out=$(CDPATH='' cd -- "$1" && pwd)
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
collect=$here/../hardware/collect_patterns.py
ARCH=${ARCH:-sm_90}
for tool in nvcc ncu cuobjdump nvidia-smi python3 tar; do
  command -v "$tool" >/dev/null || die "$tool is missing; is the CUDA Toolkit's bin folder in PATH?"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
raw=$work/raw
mkdir "$raw"

say "compiling for $ARCH"
for program in measure_patterns measure_clock; do
  nvcc -std=c++17 -O3 -arch="$ARCH" "$here/$program.cu" -o "$work/$program" || die "nvcc refused $program.cu"
  cuobjdump -sass "$work/$program" |
    sed -n -e 's/^\t*Function : /-- /p' \
      -e '/\(LDG\|STG\|LDS\|STS\|ATOM[GS]*\|REDG*\|REDUX\|TEX\|TLD\|LDC\|CS2R\|BRA\)[.A-Z0-9]* /s/ *\/\* 0x.*$//p'
done >"$out/pattern_instructions.txt"

say "cycles a request"
"$work/measure_clock" "$out/h200_clock.csv"

for space in shared global texture constant; do
  say "counting: $space memory"
  ncu --csv --page raw --print-units base --clock-control none --cache-control none \
    --metrics "$(python3 "$collect" metrics "$space")" --log-file "$raw/ncu.$space.csv" \
    "$work/measure_patterns" "$space" "$raw/launches.$space.csv" || {
    tail -n 20 "$raw/ncu.$space.csv" >&2 || :
    die "ncu failed"
  }
done
tar -C "$raw" -czf "$out/raw.tar.gz" .

date=$(date -u +%Y-%m-%d)
chip=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)
driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)
compiler=$(nvcc --version | sed -n 's/.*release \(.*\)/\1/p')
python3 "$collect" records "$raw" --out "$out" \
  --remark "What the hardware counted for single accesses of one warp; lanes are byte offsets, -1 is a lane that takes no part." \
  --remark "Date $date · $chip · driver $driver · nvcc $compiler -O3 $ARCH · $(ncu --version | sed -n 's/^Version /ncu /p')" \
  --remark "Made by: common/simt/agreement/patterns/measure_patterns.sh OUT"
say "all recorded in $out"
