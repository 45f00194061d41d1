"""The command `run`: its options, and the help that teaches it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from grader.core.errors import GraderError

HELP = """Run a whole CUDA program, main() and all, without a GPU: see what each line costs, and every fault.

\b
  ./course run common/simt/examples/vector_add.cu
  ./course run main.cu scene.cpp -I include --report html -- --size 512 in.txt

\b
Host code runs as always, with your terminal, files and arguments. Each kernel
launch runs on the SIMT machine. When the program ends, by itself or by Ctrl-C,
the report shows each kernel's launches, what each line's memory accesses cost,
and every fault of kernels and host code, with its line.

\b
Sectors, wavefronts and bank conflicts are exact counts. Times (also those that
the program reads from events) are the least that the traffic allows on the
chosen device: lower bounds, no measurements.

\b
What stands behind -- goes to the program. Options of nvcc's: --nvcc '-O3 -lm'.
Without the course: simtcc main.cu -o main, then ./main.

Exit status: the program's own (128 and the signal's number where a signal
ended it); 1 if that was 0 and there were faults; 2 if it could not run.
"""


class Report(str, Enum):
    """How the report is shown."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"


Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="PROGRAM.cu [FILES…] [-- ARGUMENTS…]", help="The program's source and object files."
    ),
]
Form = Annotated[
    Report,
    typer.Option(
        "--report", metavar="text|json|html", help="text: in the terminal, after the program's own output."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="F", help="Write the report to F. Default for html: PROGRAM.html; for json: printed."
    ),
]
KernelName = Annotated[str, typer.Option("--kernel", metavar="K", help="Count only this kernel.")]
LaunchNumber = Annotated[
    int | None,
    typer.Option("--launch", metavar="N", min=1, help="Count only the program's N-th launch."),
]
NoCount = Annotated[bool, typer.Option("--no-count", help="Only run, and report faults: no costs.")]
Device = Annotated[
    str, typer.Option("--device", metavar="NAME", help="The GPU whose properties and least times are told.")
]
Includes = Annotated[
    list[str] | None, typer.Option("-I", metavar="DIR", help="Add a folder to the #include path.")
]
Defines = Annotated[list[str] | None, typer.Option("-D", metavar="X=Y", help="Define a macro.")]
Nvcc = Annotated[str, typer.Option("--nvcc", metavar="'OPTIONS'", help="More options, as nvcc takes them.")]
Passed = Annotated[list[str] | None, typer.Option("--passed", hidden=True)]


def fold_arguments(words: Sequence[str]) -> list[str]:
    """Make each word behind -- a value of --passed: a common parser cannot tell it from a file."""
    given = list(words)
    if "--" not in given:
        return given
    at = given.index("--")
    return given[:at] + [f"--passed={word}" for word in given[at + 1 :]]


def run(
    files: Files,
    report: Form = Report.TEXT,
    out: Out = None,
    kernel: KernelName = "",
    launch: LaunchNumber = None,
    no_count: NoCount = False,
    device: Device = "",
    include: Includes = None,
    define: Defines = None,
    nvcc: Nvcc = "",
    passed: Passed = None,
) -> None:
    """Its help is HELP, whose layout Typer would change."""
    from grader.cli.commands.run import ReportRequest, run_run
    from grader.program.program_build import ProgramSource
    from grader.program.running import ReportChoice

    options = [word for folder in include or () for word in ("-I", folder)]
    options += [word for macro in define or () for word in ("-D", macro)]
    source = ProgramSource(tuple(files), (*options, *_words(nvcc)))
    choice = ReportChoice(kernel, launch or 0, not no_count, device)
    raise typer.Exit(run_run(source, tuple(passed or ()), choice, ReportRequest(report.value, out)))


def _words(nvcc: str) -> list[str]:
    try:
        return shlex.split(nvcc)
    except ValueError as error:
        raise GraderError(f"--nvcc {nvcc}: {error}", "Close the quotation.") from error
