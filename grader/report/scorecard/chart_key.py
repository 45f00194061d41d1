"""The small drawing in front of each series in a chart's legend."""

from __future__ import annotations

from dataclasses import dataclass

from grader.report.scorecard.chart_ink import Ink

# In a box of 28 x 14, as Matplotlib draws them.
MARKERS = {
    "": "",
    "o": "M10.8 7a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z",
    "s": "M10.9 3.9h6.2v6.2h-6.2z",
    "D": "M14 2.8l4.2 4.2l-4.2 4.2l-4.2 -4.2z",
    "^": "M14 3.2l3.8 7h-7.6z",
    "v": "M14 10.8l3.8 -7h-7.6z",
    "P": "M12.8 3.4h2.4v2.4h2.4v2.4h-2.4v2.4h-2.4v-2.4h-2.4v-2.4h2.4z",
}
RISING = "M1 7L7 1M2 13L14 1M9 13L21 1M16 13L27 2M23 13L27 9"
FALLING = "M27 7L21 1M26 13L14 1M19 13L7 1M12 13L1 2M5 13L1 9"
HATCHES = {
    "": "",
    "////": RISING,
    "\\\\\\\\": FALLING,
    "xxxx": RISING + FALLING,
    "----": "M1 4.5H27M1 9.5H27",
    "||": "M6 1V13M12 1V13M18 1V13M24 1V13",
}


@dataclass(frozen=True)
class Key:
    """kind: line or bars. fill: hollow or solid. mark: a path, of the marker or the hatch, '' for none."""

    kind: str
    fill: str
    dashes: str
    mark: str


def key_of(kind: str, ink: Ink) -> Key:
    """The key of a series in a chart of that kind."""
    dashes = " ".join(str(length * ink.width) for length in ink.dashes)
    fill = "hollow" if ink.hollow else "solid"
    if kind == "line":
        return Key(kind, fill, dashes, MARKERS[ink.marker])
    return Key(kind, fill, "" if ink.hatch else dashes, HATCHES[ink.hatch])
