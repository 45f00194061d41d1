"""How the series of a chart are told apart: by colour, and as much by marker, dash and hatch.

A series' role decides its look; what comes second of one role gets another marker, dash and hatch. No two
looks are alike, so that a reader who sees no colours still knows each series. Colours are the style sheet's,
by class: a drawing follows the light, the dark and the printed page.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True)
class Look:
    """marker, hatch: of CORNERS and HATCHES, '' for none. dashes: as SVG writes them, '' for a full line.

    hollow: bars and markers are outlines.
    """

    marker: str
    dashes: str
    hatch: str
    hollow: bool


ROLES = {
    "student": Look("circle", "", "", False),
    "given": Look("square", "", "upright", False),
    "limit": Look("", "5.5 5.5", "", True),
    "hardware": Look("diamond", "2.5 3.5", "rising", True),
}
# The looks of the second, third, ... series of one role.
OTHERS = (
    ("triangle", "14 4", "falling"),
    ("wedge", "14 4 4 4", "crossed"),
    ("post", "5 4", "level"),
)
# The corners of each marker around its middle. A circle has none.
CORNERS = {
    "circle": (),
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "diamond": ((0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)),
    "triangle": ((0.0, -1.2), (1.2, 0.9), (-1.2, 0.9)),
    "wedge": ((0.0, 1.2), (1.2, -0.9), (-1.2, -0.9)),
    "post": ((-0.5, -1.2), (0.5, -1.2), (0.5, 1.2), (-0.5, 1.2)),
}
# Strokes in a tile of 6 x 6, which meet those of the tiles around it.
RISING, FALLING = "M-1 1L1-1M0 6L6 0M5 7L7 5", "M-1 5L1 7M0 0L6 6M5-1L7 1"
HATCHES = {
    "upright": "M3 0V6",
    "rising": RISING,
    "falling": FALLING,
    "crossed": RISING + FALLING,
    "level": "M0 3H6",
}


def look_of(role: str, earlier: int) -> Look:
    """The look of a series. earlier: how many series of that role came before."""
    first = ROLES[role]
    if earlier == 0:
        return first
    marker, dashes, hatch = OTHERS[(earlier - 1) % len(OTHERS)]
    return Look(marker, dashes, hatch, first.hollow)


def marker_path(marker: str, radius: float) -> str:
    """A marker's outline, from its middle on; of '', a dash, for a value between two gaps of a line."""
    if not marker:
        return f"m{-radius:g} 0h{2 * radius:g}"
    if marker == "circle":
        half = f"a{radius:g} {radius:g} 0 1 0"
        return f"m{-radius:g} 0{half} {2 * radius:g} 0{half} {-2 * radius:g} 0z"
    corners = [(radius * x, radius * y) for x, y in CORNERS[marker]]
    sides = [(x - before_x, y - before_y) for (before_x, before_y), (x, y) in pairwise(corners)]
    return "m{:.1f} {:.1f}".format(*corners[0]) + "".join(f"l{x:.1f} {y:.1f}" for x, y in sides) + "z"
