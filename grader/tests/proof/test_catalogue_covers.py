"""The catalogue of the real labs: enough of it, no check that nothing can fail, and nothing written twice."""

from __future__ import annotations

import shutil
import subprocess
from itertools import combinations
from pathlib import Path

import pytest

from grader.core.lab_files import solution_of
from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project
from grader.proof.answer_text import read_answers
from grader.proof.catalogue import read_catalogue
from grader.proof.write_answers import write_answers

PROJECT = current_project()
LABS = read_labs(PROJECT)
LEAST_WRONG = 8
LEAST_RIGHT = 2
MOST_SHARED = 0.8
FORMATTER = shutil.which("clang-format-14")

pytestmark = pytest.mark.skipif(not PROJECT.solutions.is_dir(), reason="a student edition has no catalogue")


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_each_check_is_failed_by_some_wrong_answer(lab: Lab) -> None:
    failed = {
        name
        for entry in read_catalogue(PROJECT, lab)
        for name, verdict in entry.verdicts
        if verdict == "failed"
    }
    assert [check.id for check in lab.checks if check.id not in failed] == []


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_there_are_wrong_answers_and_other_right_ones(lab: Lab) -> None:
    kinds = [entry.kind for entry in read_catalogue(PROJECT, lab)]
    assert kinds.count("wrong") >= LEAST_WRONG
    assert kinds.count("right") >= LEAST_RIGHT


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_each_measured_check_is_measured_to_fail_by_some_answer(lab: Lab) -> None:
    failed = {
        told.check
        for entry in read_catalogue(PROJECT, lab)
        for told in entry.measured
        if told.verdict == "failed"
    }
    assert [check.id for check in lab.checks if check.measured and check.id not in failed] == []


@pytest.mark.slow
@pytest.mark.skipif(FORMATTER is None, reason="needs clang-format-14")
def test_answers_are_formatted_as_any_other_source(tmp_path: Path) -> None:
    assert FORMATTER is not None
    assert write_answers(PROJECT, tmp_path) > 300
    shutil.copy(PROJECT.root / ".clang-format", tmp_path)
    files = sorted(tmp_path.glob("*/*.cu"))
    ended = subprocess.run(
        [FORMATTER, "--dry-run", "-Werror", *files], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_no_answer_repeats_most_of_another_file(lab: Lab) -> None:
    """One that repeats most of another names what differs: solutions/README.md."""
    texts = {answer.name: answer.text for answer in read_answers(PROJECT, lab) if not answer.base}
    texts["the solution"] = solution_of(PROJECT, lab).read_text("utf-8")
    lines = {name: lines_of(text) for name, text in texts.items()}
    for name, other in combinations(lines, 2):
        shared = len(lines[name] & lines[other]) / max(len(lines[name]), len(lines[other]))
        assert shared < MOST_SHARED, f"{name} and {other}: write the one as changes to the other"


def lines_of(text: str) -> set[str]:
    """Its lines, without those that any kernel file has."""
    lines = (line.strip() for line in text.splitlines())
    return {line for line in lines if len(line) > 1 and not line.startswith("//")}
