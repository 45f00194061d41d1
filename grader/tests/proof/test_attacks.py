"""Every hostile answer of solutions/attacks, handed in: no point gained, no trouble made, the reason said.

Every ./course test tries those that say `on_every_push`, and one lab's reference. The full run tries all, and
the references of all labs. An attack with a known gap must succeed: its mark goes with the gap.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import grader.machine.module
from grader.core.errors import GraderError
from grader.core.lab_files import solution_of, stub_of
from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project
from grader.grading.grade_labs import Grading, Submission, grade_lab
from grader.isolation.bubblewrap import find_sandbox
from grader.machine.toolchain import build_programs, program_of
from grader.proof.attack_bank import Attack, read_bank
from grader.schema.class_results import Settings
from grader.schema.results import LabResult, Status
from grader.tests.choice import cases, full_unless

PROJECT = current_project()
LABS = read_labs(PROJECT)
# The limit that ./course grade sets, too. An emulated processor takes twenty times as long to compile a file:
# COALESCE_TEST_PATIENCE=10 there.
LIMIT_S = 40.0 * float(os.environ.get("COALESCE_TEST_PATIENCE", "1"))
# For what is known to run into a limit: which one is no matter, and the test has to wait for it.
SHORT_LIMIT_S = 5.0

pytestmark = [pytest.mark.slow, pytest.mark.sandbox]


def marks_of(attack: Attack) -> list[pytest.MarkDecorator]:
    """An attack that succeeds as yet must fail its test: whoever stops it removes the known gap."""
    gap = [pytest.mark.xfail(raises=AssertionError, reason=attack.known_gap)] if attack.known_gap else []
    return [*full_unless(attack.on_every_push), *gap]


def tried() -> list[Any]:
    """Each attack as a test's parameter."""
    return [pytest.param(attack, id=attack.name, marks=marks_of(attack)) for attack in read_bank()]


@pytest.fixture(scope="session")
def grading() -> Grading:
    try:
        return Grading(PROJECT, sandbox=find_sandbox())
    except GraderError as error:
        pytest.fail(f"{error.message}\n{error.fix}")


@cache
def lab_of(attack: Attack) -> Lab:
    lab = next(lab for lab in LABS if lab.id == attack.lab)
    if not (program_of(PROJECT, lab).is_file() and PROJECT.simtcc.is_file()):
        build_programs(PROJECT, [lab], lambda _: None)
    return lab


def graded(grading: Grading, lab: Lab, kernel: Path) -> LabResult:
    return grade_lab(grading, Submission(lab, kernel)).result


@pytest.fixture(scope="session")
def stub_points(grading: Grading) -> Callable[[Lab], int]:
    """Each lab's stub is graded once for all attacks."""
    return cache(lambda lab: graded(grading, lab, stub_of(PROJECT, lab)).points)


@pytest.mark.parametrize("attack", tried())
def test_an_attack_gains_nothing(
    grading: Grading,
    stub_points: Callable[[Lab], int],
    attack: Attack,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    limit_s = SHORT_LIMIT_S if "limit" in attack.outcomes else LIMIT_S
    monkeypatch.setattr(grader.machine.module, "LIMIT_S", LIMIT_S)  # of the compiler
    lab, kernel = lab_of(attack), attack.written_to(tmp_path)
    result = graded(replace(grading, settings=Settings(limit_s=limit_s)), lab, kernel)
    first = next((check for check in result.checks if check.status is not Status.PASSED), None)
    said = f"{result.compile_output}\n{result.trouble}\n{first.message if first else ''}"
    assert not result.ours, said
    if attack.outcome == "passes":
        assert result.points == result.max_points, said
        return
    assert result.points <= stub_points(lab) + attack.earns, said
    assert attack.kind != "controls" or result.points == attack.earns, said
    assert first is not None
    assert said.strip(), "the instructor is told why"
    # Whoever crashes has done what nothing checked.
    assert "segmentation fault" not in said
    assert "at each run of this file" not in said
    assert attack.says in said
    assert ended_by(result, result.trouble or first.message) in attack.outcomes, said
    if attack.line_of:
        assert attack.line_of in attack.source().decode().split("\n")[first.line - 1]


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
    confined = Grading(PROJECT, Settings(limit_s=120), sandbox=grading.sandbox)
    result = graded(confined, each, solution_of(PROJECT, each))
    assert result.points == result.max_points, result.compile_output or result.trouble
