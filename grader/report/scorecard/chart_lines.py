"""Draws lines over places that stand evenly apart, whatever their names."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from grader.report.scorecard.chart_axes import Area, bare_axes, put, round_ticks
from grader.report.scorecard.chart_ink import BASE, LINE, SURFACE, ink_of
from grader.report.scorecard.chart_parts import ROW, Frame, Plot, SeriesView, number_text, rows_of, text_width

# Roles from the bottom up: a limit lies on what reaches it, thin and dashed, and hides nothing.
LAYERS = ("given", "hardware", "student", "limit")
MARKER_SIZE = 6.5
CROWDED = 16  # places from which markers are smaller


def draw_lines(figure: Figure, plot: Plot, frame: Frame) -> None:
    """One line a series, with gaps where a value is missing."""
    ticks = round_ticks(plot.least, plot.greatest, 5)
    heading = rows_of(plot.y_label, frame.width)
    area = Area(
        left=max(text_width(number_text(tick)) for tick in ticks) + 8.0,
        top=ROW * len(heading) + 14.0,
        right=frame.width - 14.0,
        bottom=frame.height - 2 * ROW - 10.0,
    )
    axes = bare_axes(figure, frame, area)
    axes.set_xlim(-0.4, len(plot.x) - 0.6)
    axes.set_ylim(ticks[0], ticks[-1])
    for row, text in enumerate(heading):
        put(figure, frame, 0, ROW * (row + 0.5), text)
    _grid(figure, frame, area, axes, ticks)
    _places(figure, frame, area, axes, plot)
    for one in plot.series:
        if any(value is not None for value in one.values):
            _line(axes, one, len(plot.x))


def _grid(figure: Figure, frame: Frame, area: Area, axes: Axes, ticks: Sequence[float]) -> None:
    for tick in ticks:
        y = area.bottom - area.height * (tick - ticks[0]) / (ticks[-1] - ticks[0])
        put(figure, frame, area.left - 6, y, number_text(tick), "right")
        axes.axhline(tick, color=BASE if tick == 0 else LINE, linewidth=1, zorder=0, clip_on=False)


def _places(figure: Figure, frame: Frame, area: Area, axes: Axes, plot: Plot) -> None:
    left, right = axes.get_xlim()
    pitch = area.width / (right - left)
    step = label_step(plot.x, pitch)
    for place in range(0, len(plot.x), step):
        x = area.left + (place - left) * pitch
        put(figure, frame, x, area.bottom + 0.8 * ROW, plot.x[place], "center")
    middle = (area.left + area.right) / 2
    label = rows_of(plot.x_label, area.width)
    put(figure, frame, middle, frame.height - 0.6 * ROW, label[0] if label else "", "center")


def label_step(names: Sequence[str], pitch: float) -> int:
    """Every how manieth place is named, a power of two, so that names `pitch` apart do not meet."""
    room = max((text_width(name) for name in names), default=0.0) + 9.0
    step = 1
    while step * pitch < room and step < len(names):
        step *= 2
    return step


def _line(axes: Axes, one: SeriesView, count: int) -> None:
    ink = ink_of(one.css, one.style)
    values = [float("nan") if value is None else value for value in one.values]
    axes.plot(
        range(count),
        values,
        color=ink.colour,
        linewidth=ink.width,
        linestyle=(0, ink.dashes) if ink.dashes else "-",
        marker=ink.marker or "_",
        # A line without markers has one where a value between two gaps would not be seen.
        markevery=None if ink.marker else _alone(one.values),
        markersize=MARKER_SIZE if count < CROWDED else MARKER_SIZE - 2,
        markerfacecolor=SURFACE if ink.hollow else ink.colour,
        markeredgecolor=ink.colour,
        markeredgewidth=1.4,
        zorder=2 + LAYERS.index(one.css),
        clip_on=False,
    )


def _alone(values: Sequence[float | None]) -> list[int]:
    padded = (None, *values, None)
    return [
        place
        for place, value in enumerate(values)
        if value is not None and padded[place] is None and padded[place + 2] is None
    ]
