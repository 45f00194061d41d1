#!/bin/sh
# All style checks, or some of them:  tools/lint.sh [--fix] [--in-batches] [format] [shell] [python] [types] [house] [figures]
# [tidy]
# --in-batches: clang-tidy reads ten sources as one, and leaves out tests, fuzzers and benchmarks: a fifth of its time. See
# tools/tidy.py for what it then does not see.
# Run through ./course lint, which sets ROOT and installs the tools. Every check runs, whatever the others say.
set -eu
cd "${ROOT:?run ./course lint}"

CHECKS='format shell python types house figures tidy'
FIX=
IN_BATCHES=

# find rather than git: a checkout that git distrusts, or an unpacked archive, must not lint zero files and pass.
ours() { find . \( -path ./.git -o -path ./.venv -o -path ./build \) -prune -o -type f \( "$@" \) -print0; }
# The recorded samples are left out, because records refer to their lines.
cpp_files() { ours -name '*.cpp' -o -name '*.h' -o -name '*.cu' -not -path './grader/tests/data/*'; }
shell_files() { ours -name '*.sh' -o -path ./course -o -path ./.ci/run; }

check_format() {
  if [ -n "$FIX" ]; then
    cpp_files | xargs -0 -r clang-format-14 -i
  else
    # One line a file; its first place is enough.
    cpp_files | xargs -0 -r clang-format-14 --dry-run --Werror 2>build/format.log || {
      awk -F: '/error:/ && !seen[$1]++ { print $1 ":" $2 ": not formatted" }' build/format.log
      return 1
    }
  fi
}

check_shell() { shell_files | xargs -0 -r shellcheck -x; }

check_python() {
  result=0
  if [ -n "$FIX" ]; then
    python -m ruff check --quiet --fix grader research tools common labs docs || result=1
    python -m ruff format --quiet grader research tools common labs docs || result=1
  else
    python -m ruff check --quiet --output-format concise grader research tools common labs docs || result=1
    # --quiet would hide which files are not formatted.
    python -m ruff format --check --output-format concise grader research tools common labs docs || result=1
  fi
  # The layers, as pyproject.toml lists them.
  lint-imports --no-cache --no-logo >build/imports.log 2>&1 || {
    cat build/imports.log
    result=1
  }
  return "$result"
}

check_types() { python -m mypy grader research tools common/simt/agreement common/simt/bench labs docs/_ext; }

# The tree in figures, and its rules: who includes whom, how many files a folder holds.
check_house() { python tools/house.py; }

# Measured figures in texts come from their records.
check_figures() { python -m tools.typed_figures; }

# The build has no precompiled headers, which only the compiler that made them can read. clang-tidy reads each source by
# itself, unless in batches: so each source's own includes are checked.
check_tidy() {
  folder=build/tidy${IN_BATCHES:+-batches}
  unity=OFF
  [ -z "$IN_BATCHES" ] || unity=ON
  cmake --preset full -B "$folder" -D CMAKE_DISABLE_PRECOMPILE_HEADERS=ON -D CMAKE_UNITY_BUILD="$unity" >build/tidy-configure.log 2>&1 || {
    cat build/tidy-configure.log
    return 1
  }
  python tools/tidy.py "$folder" ${FIX:+--fix} ${IN_BATCHES:+--without-tests}
}

failed=
wanted=
for argument; do
  case $argument in
    --fix) FIX=--fix ;;
    --in-batches) IN_BATCHES=yes ;;
    format | shell | python | types | house | figures | tidy) wanted="$wanted $argument" ;;
    *)
      printf 'course: lint does not take "%s": ./course lint [--fix] [%s]\n' "$argument" "$CHECKS" >&2
      exit 2
      ;;
  esac
done
mkdir -p build
for check in ${wanted:-$CHECKS}; do
  if "check_$check"; then
    printf 'lint: %-7s ok\n' "$check"
  else
    printf 'lint: %-7s FAILED\n' "$check"
    failed="$failed $check"
  fi
done
if [ -n "$failed" ]; then
  echo "lint: failed:$failed   (./course lint --fix fixes what can be fixed)"
  exit 1
fi
