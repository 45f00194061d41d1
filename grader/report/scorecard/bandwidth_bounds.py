"""The view-model of the bandwidth bounds: what counted traffic allows on each device, a small bar each.

A bound is simulated, not measured: the least time of the traffic that the SIMT machine counted, beside the
least time of what the kernel is weighed against. The check's own requirement is a mark on the bars. Devices
with the same bar share one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from grader.core.wording import figure
from grader.report.in_flight import in_flight_words, shortfall_words
from grader.report.scorecard.html_page import share
from grader.schema.record import Bound, Launch
from grader.schema.results import CheckResult, LabResult


@dataclass(frozen=True)
class BoundView:
    """One device, or several that agree.

    ratio: of the baseline's bandwidth, in words; percent: the bar's length, 0..100.

    css: 'short' when the ratio is below the required one, on the device that the check judges.
    times: of one device, in words; '' of several, whose times differ.
    """

    device: str
    ratio: str
    percent: float
    css: str
    limiter: str
    times: str


@dataclass(frozen=True)
class BoundsView:
    """One kernel's bounds against a baseline.

    required: the required ratio, in words, and the device that it is required on; mark: its place.
    in_flight: the bytes in flight in words; shortfall: that they are too few. '' where nothing is to be said.
    """

    kernel: str
    shape: str
    against: str
    required: str
    mark: float | None
    bounds: tuple[BoundView, ...]
    in_flight: str
    shortfall: str


def bounds_views(lab: LabResult) -> tuple[BoundsView, ...]:
    """One view a kernel and shape, in the order of the checks; none of a kernel that touches no memory."""
    views: dict[tuple[str, str], BoundsView] = {}
    for check in lab.checks:
        for launch in check.launches:
            key = (launch.kernel, launch.shape)
            if launch.bounds and launch.accesses and (key not in views or views[key].mark is None):
                views[key] = _view(check, launch)
    return tuple(views.values())


def _view(check: CheckResult, launch: Launch) -> BoundsView:
    required = _required_ratio(check, launch)
    # The baseline's own bandwidth always has its place on the scale.
    whole = max(1.0, required or 0.0, *(bound.ratio for bound in launch.bounds))
    return BoundsView(
        kernel=launch.kernel,
        shape=launch.shape,
        against=launch.bounds_against,
        required="" if required is None else f"at least {figure(required)} on the {launch.bounds[0].device}",
        mark=None if required is None else share(required, whole),
        # A run record names the device that checks judge first (common/lab/include/lab/traffic_bound.h).
        bounds=_merged(
            _bound(bound, required if place == 0 else None, whole)
            for place, bound in enumerate(launch.bounds)
        ),
        in_flight=in_flight_words(launch),
        shortfall=shortfall_words(launch),
    )


def _merged(bounds: Iterable[BoundView]) -> tuple[BoundView, ...]:
    """Bars that look alike as one, with the names of all their devices."""
    alike: dict[tuple[str, str, str], list[BoundView]] = {}
    for bound in bounds:
        alike.setdefault((bound.ratio, bound.css, bound.limiter), []).append(bound)
    return tuple(
        replace(group[0], device=", ".join(one.device for one in group), times="") if group[1:] else group[0]
        for group in alike.values()
    )


def _required_ratio(check: CheckResult, launch: Launch) -> float | None:
    """What the check requires against this baseline: it may weigh against several."""
    same = launch.bounds_against and launch.bounds_against in check.unit
    return check.required if same and check.comparison == "at least" else None


def _bound(bound: Bound, required: float | None, whole: float) -> BoundView:
    return BoundView(
        device=bound.device,
        ratio=f"{bound.ratio:.2f}",
        percent=share(bound.ratio, whole),
        css="short" if required is not None and bound.ratio < required else "enough",
        limiter=bound.limiter,
        times=", ".join(f"{name} {figure(time)} µs" for name, time in bound.times_us.items()),
    )
