"""Draws a request with the scorecard's own code, as HTML for a page of the handbook."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from sphinx.application import Sphinx

from grader.report.costs import LineCost
from grader.report.request_drawing.draw_request import draw_request
from grader.report.scorecard.html_page import TEMPLATES, environment

OWN = environment(Path(__file__).parent / "templates", TEMPLATES)
STEPS = "step.js"


def draw(picture_id: str, cost: LineCost, title: str, code: str) -> str:
    """One request as a figure. title: what stands above it; code: the access that makes it."""
    picture = replace(draw_request(picture_id, cost), heading=code, name=title or code)
    return OWN.get_template("picture.html.j2").render(picture=picture, title=title)


def _steps(app: Sphinx) -> None:
    if app.builder.format == "html":
        static = Path(app.outdir) / "_static"
        static.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(TEMPLATES / STEPS, static / STEPS)


def setup(app: Sphinx) -> None:
    """Called by the extension: pictures are stepped through by the scorecard's own script."""
    app.add_js_file(STEPS, loading_method="defer")
    app.connect("builder-inited", _steps)
