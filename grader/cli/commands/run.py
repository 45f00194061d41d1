"""`run`: compiles a whole CUDA program for the SIMT machine, runs it, and shows what it did."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from grader import __version__
from grader.cli.options import CourseCommand, schedule_option
from grader.cli.session import lab_of_kernels, progress_line
from grader.core.errors import GraderError
from grader.core.files import read_source, refuse_unwritable, write_whole
from grader.core.lab_files import stub_of
from grader.core.manifest import read_labs
from grader.core.paths import Project, current_project
from grader.core.visible import visible
from grader.machine.toolchain import build_targets
from grader.program.limits import (
    FOUND_WITH_RACES,
    Excess,
    excesses,
    is_called,
    is_failure,
    kinds_of,
    limit_of,
    refuse_uncounted,
)
from grader.program.program_build import TARGETS, NoMain, ProgramSource, build_program
from grader.program.running import ProgramRun, ReportChoice, run_program
from grader.report.program_view.program_terminal import print_report
from grader.report.terminal.console import SafeConsole
from grader.schema.program_report import ProgramReport
from grader.trace.kernels import kernels_of

FAULTY = 1
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
the program reads from events) come from a model of the chosen device, with the
error to expect. Nothing is measured on a GPU.

\b
Everything after -- is passed to the program. Options of nvcc's: --nvcc '-O3 -lm'.
Without the course: simtcc main.cu -o main, then ./main.

Exit status: the program's own (128 and the signal's number where a signal
ended it); 1 if that was 0 and there were faults (--fail-on), requests above a
limit or elements that --expect-written found unwritten; 2 if it could not run,
or launched nothing that --kernel and --launch choose.
"""


