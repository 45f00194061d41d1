"""Joins a lab's manifest with the outcome of its run: one verdict a check."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from grader.core.errors import GraderError
from grader.core.lab_files import manifest_of
from grader.core.manifest import Check, Lab
from grader.core.paths import Project
from grader.core.visible import cut, cut_middle, visible, visible_line
from grader.machine.module import CompileError
from grader.machine.runner import SUBMISSIONS, Fault, Outcome
from grader.schema.record import CheckReport, Failure, Finding, RunRecord, Shown
from grader.schema.results import CheckResult, LabResult, Source, Status, fewest_in_flight

# Limits in characters for what is kept of a check's words: a page shows less, and a megabyte of them helps no
# reader.
MOST_MESSAGE, MOST_PRINTED, MOST_OTHERS = 32_000, 128_000, 8


def join_outcome(project: Project, lab: Lab, source: Source, outcome: Outcome) -> LabResult:
    """Every check of the manifest gets a verdict, in the manifest's order.

    Raises GraderError when the record belongs to another lab or reports an unlisted test.
    """
    reports = _reports(lab, outcome.record)
    outcome = replace(outcome, message=visible(_from_the_root(project, cut(outcome.message, MOST_MESSAGE))))
    joined = _Join(project, lab, outcome, reports)
    return LabResult(
        id=lab.id,
        title=lab.title,
        summary=lab.summary,
        hints=lab.hints,
        source=source,
        checks=tuple(joined.verdict(check) for check in lab.checks),
        trouble=outcome.message if outcome.fault else "",
        ours=outcome.fault not in (None, *SUBMISSIONS),
        refused=outcome.fault is Fault.REFUSED,
        remark=outcome.message if outcome.fault is Fault.REPEATS else "",
    )


def join_compile_error(project: Project, lab: Lab, source: Source, error: CompileError) -> LabResult:
    """A refused file fails every check with the compiler's first error."""
    message = f"The file {'is refused' if error.refused else 'does not compile'}: {error.message}"
    message = visible(cut(message, MOST_MESSAGE))
    checks = tuple(
        replace(
            _empty(check, Status.FAILED, message),
            file=visible_line(project.shown(error.file)),
            line=error.line,
        )
        for check in lab.checks
    )
    return LabResult(
        id=lab.id,
        title=lab.title,
        summary=lab.summary,
        hints=lab.hints,
        source=source,
        checks=checks,
        compile_output=visible(_from_the_root(project, error.text or error.message)),
        remark=message if error.refused else "",
    )


def _from_the_root(project: Project, words: str) -> str:
    """Compiler and test program name files by their whole path; a reader knows them from the checkout on."""
    return words.replace(f"{project.root}/", "")


def _reports(lab: Lab, record: RunRecord | None) -> dict[str, CheckReport]:
    if record is None:
        return {}
    if record.lab != lab.id:
        raise GraderError(f"the record of {lab.id}_test says that it is of '{record.lab}'")
    listed = {check.test for check in lab.checks}
    for report in record.checks:
        if report.test not in listed:
            raise GraderError(
                f"{lab.id}_test reports {report.test}, which {manifest_of(lab)} does not list",
                "Add a [[checks]] table for it.",
            )
    return {report.test: report for report in record.checks}


@dataclass(frozen=True)
class _Join:
    project: Project
    lab: Lab
    outcome: Outcome
    reports: dict[str, CheckReport]

    def verdict(self, check: Check) -> CheckResult:
        own = self._own(check)
        blocker = self._blocker(check)
        # An error stays one: hiding it behind a failed requirement would hide a grading error.
        if blocker is None or own.status is Status.ERROR:
            return own
        message = f"needs {blocker.title}"
        # The cost of a wrong kernel says nothing about the right one, so its value is not shown.
        return replace(
            own,
            status=Status.SKIPPED,
            points=0,
            evidence="none",
            value=None,
            message=message,
            file="",
            line=0,
            fault="",
            advice="",
            bytes_in_flight=None,
            failures=0,
            others=(),
        )

    def _blocker(self, check: Check) -> Check | None:
        for name in check.requires:
            required = self.lab.check(name)
            if self.verdict(required).status is not Status.PASSED:
                return required
        return None

    def _own(self, check: Check) -> CheckResult:
        report = self.reports.get(check.test)
        if report is None:
            return self._silent(check)
        status = Status(report.status)
        found = CheckResult(
            id=check.id,
            title=check.title,
            status=status,
            points=check.points if status is Status.PASSED else 0,
            max_points=check.points,
            advice=check.advice_on(report.fault),
            asks_for=check.asks_for,
            measurable=check.measured,
            bytes_in_flight=_bytes_in_flight(report),
            **_common(report),
        )
        message = report.reason if status is Status.SKIPPED else report.message
        return replace(
            found,
            message=visible(cut(message, MOST_MESSAGE)),
            printed=visible(cut_middle(report.printed, MOST_PRINTED)),
            file=self._shown(report.file),
            others=tuple(
                Failure(visible(cut(one.message, MOST_MESSAGE)), self._shown(one.file), one.line)
                for one in report.others[:MOST_OTHERS]
            ),
        )

    def _shown(self, file: str) -> str:
        return visible_line(self.project.shown(file[:MOST_MESSAGE]))

    def _silent(self, check: Check) -> CheckResult:
        if self.outcome.fault is Fault.TIME_OUT:
            return _empty(check, Status.FAILED, f"No verdict: {self.outcome.message}.")
        if self.outcome.fault in SUBMISSIONS:
            return _empty(check, Status.FAILED, f"Not checked: {self.outcome.message}.")
        why = self.outcome.message or "the test program came to its end without it"
        return _empty(check, Status.ERROR, f"This check did not report: {why}")


def _common(report: CheckReport) -> dict[str, Any]:
    """What a report and a result both hold: of a new field there, nothing need be said here."""
    return {one.name: getattr(report, one.name) for part in (Finding, Shown) for one in fields(part)}


def _bytes_in_flight(report: CheckReport) -> float | None:
    launch = fewest_in_flight(report.launches)
    return launch.in_flight.mean if launch is not None and launch.in_flight is not None else None


def _empty(check: Check, status: Status, message: str) -> CheckResult:
    """A check that was not judged. What its advice is about was not seen: none is given."""
    return CheckResult(
        id=check.id,
        title=check.title,
        status=status,
        points=0,
        max_points=check.points,
        message=message,
    )
