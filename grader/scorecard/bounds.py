"""The view-model of the bandwidth bounds, a small bar a device."""

from __future__ import annotations

from dataclasses import dataclass

from grader.record import Bound, Launch
from grader.results import CheckResult, LabResult
from grader.scorecard.share import share
from grader.wording import figure


@dataclass(frozen=True)
class BoundView:
    """One device. ratio: of the lab's copy, in words; percent: the bar's length, 0..100.

    css: 'short' when the ratio is below the required one.
    """

    device: str
    ratio: str
    percent: float
    css: str
    limiter: str
    times: str


@dataclass(frozen=True)
class BoundsView:
    """One kernel's bounds. required: the ratio asked for, in words; mark: its place, or None."""

    kernel: str
    shape: str
    required: str
    mark: float | None
    bounds: tuple[BoundView, ...]


def bounds_views(lab: LabResult) -> tuple[BoundsView, ...]:
    """One view a kernel and shape, in the order of the checks."""
    views: dict[tuple[str, str], BoundsView] = {}
    for check in lab.checks:
        for launch in check.launches:
            key = (launch.kernel, launch.shape)
            if launch.bounds and (key not in views or views[key].mark is None):
                views[key] = _view(check, launch)
    return tuple(views.values())


def _view(check: CheckResult, launch: Launch) -> BoundsView:
    required = _required_ratio(check)
    return BoundsView(
        kernel=launch.kernel,
        shape=launch.shape,
        required="" if required is None else f"at least {figure(required)}",
        mark=None if required is None else share(required, 1.0),
        bounds=tuple(_bound(bound, required) for bound in launch.bounds),
    )


def _required_ratio(check: CheckResult) -> float | None:
    # Only a check that asks for a part of the copy has a mark on this scale.
    if check.comparison != "at least" or check.required is None or not 0 < check.required <= 1:
        return None
    return check.required


def _bound(bound: Bound, required: float | None) -> BoundView:
    return BoundView(
        device=bound.device,
        ratio=f"{bound.ratio:.2f}",
        percent=share(bound.ratio, 1.0),
        css="short" if required is not None and bound.ratio < required else "enough",
        limiter=bound.limiter,
        times=", ".join(f"{name} {figure(time)} µs" for name, time in bound.times_us),
    )
