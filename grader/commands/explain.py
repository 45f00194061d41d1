"""`explain`: the student's source with each line's cost, in the terminal."""

from __future__ import annotations

from dataclasses import replace

from grader.commands.session import Request, grade_request, lab_or_next, open_course
from grader.results import exit_status
from grader.terminal import print_results
from grader.terminal_console import make_console
from grader.terminal_source import print_source


def run_explain(name: str | None, request: Request) -> int:
    """Returns 0 when costs could be shown, 2 when the file did not compile or run.

    name: the lab's; None for the first that is not done.
    """
    lab = lab_or_next(open_course(), name, "explain")
    # A GPU does not tell what a line costs.
    results = grade_request(replace(request, names=[lab.id], machine="simt"))
    console = make_console()
    if exit_status(results) == 2:
        print_results(console, results)
        return 2
    for result in results.labs:
        print_source(console, result)
    return 0
