"""Draws bars that lie, so that long names and the value of each bar have room, on a phone too."""

from __future__ import annotations

import math
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from grader.report.scorecard.chart_axes import Area, bare_axes, put, round_ticks
from grader.report.scorecard.chart_ink import BASE, INK, LINE, QUIET, SURFACE, ink_of
from grader.report.scorecard.chart_parts import (
    ROW,
    Frame,
    Plot,
    SeriesView,
    cut,
    number_text,
    rows_of,
    text_width,
)

BAR = 14.0
PITCH = 18.0
BETWEEN_PLACES = 12.0
WIDEST_NAMES = 230.0  # longer ones stand above their bars
NO_VALUE = "no value yet"


@dataclass(frozen=True)
class Layout:
    """Where places and their names go. tops: of each place, from the area's top; rows: bars of each place."""

    beside: bool
    names: float
    rows: tuple[tuple[SeriesView, ...], ...]
    tops: tuple[float, ...]
    length: float


def bars_height(plot: Plot, width: float) -> float:
    """The height of a drawing of that width."""
    layout = _layout(plot, width)
    return layout.length + _foot(plot, width - layout.names)


def draw_bars(figure: Figure, plot: Plot, frame: Frame) -> None:
    """Each place's bars under each other, its name beside or above them, its values at their ends."""
    layout = _layout(plot, frame.width)
    ticks = round_ticks(plot.least, plot.greatest, 5)
    room_for_value = max(text_width(value_text(plot, value)) for value in _values(plot)) + 8.0
    area = Area(layout.names, 0.0, frame.width - room_for_value, layout.length)
    axes = bare_axes(figure, frame, area)
    axes.set_xlim(ticks[0], max(ticks[-1] if ticks[-1] <= plot.greatest else plot.greatest, 1e-9))
    axes.set_ylim(layout.length, 0.0)
    _scale(figure, frame, area, axes, plot, ticks)
    for place, name in enumerate(plot.x):
        top = layout.tops[place]
        rows = layout.rows[place]
        _name(figure, frame, layout, name, top, len(rows))
        first = top if layout.beside else top + ROW
        for row, one in enumerate(rows):
            _bar(figure, frame, area, axes, plot, one, place, first + row * PITCH)
        if not rows:
            put(figure, frame, area.left + 5, first + BAR / 2, NO_VALUE)


def value_text(plot: Plot, value: float) -> str:
    """A value as all of this chart are written: whole numbers, or as many decimals as the scale needs."""
    if all(other == int(other) for other in _values(plot)):
        return f"{int(value):,}"
    decimals = max(0, 2 - math.floor(math.log10(plot.greatest)))
    return f"{value:,.{decimals}f}"


def _values(plot: Plot) -> list[float]:
    return [value for one in plot.series for value in one.values if value is not None]


def _layout(plot: Plot, width: float) -> Layout:
    longest = max(text_width(name) for name in plot.x) + 10.0
    beside = longest <= min(WIDEST_NAMES, 0.32 * width)
    rows = tuple(
        tuple(one for one in plot.series if one.values[place] is not None) for place in range(len(plot.x))
    )
    tops: list[float] = []
    y = 4.0
    for bars in rows:
        tops.append(y)
        y += (0.0 if beside else ROW) + PITCH * max(1, len(bars)) + BETWEEN_PLACES
    return Layout(beside, longest if beside else 4.0, rows, tuple(tops), y - BETWEEN_PLACES / 2)


def _foot(plot: Plot, room: float) -> float:
    return ROW * (1 + len(rows_of(plot.y_label, room))) + 10.0


def _name(figure: Figure, frame: Frame, layout: Layout, name: str, top: float, count: int) -> None:
    if layout.beside:
        middle = top + (PITCH * max(1, count) - (PITCH - BAR)) / 2
        put(figure, frame, layout.names - 8, middle, name, "right", INK)
    else:
        put(figure, frame, layout.names + 4, top + ROW / 2 - 1, cut(name, frame.width - 6), "left", INK)


def _bar(
    figure: Figure, frame: Frame, area: Area, axes: Axes, plot: Plot, one: SeriesView, place: int, top: float
) -> None:
    value = one.values[place] or 0.0
    ink = ink_of(one.css, one.style)
    axes.barh(
        top + BAR / 2,
        value,
        height=BAR,
        facecolor=SURFACE if ink.hollow else ink.colour,
        # Matplotlib hatches in the edge's colour.
        edgecolor=ink.colour if ink.hollow or not ink.hatch else SURFACE,
        linestyle=(0, ink.dashes) if ink.hollow and not ink.hatch and ink.dashes else "-",
        linewidth=1.2,
        hatch=ink.hatch or None,
        zorder=2,
        clip_on=False,
    )
    least, greatest = axes.get_xlim()
    end = area.left + area.width * (max(value, 0.0) - least) / (greatest - least)
    put(figure, frame, end + 5, top + BAR / 2, value_text(plot, value), "left", INK)


def _scale(figure: Figure, frame: Frame, area: Area, axes: Axes, plot: Plot, ticks: list[float]) -> None:
    least, greatest = axes.get_xlim()
    for tick in ticks:
        if tick <= greatest:
            x = area.left + area.width * (tick - least) / (greatest - least)
            axes.axvline(tick, color=BASE if tick == 0 else LINE, linewidth=1, zorder=0, clip_on=False)
            put(figure, frame, x, area.bottom + 0.7 * ROW, number_text(tick), "center", QUIET)
    for row, text in enumerate(rows_of(plot.y_label, frame.width - area.left)):
        put(figure, frame, area.left, area.bottom + ROW * (1.9 + row), text)
