"""Compiles and runs one version: a program with main() as `run` does, kernels without one as `trace` does."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.comparison.side import Side, side_of_program, side_of_trace
from grader.core.errors import GraderError
from grader.core.files import read_source
from grader.core.kernel_text import NO_CODE
from grader.core.paths import Project
from grader.machine.toolchain import build_targets
from grader.program.program_build import TARGETS as PROGRAM_TARGETS
from grader.program.program_build import NoMain, ProgramSource, build_program
from grader.program.running import ReportChoice, run_program
from grader.schema.comparison import ComparedSide
from grader.trace.build_module import build_module
from grader.trace.kernels import kernels_of
from grader.trace.program import TARGETS as TRACE_TARGETS
from grader.trace.program import run_trace
from grader.trace.request import LaunchRequest, TraceRequest

MAIN = re.compile(r"\bmain\s*\(")
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Version:
    """One version. label, shown: how a report calls the version and its file.

    roots: names of files are written relative to the first of these that has them.
    tree: the folder of its commit, which is removed at the end; None for files that stay.
    """

    label: str
    shown: str
    files: tuple[Path, ...]
    roots: tuple[Path, ...]
    includes: tuple[Path, ...] = ()
    tree: Path | None = None

    @property
    def modules(self) -> Path | None:
        """Where what is compiled goes; None: where it stays for the next time."""
        return None if self.tree is None else self.tree.parent / "modules"

    @property
    def name(self) -> str:
        """The version and its file, in a line that says what is going on."""
        return self.shown if self.shown == self.label else f"{self.shown} ({self.label})"


@dataclass(frozen=True)
class Wanted:
    """What is asked of one version. options: of simtcc. arguments: of the program.

    launch: the traced kernel's launch, whose grid is '' where none was given. later: the launches behind it.
    trace_options: further arguments of the tracing program.
    """

    kernel: str = ""
    device: str = ""
    schedule: int = 0
    defines: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    launch: LaunchRequest = field(default=LaunchRequest("", "", ""))
    later: tuple[LaunchRequest, ...] = ()
    trace_options: tuple[str, ...] = ()


def run_version(project: Project, version: Version, wanted: Wanted, progress: Progress) -> Side:
    """Compile and run it. Raises GraderError when that cannot be done, naming the version."""
    text = "".join(read_source(file) for file in version.files)
    has_main = MAIN.search(NO_CODE.sub(" ", text)) is not None
    run = _traced if not has_main and wanted.launch.grid else _run
    try:
        return run(project, version, wanted, progress)
    except GraderError as error:
        if version.tree is None:
            raise
        # The compiler names files of a folder that nobody will find: they are the commit's.
        texts = (said.replace(f"{version.tree}/", f"{version.label}:") for said in (error.message, error.fix))
        raise GraderError(*texts) from error


def _run(project: Project, version: Version, wanted: Wanted, progress: Progress) -> Side:
    build_targets(project, PROGRAM_TARGETS, progress)
    progress(f"compiling {version.name}")
    includes = [word for folder in version.includes for word in ("-I", str(folder))]
    defines = [word for macro in wanted.defines for word in ("-D", macro)]
    source = ProgramSource(version.files, (*includes, *defines, *wanted.options))
    try:
        program = build_program(project, source, version.modules)
    except NoMain as error:
        raise _not_traced(version) from error
    choice = ReportChoice(wanted.kernel, device=wanted.device, schedule=wanted.schedule)
    ran = run_program(program, wanted.arguments, choice, keeps_output=True)
    if ran.report is None:
        how = f"was ended by {ran.ended_by}" if ran.ended_by else f"ended with status {ran.status}"
        raise GraderError(f"{version.label} {how} and left no report")
    told = ComparedSide(version.label, version.shown, 0 if ran.ended_by else ran.status, ran.ended_by)
    return side_of_program(told, version.files[0], version.roots, ran.report, ran.printed)


def _not_traced(version: Version) -> GraderError:
    names = ", ".join(kernel.shown for kernel in kernels_of(read_source(version.files[0])))
    return GraderError(
        f"{version.label} has no main()",
        f"Say how to launch its kernel, as for ./course trace: --grid X --block X --arg …\nIt has: {names}"
        if names
        else "Name a file with main(), or one with kernels.",
    )


def _traced(project: Project, version: Version, wanted: Wanted, progress: Progress) -> Side:
    build_targets(project, TRACE_TARGETS, progress)
    progress(f"compiling {version.name}")
    device = ("--device", wanted.device) if wanted.device else ()
    request = TraceRequest(
        version.files[0],
        (replace(wanted.launch, kernel=wanted.kernel), *wanted.later),
        version.includes,
        wanted.defines,
        ("--seed", str(wanted.schedule), *wanted.trace_options, *device),
    )
    module = build_module(project, request, version.modules)
    trace, _ = run_trace(project, request, module)
    told = ComparedSide(version.label, version.shown)
    return side_of_trace(told, version.files[0], version.roots, trace, module.kernels)


def each(given: Sequence[str], option: str) -> tuple[str, str]:
    """The value for the version before and the one after: one for both, or one for each."""
    if len(given) > 2:
        raise GraderError(
            f"{option} is given {len(given)} times", "Give it once for both versions, or once for each."
        )
    return (given[0], given[-1]) if given else ("", "")
