"""The view-model of the bandwidth bounds, a small bar a device.

The view-model of the hardware's counters beside the SIMT machine's.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.core.wording import figure, plural
from grader.report.scorecard.html_page import share
from grader.schema.record import Bound, Counter, Launch
from grader.schema.results import CheckResult, LabResult


@dataclass(frozen=True)
class BoundView:
    """One device. ratio: of the baseline's bandwidth, in words; percent: the bar's length, 0..100.

    css: 'short' when the ratio is below the required one, on the device that the check judges.
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

    required: the ratio asked for, in words, and the device that it is asked for on; mark: its place.
    """

    kernel: str
    shape: str
    against: str
    required: str
    mark: float | None
    bounds: tuple[BoundView, ...]


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
        bounds=tuple(
            _bound(bound, required if place == 0 else None, whole)
            for place, bound in enumerate(launch.bounds)
        ),
    )


def _required_ratio(check: CheckResult, launch: Launch) -> float | None:
    """What the check asks for against this very baseline: it may weigh against several."""
    same = launch.bounds_against and launch.bounds_against in check.unit
    return check.required if same and check.comparison == "at least" else None


def _bound(bound: Bound, required: float | None, whole: float) -> BoundView:
    return BoundView(
        device=bound.device,
        ratio=f"{bound.ratio:.2f}",
        percent=share(bound.ratio, whole),
        css="short" if required is not None and bound.ratio < required else "enough",
        limiter=bound.limiter,
        times=", ".join(f"{name} {figure(time)} µs" for name, time in bound.times_us),
    )


@dataclass(frozen=True)
class CounterView:
    """One counter. agreement: equal, scatter or differs, as a word and as a class."""

    name: str
    simulated: str
    hardware: str
    agreement: str


@dataclass(frozen=True)
class CountedLaunchView:
    """One launch."""

    kernel: str
    shape: str
    counters: tuple[CounterView, ...]


@dataclass(frozen=True)
class CountedView:
    """All counted launches of a lab. agree: nothing differs. verdict: how many agree, in words."""

    device: str
    verdict: str
    agree: bool
    scatters: bool
    launches: tuple[CountedLaunchView, ...]


def counted_view(lab: LabResult) -> CountedView | None:
    """Each kernel and shape once; None where no profiler was asked."""
    shown = [launch for check in lab.checks for launch in check.launches]
    everything = [*shown, *(launch.before for launch in shown if launch.before)]
    launches = {(one.kernel, one.shape, one.grid): one for one in everything if one.counted}
    if not launches:
        return None
    counters = [counter for launch in launches.values() for counter in _counters(launch)]
    differing = sum(counter.agreement == "differs" for counter in counters)
    return CountedView(
        device=next(launch.counted.device for launch in launches.values() if launch.counted),
        verdict=_verdict(len(counters), differing),
        agree=differing == 0,
        scatters=any(counter.agreement == "scatter" for counter in counters),
        launches=tuple(_launch(launch) for launch in launches.values()),
    )


def _verdict(total: int, differing: int) -> str:
    if differing == 0:
        return f"The hardware agrees: {plural(total, 'counter')}, none differs"
    return f"{differing} of {plural(total, 'counter')} {'differs' if differing == 1 else 'differ'}"


def _launch(launch: Launch) -> CountedLaunchView:
    return CountedLaunchView(
        launch.kernel, launch.shape, tuple(_counter(counter) for counter in _counters(launch))
    )


def _counter(counter: Counter) -> CounterView:
    return CounterView(
        name=f"{counter.space} {counter.op}, {counter.quantity}",
        simulated=figure(counter.simulated),
        hardware=figure(counter.hardware),
        agreement=counter.agreement,
    )


def _counters(launch: Launch) -> tuple[Counter, ...]:
    return launch.counted.counters if launch.counted else ()
