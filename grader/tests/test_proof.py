"""Every stub, solution and catalogued answer of the real labs, each its own test."""

from __future__ import annotations

from functools import cache

import pytest

from grader.grading import Grading
from grader.manifest import Lab, read_labs
from grader.module import Module, compile_kernel
from grader.paths import current_project
from grader.proof.cases import Case, cases_of, prove_case, prove_listing
from grader.proof.catalogue import read_catalogue
from grader.run_options import RunOptions
from grader.runner import run_program
from grader.toolchain import build_programs, program_of

pytestmark = pytest.mark.slow

PROJECT = current_project()
LABS = read_labs(PROJECT) if any(PROJECT.labs.glob("*/lab.toml")) else ()
CASES = [(lab, case) for lab in LABS for case in cases_of(PROJECT, lab)]
LEAST_WRONG, LEAST_RIGHT = 8, 2


@cache
def built(lab: Lab) -> None:
    """Build a lab's program once a session, and hold its tests to the manifest."""
    build_programs(PROJECT, [lab], lambda _: None)
    prove_listing(PROJECT, lab)


def test_there_are_labs_to_prove() -> None:
    assert LABS, "no labs/*/lab.toml was found"


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_each_lab_has_a_catalogue(lab: Lab) -> None:
    kinds = [entry.kind for entry in read_catalogue(PROJECT, lab)]
    assert kinds.count("wrong") >= LEAST_WRONG
    assert kinds.count("right") >= LEAST_RIGHT


@pytest.mark.parametrize(("lab", "case"), CASES, ids=[f"{lab.id}-{case.name}" for lab, case in CASES])
def test_an_answer_gets_its_verdict(lab: Lab, case: Case) -> None:
    built(lab)
    proof = prove_case(Grading(PROJECT), case)
    assert not proof.mismatches, "\n".join(proof.mismatches)


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_each_check_of_a_stub_fails_by_itself(lab: Lab) -> None:
    """Not only because another check that it requires failed: no check passes on nothing."""
    built(lab)
    folder = PROJECT.labs / lab.folder
    module = compile_kernel(PROJECT, folder / lab.kernel_file, folder)
    assert isinstance(module, Module)
    record = run_program(program_of(PROJECT, lab), module.path, RunOptions()).record
    assert record is not None
    assert {report.test: report.status for report in record.checks} == {c.test: "failed" for c in lab.checks}
    assert all(report.line > 0 for report in record.checks), "each failure points at a line"
