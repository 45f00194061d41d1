"""The view-model of bandwidths that were not measured, a small bar for each device.

They are modelled: the time that is predicted for what the kernel is weighed against, divided by the kernel's
own. Records that are older than the model have bounds instead: the least times of the counted traffic. The
check's own requirement is a mark on the bars. Devices with the same bar share one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from grader.core.wording import figure
from grader.report.in_flight import in_flight_words, shortfall_words
from grader.report.scorecard.html_page import share
from grader.schema.record import Bound, Launch, Modelled
from grader.schema.results import CheckResult, LabResult

SHOWN_LINES = 3


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
    is_modelled: by the model of time. lines: where the time goes, in words; '' for bounds.
    """

    kernel: str
    shape: str
    against: str
    required: str
    mark: float | None
    bounds: tuple[BoundView, ...]
    in_flight: str
    shortfall: str
    is_modelled: bool = False
    lines: str = ""


def bounds_views(lab: LabResult) -> tuple[BoundsView, ...]:
    """One view a kernel and shape, in the order of the checks; none of a kernel that touches no memory."""
    views: dict[tuple[str, str], BoundsView] = {}
    for check in lab.checks:
        for launch in check.launches:
            key = (launch.kernel, launch.shape)
            shown = launch.modelled or launch.bounds
            if shown and launch.accesses and (key not in views or views[key].mark is None):
                views[key] = _modelled_view(check, launch) if launch.modelled else _view(check, launch)
    return tuple(views.values())


def _modelled_view(check: CheckResult, launch: Launch) -> BoundsView:
    required = _required_ratio(check, launch)
    whole = max(1.0, required or 0.0, *(one.ratio for one in launch.modelled))
    return BoundsView(
        kernel=launch.kernel,
        shape=launch.shape,
        against=launch.bounds_against,
        required="" if required is None else f"at least {figure(required)} on one of these GPUs",
        mark=None if required is None else share(required, whole),
        bounds=tuple(_modelled(one, launch.bounds_against, required, whole) for one in launch.modelled),
        in_flight=in_flight_words(launch),
        shortfall="",
        is_modelled=True,
        lines=_lines(launch.modelled[0]),
    )


def _modelled(one: Modelled, against: str, required: float | None, whole: float) -> BoundView:
    return BoundView(
        device=one.device,
        ratio=f"{one.ratio:.2f}",
        percent=share(one.ratio, whole),
        css="short" if required is not None and one.ratio < required else "enough",
        limiter=one.limiter,
        times=f"{one.us:.3g} µs, {against} {one.against_us:.3g} µs, each ±{one.error:.0%}",
    )


def _lines(one: Modelled) -> str:
    shares = [f"line {line.line}: {line.share:.0%}" for line in one.line_times if line.line][:SHOWN_LINES]
    return f"Where the time goes: {', '.join(shares)}." if shares else ""


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
