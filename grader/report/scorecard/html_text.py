"""Texts and numbers made fit for an HTML page or a drawing."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from grader.core.wording import printable


def share(part: float, whole: float) -> float:
    """Percent from 0 to 100, one decimal; 0 of nothing is 0."""
    return round(max(0.0, min(100.0, 100.0 * part / whole)), 1) if whole else 0.0


Html = Markup


def to_html(text: str) -> Html:
    """Markdown to HTML. Raw HTML in it is escaped, and images are left out: a card loads nothing."""
    reader = MarkdownIt("commonmark", {"html": False}).disable("image")
    return Markup(reader.render(text))


def with_code_spans(text: str) -> Html:
    """Plain text, escaped, but with `names` between backticks set as code: messages are no Markdown."""
    pieces = re.split(r"`([^`\n]+)`", text)
    code = Markup("<code>{}</code>")
    return Markup("").join(code.format(piece) if i % 2 else escape(piece) for i, piece in enumerate(pieces))


def breakable(text: str) -> Html:
    """Plain text, escaped, in which a long path may go on in the next row after a slash."""
    return Markup("/<wbr>").join(escape(part) for part in text.split("/"))


# XML, and so SVG, has no place for these two, in whatever way they are written.
NO_XML = {0xFFFE: 0xFFFD, 0xFFFF: 0xFFFD}


def one_line(text: str) -> str:
    """Text without control characters and line breaks."""
    return " ".join(printable(text).translate(NO_XML).split())
