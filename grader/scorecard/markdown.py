"""The manifest's Markdown as HTML."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markupsafe import Markup

Html = Markup


def to_html(text: str) -> Html:
    """Markdown to HTML. Raw HTML in it is escaped, and images are left out: a card loads nothing."""
    reader = MarkdownIt("commonmark", {"html": False}).disable("image")
    return Markup(reader.render(text))
