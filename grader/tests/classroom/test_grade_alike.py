"""The same verdicts on one job or two: real labs, answers right and wrong.

Every ./course test tries it with three answers to lab 4; the full run with several to each lab, and attacks.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project
from grader.proof.answer_text import read_answers
from grader.proof.attack_bank import read_bank

REAL = current_project()
# Of each lab so many of the catalogue, spread over it; of the bank some that end in different ways.
ANSWERS = 4
ATTACKS = ("reads-files", "static-constructor", "past-a-local-array", "endless-loop")
# Every ./course test makes do with lab 4's solution and two wrong answers that end in different ways.
FEW = ("barrier-inside-if", "naive-as-tiled")

pytestmark = [pytest.mark.slow, pytest.mark.sandbox]


def answers(lab: Lab, written: Path) -> list[Path]:
    """written: a folder for their files."""
    found = read_answers(REAL, lab)
    chosen = [
        answer.written_to(written / lab.id) for answer in found[:: max(1, len(found) // ANSWERS)][:ANSWERS]
    ]
    chosen += [REAL.solutions / lab.folder / lab.kernel_file, REAL.labs / lab.folder / lab.kernel_file]
    if lab.id == "lab4":
        chosen += [attack.written_to(written) for attack in read_bank() if attack.name in ATTACKS]
    return chosen


def hand_in(folder: Path, lab: Lab, kernel: Path) -> None:
    place = folder / f"{lab.id}-{kernel.stem}"
    place.mkdir(parents=True, exist_ok=True)
    shutil.copy(kernel, place / lab.kernel_file)


def graded(submissions: Path, out: Path, *more: str) -> dict[str, object]:
    """results.json of each student."""
    command = [
        sys.executable,
        "-m",
        "grader",
        "grade",
        str(submissions),
        "--out",
        str(out),
        "--seed",
        "3",
        *more,
    ]
    environment = {**os.environ, "PYTHONPATH": str(REAL.root)}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900, check=False)
    assert ended.returncode == 0, ended.stderr
    found: dict[str, object] = {}
    for file in sorted(out.glob("students/*/results.json")):
        found[file.parent.name] = json.loads(file.read_text(encoding="utf-8"))
    return found


def assert_alike(submissions: Path, out: Path) -> None:
    one = graded(submissions, out / "one", "--jobs", "1")
    assert len(one) == len(list(submissions.iterdir()))
    two = graded(submissions, out / "two", "--jobs", "2")
    for name, results in two.items():
        assert results == one[name], name


def test_results_of_a_lab_do_not_depend_on_jobs(tmp_path: Path) -> None:
    lab = next(lab for lab in read_labs(REAL) if lab.id == "lab4")
    few = [answer for answer in read_answers(REAL, lab) if answer.name in FEW]
    assert len(few) == len(FEW)
    for answer in few:
        hand_in(tmp_path / "class", lab, answer.written_to(tmp_path / "answers"))
    hand_in(tmp_path / "class", lab, REAL.solutions / lab.folder / lab.kernel_file)
    assert_alike(tmp_path / "class", tmp_path)


@pytest.mark.full
def test_results_of_all_labs_do_not_depend_on_jobs(tmp_path: Path) -> None:
    for lab in read_labs(REAL):
        for kernel in answers(lab, tmp_path / "answers"):
            hand_in(tmp_path / "class", lab, kernel)
    assert_alike(tmp_path / "class", tmp_path)
