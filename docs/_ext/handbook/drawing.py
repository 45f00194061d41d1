"""Draws a request with the scorecard's own code, as HTML for a page of the handbook."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from grader.costs import LineCost
from grader.scorecard.picture_global import global_picture
from grader.scorecard.picture_shared import shared_picture

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def draw(picture_id: str, cost: LineCost, title: str, code: str) -> str:
    """One request as a figure. title: what stands above it; code: the access that makes it."""
    make = shared_picture if cost.access.space == "shared" else global_picture
    picture = make(picture_id, cost)
    return TEMPLATES.get_template("picture.html.j2").render(picture=picture, title=title, code=code)
