"""The command line. Options and exit statuses are stable: scripts rely on them.

Each command imports what it runs when it is called, here and in the modules that add commands: `progress`
draws no charts and `check` fills in no templates. Only what declares options is imported at the top.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from typer.models import CommandInfo

from grader.cli.engineers import add_to as add_engineers
from grader.cli.instructors import add_to as add_instructors
from grader.cli.options import Compiler, Json, Kernel, Labs, Limit, Machine, Problems, Seed, Solutions
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
    out: Annotated[Path, typer.Option("--out", metavar="F.html")] = Path("scorecard.html"),
    json: Json = None,
    compiler: Compiler = None,
    kernel: Kernel = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
) -> None:
    """Build, run, grade, and write the HTML scorecard. Exit 0 when written."""
    from grader.cli.commands.scorecard import run_scorecard
    from grader.cli.session import Request

    request = Request(labs or [], solutions, kernel, "auto", compiler, time_limit, seed)
    raise typer.Exit(run_scorecard(request, out, json))


@app.command()
def check(
    labs: Labs = None,
    solutions: Solutions = False,
    machine: Annotated[Machine, typer.Option("--machine")] = Machine.AUTO,
    json: Json = None,
    compiler: Compiler = None,
    kernel: Kernel = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    problems: Problems = False,
) -> None:
    """Grade in the terminal. Exit 0 all passed, 1 some check failed, 2 could not run."""
    from grader.cli.commands.check import run_check
    from grader.cli.session import Request

    request = Request(labs or [], solutions, kernel, machine.value, compiler, time_limit, seed)
    raise typer.Exit(run_check(request, json, problems))


@app.command()
def explain(
    lab: Annotated[str | None, typer.Argument(metavar="LAB")] = None,
    solutions: Solutions = False,
    compiler: Compiler = None,
    kernel: Kernel = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
) -> None:
    """Show what each source line's memory accesses cost.

    Without LAB: the first lab that is not done.
    """
    from grader.cli.commands.study import run_explain
    from grader.cli.session import Request

    request = Request([], solutions, kernel, "auto", compiler, time_limit, seed)
    raise typer.Exit(run_explain(lab, request))


@app.command()
def watch(
    lab: Annotated[str | None, typer.Argument(metavar="LAB")] = None,
    poll: Annotated[
        bool, typer.Option("--poll", help="Look at the file instead of waiting for the system's notice.")
    ] = False,
    compiler: Compiler = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    problems: Problems = False,
) -> None:
    """Check at each save, say what changed, go on to the next lab. Exit 0 at the end or at Ctrl-C.

    Without LAB: the first lab that is not done. Network drives are polled unasked.
    """
    from grader.cli.commands.watch import WatchRequest, run_watch
    from grader.cli.session import Request

    options = Request([], compiler=compiler, limit_s=time_limit, seed=seed)
    raise typer.Exit(run_watch(WatchRequest(lab, poll, options, problems)))


@app.command()
def hint(
    lab: Annotated[str | None, typer.Argument(metavar="LAB")] = None,
    again: Annotated[bool, typer.Option("--again", help="Show the hints already given.")] = False,
    reset: Annotated[bool, typer.Option("--reset", help="Forget which hints were given.")] = False,
) -> None:
    """Give the next of a lab's hints, and what the last check said. Exit 0.

    Without LAB: the first lab that is not done.
    """
    from grader.cli.commands.study import HintRequest, run_hint

    raise typer.Exit(run_hint(HintRequest(lab, again, reset)))


@app.command()
def progress(
    run: Annotated[bool, typer.Option("--run", help="Grade every lab first.")] = False,
    compiler: Compiler = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
) -> None:
    """All labs at a glance, from the last results remembered. Exit 0."""
    from grader.cli.commands.study import run_progress
    from grader.cli.session import Request

    raise typer.Exit(run_progress(run, Request([], compiler=compiler, limit_s=time_limit, seed=seed)))


add_engineers(app)
add_instructors(app)
app.command(
    "trace", help=TRACE_HELP, short_help="Run any kernel file: what each line costs, and every fault."
)(trace)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status and never raises for the user's faults."""
    prepare_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["trace"]:
        given = fold_launches(given)
    chosen = _app_of(given[0]) if given else app
    return _status_of(lambda: chosen(args=given, prog_name="./course"))


def _app_of(command: str) -> typer.Typer:
    """The app with that command alone, since Typer spends 2 ms on each; else the whole app."""
    known = [entry for entry in app.registered_commands if _name_of(entry) == command]
    if not known:
        return app
    alone = _new_app()
    alone.registered_commands = known
    # Without a callback Typer makes a single command the whole app, and its name an argument.
    alone.callback()(lambda: None)
    return alone


def _name_of(entry: CommandInfo) -> str:
    return entry.name or str(getattr(entry.callback, "__name__", ""))


def _status_of(command: Callable[[], object]) -> int:
    told: GraderError | None
    try:
        command()
    except GraderError as error:
        told = full_disk_behind(error) or error
    except OSError as error:
        told = full_disk_behind(error) or refused_by_system(error)
        if told is None:
            raise
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    else:
        return 0
    print_error(told.message, told.fix)
    return 2
