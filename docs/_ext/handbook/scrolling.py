"""What may be wider than a phone scrolls by itself, and can be reached by keyboard."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

PRE = re.compile(r"<pre>")
TABLE = re.compile(r'<div class="table-wrapper')
CHART = re.compile(r'<img [^>]*src="[^"]*\.svg"[^>]*>')
AFTER_THE_THEME = 900  # which puts the wrappers around tables


def reachable(body: str) -> str:
    """A page's body, whose listings, tables and charts can be scrolled without a mouse."""
    body = PRE.sub('<pre tabindex="0">', body)
    body = TABLE.sub('<div tabindex="0" class="table-wrapper', body)
    return CHART.sub(r'<span class="chart" tabindex="0">\g<0></span>', body)


def _finish(
    _app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    if "body" in context:
        context["body"] = reachable(context["body"])


def setup(app: Sphinx) -> None:
    """Called by the extension."""
    app.connect("html-page-context", _finish, priority=AFTER_THE_THEME)
