#!/bin/sh
# Records what a GPU gives and counts where kernels fetch from textures and access surfaces.
#
#   common/simt/agreement/patterns/measure_textures.sh OUT
#
# Needs a GPU, nvcc and ncu (CUDA Toolkit) and python3; about two minutes. Writes to the folder OUT, for common/simt/data/:
#   h200_texture_values.txt    what fetches gave: the sampler is compared with it
#   h200_texture_requests.csv  what the hardware counted: the counting rules are compared with it
# ARCH (default sm_90) may be set. Exit status: 0 all recorded, else not.
set -eu

[ $# -eq 1 ] || {
  echo "usage: measure_textures.sh OUT" >&2
  exit 2
}
mkdir -p "$1"
out=$(CDPATH='' cd -- "$1" && pwd)
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
ARCH=${ARCH:-sm_90}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for program in measure_textures measure_texture_requests; do
  nvcc -std=c++17 -O3 -arch="$ARCH" "$here/$program.cu" -o "$work/$program"
done
machine="$(date -u +%Y-%m-%d) · $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1) · $(nvcc --version | sed -n 's/.*release \(.*\)/nvcc \1/p') -O3 $ARCH"
{
  echo "# What fetches from textures gave, and loads from a surface: after each texture's words its fetches, \"x y z layer : r g b a\", as bits."
  echo "# Date $machine"
  echo "# Made by: common/simt/agreement/patterns/measure_textures.sh OUT"
  "$work/measure_textures"
} >"$out/h200_texture_values.txt"

collect="$here/../hardware/collect_texture_requests.py"
metrics=$(python3 "$collect" metrics)
for elements in floats others; do
  ncu --csv --page raw --print-units base --clock-control none --cache-control none --metrics "$metrics" \
    --log-file "$work/ncu.$elements.csv" "$work/measure_texture_requests" "$elements" "$work/launches.$elements.csv"
done
python3 "$collect" "$work" "$machine" >"$out/h200_texture_requests.csv"
