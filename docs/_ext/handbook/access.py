"""What the theme leaves out for readers without a mouse, on a phone, or with a screen reader."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

AFTER_THE_THEME = 900  # which puts the wrappers around tables
IN_THE_BODY = (
    # What is wider than its page scrolls by itself, and is reached by keyboard.
    (re.compile(r"<pre>"), '<pre tabindex="0">'),
    (re.compile(r'<div class="table-wrapper'), '<div tabindex="0" class="table-wrapper'),
    (
        re.compile(r'<img [^>]*src="[^"]*\.svg"[^>]*>'),
        r'<span class="chart" tabindex="0" role="group" aria-label="Picture">\g<0></span>',
    ),
    # A corner of a table is no heading of it.
    (re.compile(r'<th class="head"><p></p></th>'), "<td></td>"),
)
# The theme's own two columns, beside each page.
COLUMNS = (
    ('<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="The handbook">'),
    ('<aside class="toc-drawer">', '<aside class="toc-drawer" aria-label="This page">'),
)


def reachable(body: str) -> str:
    """A page's body, rewritten."""
    for found, rewritten in IN_THE_BODY:
        body = found.sub(rewritten, body)
    return body


def _page(
    _app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    if "body" in context:
        context["body"] = reachable(context["body"])
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading">', 'role="heading" aria-level="2">')


def _columns(app: Sphinx, error: Exception | None) -> None:
    if error is not None or app.builder.format != "html":
        return
    for file in Path(app.outdir).rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        rewritten = text
        for column, named in COLUMNS:
            rewritten = rewritten.replace(column, named)
        if rewritten != text:
            file.write_text(rewritten, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Called by the extension."""
    app.connect("html-page-context", _page, priority=AFTER_THE_THEME)
    app.connect("build-finished", _columns)
