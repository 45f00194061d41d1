"""What a chart's drawing is made from, and the room that text takes in it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from textwrap import wrap

from grader.core.wording import figure

# CSS pixels. Letters are reckoned as wide as in wide fonts: most texts take less.
FONT = 12.0
LETTER = 7.4
CAPITAL = 9.0
SQUARE = 12.0  # East Asian letters
ROW = 16.0
SMALL = 0.01


@dataclass(frozen=True)
class SeriesView:
    """One series, in the legend and drawn. css: its role; style: how often the role came before it.

    evidence: what its values rest on, in words. values: one a place, None is a gap.
    """

    name: str
    css: str
    style: int
    evidence: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Plot:
    """A chart to draw; every text is one line."""

    id: str
    kind: str
    x_label: str
    x: tuple[str, ...]
    y_label: str
    series: tuple[SeriesView, ...]

    @property
    def greatest(self) -> float:
        """The greatest value; 1 when none is above 0, so that there is an axis."""
        values = [value for one in self.series for value in one.values if value is not None]
        return max(values, default=0.0) if max(values, default=0.0) > 0 else 1.0

    @property
    def least(self) -> float:
        """0, or the least value where one is below 0."""
        return min([0.0, *(value for one in self.series for value in one.values if value is not None)])


@dataclass(frozen=True)
class Frame:
    """One drawing's size. css: wide or narrow."""

    id: str
    css: str
    width: float
    height: float


def number_text(value: float) -> str:
    """A number as in all of the card, but never a small one as 0."""
    return figure(value) if value == 0 or abs(value) >= SMALL else f"{value:.3g}"


def text_width(text: str) -> float:
    """Room for a text in pixels."""
    return sum(_letter_width(char) for char in text)


def _letter_width(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WF":
        return SQUARE
    return CAPITAL if char.isupper() else LETTER


def cut(text: str, room: float) -> str:
    """The text, or what fits of it; the whole text stands in the chart's table."""
    if text_width(text) <= room:
        return text
    kept = text
    while kept and text_width(kept + "…") > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def rows_of(text: str, room: float) -> list[str]:
    """The text in rows that fit."""
    return [cut(row, room) for row in wrap(text, max(1, int(room / LETTER)))]
