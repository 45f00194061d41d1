"""The view-model of a finished course's card: the date, the best numbers, the patterns before and after.

It stands at the top of a card on which every check passed, in place of what to do next. The numbers are those
of the checks that a GPU can measure: as measured where it did, else as derived from counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from grader import COURSE
from grader.grading.guidance import Move
from grader.grading.verdict_words import unit_of
from grader.report.scorecard.lab_card import LabView
from grader.report.scorecard.lab_pictures import ComparisonView
from grader.schema.results import CheckResult, LabResult, Results, Status, next_step

# A page with more labs folds their patterns, lab by lab: those of eleven are twenty screens.
MOST_OPEN = 3


@dataclass(frozen=True)
class NumberView:
    """One number worth keeping. what: the lab, and the kernel where the check names one."""

    value: str
    unit: str
    what: str
    evidence: str


@dataclass(frozen=True)
class PatternView:
    """A lab's requests beside those of the kernel that it started from."""

    lab: str
    title: str
    comparisons: tuple[ComparisonView, ...]


@dataclass(frozen=True)
class FinishView:
    """What a card begins with when nothing failed. patterns_open: they are few enough to be shown at once.

    command, onward: how to go on with the next lab, and which that is; '' where there is none.
    """

    heading: str
    lead: str
    numbers: tuple[NumberView, ...]
    patterns: tuple[PatternView, ...]
    patterns_open: bool
    command: str = ""
    onward: str = ""


def finish_view(
    results: Results, labs: Iterable[LabView], graded_at: datetime, onward: Move | None = None
) -> FinishView | None:
    """None where a check failed. labs: as the card shows them. onward: to the next lab."""
    if next_step(results) is not None:
        return None
    checks = [check for lab in results.labs for check in lab.checks]
    all_passed = all(check.status is Status.PASSED for check in checks)
    date = graded_at.strftime("%d %B %Y").lstrip("0")
    numbers = tuple(number for lab in results.labs for number in _numbers(lab))
    patterns = tuple(pattern for pattern in map(_pattern, labs) if pattern.comparisons)
    return FinishView(
        heading="All checks passed" if all_passed else "No check failed",
        lead=f"{_scope(results)}, {date}: {results.course_points} of {results.course_max_points} points",
        numbers=numbers,
        patterns=patterns,
        patterns_open=len(patterns) <= MOST_OPEN,
        command=onward.command if onward else "",
        onward=onward.why if onward else "",
    )


def _pattern(lab: LabView) -> PatternView:
    return PatternView(lab.id, lab.title, (*lab.pictures.compared, *lab.pictures.settled))


def _scope(results: Results) -> str:
    course = results.title or COURSE
    if len(results.labs) == 1:
        return f"{course}, {results.labs[0].title}"
    return f"{course}, {len(results.labs)} labs"


def _numbers(lab: LabResult) -> list[NumberView]:
    """What was measured, of a lab in which anything was; else what was derived; limits kept are left out."""
    weighed = [
        check
        for check in lab.checks
        if check.measurable and check.value is not None and check.comparison == "at least"
    ]
    measured = [check for check in weighed if check.evidence == "measured"]
    return [_number(lab, check) for check in measured or weighed]


def _number(lab: LabResult, check: CheckResult) -> NumberView:
    kernel, colon, _ = check.title.partition(":")
    return NumberView(
        value=f"{check.value:,.2f}",
        unit=unit_of(check),
        what=f"{lab.id}, {kernel}" if colon else f"{lab.id}, {lab.title}",
        evidence=check.evidence,
    )
