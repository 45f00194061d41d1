"""`scorecard`: grade, and write the verdicts as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from grader.cli.options import CourseFile, Json, Kernel, Labs, Limit, Sass, Seed, Solutions
from grader.cli.session import Course, grade_named, open_course, sass_tools, second_opinions
from grader.cli.surroundings import explorer_page, own_surroundings
from grader.core.files import refuse_unwritable, write_whole
from grader.core.run_defaults import DEFAULT_LIMIT_S, chosen_seed, graded_at
from grader.report.scorecard.scorecard_page import Surroundings, render_scorecard
from grader.report.terminal.console import SafeConsole
from grader.schema.class_results import Settings
from grader.schema.results import Results
from grader.schema.results_json import results_to_json


def scorecard(
    labs: Labs = None,
    solutions: Solutions = False,
    out: Annotated[Path, typer.Option("--out", metavar="F.html", help="The page.")] = Path("scorecard.html"),
    json: Json = None,
    kernel: Kernel = None,
    sass: Sass = False,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    course_file: CourseFile = None,
) -> int:
    """Grade the labs and write the HTML scorecard.

    Exit status: 0 written.
    """
    # An output file that cannot be written is refused before anything is built.
    refuse_unwritable(out)
    refuse_unwritable(json)
    tools = sass_tools() if sass else None
    settings = Settings(seed=chosen_seed(seed), limit_s=time_limit)
    course = open_course(course_file)
    results = grade_named(course, labs or [], settings, solutions=solutions, kernel=kernel)
    opinions = second_opinions(course, results, tools) if tools else {}
    around = _around(course, results, out, is_own=not solutions and kernel is None)
    html = render_scorecard(results, graded_at(), opinions, around)
    if json is not None:
        write_whole(json, results_to_json(results))
    write_whole(out, html)
    console = SafeConsole(highlight=False, soft_wrap=True)
    console.print(Text(f"{results.course_points}/{results.course_max_points} points"))
    console.print(Text(f"scorecard: {out.absolute()}"))
    if json is not None:
        console.print(Text(f"results:   {json.absolute()}"))
    return 0


def _around(course: Course, results: Results, out: Path, *, is_own: bool) -> Surroundings:
    """What the checkout knows beside the results. is_own: of the student's own files, which have a past."""
    explorer = explorer_page(course.project, out)
    return own_surroundings(course, results, explorer) if is_own else Surroundings(explorer=explorer)
