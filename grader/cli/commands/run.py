"""`run`: compiles a whole CUDA program for the SIMT machine, runs it, and shows what it did."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from grader.cli.session import lab_of_kernels, progress_line
from grader.core.errors import GraderError
from grader.core.files import read_source, refuse_unwritable, write_whole
from grader.core.lab_files import stub_of
from grader.core.manifest import read_labs
from grader.core.paths import Project, current_project
from grader.core.visible import visible
from grader.machine.toolchain import build_targets
from grader.program.program_build import TARGETS, NoMain, ProgramSource, build_program
from grader.program.running import ProgramRun, ReportChoice, run_program
from grader.report.program_view.program_terminal import print_report
from grader.report.terminal.console import SafeConsole
from grader.schema.program_report import ProgramReport
from grader.trace.kernels import kernels_of

FAULTY = 1


@dataclass(frozen=True)
class ReportRequest:
    """form: text, json or html. out: None for the terminal, or PROGRAM.html."""

    form: str
    out: Path | None

    def file_for(self, program: Path) -> Path | None:
        """Where the report goes; None for the standard output."""
        return Path(f"{program.stem}.html") if self.form == "html" and self.out is None else self.out


def run_run(
    source: ProgramSource, arguments: tuple[str, ...], choice: ReportChoice, request: ReportRequest
) -> int:
    """Compile, run and report. Returns the program's exit status, or 1 when only its faults speak."""
    out = request.file_for(source.files[0])
    refuse_unwritable(out)
    project = current_project()
    with progress_line() as progress:
        build_targets(project, TARGETS, progress)
        progress(f"compiling {', '.join(file.name for file in source.files)}")
        try:
            program = build_program(project, source)
        except NoMain as error:
            raise _no_program(project, source.files[0]) from error
    ran = run_program(program, arguments, choice)
    if ran.report is None:
        how = f"was ended by {ran.ended_by}" if ran.ended_by else f"ended with status {ran.status}"
        print(visible(f"The program {how} and left no report."), file=sys.stderr)
        return ran.status
    _show(ran, ran.report, source.files[0], request.form, out)
    is_faulty = bool(ran.report.faults or ran.report.host_faults)
    return FAULTY if is_faulty and ran.status == 0 else ran.status


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


def _show(ran: ProgramRun, report: ProgramReport, file: Path, form: str, out: Path | None) -> None:
    sys.stdout.flush()
    if form == "html" and out is not None:
        from grader.report.program_view.program_page import render_page

        write_whole(out, render_page(report, file, datetime.now(timezone.utc)))
        print(visible(f"report: {out}"))
    elif form == "json" and out is None:
        sys.stdout.write(ran.document)
    elif form == "json" and out is not None:
        write_whole(out, ran.document)
    elif out is None:
        print_report(SafeConsole(stderr=True, highlight=False), report, file)
    else:
        with out.open("w", encoding="utf-8") as stream:
            print_report(SafeConsole(highlight=False, file=stream, width=110), report, file)
