"""The view-model of what a GPU's own counters said, beside the SIMT machine's.

Only a card that was graded on a GPU with a profiler has it. grader/measuring/ncu.py decides what agrees;
here each launch that the checks show, or that is beside one of them, is listed once.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.core.wording import figure, plural
from grader.schema.record import Counter, Launch
from grader.schema.results import LabResult


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
