"""What a chart's drawing is made of: plain shapes in CSS pixels, and the scales that place values on them.

_chart_shapes.svg.j2 prints the shapes as they are. Scales start at 0, or below where a value is, and are
marked at round values; values of one chart are all written with the same number of decimals.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from grader.core.wording import figure
from grader.report.scorecard.chart_looks import HATCHES, Look, look_of
from grader.schema.record import Chart

BAR = 14.0
TICKS = 5


@dataclass(frozen=True)
class Rule:
    """A line of the scale. css: base for that of 0, grid for the others."""

    x1: float
    y1: float
    x2: float
    y2: float
    css: str


@dataclass(frozen=True)
class Text:
    """x: where it starts, is halved or ends, by anchor; y: of its middle. css: said for what names a bar."""

    x: float
    y: float
    text: str
    anchor: str = "start"
    css: str = ""


@dataclass(frozen=True)
class Bar:
    """One bar."""

    x: float
    y: float
    width: float
    height: float = BAR


@dataclass(frozen=True)
class DrawnSeries:
    """One series: bars, or the paths of a line and of its markers. id: of the hatch, a path too."""

    id: str
    css: str
    dashes: str
    hatch: str
    bars: tuple[Bar, ...] = ()
    line: str = ""
    marks: str = ""


@dataclass(frozen=True)
class Drawing:
    """One drawing. css: wide or narrow, whichever the window has room for. series: from the bottom up."""

    id: str
    css: str
    width: float
    height: float
    rules: tuple[Rule, ...]
    texts: tuple[Text, ...]
    series: tuple[DrawnSeries, ...]


@dataclass(frozen=True)
class Scale:
    """Values on pixels: `least` is at `start`, `greatest` at `end`."""

    least: float
    greatest: float
    start: float
    end: float

    def at(self, value: float) -> float:
        return self.start + (self.end - self.start) * (value - self.least) / (self.greatest - self.least)


def look_in(chart: Chart, number: int) -> Look:
    """The look of the series of that number."""
    roles = [one.role for one in chart.series]
    return look_of(roles[number], roles[:number].count(roles[number]))


def drawn_series(
    chart: Chart, number: int, part: str, bars: tuple[Bar, ...] = (), line: str = "", marks: str = ""
) -> DrawnSeries:
    """The shapes of the series of that number, in its look. part: of the id, which no other drawing has."""
    look = look_in(chart, number)
    hatch = HATCHES[look.hatch] if bars and look.hatch else ""
    return DrawnSeries(
        id=f"{chart.id}-{part}-{number}",
        css=f"{chart.series[number].role} {'hollow' if look.hollow else 'solid'}",
        dashes="" if hatch else look.dashes,  # a hatch says it already
        hatch=hatch,
        bars=bars,
        line=line,
        marks=marks,
    )


def values_of(chart: Chart) -> list[float]:
    """All that there are."""
    return [value for one in chart.series for value in one.values if value is not None]


def value_range(chart: Chart) -> tuple[float, float]:
    """The least and the greatest value, with 0 between or at an end; up to 1 when none is above 0."""
    greatest = max(values_of(chart))
    return min(0.0, *values_of(chart)), greatest if greatest > 0 else 1.0


def round_ticks(least: float, greatest: float) -> list[float]:
    """At most TICKS + 1 round values, evenly apart, that reach from `least` to `greatest`."""
    power = 10.0 ** math.floor(math.log10((greatest - least) / TICKS))
    steps = (power * factor for factor in (1, 2, 2.5, 5, 10, 20))
    spans = ((step, math.floor(least / step), math.ceil(greatest / step - 1e-9)) for step in steps)
    step, first, last = next(span for span in spans if span[2] - span[1] <= TICKS)
    return [float(f"{place * step:.9g}") for place in range(first, last + 1)]


def rule_css(tick: float) -> str:
    """The class of the line at that value."""
    return "base" if tick == 0 else "grid"


def value_text(chart: Chart, value: float) -> str:
    """A value as all of this chart are written: whole numbers, or as many decimals as the scale needs."""
    if all(other == int(other) for other in values_of(chart)):
        return f"{int(value):,}"
    decimals = max(0, 2 - math.floor(math.log10(value_range(chart)[1])))
    return f"{value:,.{decimals}f}"


def number_text(value: float) -> str:
    """A number as in all of the card, but never a small one as 0."""
    return figure(value) if value == 0 or abs(value) >= 0.01 else f"{value:.3g}"
