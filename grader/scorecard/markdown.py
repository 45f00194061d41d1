"""The manifest's Markdown as HTML."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

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
