"""What is proved of a lab: its stub, its solution and its catalogue, each with the verdicts it must get.

A Case is a kernel file with a judge, which compares the result of grading it with what is expected. Grading a
case gives a Proof: the result and its mismatches, each one line of text for the lab's author. No
mismatch means that the checks tell this answer as they should.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

from grader.core.lab_files import manifest_of, solution_of, stub_of
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.core.steps import Progress, Step
from grader.grading.grade_labs import Grading, Submission, grade_lab
from grader.machine.runner import list_tests
from grader.machine.toolchain import program_of
from grader.proof.answer_text import composed_folder
from grader.proof.catalogue import (
    Entry,
    Expectation,
    MeasuredVerdict,
    measured_verdicts,
    read_catalogue,
    solution_verdicts,
    stub_verdicts,
)
from grader.proof.preconditions import compare_tests
from grader.schema.results import CheckResult, LabResult, Status

Judge = Callable[[LabResult], list[str]]


@dataclass(frozen=True)
class Case:
    """One kernel file, and the judge that lists how its result differs from what is expected.

    measured: the verdict that a GPU must give, for each check that would be measured. is_stub: whether this
    is the lab's stub, which somebody may have edited.
    """

    name: str
    submission: Submission
    judge: Judge
    measured: tuple[MeasuredVerdict, ...] = ()
    is_stub: bool = False


@dataclass(frozen=True)
class Proof:
    """A case that was graded. mismatches: empty when all verdicts are the expected ones.

    result: of the first seed with a mismatch; without any, of the first seed.
    """

    case: Case
    result: LabResult
    mismatches: tuple[str, ...]


def cases_of(project: Project, lab: Lab) -> tuple[Case, ...]:
    """The stub, the reference solution, then the catalogue's entries by name; composed ones are written."""
    stub = Submission(lab, stub_of(project, lab))
    solution = replace(stub, kernel=solution_of(project, lab))
    fixed = (
        Case("stub", stub, stub_mismatches, measured_verdicts(lab, stub_verdicts(lab)), is_stub=True),
        Case("solution", solution, solution_mismatches, measured_verdicts(lab, solution_verdicts(lab))),
    )
    entries, composed = read_catalogue(project, lab), composed_folder(project, lab)
    return fixed + tuple(
        Case(
            entry.name,
            replace(stub, kernel=entry.answer.written_to(composed)),
            partial(entry_mismatches, entry),
            entry.measured,
        )
        for entry in entries
    )


def prove_case(grading: Grading, case: Case, seeds: int = 1) -> Proof:
    """Grade one case and judge it, with `seeds` seeds from the grading's own on.

    The lab's program must be built.
    """
    first = grading.settings.seed
    found = [_judged(grading, case, seed) for seed in range(first, first + seeds)]
    shown = next((one for one in found if one.mismatches), found[0])
    mismatches = tuple(
        mismatch if seeds == 1 else f"seed {seed}: {mismatch}"
        for seed, proof in enumerate(found, start=first)
        for mismatch in proof.mismatches
    )
    return replace(shown, mismatches=mismatches)


def _judged(grading: Grading, case: Case, seed: int) -> Proof:
    drawn = replace(grading, settings=replace(grading.settings, seed=seed))
    result = grade_lab(drawn, case.submission).result
    return Proof(case, result, tuple(case.judge(result)))


def prove_cases(
    grading: Grading, cases: Sequence[Case], jobs: int, progress: Progress, seeds: int = 1
) -> list[Proof]:
    """Prove several cases, `jobs` at once; returns the proofs in the order of the cases."""
    # Threads suffice: compilers and test programs do the work.
    pool = ThreadPoolExecutor(jobs)
    try:
        futures = [pool.submit(prove_case, grading, case, seeds) for case in cases]
        proofs: list[Proof] = []
        for done, (case, future) in enumerate(zip(cases, futures, strict=True)):
            progress(Step(f"grading {case.submission.lab.id}: {case.name}", done, len(cases)))
            proofs.append(future.result())
        return proofs
    finally:
        pool.shutdown(cancel_futures=True)


def prove_listing(project: Project, lab: Lab) -> None:
    """Raise GraderError when lab.toml and the program's own list of tests differ."""
    compare_tests(lab, list_tests(program_of(project, lab)), manifest_of(lab))


def entry_mismatches(entry: Entry, result: LabResult) -> list[str]:
    """Every difference between an entry's expected verdicts and messages and the result."""
    checks = {check.id: check for check in result.checks}
    found = [
        _verdict_mismatch(checks[name], expected)
        for name, expected in entry.verdicts
        if checks[name].status.value != expected
    ]
    for expectation in entry.messages:
        found.extend(_message_mismatches(expectation, checks[expectation.check], result))
    return found


def solution_mismatches(result: LabResult) -> list[str]:
    """A reference solution passes every check."""
    return [
        _verdict_mismatch(check, "passed") for check in result.checks if check.status is not Status.PASSED
    ]


def stub_mismatches(result: LabResult) -> list[str]:
    """A stub compiles and earns nothing: each check that is worth points is failed or skipped."""
    if result.compile_output:
        return [f"the stub does not compile:\n{result.compile_output}"]
    lost = (Status.FAILED, Status.SKIPPED)
    found = [
        _verdict_mismatch(check, "failed")
        for check in result.checks
        if check.max_points and check.status not in lost
    ]
    if not any(check.status is Status.FAILED for check in result.checks):
        found.append("the stub fails no check at all")
    return found


def _verdict_mismatch(check: CheckResult, expected: str) -> str:
    said = f": {check.message}" if check.message else ""
    return f"{check.id}: expected {expected}, got {check.status.value}{said}"


def _message_mismatches(expected: Expectation, check: CheckResult, result: LabResult) -> list[str]:
    found = [
        f"{check.id}: the message lacks '{text}'. It is: {check.message!r}"
        for text in expected.contains
        if text not in check.message
    ]
    if expected.line_of and not _names_line_of(expected.line_of, check, result):
        found.append(f"{check.id}: expected the line of '{expected.line_of}', got {check.file}:{check.line}")
    return found


def _names_line_of(fragment: str, check: CheckResult, result: LabResult) -> bool:
    if result.source is None or check.file != result.source.file:
        return False
    lines = result.source.text.split("\n")
    return 0 < check.line <= len(lines) and fragment in lines[check.line - 1]
