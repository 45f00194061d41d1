#!/bin/sh
# The project's tests:  ./course test [--quick | --full]
#
#   (neither)  what CI runs, 20 minutes on two cores: style, the labs as students build them, the grader, the pages in a
#              browser, the sandbox, the C++ tests and the reference solutions under the sanitizers, clang-tidy
#   --quick    style, some of the C++ tests, and the grader's tests that build nothing: a minute once all is built
#   --full     everything, an hour: also every attack, every page, a Slurm cluster, the C++ tests without sanitizers,
#              and 100,000 mutants for simtcc's verifier
#
# Every stage runs, whatever the others say, and prints its time. What a stage needs is checked before it begins.
# Exit status: 0 all passed; 1 something failed; 3 all stages that ran passed, but one could not run here.
set -eu
cd "${ROOT:?run ./course test}"
# shellcheck source=tools/needs.sh
. "$ROOT/tools/needs.sh"
# shellcheck source=tools/probes.sh
. "$ROOT/tools/probes.sh"

MODE='test'
case "${1:-}" in
  '') ;;
  --quick | --full) MODE=${1#--} ;;
  *)
    echo "course: test does not take '$1': ./course test [--quick | --full]" >&2
    exit 2
    ;;
esac

# The grader's tests use the programs that the preset ci builds. Modules that they compile lie there too.
export COALESCE_BUILD_DIR="$ROOT/build/ci"
export SIMTCC="$COALESCE_BUILD_DIR/common/simt/compiler/simtcc"
JOBS=$(nproc)
SUMMARY=
FAILED=
NOT_RUN=

now() { date +%s; }
began=$(now)

note() { # STATE STAGE SECONDS
  SUMMARY="$SUMMARY$(printf '  %-8s %5s  %s' "$1" "${3:+$3 s}" "$2")
"
}

# stage NAME COMMAND...: a heading, the command, its outcome and time.
stage() {
  name=$1
  shift
  printf '\n==== %s\n' "$name"
  start=$(now)
  if "$@"; then
    note passed "$name" "$(($(now) - start))"
  else
    note FAILED "$name" "$(($(now) - start))"
    FAILED="$FAILED, $name"
    return 1
  fi
}

not_run() { # NAME WHY
  printf '\n==== %s\nnot run: %s\n' "$1" "$2"
  note 'not run' "$1: $2" ''
  NOT_RUN="$NOT_RUN, $1"
}

# stage_with CAPABILITY NAME COMMAND...: the stage where this computer has what it needs
stage_with() {
  why=$(why_not "$1")
  if [ -n "$why" ]; then
    not_run "$2" "$why"
  else
    shift
    stage "$@" || :
  fi
}

build() { cmake --preset "$1" && cmake --build --preset "$1" --parallel "$JOBS"; }

# grader_tests MARKERS: of the tests in Python those that the expression selects
grader_tests() {
  [ "$MODE" = full ] || set -- "($1) and not full"
  python -m pytest -n "$JOBS" -q --durations 8 -m "$1"
}
OF_NO_CAPABILITY='not sandbox and not browser and not cluster'

# cpp_tests PRESET [CTEST ARGUMENTS...]: builds, then tests
cpp_tests() {
  preset=$1
  shift
  if stage "build ($preset)" build "$preset"; then
    stage "C++ tests ($preset)" ctest --preset "$preset" --parallel "$JOBS" "$@" || :
  else
    not_run "C++ tests ($preset)" 'its build failed'
  fi
}

# Cheap ones first, so that a slip shows early.
stage 'style' tools/lint.sh format shell python types || :
if stage 'build (ci)' build ci; then
  case $MODE in
    quick) stage 'grader tests' grader_tests "not slow and $OF_NO_CAPABILITY" || : ;;
    *)
      stage 'grader tests' grader_tests "$OF_NO_CAPABILITY" || :
      stage_with browser 'browser tests' grader_tests browser
      stage_with sandbox 'sandbox tests' grader_tests sandbox
      ;;
  esac
else
  not_run 'grader tests' 'the build (ci) failed'
fi
case $MODE in
  quick) cpp_tests asan -R 'lab.kit|simt.agreement.tests|simt.trace' ;;
  test)
    cpp_tests asan
    stage 'clang-tidy' tools/lint.sh --without-tests tidy || :
    ;;
  full)
    stage_with cluster 'cluster tests' grader_tests cluster
    cpp_tests asan
    cpp_tests full
    stage 'fuzz of the verifier' ctest --test-dir build/full -L fuzz --output-on-failure || :
    stage 'clang-tidy' tools/lint.sh tidy || :
    ;;
esac

printf '\n==== Summary (%s)\n%s  %s s in total\n' "$MODE" "$SUMMARY" "$(($(now) - began))"
if [ -n "$FAILED" ]; then
  echo "FAILED: ${FAILED#, }${NOT_RUN:+; not run: ${NOT_RUN#, }}"
  exit 1
elif [ -n "$NOT_RUN" ]; then
  echo "All stages that ran passed, but these could not run here: ${NOT_RUN#, }. The reasons are above."
  exit 3
fi
echo 'All passed.'
