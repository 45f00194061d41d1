"""What a scorecard says of a checkout beside the results: the version before, and the next lab."""

from __future__ import annotations

from grader.cli.session import Course, notice
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
