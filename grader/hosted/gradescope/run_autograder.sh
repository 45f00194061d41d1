#!/bin/sh
# Gradescope runs this for each submission, as root, in a container of its own. results.json is there from the first
# moment on: whatever ends this script, the submission has a valid result, which says that it is to be graded again.
# The grader alone writes it; what the submission prints or writes never becomes a result.
# https://gradescope-autograders.readthedocs.io/en/latest/specs/
set -u
ROOT=${AUTOGRADER_ROOT:-/autograder}
GRADER=${AUTOGRADER_USER:-coalesce}
SOURCE="$ROOT/source"
RESULTS="$ROOT/results/results.json"

# Renamed into place, so that no reader ever meets half a file.
put() { cp "$1" "$RESULTS.new" && mv "$RESULTS.new" "$RESULTS"; }

mkdir -p "$ROOT/results"
chmod o= "$ROOT/results"
put "$SOURCE/nothing.json"
exec 2>&1

work=$(mktemp -d)
# The arguments that were given when the autograder was made, one a line.
while IFS= read -r argument; do
  set -- "$@" "$argument"
done <"$SOURCE/options"
"$SOURCE/course/course" grade-one "$ROOT/submission" --out "$work/graded" --container-user "$GRADER" "$@"
echo "run_autograder: the grader ended with status $?"

# It leaves a result whether it could grade or not; none when it was killed itself.
if [ -s "$work/graded/gradescope.json" ]; then
  put "$work/graded/gradescope.json"
fi
rm -rf "$work"
