"""What every HTML page of the grader is made with: strict templates, and texts made fit for HTML and SVG.

A page is one text that loads nothing from anywhere. Templates escape all that they print, and spell out what
has no shape (grader/core/visible.py), except the Html that a function here has made: sources, messages and
names are hostile until then.

The width of a text in the reader's own font is unknown. Each letter gets ample room, so that the texts of a
drawing keep clear of each other and of its edges in any usual font.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from textwrap import wrap

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from grader.core.visible import visible

# The scorecard's templates. Other pages use its style sheets and parts.
TEMPLATES = Path(__file__).parent / "templates"
Html = Markup

# No drawing has room for more letters.
LONGEST_WRAPPED = 2_000
# Pixels at a size of 12 px, as in wide fonts: most texts take less.
LETTER, CAPITAL, EAST_ASIAN = 7.4, 9.0, 12.0


@cache  # it keeps its compiled templates: a class has many cards
def environment(*folders: Path) -> Environment:
    """Templates from these folders; the first that has one wins."""
    return Environment(
        loader=FileSystemLoader(folders),
        # Always on, whatever a template's name ends in.
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _shown(value: object) -> object:
    """What a template prints of a value: texts visibly, Html as it is."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def share(part: float, whole: float) -> float:
    """Percent from 0 to 100, one decimal; 0 of nothing is 0."""
    return round(max(0.0, min(100.0, 100.0 * part / whole)), 1) if whole else 0.0


def to_html(text: str) -> Html:
    """Markdown to HTML. Raw HTML in it is escaped, and images are left out: a card loads nothing."""
    reader = MarkdownIt("commonmark", {"html": False}).disable("image")
    return Markup(reader.render(visible(text)))


def with_code_spans(text: str) -> Html:
    """Plain text, escaped, but with `names` between backticks set as code: messages are no Markdown."""
    pieces = re.split(r"`([^`\n]+)`", visible(text))
    code = Markup("<code>{}</code>")
    return Markup("").join(code.format(piece) if i % 2 else escape(piece) for i, piece in enumerate(pieces))


def breakable(text: str) -> Html:
    """Plain text, escaped, in which a long path may continue in the next row after a slash."""
    return Markup("/<wbr>").join(escape(part) for part in visible(text).split("/"))


def one_line(text: str) -> str:
    """Text without hidden characters and line breaks."""
    return " ".join(visible(text).split())


def text_width(text: str) -> float:
    """Room for a text in pixels."""
    return sum(map(_width, text))


def _width(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WF":
        return EAST_ASIAN
    return CAPITAL if char.isupper() else LETTER


def cut(text: str, room: float) -> str:
    """The text, or what fits of it."""
    # Later letters cannot fit, however many millions there are.
    start = text[: int(room / LETTER) + 2]
    if len(start) == len(text) and text_width(text) <= room:
        return text
    left, kept = room - _width("…"), 0
    for char in start:
        left -= _width(char)
        if left < 0:
            break
        kept += 1
    return start[:kept].rstrip() + "…"


def rows_of(text: str, room: float) -> list[str]:
    """The text in rows that fit."""
    return [cut(row, room) for row in wrap(text[:LONGEST_WRAPPED], max(1, int(room / LETTER)))]
