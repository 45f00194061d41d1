"""The magic %%simt: one cell, from its text to its output, and what of it is an error.

Compiler errors, faults, and an exit status other than 0 end the cell with an error that has no traceback of
Python's, which would show nothing of the learner's. A notebook that is run as a whole stops there, and tools
such as nbclient notice.
"""

from __future__ import annotations

import atexit
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import Magics, line_cell_magic, magics_class
from IPython.display import publish_display_data

from grader.core.errors import GraderError
from grader.core.temporary import temporary_folder
from grader.notebook.cell_options import MAGIC, CellOptions, HelpAsked, option_parser, read_options
from grader.notebook.cell_report import fault_lines, mime_bundle
from grader.notebook.cell_run import Cell, CellRun, compile_cell, run_cell, write_cell
from grader.notebook.installed import InstalledMachine, find_simtcc
from grader.notebook.streaming import Sinks
from grader.schema.program_report import ProgramReport

# IPython's functions are not all typed.
publish: Any = publish_display_data
# An error names so many faults; the report has all.
FAULTS_NAMED = 3


class CellError(Exception):
    """What ends a cell. The notebook shows its text, as it is."""

    def _render_traceback_(self) -> list[str]:
        """IPython's own hook for exceptions that know how they are shown."""
        return str(self).split("\n")


@magics_class
class SimtMagics(Magics):
    """%%simt, and the folder of this session's cells, which goes with the session."""

    def __init__(self, shell: InteractiveShell) -> None:
        super().__init__(shell)
        self.history = shell.history_manager
        kept = ExitStack()
        self.folder = kept.enter_context(temporary_folder())
        atexit.register(kept.close)

    @line_cell_magic
    def simt(self, line: str, cell: str | None = None) -> None:
        try:
            options = read_options(line)
        except HelpAsked as help_text:
            print(help_text)
            return
        except GraderError as error:
            raise UsageError(str(error)) from None
        if cell is None:
            raise UsageError(f"{MAGIC} goes above a cell of CUDA; %simt alone knows --help")
        with _told_as_cell_errors():
            machine = InstalledMachine(find_simtcc(), self.folder)
            source = write_cell(cell, self._lines_above(cell), self.folder)
            program = compile_cell(machine, source, options)
            run = run_cell(program, source, options, Sinks(sys.stdout.write, sys.stderr.write))
            _show(run, options)

    # What `%%simt?` shows.
    simt.__doc__ = option_parser().format_help()

    def _lines_above(self, cell: str) -> int:
        """How many lines are above this text in the notebook: the magic's, and blank ones before it."""
        raw: str = self.history.input_hist_raw[-1] if self.history else ""
        above = raw.removesuffix(cell.rstrip("\n"))
        if above == raw or MAGIC not in above:  # the magic was called by a program, say
            return 1
        return above.count("\n")


def _show(run: CellRun, options: CellOptions) -> None:
    """Show the report, then raise CellError if something went wrong."""
    sys.stdout.flush()
    sys.stderr.flush()
    if run.report is not None:
        publish(mime_bundle(run, run.report, whole=options.report))
    elif run.code == 0 and options.report:
        print("There is no report: the program used nothing of CUDA.")
    if run.interrupted:
        raise KeyboardInterrupt
    if words := _error_words(run, options):
        raise CellError(words)


def _error_words(run: CellRun, options: CellOptions) -> str:
    """What ends the cell with an error; '' for nothing."""
    if run.timed_out:
        return (
            f"The program was stopped after {options.timeout_s:g} s.\n"
            f"Is there an endless loop? {MAGIC} --timeout {2 * options.timeout_s:g} allows twice the time."
        )
    faults = _faults(run.cell, run.report) if run.report is not None else ()
    if run.code < 0:
        faults = (f"The program was ended by {run.ended_by}.", *faults)
    elif run.code > 0:
        faults = (f"The program ended with status {run.code}.", *faults)
    return "\n".join(faults) if options.raises else ""


def _faults(cell: Cell, report: ProgramReport) -> tuple[str, ...]:
    lines = fault_lines(cell, report)
    more = len(lines) - FAULTS_NAMED
    return (*lines[:FAULTS_NAMED], *((f"and {more} more",) if more > 0 else ()))


@contextmanager
def _told_as_cell_errors() -> Iterator[None]:
    try:
        yield
    except GraderError as error:
        raise CellError(str(error)) from None


def load_ipython_extension(shell: InteractiveShell) -> None:
    """What %load_ext calls."""
    shell.register_magics(SimtMagics(shell))
