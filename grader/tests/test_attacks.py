"""Every hostile answer of grader/attacks, handed in: no point gained, no trouble made, the reason said.

Every ./course test tries all but one of them, which waits for the same limit as another, and one lab's
reference. The full run also tries that one, and the references of all labs.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import grader.machine.compiling
import grader.machine.module
from grader.core.errors import GraderError
from grader.core.lab_files import solution_of, stub_of
from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project
from grader.core.run_options import RunOptions
from grader.grading.grade_labs import Grading, Submission, grade_lab
from grader.isolation.bubblewrap import find_sandbox
from grader.machine.toolchain import build_programs, program_of
from grader.proof.attack_bank import Attack, read_bank
from grader.schema.results import LabResult, Status
from grader.tests.choice import cases, full_unless

PROJECT = current_project()
LABS = read_labs(PROJECT)
LIMIT_S = 20.0
# For what is known to run into a limit: which one is no matter, and the test has to wait for it.
SHORT_LIMIT_S = 5.0
# It exhausts the compiler as macro-bomb does, and takes until a limit strikes.
LIKE_ANOTHER = ("template-bomb",)

pytestmark = [pytest.mark.slow, pytest.mark.sandbox]


def tried() -> list[Any]:
    """Each attack as a test's parameter."""
    return [
        pytest.param(attack, id=attack.kernel.stem, marks=full_unless(attack.kernel.stem not in LIKE_ANOTHER))
        for attack in read_bank()
    ]


@pytest.fixture(scope="session")
def lab() -> Lab:
    lab = next(lab for lab in LABS if lab.id == "lab4")
    if not (program_of(PROJECT, lab).is_file() and PROJECT.simtcc.is_file()):
        build_programs(PROJECT, [lab], lambda _: None)
    return lab


@pytest.fixture(scope="session")
def grading() -> Grading:
    try:
        return Grading(PROJECT, sandbox=find_sandbox())
    except GraderError as error:
        pytest.fail(f"{error.message}\n{error.fix}")


def graded(grading: Grading, lab: Lab, kernel: Path) -> LabResult:
    return grade_lab(grading, Submission(lab, kernel)).result


@pytest.fixture(scope="session")
def stub_points(grading: Grading, lab: Lab) -> int:
    """It is graded once for all attacks."""
    return graded(grading, lab, stub_of(PROJECT, lab)).points


@pytest.mark.parametrize("attack", tried())
def test_an_attack_gains_nothing(
    grading: Grading, lab: Lab, stub_points: int, attack: Attack, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = "limit" in attack.outcomes and attack.kernel.stem not in LIKE_ANOTHER
    limit_s = SHORT_LIMIT_S if short else LIMIT_S
    monkeypatch.setattr(grader.machine.module, "LIMIT_S", limit_s)
    monkeypatch.setattr(grader.machine.compiling, "LIMIT_S", limit_s)
    result = graded(replace(grading, run=RunOptions(limit_s=limit_s)), lab, attack.kernel)
    first = next((check for check in result.checks if check.status is not Status.PASSED), None)
    said = f"{result.compile_output}\n{result.trouble}\n{first.message if first else ''}"
    assert not result.ours, said
    if attack.outcome == "passes":
        assert result.points == result.max_points, said
        return
    assert result.points <= stub_points + attack.earns, said
    assert first is not None
    assert said.strip(), "the instructor is told why"
    # Whoever crashes has done what nothing checked.
    assert "segmentation fault" not in said
    assert "at each run of this file" not in said
    assert attack.says in said
    assert ended_by(result, result.trouble or first.message) in attack.outcomes, said
    if attack.line_of:
        assert attack.line_of in attack.kernel.read_text(encoding="utf-8").split("\n")[first.line - 1]


def ended_by(result: LabResult, message: str) -> str:
    limits = (
        "did not finish within",
        "does not compile within",
        "not finished within",
        "ran out of the memory",
        "more memory than",
    )
    if any(limit in message for limit in limits):
        return "limit"
    return "compiler" if result.compile_output else "failed"


@pytest.mark.parametrize("each", cases(LABS, lambda lab: lab.id == "lab4", lambda lab: str(lab.id)))
def test_the_references_pass_in_the_sandbox(grading: Grading, each: Lab) -> None:
    build_programs(PROJECT, [each], lambda _: None)
    confined = Grading(PROJECT, RunOptions(limit_s=120), sandbox=grading.sandbox)
    result = graded(confined, each, solution_of(PROJECT, each))
    assert result.points == result.max_points, result.compile_output or result.trouble
