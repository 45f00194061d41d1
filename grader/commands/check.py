"""`check`: grade, and show the verdicts in the terminal."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from grader.commands.session import Request, grade_request
from grader.files import refuse_unwritable, write_whole
from grader.results import exit_status
from grader.results_json import results_to_json
from grader.terminal import print_results


def run_check(request: Request, json_file: Path | None) -> int:
    """Returns 0 all passed, 1 some check failed, 2 could not run."""
    refuse_unwritable(json_file)
    results = grade_request(request)
    if json_file is not None:
        write_whole(json_file, results_to_json(results))
    print_results(Console(highlight=False), results)
    return exit_status(results)
