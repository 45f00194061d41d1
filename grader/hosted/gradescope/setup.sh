#!/bin/sh
# Gradescope runs this once, as root, while it makes the image: installs what the course needs, builds the labs' test
# programs, and grades the stubs as a trial. Nothing is installed or built when a submission is graded.
# https://gradescope-autograders.readthedocs.io/en/latest/specs/
set -eu
ROOT=${AUTOGRADER_ROOT:-/autograder}
# Grades where bubblewrap cannot be used; see run_autograder.
GRADER=${AUTOGRADER_USER:-coalesce}
export DEBIAN_FRONTEND=noninteractive

cd "$ROOT/source/course"
# Unpacking the .zip may have dropped the files' modes.
chmod +x course
labs=$(cat ../labs)
./course build "$labs"

id -u "$GRADER" >/dev/null 2>&1 || useradd --system --no-create-home --shell /usr/sbin/nologin "$GRADER"
# CMake writes there at every run; all else is root's.
chown -R "$GRADER" build

trial=$(mktemp -d)
./course grade-one labs --out "$trial/graded" --labs "$labs" --container-user "$GRADER"
rm -rf "$trial"
chown -R "$GRADER" build
echo 'setup.sh: the course is ready to grade.'
