"""Turns a graded class into one self-contained HTML page, in the scorecard's hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from grader.classroom.model import ClassRun
from grader.classroom.view import Row, class_view
from grader.scorecard.render import TEMPLATES as SCORECARD
from grader.scorecard.render import environment

TEMPLATES = Path(__file__).parent / "templates"


def class_page(run: ClassRun, graded_at: datetime, rows: Sequence[Row]) -> str:
    """One HTML document that loads nothing; its script only sorts the table."""
    template = environment(TEMPLATES, SCORECARD).get_template("class.html.j2")
    return template.render(page=class_view(run, graded_at, rows))
