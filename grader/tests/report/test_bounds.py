"""The bandwidth bounds on the scorecard: what they are weighed against, and on which scale."""

from __future__ import annotations

from dataclasses import replace

from grader.report.scorecard.bandwidth_bounds import BoundsView, bounds_views
from grader.schema.record import Bound, Launch, LineTime, Modelled
from grader.schema.results import CheckResult, LabResult, Status
from grader.tests.report.test_pictures import access_with, request_with

EXAMPLE = request_with(range(0, 128, 4), sectors=4, least_sectors=4)
LOAD = access_with(EXAMPLE, counts={"sectors": 4, "least_sectors": 4})


def check_of(ratio: float, against: str, required: float, unit: str) -> CheckResult:
    bound = Bound("NVIDIA H200", ratio, "DRAM", {"DRAM": 0.1})
    launch = Launch("update", (1, 1, 1), (32, 1, 1), "n = 32", (LOAD,), (bound,), bounds_against=against)
    return CheckResult(
        "c", "a check", Status.PASSED, 1, 1, required=required, comparison="at least", unit=unit,
        launches=(launch,),
    )  # fmt: skip


def view_of(ratio: float, against: str, required: float, unit: str) -> BoundsView:
    return bounds_views(LabResult("lab2", "A lab", (check_of(ratio, against, required, unit),)))[0]


def test_a_stub_has_no_bandwidth() -> None:
    check = check_of(1.0, "the copy", 0.7, "times the bandwidth of the copy (bound)")
    idle = replace(check, launches=(replace(check.launches[0], accesses=()),))
    assert bounds_views(LabResult("lab2", "A lab", (idle,))) == ()


def test_a_kernel_that_beats_its_baseline_has_room_on_the_scale() -> None:
    view = view_of(2.5, "the AoS update", 1.8, "times the bandwidth of the AoS update (estimate)")
    assert (view.against, view.bounds[0].ratio, view.bounds[0].percent) == ("the AoS update", "2.50", 100.0)
    assert (view.mark, view.required) == (72.0, "at least 1.8 on the NVIDIA H200")


def test_a_ratio_below_what_is_asked_for_is_short() -> None:
    view = view_of(0.45, "the copy", 0.7, "times the bandwidth of the copy (bound)")
    assert (view.bounds[0].css, view.bounds[0].percent, view.mark) == ("short", 45.0, 70.0)


def test_only_the_device_that_is_judged_can_fall_short() -> None:
    check = check_of(2.5, "the AoS update", 1.8, "times the bandwidth of the AoS update (estimate)")
    launch = check.launches[0]
    bounds = (*launch.bounds, replace(launch.bounds[0], device="GeForce RTX 4090", ratio=1.78))
    view = bounds_views(
        LabResult("lab2", "A lab", (replace(check, launches=(replace(launch, bounds=bounds),)),))
    )[0]
    assert [(bound.device, bound.css) for bound in view.bounds] == [
        ("NVIDIA H200", "enough"),
        ("GeForce RTX 4090", "enough"),
    ]


def test_devices_with_the_same_bar_share_one() -> None:
    check = check_of(0.97, "the copy", 0.7, "times the bandwidth of the copy (bound)")
    launch = check.launches[0]
    first = launch.bounds[0]
    others = (
        replace(first, device="NVIDIA H100", times_us={"DRAM": 0.2}),
        replace(first, device="GeForce RTX 4090", limiter="L2"),
    )
    shown = replace(check, launches=(replace(launch, bounds=(first, *others)),))
    view = bounds_views(LabResult("lab2", "A lab", (shown,)))[0]
    assert [(bound.device, bound.limiter, bound.times) for bound in view.bounds] == [
        ("NVIDIA H200, NVIDIA H100", "DRAM", ""),
        ("GeForce RTX 4090", "L2", "DRAM 0.1 µs"),
    ]


def test_what_is_asked_for_of_another_baseline_is_no_mark_here() -> None:
    view = view_of(0.9, "the copy", 3.0, "times the bandwidth of the naive transpose (bound)")
    assert (view.mark, view.required, view.bounds[0].css) == (None, "", "enough")


def modelled_view(ratios: tuple[float, float], required: float) -> BoundsView:
    check = check_of(1.0, "the copy", required, "times the bandwidth of the copy")
    lines = (LineTime("t.cu", 12, 0.71), LineTime("", 0, 0.2), LineTime("t.cu", 9, 0.09))
    modelled = tuple(
        Modelled(device, ratio, 12.34, 7.0, 0.12, "DRAM", "reads from L2", lines)
        for device, ratio in zip(("NVIDIA H200", "NVIDIA H100 SXM"), ratios, strict=True)
    )
    launch = replace(check.launches[0], bounds=(), modelled=modelled)
    return bounds_views(LabResult("lab4", "A lab", (replace(check, launches=(launch,)),)))[0]


def test_modelled_ratios_have_their_times_their_error_and_the_lines_that_take_them() -> None:
    view = modelled_view((0.40, 0.52), 0.45)
    assert view.is_modelled
    assert view.required == "at least 0.45 on one of these GPUs"
    assert view.lines == "Where the time goes: line 12: 71%, line 9: 9%."
    assert view.bounds[0].times == "12.3 µs, the copy 7 µs, each ±12%"
    assert [(one.ratio, one.css) for one in view.bounds] == [("0.40", "short"), ("0.52", "enough")]
