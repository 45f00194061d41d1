"""What the commands share: the checkout with its labs, grading on request, the GPU, and progress.

The functions that grade import what grading needs: `progress` and `hint` only look at the last results.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from grader.core.course_file import CourseFile, read_course_file
from grader.core.errors import GraderError
from grader.core.files import read_source
from grader.core.lab_files import have_solutions, solution_of, stub_of
from grader.core.manifest import Lab, choose_labs, find_lab, read_labs
from grader.core.paths import Project, current_project
from grader.core.steps import Progress, ToolOutput
from grader.core.visible import visible
from grader.grading.standing import Standings, next_open
from grader.grading.standing_file import change_standings, read_standings
from grader.report.terminal.console import make_console
from grader.schema.results import Results

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.grading.grade_labs import Submission
    from grader.machine.gpu import Gpu, NoGpu
    from grader.machine.sass import SassTools
    from grader.report.second_opinion import SecondOpinion
    from grader.schema.class_results import Settings


@dataclass(frozen=True)
class Course:
    """The checkout, and the labs of the course in order.

    known_labs: those, and after them the checkout's other labs. file: the course file; None without one.
    """

    project: Project
    labs: tuple[Lab, ...]
    known_labs: tuple[Lab, ...]
    file: CourseFile | None = None

    @property
    def title(self) -> str:
        return self.file.title if self.file else ""

    def find(self, name: str) -> Lab:
        """A lab by its name; one that the course leaves out can be worked on all the same."""
        return find_lab(self.known_labs, name)

    def choose(self, names: Sequence[str]) -> tuple[Lab, ...]:
        """The named labs, in the course or not; those of the course when none is named."""
        return choose_labs(self.known_labs, names) if names else self.labs

    def choose_counted(self, names: Sequence[str]) -> tuple[Lab, ...]:
        """The named labs of the course; all when none is named. Raises GraderError at one outside it."""
        chosen = self.choose(names)
        left_out = [lab.id for lab in chosen if lab not in self.labs]
        if self.file is not None and left_out:
            raise GraderError(
                f"{', '.join(left_out)}: not in the course that {self.file.shown} describes",
                f"Its labs: {', '.join(lab.id for lab in self.labs)}. Add to the file what shall count.",
            )
        return chosen


def open_course(file: Path | None = None) -> Course:
    """The course in the checkout that the command runs in. Raises GraderError at a fault in a TOML file.

    file: the course file that was named; None for the checkout's own, if it has one.
    """
    everything = open_checkout()
    project, labs = everything.project, everything.labs
    course = read_course_file(project, labs, file)
    if course is None:
        return everything
    chosen = {lab.id for lab in course.labs}
    others = tuple(lab for lab in labs if lab.id not in chosen)
    return Course(project, course.labs, (*course.labs, *others), course)


def open_checkout() -> Course:
    """All labs of the checkout with their own points, whatever a course file says: for engineers."""
    project = current_project()
    labs = read_labs(project)
    return Course(project, labs, labs)


def grade_named(
    course: Course,
    names: Sequence[str],
    settings: Settings,
    *,
    machine: str = "auto",
    solutions: bool = False,
    kernel: Path | None = None,
) -> Results:
    """Build the programs, grade the named labs, and remember the results of the student's own files.

    names: none for all labs of the course. machine: simt, cuda or auto. solutions, kernel: what is graded in
    place of the student's own files. Raises GraderError when that is impossible.
    """
    from grader.grading.grade_labs import Grading, grade
    from grader.machine.gpu import Gpu, NoGpu
    from grader.machine.toolchain import build_programs

    project, labs = course.project, course.choose(names)
    submissions = choose_files(project, labs, solutions=solutions, kernel=kernel)
    refuse_missing_gpu(labs, machine)
    with progress_line() as progress:
        build_programs(project, labs, progress)
        gpu = choose_gpu(project, labs, machine)
        grading = Grading(project, settings, gpu if isinstance(gpu, Gpu) else None)
        results = replace(grade(grading, submissions, progress), title=course.title)
    if isinstance(gpu, NoGpu) and not gpu.expected:
        notice(f"nothing was measured, everything is simulated: {gpu.reason}")
    elif gpu is None and machine == "cuda":
        notice("nothing was measured, everything is simulated: no check here has a measured form")
    if not solutions and kernel is None:
        remember(project, results)
    return results


def sass_tools() -> SassTools:
    """The tools that show what nvcc makes of a file. Raises GraderError when they are missing."""
    from grader.machine.sass import find_sass_tools

    return find_sass_tools()


def second_opinions(course: Course, results: Results, tools: SassTools) -> Mapping[str, SecondOpinion]:
    """What nvcc makes of each graded file, by the lab's id; of one that was not compiled nothing.

    Raises GraderError when nvcc refuses a file that simtcc takes, or the file was saved meanwhile.
    """
    from grader.core.lab_files import include_folder
    from grader.machine.module import CompileError
    from grader.machine.sass import compile_to_sass
    from grader.report.second_opinion import second_opinion

    found: dict[str, SecondOpinion] = {}
    with progress_line() as progress:
        for lab in results.labs:
            if lab.source is None or lab.compile_output:
                continue
            progress(f"compiling {lab.source.file} with nvcc")
            include = include_folder(course.project, course.find(lab.id))
            kernels = compile_to_sass(course.project, tools, Path(lab.source.path), include)
            if isinstance(kernels, CompileError):
                raise GraderError(
                    f"nvcc refuses {lab.source.file}, which simtcc compiles: {kernels.text.strip()}",
                    "Leave out --sass: everything else works without it.",
                )
            if read_source(Path(lab.source.path)) != lab.source.text:
                raise GraderError(f"{lab.source.file} was saved while it was compiled", "Run it again.")
            found[lab.id] = second_opinion(tools.words, kernels, lab, include)
    return found


def choose_gpu(project: Project, labs: tuple[Lab, ...], machine: str) -> Gpu | NoGpu | None:
    """The GPU to measure on; None when nothing is to be measured. The labs' programs must be built.

    A missing GPU is no error with 'auto'; with 'cuda' it raises GraderError.
    """
    from grader.machine.gpu import NoGpu, find_gpu

    if machine == "simt" or not _measures(labs):
        return None
    found = find_gpu(project, labs)
    if isinstance(found, NoGpu) and machine == "cuda":
        raise no_gpu(found)
    return found


def refuse_missing_gpu(labs: Sequence[Lab], machine: str) -> None:
    """Raise GraderError before anything is built if 'cuda' was requested and there is no GPU."""
    if machine == "cuda" and _measures(labs):
        require_driver()


def require_driver(undone: str = "graded", instead: str = "--machine simt") -> None:
    """Raise GraderError unless the driver has a GPU. It takes 50 ms, the build that choose_gpu needs 30 s."""
    from grader.machine.gpu import gpu_trouble

    if trouble := gpu_trouble():
        raise no_gpu(trouble, undone, instead)


def no_gpu(found: NoGpu, undone: str = "graded", instead: str = "--machine simt") -> GraderError:
    """The error where a GPU was requested. undone: what was not done. instead: what needs no GPU."""
    return GraderError(
        f"no GPU can be used: {found.reason}. Nothing was {undone}.",
        f"This needs an NVIDIA GPU, its driver and the CUDA toolkit. Without a GPU: {instead}",
    )


def _measures(labs: Sequence[Lab]) -> bool:
    return any(check.measured for lab in labs for check in lab.checks)


def remember(project: Project, results: Results) -> Standings:
    """Keep the results of the student's own files for `progress`, `hint` and `watch`."""
    now = datetime.now(timezone.utc)
    return change_standings(project, lambda known: known.with_results(results, now), notice)