class Report(str, Enum):
    """How the report is shown."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"
    SARIF = "sarif"


Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="PROGRAM.cu [FILES…] [-- ARGUMENTS…]", help="The program's source and object files."
    ),
]
Form = Annotated[
    Report,
    typer.Option(
        "--report",
        metavar="text|json|html|sarif",
        help="text: in the terminal, after the program's own output. sarif: for code scanning and editors.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="F",
        help="Write the report to F. Default for html: PROGRAM.html; for json and sarif: printed.",
    ),
]
KernelName = Annotated[str, typer.Option("--kernel", metavar="K", help="Count only this kernel.")]
LaunchNumber = Annotated[
    int | None,
    typer.Option("--launch", metavar="N", min=1, help="Count only the program's N-th launch."),
]
NoCount = Annotated[bool, typer.Option("--no-count", help="Only run, and report faults: no costs.")]
NoRaces = Annotated[
    bool,
    typer.Option(
        "--no-races",
        help="Look for neither races nor reads of memory that nothing wrote. With --no-count: the fastest.",
    ),
]
Device = Annotated[
    str,
    typer.Option(
        "--device",
        metavar="NAME",
        help="The GPU that the program sees, whose times are predicted: h200 (default), h100, a100, 4090.",
    ),
]
Schedule = Annotated[
    int, schedule_option("Draws the order in which blocks, warps and lanes take turns; 0: in order.")
]
Strict = Annotated[
    bool,
    typer.Option(
        "--strict",
        help="Make stores in no order a fault, too, where all leave the same value, or any thread may leave "
        "what it found in the data; by default they are a remark.",
    ),
]
Lockstep = Annotated[
    bool,
    typer.Option(
        "--lockstep",
        help="Let the lanes of a warp do each access together, as GPUs before Volta do, for programs that "
        "rely on it. __shfl, __ballot and their kin exist then.",
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="S",
        min=0.001,
        help="Seconds of processor time that a launch may take: one that takes longer ends, and is a fault "
        "with its line. Default: any.",
    ),
]
FailOn = Annotated[
    str,
    typer.Option(
        "--fail-on",
        metavar="KINDS",
        help="What makes the exit status 1, separated by commas: faults, host, remarks, none, or kinds of "
        "faults such as race,out-of-bounds. Default: faults,host.",
    ),
]
MostSectors = Annotated[
    list[str] | None,
    typer.Option(
        "--max-sectors-per-request",
        metavar="KERNEL=N",
        help="Fail if a line of this kernel touches more sectors a request, on average.",
    ),
]
ExpectWritten = Annotated[
    list[str] | None,
    typer.Option(
        "--expect-written",
        metavar="NAME",
        help="Fail if this allocation is not wholly written when it is freed, or at the end. Its name is the "
        "kernel parameter's.",
    ),
]
AllKernels = Annotated[
    bool,
    typer.Option(
        "--all-kernels",
        help="List every kernel in the text. Default: those with faults, and the ten that lose most time to "
        "excess sectors and wavefronts (if a kernel has no predicted time: the ten with the largest excess).",
    ),
]
Includes = Annotated[
    list[str] | None, typer.Option("-I", metavar="DIR", help="Add a folder to the #include path.")
]
Defines = Annotated[list[str] | None, typer.Option("-D", metavar="X=Y", help="Define a macro.")]
Nvcc = Annotated[str, typer.Option("--nvcc", metavar="'OPTIONS'", help="More options, as nvcc takes them.")]
Passed = Annotated[list[str] | None, typer.Option("--passed", hidden=True)]


class Command(CourseCommand):
    """The command, which passes on the words behind --."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse what a common parser can take."""
        return super().parse_args(ctx, fold_arguments(args))


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
    no_races: NoRaces = False,
    device: Device = "",
    schedule: Schedule = 0,
    strict: Strict = False,
    lockstep: Lockstep = False,
    time_limit: TimeLimit = None,
    fail_on: FailOn = "faults,host",
    max_sectors_per_request: MostSectors = None,
    expect_written: ExpectWritten = None,
    all_kernels: AllKernels = False,
    include: Includes = None,
    define: Defines = None,
    nvcc: Nvcc = "",
    passed: Passed = None,
) -> int:
    """Compile, run and report: the help is HELP.

    Returns the program's exit status, or 1 when only its faults speak.
    """
    options = [word for folder in include or () for word in ("-I", folder)]
    options += [word for macro in define or () for word in ("-D", macro)]
    options += ["--lockstep"] if lockstep else []
    kinds = kinds_of(fail_on)
    limits = [limit_of(text) for text in max_sectors_per_request or ()]
    if no_races:
        _refuse_unfindable(kinds, expect_written or ())
    if no_count and max_sectors_per_request:
        asked = f"--max-sectors-per-request {max_sectors_per_request[0]}"
        raise GraderError(f"{asked}: sectors are not counted with --no-count", "Leave out --no-count.")
    file, source = files[0], ProgramSource(tuple(files), (*options, *_words(nvcc)))
    choice = ReportChoice(
        kernel,
        launch=launch or 0,
        counts=not no_count,
        races=not no_races,
        device=device,
        schedule=schedule,
        strict=strict,
        expected=tuple(expect_written or ()),
        time_limit=time_limit or 0,
    )
    if out is None and report is Report.HTML:
        out = Path(f"{file.stem}.html")
    refuse_unwritable(out)
    ran = run_program(_compiled(source), tuple(passed or ()), choice)
    if ran.report is None:
        how = f"was ended by {ran.ended_by}" if ran.ended_by else f"ended with status {ran.status}"
        print(visible(f"The program {how} and left no report."), file=sys.stderr)
        return ran.status
    too_costly = excesses(ran.report, limits)
    _show(ran, ran.report, file, Shown(report, out, all_kernels, kinds, too_costly))
    refuse_uncounted(ran.report, limits)
    for excess in too_costly:
        print(visible(excess.words), file=sys.stderr)
    if ran.status == 0:
        _refuse_missing(ran.report, kernel, launch)
    is_faulty = is_failure(ran.report, kinds) or bool(too_costly)
    return FAULTY if is_faulty and ran.status == 0 else ran.status


