"""Axes and text of a drawing, placed in pixels from its top left corner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from grader.report.scorecard.chart_ink import QUIET
from grader.report.scorecard.chart_parts import FONT, Frame

Side = Literal["left", "center", "right"]


@dataclass(frozen=True)
class Area:
    """Where values are drawn, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


def bare_axes(figure: Figure, frame: Frame, area: Area) -> Axes:
    """Axes without frame, ticks and background: each drawing adds what it needs."""
    axes = figure.add_axes(
        (
            area.left / frame.width,
            1 - area.bottom / frame.height,
            area.width / frame.width,
            area.height / frame.height,
        )
    )
    axes.patch.set_visible(False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_xticks([])
    axes.set_yticks([])
    return axes


def put(
    figure: Figure, frame: Frame, x: float, y: float, text: str, side: Side = "left", colour: str = QUIET
) -> None:
    """A text with its middle at height y."""
    figure.text(
        x / frame.width,
        1 - y / frame.height,
        text,
        ha=side,
        va="center_baseline",
        color=colour,
        fontsize=FONT,
    )


def round_ticks(least: float, greatest: float, count: int) -> list[float]:
    """About `count` round values from `least` (0, or below) to at least `greatest`."""
    locator = MaxNLocator(nbins=count, steps=[1, 2, 2.5, 5, 10])
    return [round(float(tick), 9) for tick in locator.tick_values(least, greatest)]
