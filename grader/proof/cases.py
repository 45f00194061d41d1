"""The list of everything that has to be proved of a lab."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.grading.grade_labs import Grading, Submission, grade_lab
from grader.machine.runner import list_tests
from grader.machine.toolchain import Progress, program_of
from grader.proof.catalogue import (
    MeasuredVerdict,
    measured_verdicts,
    read_catalogue,
    solution_verdicts,
    stub_verdicts,
)
from grader.proof.preconditions import STUB, compare_tests, parse_test_list
from grader.proof.verdict import entry_mismatches, solution_mismatches, stub_mismatches
from grader.schema.results import LabResult

Judge = Callable[[LabResult], list[str]]


@dataclass(frozen=True)
class Case:
    """One submission, and the judge that lists how its result differs from what is expected.

    measured: what a GPU must say of it, of each check that would be measured.
    """

    name: str
    submission: Submission
    judge: Judge
    measured: tuple[MeasuredVerdict, ...] = ()


@dataclass(frozen=True)
class Proof:
    """A judged case: mismatches is empty when all is as it has to be."""

    case: Case
    result: LabResult
    mismatches: tuple[str, ...]


def cases_of(project: Project, lab: Lab) -> tuple[Case, ...]:
    """Stub, reference solution, then the catalogue's entries by name."""
    stub = Submission(lab, project.labs / lab.folder / lab.kernel_file)
    solution = replace(stub, kernel=project.solutions / lab.folder / lab.kernel_file)
    fixed = (
        Case(STUB, stub, stub_mismatches, measured_verdicts(lab, stub_verdicts(lab))),
        Case("solution", solution, solution_mismatches, measured_verdicts(lab, solution_verdicts(lab))),
    )
    entries = read_catalogue(project, lab)
    return fixed + tuple(
        Case(
            entry.name,
            replace(stub, kernel=entry.kernel),
            partial(entry_mismatches, entry),
            entry.measured,
        )
        for entry in entries
    )


def prove_case(grading: Grading, case: Case) -> Proof:
    """Grade one case and judge it. The lab's program must be built."""
    result = grade_lab(grading, case.submission).result
    return Proof(case, result, tuple(case.judge(result)))


def prove_cases(grading: Grading, cases: Sequence[Case], jobs: int, progress: Progress) -> list[Proof]:
    """Prove several, `jobs` at once; the proofs come in the order of the cases, whichever is first done."""
    # Threads will do: the work is done by compilers and test programs.
    pool = ThreadPoolExecutor(jobs)
    try:
        futures = [pool.submit(prove_case, grading, case) for case in cases]
        proofs: list[Proof] = []
        for case, future in zip(cases, futures, strict=True):
            progress(f"grading {case.submission.lab.id}: {case.name}")
            proofs.append(future.result())
        return proofs
    finally:
        pool.shutdown(cancel_futures=True)


def prove_listing(project: Project, lab: Lab) -> None:
    """Raise GraderError when lab.toml and the program's own list of tests differ."""
    names = parse_test_list(list_tests(program_of(project, lab)))
    compare_tests(lab, names, f"labs/{lab.folder}/lab.toml")
