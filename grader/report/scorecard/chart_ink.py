"""How the series of a chart are told apart: by colour, and as much by marker, dash and hatch.

Matplotlib draws in stand-in colours, which chart_svg.py replaces by the page's own, so that a drawing
follows the light, the dark and the printed page.
"""

from __future__ import annotations

from dataclasses import dataclass

# By stand-in colour, the variable of charts.css that takes its place.
PAGE_COLOURS = {
    "#010001": "--chart-student",
    "#010002": "--chart-given",
    "#010003": "--chart-limit",
    "#010004": "--chart-hardware",
    "#010005": "--ink",
    "#010006": "--quiet",
    "#010007": "--line",
    "#010008": "--surface",
    "#010009": "--line-strong",
}
INK, QUIET, LINE, SURFACE, BASE = (f"#01000{number}" for number in (5, 6, 7, 8, 9))

Dashes = tuple[float, ...]


@dataclass(frozen=True)
class Ink:
    """One series' way of drawing. hollow: bars and markers are outlines. dashes: () is a full line."""

    colour: str
    width: float
    marker: str
    dashes: Dashes
    hatch: str
    hollow: bool


ROLES = {
    "student": Ink("#010001", 3.0, "o", (), "", False),
    "given": Ink("#010002", 1.8, "s", (), "||", False),
    "limit": Ink("#010003", 1.4, "", (4, 4), "", True),
    "hardware": Ink("#010004", 1.8, "D", (1.5, 2), "////", True),
}
# What the second, third, ... series of one role has instead.
OTHERS: tuple[tuple[str, Dashes, str], ...] = (
    ("^", (8, 2), "\\\\\\\\"),
    ("v", (8, 2, 2, 2), "xxxx"),
    ("P", (3, 2), "----"),
)


def ink_of(role: str, style: int) -> Ink:
    """style: how many series of that role came before."""
    first = ROLES[role]
    if style == 0:
        return first
    marker, dashes, hatch = OTHERS[(style - 1) % len(OTHERS)]
    return Ink(first.colour, first.width, marker, dashes, hatch, first.hollow)
