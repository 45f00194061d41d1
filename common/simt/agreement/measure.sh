#!/bin/sh
# Records what a GPU counts for every case, and what compute-sanitizer says of every fault.
#
#   common/simt/agreement/measure.sh OUT
#
# Needs a GPU, nvcc, ncu, compute-sanitizer and cuobjdump (CUDA Toolkit) and python3. Writes to the folder OUT:
#   h200_kernels.csv         the record that the SIMT machine is held to: it goes to common/simt/data/
#   h200_faults.csv          what compute-sanitizer found: it goes there too
#   memory_instructions.txt  the loads and stores that nvcc made of each kernel, to explain differences with
#   ncu.csv faults.log       what the tools wrote
# ARCH (default sm_90), JOBS (nproc) and LAUNCHES of a case (3) may be set. Exit status: 0 all recorded, else not.
set -eu

say() { printf '%s\n' "$*" >&2; }
die() {
  say "measure.sh: $*"
  exit 2
}

[ $# -eq 1 ] || die "usage: measure.sh OUT"
mkdir -p "$1"
out=$(CDPATH='' cd -- "$1" && pwd)
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
tools=$here/../tools
root=$(CDPATH='' cd -- "$here/../../.." && pwd)
cd "$root" # paths in messages and line information are then the repository's
ARCH=${ARCH:-sm_90}
JOBS=${JOBS:-$(nproc)}
LAUNCHES=${LAUNCHES:-3}
for tool in nvcc ncu compute-sanitizer cuobjdump python3 timeout; do
  command -v "$tool" >/dev/null || die "$tool is missing; is the CUDA Toolkit's bin folder in PATH?"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
modules=$work/modules
mkdir -p "$modules" "$work/logs"

# The lab's own kernels have a case file beside their solution.
set -- common/simt/agreement/cases.txt
for file in solutions/*/agreement_cases.txt labs/*/solution/agreement_cases.txt; do
  [ ! -f "$file" ] || set -- "$@" "$file"
done
faults=common/simt/agreement/faults.txt

# Lines "SOURCE MODULE" for every kernel file that a case names; the module's name is as in module_name().
sources_of() {
  for file; do
    awk '!/^[[:space:]]*(#|\[|$)/ { sub(/:[^:]*$/, "", $2); print $2 }' "$file" | sort -u | while read -r source; do
      path=$(realpath --relative-to=. "$(dirname "$file")/$source")
      echo "$path $(basename "$(dirname "$path")").$(basename "$path" .cu)"
    done
  done | sort -u
}

compile() { # SOURCE MODULE; -O3 is nvcc's default for device code
  includes=
  for lab in labs/*/; do includes="$includes -I $lab"; done
  # shellcheck disable=SC2086 # a list of words
  nvcc -std=c++17 -cubin -arch="$ARCH" -lineinfo $includes -o "$modules/$2.cubin" "$1" || die "nvcc refused $1"
}

say "compiling for $ARCH"
sources_of "$@" "$faults" >"$work/sources"
jobs_running=0
while read -r source module; do
  compile "$source" "$module" &
  jobs_running=$((jobs_running + 1))
  [ $((jobs_running % JOBS)) -ne 0 ] || wait
done <"$work/sources"
wait
while read -r source module; do
  [ -f "$modules/$module.cubin" ] || die "$source did not compile"
done <"$work/sources"
launcher=$work/gpu_launch
nvcc -std=c++17 -O1 -I "$tools" -o "$launcher" "$here/gpu_launch.cpp" "$here/case_file.cpp" \
  "$tools/argument_spec.cpp" "$tools/element_type.cpp" -lcuda || die "the launcher did not compile"

say "which memory instructions nvcc made"
while read -r source module; do
  echo "== $source"
  cuobjdump -sass "$modules/$module.cubin" |
    sed -n -e 's/^\t*Function : /-- /p' -e '/\(LDG\|STG\|LDS\|STS\|LDL\|STL\|ATOM\|RED\|TEX\|TLD\|LDC\|LD\|ST\)[.A-Z0-9]* /s/ *\/\* 0x.*$//p'
done <"$work/sources" >"$out/memory_instructions.txt"

date=$(date -u +%Y-%m-%d)
chip=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)
driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)
compiler=$(nvcc --version | sed -n 's/.*release \(.*\)/\1/p')
made="Date $date · $chip · driver $driver · nvcc $compiler -O3 $ARCH"

say "launching every case once, unprofiled"
"$launcher" "$@" --modules "$modules"

say "counting: $LAUNCHES launches of each case"
ncu --query-metrics >"$work/metrics.txt" || die "ncu cannot list its metrics"
wanted=$(python3 "$here/hardware/collect.py" metrics "$work/metrics.txt")
ncu --csv --page raw --print-units base --clock-control none --cache-control none --metrics "$wanted" --log-file "$out/ncu.csv" \
  "$launcher" "$@" --modules "$modules" --repeat "$LAUNCHES" --log "$work/launches.csv" || {
  tail -n 20 "$out/ncu.csv" >&2 || :
  die "ncu failed"
}
python3 "$here/hardware/collect.py" kernels --profile "$out/ncu.csv" --launches "$work/launches.csv" \
  --out "$out/h200_kernels.csv" \
  --remark "What the hardware counted for each launch of the agreement cases (see common/simt/agreement)." \
  --remark "$made · $(ncu --version | sed -n 's/^Version /ncu /p')" \
  --remark "Made by: common/simt/agreement/measure.sh OUT (ncu --page raw --clock-control none)"

# A divergent barrier may hang on the device: every run has its own time.
sanitize() { # CASE TOOL
  status=0
  timeout --kill-after=5 25 compute-sanitizer --tool "$2" --print-limit 5 --error-exitcode 9 "$launcher" "$faults" \
    --modules "$modules" --only "$1" >"$work/logs/$1.$2.log" 2>&1 || status=$?
  echo "$status" >"$work/logs/$1.$2.status"
}

say "compute-sanitizer on every fault"
awk '/^\[/ { tool = substr($1, 2, length($1) - 2) } !/^[[:space:]]*(#|\[|$)/ { print $1, tool }' "$faults" >"$work/faults"
jobs_running=0
while read -r case tool; do
  sanitize "$case" "$tool" &
  jobs_running=$((jobs_running + 1))
  [ $((jobs_running % 8)) -ne 0 ] || wait
done <"$work/faults"
wait
for log in "$work"/logs/*.log; do
  echo "==== $(basename "$log" .log)"
  cat "$log"
done >"$out/faults.log"
python3 "$here/hardware/collect.py" faults "$work/logs" --out "$out/h200_faults.csv" \
  --remark "What compute-sanitizer found in each fault kernel (see common/simt/agreement/faults.txt)." \
  --remark "$made · $(compute-sanitizer --version | sed -n 's/^.*Version /compute-sanitizer /p')" \
  --remark "Made by: common/simt/agreement/measure.sh OUT"
say "all recorded in $out"
