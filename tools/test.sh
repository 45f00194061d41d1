#!/bin/sh
# Everything that the project tests:  ./course test [--quick]
# Every stage runs, whatever the others say, and the exit status is theirs together. A stage that needs one that failed
# is not run, and counts as failed.
set -eu
cd "${ROOT:?run ./course test}"

QUICK=
case "${1:-}" in
  '') ;;
  --quick) QUICK=yes ;;
  *)
    echo "course: test knows no '$1': ./course test [--quick]" >&2
    exit 2
    ;;
esac

JOBS=$(nproc)
SUMMARY=
FAILED=

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
    FAILED="$FAILED|$name"
    return 1
  fi
}

not_run() { # NAME WHY
  printf '\n==== %s\nnot run: %s\n' "$1" "$2"
  note 'NOT RUN' "$1 ($2)" ''
  FAILED="$FAILED|$1"
}

build() { cmake --preset "$1" && cmake --build --preset "$1" --parallel "$JOBS"; }
grader_tests() { # build output is shared by the tests' processes; each test builds modules in a folder of its own
  python -m pytest -n "$JOBS" --durations 12 ${QUICK:+-m "not slow"}
}

# build_and_test PRESET: the C++ tests of one preset
build_and_test() {
  if stage "build ($1)" build "$1"; then
    stage "C++ tests ($1)" ctest --preset "$1" --parallel "$JOBS" || :
  else
    not_run "C++ tests ($1)" 'its build failed'
  fi
}

# Cheap ones first, so that a slip shows early.
stage 'style' tools/lint.sh format shell python types || :
build_and_test ci
stage 'grader tests' grader_tests || :
if [ -z "$QUICK" ]; then
  stage 'clang-tidy' tools/lint.sh tidy || :
  build_and_test asan
fi

printf '\n==== Summary\n%s' "$SUMMARY"
printf '  %s s in all%s\n' "$(($(now) - began))" "${QUICK:+ (quick: no clang-tidy, no sanitizer build, no slow test)}"
if [ -n "$FAILED" ]; then
  echo 'Something failed.'
  exit 1
fi
echo 'All passed.'