# A docstring in place could not have its layout.
run.__doc__ = HELP


def _refuse_unfindable(kinds: frozenset[str], expected: Sequence[str]) -> None:
    """Refuse to fail on what nobody looks for."""
    asked = [f"--fail-on {kind}" for kind in sorted(kinds & FOUND_WITH_RACES)]
    asked += [f"--expect-written {name}" for name in expected]
    if asked:
        raise GraderError(f"{asked[0]}: it is not looked for with --no-races", "Leave out --no-races.")


def _refuse_missing(report: ProgramReport, kernel: str, launch: int | None) -> None:
    """Refuse a kernel or launch that the program did not have. Faults of others are reported all the same."""
    is_there = any(not kernel or is_called(group, kernel) for group in report.launches)
    if not (kernel or launch) or (is_there and (launch or 0) <= report.launched):
        return
    asked = [f"--kernel {kernel}"] if kernel else []
    asked += [f"--launch {launch}"] if launch else []
    raise GraderError(
        f"{' '.join(asked)}: the program made no such launch",
        "Check the name or number, and the program's arguments, which stand behind --.",
    )


def _compiled(source: ProgramSource) -> Path:
    """The program, made of its files."""
    project = current_project()
    with progress_line() as progress:
        build_targets(project, TARGETS, progress)
        progress(f"compiling {', '.join(file.name for file in source.files)}")
        try:
            return build_program(project, source)
        except NoMain as error:
            raise _no_program(project, source.files[0]) from error


def _words(nvcc: str) -> list[str]:
    try:
        return shlex.split(nvcc)
    except ValueError as error:
        raise GraderError(f"--nvcc {nvcc}: {error}", "Close the quotation.") from error


def _no_program(project: Project, file: Path) -> GraderError:
    """The error for a file without main(), such as a lab's kernel file, and the commands that take it."""
    text = read_source(file)
    kernels = kernels_of(text)
    if not kernels:
        return GraderError(f"{file} has no main()", "Name the file that has it as well.")
    fix = f"Launch one of its kernels: ./course trace {file} --kernel {kernels[0].name} --grid X --block X"
    if lab := lab_of_kernels(project, read_labs(project), text):
        own = file.resolve() == stub_of(project, lab).resolve()
        fix = f"Check it: ./course check {lab.id}{'' if own else f' --kernel {file}'}\n{fix}"
    return GraderError(f"{file} has kernels and no main()", fix)


@dataclass(frozen=True)
class Shown:
    """How the report is shown, and where. all_kernels: in the text.

    kinds, too_costly: what fails the run, for SARIF.
    """

    form: Report
    out: Path | None
    all_kernels: bool
    kinds: frozenset[str]
    too_costly: tuple[Excess, ...]


def _show(ran: ProgramRun, found: ProgramReport, file: Path, shown: Shown) -> None:
    form, out = shown.form, shown.out
    sys.stdout.flush()
    if form is Report.HTML and out is not None:
        from grader.cli.surroundings import explorer_page
        from grader.report.program_view.program_page import render_page

        now, explorer = datetime.now(timezone.utc), explorer_page(current_project(), out)
        write_whole(out, render_page(found, file, now, explorer))
        print(visible(f"report: {out}"))
    elif form in (Report.JSON, Report.SARIF):
        from grader.report.program_view.program_sarif import Failing, sarif

        failing = Failing("remarks" in shown.kinds, shown.too_costly)
        document = ran.document if form is Report.JSON else sarif(found, __version__, failing)
        if out is None:
            sys.stdout.write(document)
        else:
            write_whole(out, document)
    elif out is None:
        print_report(SafeConsole(stderr=True, highlight=False), found, file, shown.all_kernels)
    else:
        with out.open("w", encoding="utf-8") as stream:
            console = SafeConsole(highlight=False, file=stream, width=110)
            print_report(console, found, file, shown.all_kernels)
