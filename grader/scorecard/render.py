"""Turns results into one self-contained HTML text."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from grader.results import Results
from grader.scorecard.page import page_view

TEMPLATES = Path(__file__).parent / "templates"


def render_scorecard(results: Results, graded_at: datetime) -> str:
    """One HTML document: inline style and script, nothing loaded from anywhere."""
    return environment(TEMPLATES).get_template("page.html.j2").render(page=page_view(results, graded_at))


def environment(*folders: Path) -> Environment:
    """Templates from these folders; the first that has one wins."""
    return Environment(
        loader=FileSystemLoader(folders),
        # Always on, whatever a template's name ends in: sources and messages are hostile until escaped.
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
