"""Classroom 50: its runner's contract is kept, and a grading error leaves no result."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from grader.core.points import add
from grader.formats.exported import record_of
from grader.formats.github import github_json
from grader.formats.gradescope import gradescope_json
from grader.hosted import classroom50
from grader.schema.results import Results, Status
from grader.tests.exports_results import ANN, GOOD, SKIPPED, check, given, lab
from grader.tests.fake_project import DATA

ROOT = Path(classroom50.__file__).parents[2]
VALIDATOR = jsonschema.Draft202012Validator(
    json.loads((DATA / "exports" / "classroom50.schema.json").read_text(encoding="utf-8"))
)
# As the runner sets them: https://github.com/foundation50/classroom50/wiki/Advanced-Autograding ("Contract").
RUNNER = {
    "CLASSROOM": "cuda",
    "ASSIGNMENT": "day4",
    "ASSIGNMENT_TYPE": "individual",
    "OWNER": "ann",
    "SUBMISSION_TAG": "submit/2026-09-01T14-32-05Z-a1b2c3d",
    "COMMIT_URL": "https://github.com/uni/cuda-day4-ann/commit/a1b2c3d",
    "RELEASE_URL": "https://github.com/uni/cuda-day4-ann/releases/tag/submit",
    "REVIEW_URL": "",
}
# Stands for the course: notes what it was asked for, and "grades".
COURSE = """#!/bin/sh
echo "$* PYTHON=$PYTHON" >> '@PLACE@/asked'
[ "$1" = grade-one ] || exit @BUILT@
[ -f "$2/labs/lab1.cu" ] || exit 9
[ -z "$GITHUB_OUTPUT$GITHUB_STEP_SUMMARY" ] || exit 8
mkdir "$4"
cp '@PLACE@/github.json' '@PLACE@/gradescope.json' "$4"
exit @GRADED@
"""


@dataclass(frozen=True)
class Bundle:
    """place: what the runner fetched for the assignment, and beside it the student's checkout."""

    place: Path

    def grades(self, results: Results, built: int = 0, graded: int = 0) -> tuple[int, Path]:
        """The status, and the checkout."""
        record = record_of(ANN, results)
        (self.place / "github.json").write_text(github_json(record), encoding="utf-8")
        (self.place / "gradescope.json").write_text(gradescope_json(record), encoding="utf-8")
        shutil.copy(classroom50.__file__, self.place / "autograder.py")
        script = COURSE
        for word, wanted in (("PLACE", self.place), ("BUILT", built), ("GRADED", graded)):
            script = script.replace(f"@{word}@", str(wanted))
        with zipfile.ZipFile(self.place / "course.zip", "w") as packed:
            packed.writestr("course/course", script)
            packed.writestr("labs", "lab1,lab2\n")
            packed.writestr("options", "--labs\nlab1,lab2\n--minutes\n9\n")
        checkout = self.place / "checkout"
        (checkout / "labs").mkdir(parents=True)
        (checkout / "labs" / "lab1.cu").touch()
        ended = subprocess.run(
            [sys.executable, self.place / "autograder.py"],
            cwd=checkout,
            env={
                "PATH": os.environ["PATH"],
                "GITHUB_OUTPUT": "/none",
                "GITHUB_STEP_SUMMARY": "/none",
                **RUNNER,
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert not ended.stderr, ended.stderr
        return ended.returncode, checkout


@pytest.fixture
def bundle(tmp_path: Path) -> Bundle:
    return Bundle(tmp_path)


def valid(checkout: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((checkout / "result.json").read_text(encoding="utf-8"))
    VALIDATOR.validate(data)
    for part in (data, *data["tests"]):
        assert part["score"] <= part["max-score"]
    return data


def test_it_writes_the_result_that_the_runner_reads(bundle: Bundle) -> None:
    status, checkout = bundle.grades(given(GOOD, SKIPPED))
    assert status == 0
    data = valid(checkout)
    assert (data["score"], data["max-score"]) == (40, 200)
    assert (data["classroom"], data["assignment"], data["owner"]) == ("cuda", "day4", "ann")
    assert data["review"] == data["commit"] == RUNNER["COMMIT_URL"], "where there is nothing to compare"
    first, second, *_ = data["tests"]
    assert (first["test-name"], first["passed"], first["score"]) == ("lab1: title of safe", True, 40)
    assert (second["passed"], second["score"], second["max-score"]) == (False, 0, 60)
    assert "32 sectors per request" in second["output"]
    assert (checkout / "release-body.md").read_text(encoding="utf-8").startswith("# 40 of 200 points")


def test_it_builds_and_grades_what_the_autograder_was_made_for(bundle: Bundle) -> None:
    bundle.grades(given(GOOD))
    build, grade = (bundle.place / "asked").read_text(encoding="utf-8").splitlines()
    python = f" PYTHON={classroom50.SYSTEM_PYTHON}" if classroom50.SYSTEM_PYTHON.exists() else " PYTHON="
    assert build == f"build lab1,lab2{python}"
    assert grade.startswith("grade-one . --out ") and grade.endswith(
        f"--github --labs lab1,lab2 --minutes 9{python}"
    )


@pytest.mark.parametrize(("built", "graded"), [(2, 0), (0, 1), (0, 2)])
def test_a_grading_error_leaves_no_result(bundle: Bundle, built: int, graded: int) -> None:
    status, checkout = bundle.grades(given(GOOD), built, graded)
    assert status == 1
    assert {path.name for path in checkout.iterdir()} == {"labs"}


def test_fractions_of_points_become_whole_ones_that_add_up(bundle: Bundle) -> None:
    parts = [check(f"part-{number}", Status.PASSED, worth) for number, worth in enumerate((33, 33, 34))]
    halves = replace(lab(1, *parts), worth=62.5)
    assert add(share.max_points for share in halves.shares) == 62.5
    status, checkout = bundle.grades(given(halves, GOOD))
    data = valid(checkout)
    assert status == 0
    assert (data["score"], data["max-score"]) == (63 + 40, 163)
    assert [test["max-score"] for test in data["tests"]] == [21, 20, 22, 40, 60]


@pytest.mark.skipif(not (ROOT / "docs/instructors").is_dir(), reason="this is a student edition")
def test_the_handbook_shows_such_a_result_and_copies_the_file_that_there_is() -> None:
    page = (ROOT / "docs/instructors/github.md").read_text(encoding="utf-8")
    [shown] = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    VALIDATOR.validate(json.loads(shown))
    [copied] = re.findall(r"^cp ~/course/(\S+) \S+/autograder\.py$", page, re.MULTILINE)
    assert ROOT / copied == Path(classroom50.__file__)
