"""What checks count in a course: shares that add up, whatever the points."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.points import Share, add, difference, shares

HUNDREDTHS = st.integers(1, 10_000_000)
CHECKS = st.lists(st.tuples(st.integers(0, 60), st.booleans()), min_size=1, max_size=40)


def test_without_a_worth_a_lab_counts_its_own_points() -> None:
    assert shares(None, [5, 0, 80], [5, 15, 80]) == (Share(5, 5), Share(0, 15), Share(80, 80))


def test_twice_the_points_are_whole_numbers() -> None:
    doubled = shares(200, [5, 0, 80], [5, 15, 80])
    assert doubled == (Share(10, 10), Share(0, 30), Share(160, 160))
    assert all(isinstance(number, int) for share in doubled for number in (share.points, share.max_points))


def test_a_third_is_rounded_to_hundredths_and_adds_up() -> None:
    thirds = shares(33.33, [5, 15, 80], [5, 15, 80])
    assert [share.max_points for share in thirds] == [1.67, 5, 26.66]
    assert add(share.points for share in thirds) == 33.33


@given(HUNDREDTHS, CHECKS)
def test_the_shares_of_a_lab_add_up_to_its_points(hundredths: int, checks: list[tuple[int, bool]]) -> None:
    worth = hundredths / 100
    possible = [most for most, _ in checks]
    found = shares(worth, [most if passed else 0 for most, passed in checks], possible)
    own = sum(possible)
    assert add(share.max_points for share in found) == (worth if own else 0)
    for share, (most, passed) in zip(found, checks, strict=True):
        assert share.points == (share.max_points if passed else 0)
        exact = Fraction(hundredths * most, 100 * own) if own else 0
        # Rounded at both of its ends, each by half a hundredth at most.
        assert abs(Fraction(str(share.max_points)) - exact) <= Fraction(1, 100)
        assert str(share.max_points) == f"{share.max_points:.2f}".rstrip("0").rstrip(".")


@pytest.mark.parametrize(("parts", "total"), [([0.1] * 10, 1), ([33.33, 33.33, 33.34], 100), ([], 0)])
def test_sums_are_exact(parts: list[float], total: float) -> None:
    assert add(parts) == total
    assert isinstance(add(parts), int)


def test_differences_are_exact() -> None:
    assert difference(0.3, 0.1) == 0.2
    assert difference(0, 12.5) == -12.5
