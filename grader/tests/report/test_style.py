"""The scorecard's colours: readable in light and in dark (WCAG 2.2 AA, 4.5 to 1)."""

from __future__ import annotations

import re

import pytest

from grader.report.scorecard.html_page import TEMPLATES

AA = 4.5
STYLE = (TEMPLATES / "colours.css").read_text(encoding="utf-8")
GROUNDS = ("paper", "surface", "sunken")
PAIRS = [
    *((text, ground) for text in ("ink", "quiet", "accent", "bad", "warn") for ground in GROUNDS),
    *((text, "bad-soft") for text in ("ink", "quiet", "bad", "code-com", "code-key", "code-num", "code-cud")),
    *((text, "accent-soft") for text in ("ink", "quiet")),
    *((f"code-{kind}", "surface") for kind in ("com", "key", "str", "num", "cud", "pre")),
    ("on-accent", "accent"),
    ("on-bad", "bad"),
    ("ink", "warn-soft"),
]


def palette(block: int) -> dict[str, tuple[int, int, int]]:
    """The colours of the block-th :root rule: 0 light, 1 dark."""
    rule = re.findall(r":root\s*{(.*?)}", STYLE, re.DOTALL)[block]
    found = re.findall(r"--([\w-]+):\s*#([0-9a-f]{6})", rule)
    return {name: (int(hexa[:2], 16), int(hexa[2:4], 16), int(hexa[4:], 16)) for name, hexa in found}


def luminance(colour: tuple[int, int, int]) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("block", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS, ids=lambda name: str(name))
def test_text_stands_out(block: int, text: str, ground: str) -> None:
    colours = palette(block)
    light, dark = sorted((luminance(colours[text]), luminance(colours[ground])), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= AA
