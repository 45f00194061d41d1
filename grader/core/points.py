"""Points as a course counts them: whole numbers, or fractions of at most two decimals.

A course may make a lab worth other points than its checks add up to. Each check then counts for its share,
rounded to hundredths so that the shares of a lab add up to the lab's points exactly. Everything that is
shown, exported or added up is made of these shares, so no two places can differ by a rounding. Sums are
computed in whole hundredths, never in floating point.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

DECIMALS = 2
UNIT: int = 10**DECIMALS
# A whole number wherever the points are one, so that 200 is never shown as 200.0.
Points = int | float


@dataclass(frozen=True)
class Share:
    """What one check counts in the course: the points that were earned, and those that can be."""

    points: Points
    max_points: Points


def add(points: Iterable[Points]) -> Points:
    """The exact sum."""
    return _points(sum(map(_hundredths, points)))


def difference(after: Points, before: Points) -> Points:
    """The exact difference."""
    return _points(_hundredths(after) - _hundredths(before))


def shares(worth: Points | None, earned: Sequence[int], possible: Sequence[int]) -> tuple[Share, ...]:
    """The shares of a lab's checks, in their order. worth: the lab's points; None for its own.

    The first n checks together count for their part of the lab's points, rounded half up to hundredths, and
    each check for what it adds to the checks before it.
    """
    own = sum(possible)
    if worth is None or not own:
        return tuple(map(Share, earned, possible))
    whole, before, sum_before = _hundredths(worth), 0, 0
    found = []
    for got, most in zip(earned, possible, strict=True):
        sum_now = sum_before + most
        now = _rounded(whole * sum_now, own)
        share = now - before
        found.append(Share(_points(_rounded(share * got, most) if most else 0), _points(share)))
        before, sum_before = now, sum_now
    return tuple(found)


def _rounded(part: int, whole: int) -> int:
    """Part / whole, rounded half up; neither is negative."""
    return (2 * part + whole) // (2 * whole)


def _hundredths(points: Points) -> int:
    # The decimal text is exact: 1.15 * 100 is 114.99999999999999.
    return int((Decimal(repr(points)) * UNIT).to_integral_value(ROUND_HALF_UP))


def _points(hundredths: int) -> Points:
    whole, rest = divmod(hundredths, UNIT)
    return hundredths / UNIT if rest else whole
