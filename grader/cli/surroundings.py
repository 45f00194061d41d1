"""What pages say of a checkout beside the results: the version before, the next lab, the explorer."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

from grader.cli.session import Course, notice
from grader.core.paths import Project
from grader.grading.guidance import move_on
from grader.grading.standing_file import read_standings
from grader.report.scorecard.scorecard_page import Surroundings
from grader.schema.results import Results


def own_surroundings(course: Course, results: Results, explorer: str = "") -> Surroundings:
    """Of the student's own files, which have a past. explorer: a link to its page; '' for none."""
    known = read_standings(course.project, notice)
    before = {lab: one.before for lab, one in known.labs.items() if one.before is not None}
    onward = move_on(course.project, course.labs, known, course.find(results.labs[-1].id))
    return Surroundings(before, onward, explorer)


def explorer_folder(project: Project) -> Path:
    """Where the explorer's page and its files are."""
    return project.root / "docs" / "explorer"


def explorer_page(project: Project, out: Path) -> str:
    """A link from the page `out` to the explorer's, relative where `out` is in the checkout; '' for none."""
    page = explorer_folder(project) / "index.html"
    if not page.is_file():
        return ""
    folder = out.absolute().parent.resolve()
    if folder.is_relative_to(project.root.resolve()):
        return quote(Path(os.path.relpath(page.resolve(), folder)).as_posix())
    return page.resolve().as_uri()
