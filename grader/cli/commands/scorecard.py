"""`scorecard`: grade, and write the HTML scorecard."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from grader.cli.session import Request, grade_request
from grader.core.files import refuse_unwritable, write_whole
from grader.core.run_options import graded_at
from grader.report.scorecard.scorecard_page import render_scorecard
from grader.schema.results_json import results_to_json


def run_scorecard(request: Request, out: Path, json_file: Path | None) -> int:
    """Writes both files or none, says where, and returns 0."""
    refuse_unwritable(out)
    refuse_unwritable(json_file)
    results = grade_request(request)
    html = render_scorecard(results, graded_at())
    if json_file is not None:
        write_whole(json_file, results_to_json(results))
    write_whole(out, html)
    console = Console(highlight=False, soft_wrap=True)
    console.print(Text(f"{results.points}/{results.max_points} points"))
    console.print(Text(f"scorecard: {out.absolute()}"))
    if json_file is not None:
        console.print(Text(f"results:   {json_file.absolute()}"))
    return 0
