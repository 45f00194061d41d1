"""What a new result of a lab says that the one before did not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from grader.core.wording import figure
from grader.schema.results import CheckResult, LabResult, Status


class Kind(Enum):
    """How a check's verdict moved. SAME: the verdict did not, but its value or its words did."""

    PASSES = "now passes"
    FAILS = "now fails"
    SKIPPED = "now skipped"
    SAME = "changed"


KINDS = {
    Status.PASSED: Kind.PASSES,
    Status.FAILED: Kind.FAILS,
    Status.ERROR: Kind.FAILS,
    Status.SKIPPED: Kind.SKIPPED,
}


@dataclass(frozen=True)
class Change:
    """One check that is not as it was. value: '31 to 0 bank conflicts per request', or ''."""

    kind: Kind
    check: CheckResult
    points: int
    value: str


def changes_between(before: LabResult, after: LabResult, *, same_file: bool = False) -> tuple[Change, ...]:
    """The checks that differ, in the lab's order. A check that was not there before is new, and listed.

    same_file: both are of one text. Then a value that moved tells only that other inputs were drawn.
    """
    known = {check.id: check for check in before.checks}
    found = (_change(known.get(check.id), check) for check in after.checks)
    return tuple(change for change in found if change and not (same_file and change.kind is Kind.SAME))


def was_judged(result: LabResult) -> bool:
    """Whether the file came to be checked at all: only then can checks be compared."""
    return not (result.compile_output or result.refused or result.ours)


def _change(before: CheckResult | None, after: CheckResult) -> Change | None:
    points = after.points - (before.points if before else 0)
    value = _moved(before, after)
    if before is None or before.status is not after.status:
        return Change(KINDS[after.status], after, points, value)
    said_otherwise = after.status is Status.FAILED and before.message != after.message
    return Change(Kind.SAME, after, points, value) if value or said_otherwise else None


def _moved(before: CheckResult | None, after: CheckResult) -> str:
    if before is None or before.value is None or after.value is None:
        return ""
    old, new = figure(before.value), figure(after.value)
    return f"{old} to {new} {after.unit}".strip() if old != new and before.unit == after.unit else ""
