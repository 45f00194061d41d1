"""The charts' colours: text and series stand out from their ground, in light and in dark."""

from __future__ import annotations

import re

import pytest

from grader.report.scorecard.html_page import TEMPLATES


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_series_stand_out_from_their_ground(scheme: str) -> None:
    colours = page_colours(scheme)
    for text in ("ink", "quiet", "accent", "bad", "warn"):
        assert all(
            contrast(colours[text], colours[ground]) >= 4.5 for ground in ("paper", "surface", "sunken")
        )
    for series in ("accent", "chart-given", "ink", "chart-hardware"):
        assert contrast(colours[series], colours["surface"]) >= 3.0


def page_colours(scheme: str) -> dict[str, str]:
    css = "".join(
        (TEMPLATES / name).read_text(encoding="utf-8") for name in ("colours.css", "chart_drawing.css")
    )
    light: dict[str, str] = {}
    dark: dict[str, str] = {}
    for rest in re.finditer(r"(@media \(prefers-color-scheme: dark\) {\s*)?:root {([^}]*)}", css):
        (dark if rest[1] else light).update(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", rest[2]))
    return light if scheme == "light" else {**light, **dark}


def contrast(one: str, other: str) -> float:
    """As WCAG 2 reckons it: 4.5 is required of text, 3 of drawings."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
