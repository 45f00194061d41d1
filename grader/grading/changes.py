"""What a new result of a lab says that the one before did not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from grader.core.points import Points, Share, difference
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


NOTHING = (None, Share(0, 0))


@dataclass(frozen=True)
class Change:
    """One check that is not as it was. points: gained. value: '31 to 0 bank conflicts per request', or ''."""

    kind: Kind
    check: CheckResult
    points: Points
    value: str


def changes_between(before: LabResult, after: LabResult, *, same_file: bool = False) -> tuple[Change, ...]:
    """The checks that differ, in the lab's order. A check that was not there before is new, and listed.

    same_file: both are of one text. Then a value that moved tells only that other inputs were drawn.
    """
    # The points that the lab counts may have changed since. Both results are weighed as of now.
    before = replace(before, worth=after.worth)
    known = {check.id: (check, share) for check, share in zip(before.checks, before.shares, strict=True)}
    pairs = zip(after.checks, after.shares, strict=True)
    found = (_change(known.get(check.id, NOTHING), (check, share)) for check, share in pairs)
    return tuple(change for change in found if change and not (same_file and change.kind is Kind.SAME))


def was_judged(result: LabResult) -> bool:
    """Whether the file came to be checked at all: only then can checks be compared."""
    return not (result.compile_output or result.refused or result.ours)


def _change(was: tuple[CheckResult | None, Share], now: tuple[CheckResult, Share]) -> Change | None:
    before, after = was[0], now[0]
    points = difference(now[1].points, was[1].points)
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
