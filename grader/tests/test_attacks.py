"""Every hostile answer of grader/attacks, handed in: no point gained, no trouble made, the reason said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import grader.sandbox.compiling
from grader.attack_bank import Attack, read_bank
from grader.errors import GraderError
from grader.grading import Grading, Submission, grade_lab
from grader.manifest import Lab, read_lab
from grader.paths import current_project
from grader.results import LabResult, Status
from grader.run_options import RunOptions
from grader.sandbox.bubblewrap import find_sandbox
from grader.toolchain import build_programs, program_of

PROJECT = current_project()
LIMIT_S = 20.0

pytestmark = pytest.mark.slow


ATTACKS = read_bank()
# Each with the compilers that it is tried with.
TRIED = [(attack, compiler) for attack in ATTACKS for compiler in attack.compilers]


@pytest.fixture(scope="session")
def lab() -> Lab:
    manifest = next(PROJECT.labs.glob("lab4_*")) / "lab.toml"
    lab = read_lab(manifest, PROJECT.shown(manifest))
    if not program_of(PROJECT, lab).is_file():
        build_programs(PROJECT, [lab], lambda _: None)
    return lab


@pytest.fixture(scope="session")
def grading() -> Grading:
    try:
        return Grading(PROJECT, run=RunOptions(limit_s=LIMIT_S), sandbox=find_sandbox())
    except GraderError as error:
        pytest.fail(f"{error.message}\n{error.mend}")


def graded(grading: Grading, lab: Lab, kernel: Path) -> LabResult:
    return grade_lab(grading, Submission(lab, kernel)).result


@pytest.mark.parametrize(
    ("attack", "compiler"), TRIED, ids=[f"{attack.kernel.stem}-{compiler}" for attack, compiler in TRIED]
)
def test_an_attack_gains_nothing(
    grading: Grading, lab: Lab, attack: Attack, compiler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grader.sandbox.compiling, "LIMIT_S", LIMIT_S)
    result = graded(replace(grading, compiler=compiler), lab, attack.kernel)
    first = next((check for check in result.checks if check.status is not Status.PASSED), None)
    said = f"{result.compile_output}\n{result.trouble}\n{first.message if first else ''}"
    assert not result.ours, said
    if attack.outcome == "passes":
        assert result.points == result.max_points, said
        return
    stub = graded(grading, lab, PROJECT.labs / lab.folder / lab.kernel_file)
    assert result.points <= stub.points + attack.earns, said
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
@pytest.mark.parametrize("name", ["lab1", "lab2", "lab3", "lab4", "lab5"])
def test_the_references_pass_in_the_sandbox(grading: Grading, name: str, compiler: str) -> None:
    manifest = next(PROJECT.labs.glob(f"{name}_*")) / "lab.toml"
    lab = read_lab(manifest, PROJECT.shown(manifest))
    build_programs(PROJECT, [lab], lambda _: None)
    confined = Grading(PROJECT, compiler, RunOptions(limit_s=120), sandbox=grading.sandbox)
    result = graded(confined, lab, PROJECT.solutions / lab.folder / lab.kernel_file)
    assert result.points == result.max_points, result.compile_output or result.trouble
