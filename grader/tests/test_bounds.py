"""The bandwidth bounds on the scorecard: what they are weighed against, and on which scale."""

from __future__ import annotations

from grader.record import Bound, Launch
from grader.results import CheckResult, LabResult, Status
from grader.scorecard.bounds import BoundsView, bounds_views


def view_of(ratio: float, against: str, required: float, unit: str) -> BoundsView:
    bound = Bound("NVIDIA H200", ratio, "DRAM", (("DRAM", 0.1),))
    launch = Launch("update", (1, 1, 1), (32, 1, 1), "n = 32", (), (bound,), bounds_against=against)
    check = CheckResult(
        "c", "a check", Status.PASSED, 1, 1, required=required, comparison="at least", unit=unit,
        launches=(launch,),
    )  # fmt: skip
    return bounds_views(LabResult("lab2", "A lab", (check,)))[0]


def test_a_kernel_that_beats_its_baseline_has_room_on_the_scale() -> None:
    view = view_of(2.5, "the AoS update", 1.8, "times the bandwidth of the AoS update (estimate)")
    assert (view.against, view.bounds[0].ratio, view.bounds[0].percent) == ("the AoS update", "2.50", 100.0)
    assert (view.mark, view.required) == (72.0, "at least 1.8")


def test_a_ratio_below_what_is_asked_for_is_short() -> None:
    view = view_of(0.45, "the copy", 0.7, "times the bandwidth of the copy (bound)")
    assert (view.bounds[0].css, view.bounds[0].percent, view.mark) == ("short", 45.0, 70.0)


def test_what_is_asked_for_of_another_baseline_is_no_mark_here() -> None:
    view = view_of(0.9, "the copy", 3.0, "times the bandwidth of the naive transpose (bound)")
    assert (view.mark, view.required, view.bounds[0].css) == (None, "", "enough")