def lab_or_next(course: Course, name: str | None, command: str) -> Lab:
    """The lab of that name; without a name the first that is not done. Raises GraderError when all are."""
    if name is not None:
        return course.find(name)
    lab = next_open(course.project, course.labs, read_standings(course.project, notice))
    if lab is None:
        raise GraderError("every lab is done", f"Name a lab: ./course {command} lab4")
    return lab


def notice(line: str) -> None:
    """Print something that the user should know and that stops nothing."""
    print(visible(f"note: {line}"), file=sys.stderr)


def choose_files(
    project: Project, labs: Sequence[Lab], *, solutions: bool = False, kernel: Path | None = None
) -> tuple[Submission, ...]:
    """One kernel file for each lab: the student's own, or the reference solutions, or the file `kernel`.

    Raises GraderError, before anything is built, when one is unreadable.
    """
    from grader.grading.grade_labs import Submission

    if kernel is not None:
        if solutions:
            raise GraderError("--kernel and --solutions exclude each other", "Use one of them.")
        return (_other_file(project, labs, kernel),)
    file_of = solution_of if solutions else stub_of
    submissions = tuple(Submission(lab, file_of(project, lab)) for lab in labs)
    if solutions and not have_solutions(project, labs):
        raise GraderError(
            "this checkout has no folder solutions/",
            "The student edition has none: remove --solutions.",
        )
    for submission in submissions:
        read_source(submission.kernel, f"Bring it back: git checkout -- {submission.kernel}")
    return submissions


def lab_of_kernels(project: Project, labs: Sequence[Lab], text: str) -> Lab | None:
    """The lab whose kernel file has most of the text's kernels; None where it has none of any lab's."""
    from grader.trace.kernels import kernels_of

    written = set(kernels_of(text))

    def shared(lab: Lab) -> int:
        stub = stub_of(project, lab)
        return len(written.intersection(kernels_of(read_source(stub)))) if stub.is_file() else 0

    best = max(labs, key=shared)
    return best if shared(best) else None


def _other_file(project: Project, labs: Sequence[Lab], kernel: Path) -> Submission:
    from grader.grading.grade_labs import Submission

    text = read_source(kernel)
    meant = lab_of_kernels(project, labs, text) or lab_of_kernels(project, read_labs(project), text)
    if len(labs) != 1:
        name = meant.id if meant else "lab4"
        raise GraderError(
            "--kernel grades exactly one lab", f"Name it: ./course check {name} --kernel {kernel}"
        )
    if meant is not None and meant.id != labs[0].id:
        raise GraderError(
            f"{kernel} has kernels of {meant.id}, {meant.title}, and none of {labs[0].id}",
            f"Grade it as {meant.id}: ./course check {meant.id} --kernel {kernel}",
        )
    return Submission(labs[0], kernel)


@contextmanager
def progress_line() -> Iterator[Progress]:
    """A line on stderr that says what is going on; where stderr is no terminal, one line for each step."""
    console = make_console(stderr=True)
    if not console.is_terminal or console.is_dumb_terminal:
        yield _print_step
        return
    from grader.report.terminal.progress_bar import step_bar

    with step_bar(console) as progress:
        yield progress


def _print_step(line: str) -> None:
    # A log needs the steps, not every line of a build.
    if not isinstance(line, ToolOutput):
        print(visible(line), file=sys.stderr, flush=True)
