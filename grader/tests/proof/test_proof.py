"""Every stub, solution and catalogued answer of the real labs, each its own test.

Every ./course test proves these of each lab:

- the stub and the solution;
- going by name, each catalogued answer that is the first to fail or to skip some check, so that every verdict
  that a check is known to give is seen;
- the first wrong answer, and the first right one.

The other answers wait for the full run.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project
from grader.grading.grade_labs import Grading
from grader.machine.module import Module, compile_kernel
from grader.machine.runner import run_program
from grader.machine.toolchain import build_programs, program_of
from grader.proof.cases import Case, cases_of, prove_case, prove_listing
from grader.proof.catalogue import Entry, read_catalogue
from grader.schema.class_results import Settings
from grader.tests.choice import full_unless

pytestmark = pytest.mark.slow

PROJECT = current_project()
LABS = read_labs(PROJECT) if any(PROJECT.labs.glob("*/lab.toml")) else ()
LEAST_WRONG, LEAST_RIGHT = 8, 2
LEAST_KEPT = 6


def first_of_each(entries: Iterable[Entry]) -> list[str]:
    """The answers that are the first of their kind, or the first to fail or to skip some check."""
    seen: set[object] = set()
    kept = []
    for entry in entries:
        shown = {entry.kind} | {(check, verdict) for check, verdict in entry.verdicts if verdict != "passed"}
        if shown - seen:
            kept.append(entry.name)
        seen |= shown
    return kept


def answers() -> list[Any]:
    """Each lab and the name of each case as a test's parameters."""
    found = []
    for lab in LABS:
        entries = read_catalogue(PROJECT, lab)
        stays = {"stub", "solution", *first_of_each(entries)}
        found += [
            pytest.param(lab, name, id=f"{lab.id}-{name}", marks=full_unless(name in stays))
            for name in ("stub", "solution", *(entry.name for entry in entries))
        ]
    return found


@cache
def cases(lab: Lab) -> dict[str, Case]:
    """By name. Composed answers are written here, once a session, and not while tests are collected."""
    return {case.name: case for case in cases_of(PROJECT, lab)}


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
    assert LEAST_KEPT <= len(first_of_each(read_catalogue(PROJECT, lab))) <= len(kinds)


@pytest.mark.parametrize(("lab", "name"), answers())
def test_an_answer_gets_its_verdict(lab: Lab, name: str) -> None:
    built(lab)
    proof = prove_case(Grading(PROJECT), cases(lab)[name])
    assert not proof.mismatches, "\n".join(proof.mismatches)


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_each_check_of_a_stub_fails_by_itself(lab: Lab) -> None:
    """Not only because another check that it requires failed: no check passes on nothing."""
    built(lab)
    folder = PROJECT.labs / lab.folder
    module = compile_kernel(PROJECT, folder / lab.kernel_file, folder)
    assert isinstance(module, Module)
    record = run_program(program_of(PROJECT, lab), module.path, Settings()).record
    assert record is not None
    assert {report.test: report.status for report in record.checks} == {c.test: "failed" for c in lab.checks}
    assert all(report.line > 0 for report in record.checks), "each failure points at a line"
