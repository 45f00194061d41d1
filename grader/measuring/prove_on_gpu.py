"""Measures answers on a GPU and holds the measurements to what is expected of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.core.steps import Progress, Step
from grader.core.visible import visible
from grader.core.wording import figure, first_sentence, plural
from grader.machine.cuda_run import GpuModules, compile_modules, measure, with_measured
from grader.machine.gpu import Gpu
from grader.machine.module import CompileError
from grader.machine.runner import Outcome
from grader.proof.cases import Case
from grader.proof.catalogue import EITHER, MeasuredVerdict
from grader.proof.table import VERDICT_COLOURS
from grader.report.terminal.console import indented, print_all
from grader.schema.class_results import Settings
from grader.schema.record import CheckReport, RunRecord

NO_VERDICT = "no verdict"
COLOURS = {**VERDICT_COLOURS, NO_VERDICT: "bold yellow"}


@dataclass(frozen=True)
class MeasuredCheck:
    """One check of a case. verdict: passed, failed, or why there is none; mismatches: in words."""

    expected: MeasuredVerdict
    verdict: str
    report: CheckReport
    mismatches: tuple[str, ...]


@dataclass(frozen=True)
class MeasuredProof:
    """A case as it was measured. refused: what nvcc said of the file, '' when it compiled."""

    case: Case
    checks: tuple[MeasuredCheck, ...]
    refused: str = ""

    @property
    def mismatches(self) -> tuple[str, ...]:
        found = tuple(line for check in self.checks for line in check.mismatches)
        return (f"nvcc refuses it: {self.refused}", *found) if self.refused else found


@dataclass(frozen=True)
class Measuring:
    """How to measure. settings: with the limit for one check. jobs: compilers that run at once."""

    project: Project
    gpu: Gpu
    settings: Settings
    jobs: int


def prove_measured(
    how: Measuring, cases: Sequence[Case], progress: Callable[[], AbstractContextManager[Progress]]
) -> Iterator[MeasuredProof]:
    """Compile everything first, several at once; then measure, one at a time, and give each as it ends.

    progress: opened only while something is being done, so that the caller may print in between.
    """
    with progress() as tell:
        modules = _compiled(how, [case for case in cases if case.measured], tell)
    for done, case in enumerate(cases):
        if not case.measured:
            yield MeasuredProof(case, ())
            continue
        with progress() as tell:
            words = f"grading {case.submission.lab.id} on the {how.gpu.name}: {case.name}"
            tell(Step(words, done, len(cases)))
            proof = _proved(how, case, modules[_key(case)])
        yield proof


def _key(case: Case) -> tuple[str, str]:
    return case.submission.lab.id, case.name


def _compiled(
    how: Measuring, cases: Sequence[Case], progress: Progress
) -> dict[tuple[str, str], GpuModules | CompileError]:
    def compiled(case: Case) -> GpuModules | CompileError:
        submission = case.submission
        return compile_modules(how.project, how.gpu, submission.lab, submission.kernel)

    # One of each lab before all others: else each would compile the lab's given kernels once more.
    first = list({case.submission.lab.id: case for case in reversed(cases)}.values())
    progress(f"building {plural(len(cases), 'answer')} for the {how.gpu.name}")
    with _pool(how.jobs) as each:
        each(compiled, first)
        return dict(zip(map(_key, cases), each(compiled, cases), strict=True))


Each = Callable[
    [Callable[[Case], GpuModules | CompileError], Sequence[Case]], list[GpuModules | CompileError]
]


@contextmanager
def _pool(jobs: int) -> Iterator[Each]:
    pool = ThreadPoolExecutor(jobs)
    try:
        yield lambda work, cases: list(pool.map(work, cases))
    finally:
        pool.shutdown(cancel_futures=True)


def _proved(how: Measuring, case: Case, modules: GpuModules | CompileError) -> MeasuredProof:
    if isinstance(modules, CompileError):
        return MeasuredProof(case, (), modules.message)
    lab, kernel = case.submission.lab, case.submission.kernel.resolve()
    checks = [lab.check(expected.check) for expected in case.measured]
    outcomes = measure(how.project, lab, modules, kernel, checks, how.settings)
    reports = [_report(check.test, outcomes[check.test]) for check in checks]
    return MeasuredProof(case, tuple(map(judged, case.measured, reports)))


def judged(expected: MeasuredVerdict, report: CheckReport) -> MeasuredCheck:
    """A measurement without a verdict is none that anybody may expect."""
    verdict = report.status if report.evidence == "measured" else NO_VERDICT
    found = []
    if verdict == NO_VERDICT or expected.verdict not in (verdict, EITHER):
        said = first_sentence(report.message)
        found.append(
            f"{expected.check}: expected {expected.verdict}, measured {verdict}"
            + (f": {said}" if said else "")
        )
    found.extend(
        f"{expected.check}: the message lacks '{text}'. It is: {report.message!r}"
        for text in expected.contains
        if text not in report.message
    )
    return MeasuredCheck(expected, verdict, report, tuple(found))


def _report(test: str, outcome: Outcome) -> CheckReport:
    """What grading would take from the run; where that is nothing, a note that says why."""
    nothing = CheckReport(test, "skipped", reason="")
    record = RunRecord("", "", "", "", "", 0, True, (nothing,))
    return with_measured(record, {test: outcome}).checks[0]


def print_measured(
    console: Console, lab: Lab, device: str, proofs: Iterable[MeasuredProof]
) -> list[MeasuredProof]:
    """Each answer, as soon as `proofs` gives it: its measurements, and how they differ from what is expected.

    Returns the proofs.
    """
    print_all(console, [Text(f"{lab.id}  {lab.title}, measured on this {device}", style="bold")])
    printed = []
    for proof in proofs:
        printed.append(proof)
        if proof.case.measured:
            print_all(console, _answer_lines(console, proof))
    unmeasured = [proof.case.name for proof in printed if not proof.case.measured]
    if unmeasured:
        words = Text(f"nothing to measure: {', '.join(unmeasured)}", style="dim")
        print_all(console, [indented(console, words, 2)])
    return printed


def _answer_lines(console: Console, proof: MeasuredProof) -> Iterator[Text]:
    good = ("NO", "red") if proof.mismatches else ("yes", "green")
    yield Text.assemble(proof.case.name, "  ", good)
    for check in proof.checks:
        yield from _check_lines(console, check)
    for mismatch in proof.mismatches:
        yield indented(console, Text(visible(mismatch), style="red"), 4, "    ")


def _check_lines(console: Console, check: MeasuredCheck) -> Iterator[Text]:
    words = Text(check.verdict, style=COLOURS[check.verdict])
    words.append(f"  {_figures(check.report)}", style="")
    yield indented(console, words, 8, Text(f"  {check.expected.check}  "))
    if check.expected.why:
        yield indented(console, Text(_reason(check.expected), style="dim"), 8, "        ")


def _reason(expected: MeasuredVerdict) -> str:
    return f"{expected.verdict} is expected: {expected.why}"


def _figures(report: CheckReport) -> str:
    """The value, its requirement, and where; the first line of what was wrong where nothing was weighed."""
    if report.value is None:
        return visible(first_sentence(report.message))
    asked = f", {report.comparison} {figure(report.required)}" if report.required is not None else ""
    said = f"  ({visible(first_sentence(report.message))})" if report.status == "failed" else ""
    return f"{figure(report.value)} {report.unit}{asked}{said}"
