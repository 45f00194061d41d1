"""One run of `watch` in words: what the save has changed. The terminal and the live page show the same.

A run is compared with the one before, so that a student sees at a glance what the save did.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.core.points import Points, add, difference
from grader.core.wording import plural
from grader.grading.changes import Change, Kind, changes_between
from grader.grading.parts import Part, blocker_of
from grader.grading.standing import fingerprint
from grader.schema.results import CheckResult, LabResult, Status


@dataclass(frozen=True)
class Before:
    """What a run is compared with. when: in words, behind 'since'. kernel: the text's fingerprint."""

    result: LabResult
    when: str
    kernel: str


@dataclass(frozen=True)
class Run:
    """One check after a save. hints: how many were given. seconds: from the save's notice to the verdict."""

    project: Project
    lab: Lab
    result: LabResult
    before: Before | None
    hints: int
    at: datetime
    seconds: float


@dataclass(frozen=True)
class ChangeLine:
    """One line on a check, or on several that wait. value: what its value became. reason: why, if not so."""

    status: Status
    words: str
    value: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Changes:
    """What a run changed. heading: 'Since the last run:'; without lines, that nothing changed."""

    heading: str
    lines: tuple[ChangeLine, ...]


def changes_of(run: Run, parts: Sequence[Part]) -> Changes:
    """What the save changed; of a first run, every check."""
    if run.before is None:
        return Changes("", tuple(_everything(run, parts)))
    same_file = run.result.source is not None and run.before.kernel == fingerprint(run.result.source.text)
    changes = changes_between(run.before.result, run.result, same_file=same_file)
    if not changes:
        words = f"No change since {run.before.when}: the file is the same, and so is every verdict."
        return Changes(words if same_file else f"No check has changed since {run.before.when}.", ())
    return Changes(f"Since {run.before.when}:", tuple(_moved(changes)))


def points_gained(run: Run) -> Points:
    """Points of the lab since the run before; 0 without one."""
    if run.before is None:
        return 0
    # The points that the lab counts may have changed since. Both results are weighed as of now.
    before = replace(run.before.result, worth=run.result.worth).course_points
    return difference(run.result.course_points, before)


def checks_passed(result: LabResult) -> str:
    """'5 of 7 checks'."""
    passed = sum(check.status is Status.PASSED for check in result.checks)
    return f"{passed} of {plural(len(result.checks), 'check')}"


def gain(points: Points) -> str:
    """' (+15)', or nothing."""
    return f" ({points:+})" if points else ""


def _everything(run: Run, parts: Sequence[Part]) -> Iterator[ChangeLine]:
    """The first run: a line a check, and one for what nobody has written and for checks that wait."""
    for part in parts:
        if part.to_write:
            yield ChangeLine(Status.SKIPPED, f"{part.name}: not written yet")
            continue
        waiting = [check for check in part.checks if blocker_of(run.result, check) is not None]
        for check in part.checks:
            if check not in waiting or len(waiting) == 1:
                yield ChangeLine(check.status, check.title)
        if len(waiting) > 1:
            yield ChangeLine(waiting[0].status, _waiting_words(waiting))


def _moved(changes: Sequence[Change]) -> Iterator[ChangeLine]:
    waiting = [change for change in changes if change.kind is Kind.SKIPPED]
    for change in changes:
        # Checks that only wait for a failed one are one line, not ten.
        if change.kind is not Kind.SKIPPED or len(waiting) == 1:
            yield _line_of(change)
    if len(waiting) > 1:
        lost = add(change.points for change in waiting)
        words = f"{_waiting_words([change.check for change in waiting])}{gain(lost)}"
        yield ChangeLine(waiting[0].check.status, words)


def _waiting_words(checks: Sequence[CheckResult]) -> str:
    return f"{plural(len(checks), 'check')} wait for one that fails"


def _line_of(change: Change) -> ChangeLine:
    check = change.check
    if change.kind is not Kind.SAME:
        words = f"{change.kind.value}: {check.title}{gain(change.points)}"
        return ChangeLine(check.status, words, change.value)
    verdict = "still passes" if check.status is Status.PASSED else "still fails"
    reason = "for another reason" if not change.value and check.message else ""
    return ChangeLine(check.status, f"{verdict}: {check.title}", change.value, reason)
