"""The command line: the students' commands, and the entry point for all commands.

Options and exit statuses are stable, because scripts rely on them. Each command imports what it runs when it
is called, here and in the modules that add commands, so that `progress` does not load what draws charts. Only
what declares options is imported at the top.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from typer.models import CommandInfo

from grader.cli.engineers import add_to as add_engineers
from grader.cli.instructors import add_to as add_instructors
from grader.cli.options import (
    CourseFile,
    Json,
    Kernel,
    Labs,
    Limit,
    Machine,
    NextLab,
    OnMachine,
    Problems,
    Seed,
    Solutions,
)
from grader.cli.program_options import HELP as RUN_HELP
from grader.cli.program_options import fold_arguments, run
from grader.cli.trace_options import HELP as TRACE_HELP
from grader.cli.trace_options import trace
from grader.core.disk import full_disk_behind
from grader.core.errors import GraderError
from grader.core.files import refused_by_system
from grader.core.run_options import DEFAULT_LIMIT_S
from grader.report.terminal.console import prepare_streams, print_error
from grader.trace.request import fold_launches


def _new_app() -> typer.Typer:
    return typer.Typer(
        name="course",
        help="Grades the labs of the course, with or without a GPU.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        # Plain usage errors: one line that a log or a screen reader can take.
        rich_markup_mode=None,
    )


app = _new_app()


@app.command()
def scorecard(
    labs: Labs = None,
    solutions: Solutions = False,
    out: Annotated[Path, typer.Option("--out", metavar="F.html", help="The page.")] = Path("scorecard.html"),
    json: Json = None,
    kernel: Kernel = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    course_file: CourseFile = None,
) -> None:
    """Grade the labs and write the HTML scorecard.

    Exit status: 0 written.
    """
    from grader.cli.commands.check import run_scorecard
    from grader.cli.session import Request

    request = Request(labs or [], solutions, kernel, "auto", time_limit, seed, course_file)
    raise typer.Exit(run_scorecard(request, out, json))


@app.command()
def check(
    labs: Labs = None,
    solutions: Solutions = False,
    machine: OnMachine = Machine.AUTO,
    json: Json = None,
    kernel: Kernel = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    problems: Problems = False,
    course_file: CourseFile = None,
) -> None:
    """Build and check your kernels, and show the verdicts in the terminal.

    Exit status: 0 all checks passed, 1 a check failed, 2 could not run.
    """
    from grader.cli.commands.check import run_check
    from grader.cli.session import Request

    request = Request(labs or [], solutions, kernel, machine.value, time_limit, seed, course_file)
    raise typer.Exit(run_check(request, json, problems))


@app.command()
def explain(
    lab: NextLab = None,
    solutions: Solutions = False,
    kernel: Kernel = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    course_file: CourseFile = None,
) -> None:
    """Show what the memory accesses of each source line cost.

    Exit status: 0 shown, 2 could not run.
    """
    from grader.cli.commands.hint import run_explain
    from grader.cli.session import Request

    request = Request([], solutions, kernel, "auto", time_limit, seed, course_file)
    raise typer.Exit(run_explain(lab, request))


@app.command()
def watch(
    lab: NextLab = None,
    poll: Annotated[
        bool, typer.Option("--poll", help="Poll the file instead of waiting for file system events.")
    ] = False,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    problems: Problems = False,
    course_file: CourseFile = None,
) -> None:
    """Re-check on every save, show what changed, and move on to the next lab.

    Network drives report no saves, so files there are polled. Exit status: 0 when all labs are done, or after
    Ctrl-C.
    """
    from grader.cli.commands.watch import WatchRequest, run_watch
    from grader.cli.session import Request

    options = Request([], limit_s=time_limit, seed=seed, course_file=course_file)
    raise typer.Exit(run_watch(WatchRequest(lab, poll, options, problems)))


@app.command()
def hint(
    lab: NextLab = None,
    again: Annotated[
        bool, typer.Option("--again", help="Show the hints that you have already seen.")
    ] = False,
    reset: Annotated[bool, typer.Option("--reset", help="Start over with the first hint.")] = False,
    course_file: CourseFile = None,
) -> None:
    """Show the next hint for a lab, and what the last check said.

    Exit status: 0.
    """
    from grader.cli.commands.hint import HintRequest, run_hint

    raise typer.Exit(run_hint(HintRequest(lab, again, reset, course_file)))


@app.command()
def progress(
    run: Annotated[bool, typer.Option("--run", help="Grade all labs first.")] = False,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    course_file: CourseFile = None,
) -> None:
    """Show all labs at a glance, with the results of their last checks.

    Exit status: 0.
    """
    from grader.cli.commands.hint import run_progress
    from grader.cli.session import Request

    request = Request([], limit_s=time_limit, seed=seed, course_file=course_file)
    raise typer.Exit(run_progress(run, request))


add_engineers(app)
add_instructors(app)
app.command(
    "trace", help=TRACE_HELP, short_help="Run any kernel: see what each line costs, and every fault."
)(trace)
app.command("run", help=RUN_HELP, short_help="Run a whole CUDA program: what each line costs, every fault.")(
    run
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status. Never raises for a mistake of the user's."""
    prepare_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    # ./course asks so before it installs what the command needs.
    only_parse = given[:1] == ["--only-parse"]
    given = given[only_parse:]
    if any(word.partition("=")[0] == "--compiler" for word in given):
        print_error("--compiler is gone: clang compiles every kernel file", "Remove --compiler.")
        return 2
    if given[:1] == ["trace"]:
        given = fold_launches(given)
    if given[:1] == ["run"]:
        given = fold_arguments(given)
    chosen = _app_of(given[0]) if given else app
    if only_parse:
        chosen = _without_effects(chosen)
    return _status_of(lambda: chosen(args=given, prog_name="./course"))


def _app_of(command: str) -> typer.Typer:
    """The app with only that command, since Typer spends 2 ms on each; the whole app for an unknown one."""
    known = [entry for entry in app.registered_commands if name_of(entry) == command]
    if not known:
        return app
    alone = _new_app()
    alone.registered_commands = known
    # Without a callback Typer makes a single command the whole app, and its name an argument.
    alone.callback()(lambda: None)
    return alone


def _without_effects(chosen: typer.Typer) -> typer.Typer:
    """The app whose commands take the same arguments, and then do nothing."""
    for entry in chosen.registered_commands:
        if entry.callback is not None:
            entry.callback = functools.wraps(entry.callback)(lambda **_: None)
    return chosen


def name_of(entry: CommandInfo) -> str:
    """The name that a user types."""
    return entry.name or str(getattr(entry.callback, "__name__", ""))


def _status_of(command: Callable[[], object]) -> int:
    shown: GraderError | None
    try:
        command()
    except GraderError as error:
        shown = full_disk_behind(error) or error
    except OSError as error:
        shown = full_disk_behind(error) or refused_by_system(error)
        if shown is None:
            raise
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    else:
        return 0
    print_error(shown.message, shown.fix)
    return 2
