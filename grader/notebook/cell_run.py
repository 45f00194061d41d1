"""From a cell's text to a program that has run: written to a file, compiled, run, and its report read.

The file's first line stands for that of the magic, so that a line's number in messages and reports is the one
that the notebook shows beside it. The file lives as long as the session, since reports quote it; a cell that
has not changed is not compiled again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.process import signal_name
from grader.notebook.cell_options import CellOptions
from grader.notebook.installed import InstalledMachine
from grader.notebook.streaming import Sinks, run_streaming
from grader.program.program_build import NoMain, ProgramSource, build_program
from grader.program.running import ReportChoice
from grader.schema.program_report import ProgramReport, parse_report
from grader.trace.kernels import kernels_of

# What messages and reports call the cell.
CELL_NAME = "cell.cu"
NAME_DIGITS = 12


@dataclass(frozen=True)
class Cell:
    """A cell in its file. text: below the magic."""

    text: str
    file: Path

    def named(self, words: str) -> str:
        """The words, with the cell's name in place of the path of its file."""
        return words.replace(str(self.file), CELL_NAME)


@dataclass(frozen=True)
class CellRun:
    """How a cell's program ended. report: None where it left none.

    code: negative if a signal ended it. timed_out, interrupted: why it was told to end.
    """

    cell: Cell
    code: int
    report: ProgramReport | None
    timed_out: bool
    interrupted: bool

    @property
    def ended_by(self) -> str:
        return signal_name(self.code) if self.code < 0 else ""


def write_cell(text: str, lines_above: int, folder: Path) -> Cell:
    """The cell in a file of its own. lines_above: the magic's line, and blank ones above it."""
    whole = "\n" * lines_above + text
    place = folder / hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:NAME_DIGITS]
    place.mkdir(exist_ok=True)
    file = place.resolve() / CELL_NAME
    file.write_text(whole, encoding="utf-8", errors="replace")
    return Cell(text, file)


def compile_cell(machine: InstalledMachine, cell: Cell, options: CellOptions) -> Path:
    """The program. Raises GraderError with the compiler's words about the cell's lines."""
    # The cell's #include "…" are relative to the notebook, not to a folder that nobody sees.
    source = ProgramSource((cell.file,), ("-I", str(Path.cwd()), *options.compiler))
    try:
        return build_program(machine, source)
    except NoMain:
        raise _no_main(cell) from None
    except GraderError as error:
        raise GraderError(cell.named(error.message), cell.named(error.fix)) from None


def run_cell(program: Path, cell: Cell, options: CellOptions, sinks: Sinks) -> CellRun:
    """Run the program in the notebook's folder; its output goes to the sinks, as it comes."""
    choice = ReportChoice(
        options.kernel,
        launch=options.launch,
        device=options.device,
        schedule=options.schedule,
        strict=options.strict,
    )
    report = cell.file.with_name("report.json")
    report.unlink(missing_ok=True)
    environment = {**os.environ, **choice.environment}
    environment |= {"SIMT_REPORT": "json", "SIMT_REPORT_FILE": str(report)}
    named = Sinks(_naming(cell, sinks.output), _naming(cell, sinks.errors))
    ended = run_streaming([str(program), *options.arguments], environment, options.timeout_s, named)
    document = report.read_text(encoding="utf-8") if report.is_file() else ""
    found = parse_report(document, "the program's report") if document else None
    return CellRun(cell, ended.code, found, ended.timed_out, ended.interrupted)


def _naming(cell: Cell, sink: Callable[[str], object]) -> Callable[[str], object]:
    """A program may print __FILE__, and the runtime names files too."""
    return lambda text: sink(cell.named(text))


def _no_main(cell: Cell) -> GraderError:
    kernels = kernels_of(cell.text)
    if not kernels:
        return GraderError("The cell has no main()", "A cell is a whole program.")
    return GraderError(
        f"The cell has a kernel, {kernels[0].name}, and no main() that launches it",
        "A cell is a whole program: put kernel and main() into one cell, or the kernel into a file that the\n"
        'cell includes: first %%writefile kernel.cuh, then #include "kernel.cuh"',
    )
