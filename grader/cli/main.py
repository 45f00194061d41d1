"""The command line: which commands there are, and the entry point for all of them.

Names, options and exit statuses are stable, because scripts rely on them. A command is one module of
grader/cli/commands: a function of the module's name, whose parameters are the options and which returns the
exit status. The module is imported when the command is called, and no other is, so that `progress` does not
load what draws charts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from grader.cli.options import CourseCommand
from grader.core.disk import full_disk_behind
from grader.core.errors import GraderError
from grader.core.files import refused_by_system
from grader.report.terminal.console import prepare_streams, print_error

# Each command, and the sentence that the list of commands has of it: the first of the command's own help.
COMMANDS = {
    "scorecard": "Grade the labs and write the HTML scorecard.",
    "check": "Build and check your kernels, and show the verdicts in the terminal.",
    "explain": "Show what the memory accesses of each source line cost.",
    "watch": "Re-check on every save, show what changed, and move on to the next lab.",
    "hint": "Show the next hint for a lab, and what the last check said.",
    "progress": "Show all labs at a glance, with the results of their last checks.",
    "new-lab": "Make a complete lab that builds and is graded, as a start for your own.",
    "fidelity": "Compare the SIMT machine's counters with a GPU's, for every warp pattern of a CSV file.",
    "measure": "On a GPU: measure every lab, read its hardware counters, and write a record, a page and a "
    "scorecard.",
    "prove": "Check that stubs, solutions and the catalogue of answers get the right verdicts.",
    "grade": "Grade a class: a folder of submissions, or a download from Gradescope, Moodle or Canvas.",
    "merge": "Join the shards of a class that were graded with --shard.",
    "release": "Write the student edition: the course without solutions, with a README and a workflow for "
    "students.",
    "autograder": "Write the autograder to upload to Gradescope.",
    "build": "Build the labs' test programs, so that the first grading does not have to.",
    "grade-one": "Grade one submission as `grade` does, for a service that sends one at a time.",
    "trace": "Run any kernel: see what each line costs, and every fault.",
    "run": "Run a whole CUDA program: what each line costs, every fault.",
    "compare": "Compare two versions of a CUDA file: did the change help, where, and by how much?",
}
# Other names, which are not listed.
ALIASES = {"proof": "prove"}


class CourseCommands(TyperGroup):
    """All commands. Each is a placeholder with its sentence until it is called.

    only_parses: the command that is called takes its arguments and then does nothing.
    """

    def __init__(self, *, only_parses: bool) -> None:
        listed = [TyperCommand(name, help=sentence) for name, sentence in COMMANDS.items()]
        super().__init__(
            name="course",
            commands=[*listed, *(TyperCommand(name, hidden=True) for name in ALIASES)],
            help="Grades the labs of the course, with or without a GPU.",
            no_args_is_help=True,
            # Plain usage errors: one line that a log or a screen reader can take.
            rich_markup_mode=None,
        )
        self._only_parses = only_parses

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command itself in place of its placeholder. Unknown ones are refused as ever."""
        name, placeholder, rest = super().resolve_command(ctx, args)
        if name is None or placeholder is None:
            return name, placeholder, rest
        command = load_command(name)
        if self._only_parses:
            command.callback = None
        return name, command, rest


def load_command(name: str) -> Any:
    """Import the command's module, and make a command of its function."""
    function = ALIASES.get(name, name).replace("-", "_")
    module = import_module(f"grader.cli.commands.{function}")
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    # A module may have a class of its own for its command, such as one that takes its words in another order.
    alone.command(name, cls=getattr(module, "Command", CourseCommand))(getattr(module, function))
    return get_command(alone)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status. Never raises for a mistake of the user's."""
    prepare_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    # ./course asks so before it installs what the command needs.
    only_parses = given[:1] == ["--only-parse"]
    course = CourseCommands(only_parses=only_parses)
    return _status_of(lambda: course(args=given[only_parses:], prog_name="./course"))


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
