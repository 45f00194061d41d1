"""Every hostile answer of grader/attacks, handed in: no point gained, no trouble made, the reason said.

Every ./course test tries them all but two, which only wait for the same limit as another attack does, and one
lab's reference. The full run also tries those two, and the references of all labs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import grader.machine.compiling
from grader.core.errors import GraderError
from grader.core.lab_files import solution_of
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
# These two exhaust the compiler as macro-bomb does, and take until a limit strikes.
LIKE_ANOTHER = ("includes-itself", "template-bomb")

pytestmark = [pytest.mark.slow, pytest.mark.sandbox]


def tried() -> list[Any]:
    """Each attack, with each of the compilers that it is tried with, as a test's parameters."""
    return [
        pytest.param(
            attack,
            compiler,
            id=f"{attack.kernel.stem}-{compiler}",
            marks=full_unless(attack.kernel.stem not in LIKE_ANOTHER),
        )
        for attack in read_bank()
        for compiler in attack.compilers
    ]


@pytest.fixture(scope="session")
def lab() -> Lab:
    lab = next(lab for lab in LABS if lab.id == "lab4")
    if not program_of(PROJECT, lab).is_file():
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
def stub_points(grading: Grading, lab: Lab) -> Callable[[str], int]:
    """What the stub gets with a compiler: it is graded once for all attacks."""

    @cache
    def points(compiler: str) -> int:
        stub = PROJECT.labs / lab.folder / lab.kernel_file
        return graded(replace(grading, compiler=compiler), lab, stub).points

    return points


@pytest.mark.parametrize(("attack", "compiler"), tried())
def test_an_attack_gains_nothing(
    grading: Grading,
    lab: Lab,
    stub_points: Callable[[str], int],
    attack: Attack,
    compiler: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    short = "limit" in attack.outcomes and attack.kernel.stem not in LIKE_ANOTHER
    limit_s = SHORT_LIMIT_S if short else LIMIT_S
    monkeypatch.setattr(grader.machine.compiling, "LIMIT_S", limit_s)
    limited = replace(grading, compiler=compiler, run=RunOptions(limit_s=limit_s))
    result = graded(limited, lab, attack.kernel)
    first = next((check for check in result.checks if check.status is not Status.PASSED), None)
    said = f"{result.compile_output}\n{result.trouble}\n{first.message if first else ''}"
    assert not result.ours, said
    if attack.outcome == "passes":
        assert result.points == result.max_points, said
        return
    assert result.points <= stub_points(compiler) + attack.earns, said
    assert first is not None
    assert said.strip(), "the instructor is told why"
    assert attack.says in said
    assert ended_by(result, result.trouble or first.message) in attack.outcomes, said
    if attack.line_of:
        assert attack.line_of in attack.kernel.read_text(encoding="utf-8").split("\n")[first.line - 1]


def ended_by(result: LabResult, message: str) -> str:
    limits = ("did not finish within", "not finished within", "ran out of the memory", "more memory than")
    if any(limit in message for limit in limits):
        return "limit"
    if message.startswith("The file is refused"):
        return "refused"
    return "compiler" if result.compile_output else "failed"


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
@pytest.mark.parametrize("each", cases(LABS, lambda lab: lab.id == "lab4", lambda lab: str(lab.id)))
def test_the_references_pass_in_the_sandbox(grading: Grading, each: Lab, compiler: str) -> None:
    build_programs(PROJECT, [each], lambda _: None)
    confined = Grading(PROJECT, compiler, RunOptions(limit_s=120), sandbox=grading.sandbox)
    result = graded(confined, each, solution_of(PROJECT, each))
    assert result.points == result.max_points, result.compile_output or result.trouble
