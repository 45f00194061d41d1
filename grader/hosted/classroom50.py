"""Grades a submission on Classroom 50, whose runner starts a copy of this file, called autograder.py there.

In: the student's checkout, in which it is started; beside it course.zip, which `./course autograder` wrote;
the runner's environment. Out: result.json and release-body.md in the checkout. The contract is the page
"Advanced Autograding" of Classroom 50's wiki, of 16 August 2026:
https://github.com/foundation50/classroom50/wiki/Advanced-Autograding. Decisions:

- Unless every lab has a result, it ends with a status other than 0. The runner then publishes nothing, so
  that a grading error is never a zero.
- Points are whole there. Where a course gives fractions, the running total is rounded, half up, and a test
  counts for what it adds to it.
- Python's standard library is all that it needs. The system's Python makes the course's environment: the
  runner's own may be too new for the packages.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

COURSE = Path(__file__).resolve().parent / "course.zip"
SYSTEM_PYTHON = Path("/usr/bin/python3")
# The sandbox needs namespaces of its own, which Ubuntu 24.04 allows to named programs only.
ALLOW_NAMESPACES = "sudo -n sysctl --quiet --ignore --write kernel.apparmor_restrict_unprivileged_userns=0"

Json = dict[str, Any]


def main() -> int:
    """Returns 0 when result.json is written, 1 when the submission must be graded again."""
    if os.environ.get("RUNNER_ENVIRONMENT") == "github-hosted":
        subprocess.run(ALLOW_NAMESPACES.split(), check=False)
    with tempfile.TemporaryDirectory() as work:
        graded = Path(work) / "graded"
        if not run_course(Path(work), graded):
            print("::error title=To be graded again::The course could not grade this; its output says why.")
            return 1
        summary = json.loads((graded / "github.json").read_text(encoding="utf-8"))["summary"]
        tests = json.loads((graded / "gradescope.json").read_text(encoding="utf-8"))["tests"]
    Path("release-body.md").write_text(summary + "\n", encoding="utf-8")
    result = result_of(list(whole_tests(tests)), os.environ)
    Path("result.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return 0


def run_course(work: Path, graded: Path) -> bool:
    """Build the course in `work`, grade the checkout into `graded`; returns whether all was graded."""
    with zipfile.ZipFile(COURSE) as packed:
        packed.extractall(work)
    course = work / "course" / "course"
    course.chmod(0o755)  # extractall() drops modes
    # The runner writes what the step reports, so the grader does not get these files.
    environment = {**os.environ, "GITHUB_OUTPUT": "", "GITHUB_STEP_SUMMARY": ""}
    if SYSTEM_PYTHON.exists():
        environment["PYTHON"] = str(SYSTEM_PYTHON)
    options = (work / "options").read_text(encoding="utf-8").splitlines()
    labs = (work / "labs").read_text(encoding="utf-8").strip()
    commands: tuple[list[str | Path], ...] = (
        [course, "build", labs],
        [course, "grade-one", ".", "--out", graded, "--github", *options],
    )
    # One stream: in two, lines could overtake the command that takes no more commands.
    return all(
        subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT, check=False
        ).returncode
        == 0
        for command in commands
    )


def whole_tests(tests: Sequence[Json]) -> Iterator[Json]:
    """Classroom 50's tests, of Gradescope's."""
    hundredths = before = 0
    for test in tests:
        hundredths += round(100 * test["max_score"])
        now = (hundredths + 50) // 100
        passed = test["status"] == "passed"
        points = now - before
        yield {
            "test-name": test["name"],
            "passed": passed,
            "score": points if passed else 0,
            "max-score": points,
            "output": test["output"],
        }
        before = now


def result_of(tests: Sequence[Json], environment: Mapping[str, str]) -> Json:
    """The result. environment: the runner's, which says whose submission this is."""
    return {
        "schema": "classroom50/result/v1",
        "classroom": environment["CLASSROOM"],
        "assignment": environment["ASSIGNMENT"],
        "assignment_type": environment["ASSIGNMENT_TYPE"],
        "owner": environment["OWNER"],
        "submission": environment["SUBMISSION_TAG"],
        "commit": environment["COMMIT_URL"],
        "release": environment["RELEASE_URL"],
        "review": environment.get("REVIEW_URL") or environment["COMMIT_URL"],
        "datetime": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": list(tests),
    }


if __name__ == "__main__":
    sys.exit(main())
