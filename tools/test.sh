#!/bin/sh
# The project's tests:  ./course test [--quick | --full | --only PART]
#
#   (neither)    what CI runs, an hour on two cores, in three parts:
#     labs         the labs as students build them, the grader, the pages in a browser, the sandbox
#     sanitizers   the C++ tests of the machine and the kit under the sanitizers
#     style        formats, types, clang-tidy
#   --quick      style, some of the C++ tests, and the grader's tests that build nothing: a minute once all is built
#   --full       everything, for hours: also every attack, every page, a Slurm cluster, the tests of research/, the reference
#                solutions and simtcc under the sanitizers, the C++ tests without them, clang-tidy on each source by itself, and
#                100,000 mutants for simtcc's verifier
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
PARTS='labs sanitizers style'
case "${1:-}" in
  --quick | --full) MODE=${1#--} ;;
  --only) PARTS=$2 ;;
esac

# The grader's tests use the programs that the preset ci builds. Modules that they compile lie there too.
export COALESCE_BUILD_DIR="$ROOT/build/ci"
export SIMTCC="$COALESCE_BUILD_DIR/common/simt/compiler/simtcc"
# One stage builds the handbook, which several test.
export COALESCE_TESTS_SHARED="$ROOT/build/test/shared"
rm -rf "$COALESCE_TESTS_SHARED"
mkdir -p "$COALESCE_TESTS_SHARED"
JOBS=$(nproc)
# One line a stage: its state, its seconds, its name, separated by tabs. A file, since some stages run beside others.
NOTES=build/test/stages.tsv
: >"$NOTES"

now() { date +%s; }
began=$(now)

note() { # STATE STAGE SECONDS
  printf '%s\t%s\t%s\n' "$1" "${3:+$3 s}" "$2" >>"$NOTES"
}

# noted STATE: the stages in that state, separated by commas
noted() { awk -F '\t' -v state="$1" '$1 == state { printf "%s%s", comma, $3; comma = ", " }' "$NOTES"; }

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
    return 1
  fi
}

not_run() { # NAME WHY
  printf '\n==== %s\nnot run: %s\n' "$1" "$2"
  note 'not run' "$1: $2" ''
}

# stage_with CAPABILITY NAME COMMAND...: the stage where this computer has what it needs
stage_with() {
  # A question that breaks is a failure: read as an answer, its silence would say that the computer has everything.
  if ! why=$(why_not "$1"); then
    stage "$2" false || :
  elif [ -n "$why" ]; then
    not_run "$2" "$why"
  else
    shift
    stage "$@" || :
  fi
}

# build PRESET [OPTION]...: configures with these options, then builds
build() {
  cmake --preset "$@" && cmake --build --preset "$1" --parallel "$JOBS"
}

# grader_tests MARKERS: of the tests in Python those that the expression selects. One worker more than cores: some tests wait.
grader_tests() {
  [ "$MODE" = full ] || set -- "($1) and not full"
  python -m pytest -n "$((JOBS + 1))" -q --durations 8 -m "$1"
}
OF_NO_CAPABILITY='not sandbox and not browser and not cluster'

# cpp_tests PRESET ALL [CTEST ARGUMENTS...]: builds, then tests. ALL: with the labs, and simtcc like the rest (ON), or without the
# labs, and simtcc without sanitizers (OFF)
cpp_tests() {
  preset=$1
  all=$2
  shift 2
  if stage "build ($preset)" build "$preset" -D "COALESCE_LABS=$all" -D "SIMT_SANITIZE_COMPILER=$all"; then
    stage "C++ tests ($preset)" ctest --preset "$preset" --parallel "$JOBS" "$@" || :
  else
    not_run "C++ tests ($preset)" 'its build failed'
  fi
}

# The browser's and the sandbox's tests wait more than they compute: they run beside the next build, and print when they end.
waiting_tests() {
  stage_with browser 'browser tests' grader_tests browser
  stage_with sandbox 'sandbox tests' grader_tests sandbox
}
begin_waiting_tests() {
  waiting_tests >build/test/waiting.log 2>&1 &
  WAITING=$!
}
end_waiting_tests() {
  [ -n "$WAITING" ] || return 0
  # Their stages note their own failures: another status says that one of them never came to its end.
  wait "$WAITING" || note FAILED 'browser and sandbox tests' ''
  cat build/test/waiting.log
  WAITING=
}
WAITING=
# A shell lets what runs in the background ignore Ctrl-C.
trap 'trap - INT TERM; kill 0' INT TERM

test_labs() {
  if ! stage 'build (ci)' build ci; then
    not_run 'grader tests' 'the build (ci) failed'
  elif [ "$MODE" = quick ]; then
    stage 'grader tests' grader_tests "not slow and $OF_NO_CAPABILITY" || :
  else
    stage 'grader tests' grader_tests "$OF_NO_CAPABILITY" || :
    begin_waiting_tests
  fi
}

test_sanitizers() {
  case $MODE in
    quick) cpp_tests asan OFF -R 'lab.kit|simt.agreement.tests|simt.trace' ;;
    test) cpp_tests asan OFF ;;
    full) cpp_tests asan ON ;;
  esac
}

test_style() {
  case $MODE in
    test) stage 'clang-tidy' tools/lint.sh --in-batches tidy || : ;;
    full) stage 'clang-tidy' tools/lint.sh tidy || : ;;
  esac
}

has_part() { case " $PARTS " in *" $1 "*) ;; *) return 1 ;; esac; }

# Cheap ones first, so that a slip shows early.
if has_part style; then stage 'style' tools/lint.sh format shell python types house figures || :; fi
if has_part labs; then test_labs; fi
if has_part sanitizers; then test_sanitizers; fi
end_waiting_tests
if has_part style; then test_style; fi
if [ "$MODE" = full ]; then
  stage_with cluster 'cluster tests' grader_tests cluster
  stage 'research tests' python -m pytest -q research || :
  cpp_tests full ON
  stage 'fuzz of the verifier' ctest --test-dir build/full -L fuzz --output-on-failure || :
fi

printf '\n==== Summary (%s)\n%s\n  %s s in total\n' "$MODE" "$(awk -F '\t' '{ printf "  %-8s %6s  %s\n", $1, $2, $3 }' "$NOTES")" "$(($(now) - began))"
failed=$(noted FAILED)
left=$(noted 'not run')
if [ -n "$failed" ]; then
  echo "FAILED: $failed${left:+; not run: $left}"
  exit 1
elif [ -n "$left" ]; then
  echo "All stages that ran passed, but these could not run here: $left. The reasons are above."
  exit 3
fi
echo 'All passed.'
