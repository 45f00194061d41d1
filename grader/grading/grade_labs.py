"""Grades submissions: compile, run, join. The one path from a kernel file to results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.core.errors import GraderError, StalledError
from grader.core.files import read_source
from grader.core.lab_files import include_folder, solution_of, stub_of
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.core.process import run_limited
from grader.core.steps import Progress, Step
from grader.core.visible import visible_line
from grader.grading.join import join_compile_error, join_outcome
from grader.grading.standing import is_stub
from grader.isolation.confinement import Confinement
from grader.machine.cuda_run import compile_modules, measure, with_measured
from grader.machine.gpu import Gpu
from grader.machine.module import CompileError, Module, compile_kernel
from grader.machine.runner import SUBMISSIONS, Confined, Fault, Outcome, run_program
from grader.machine.toolchain import program_of
from grader.schema.class_results import Graded, Settings
from grader.schema.results import LabResult, Results, Source, Status

VERSION_LIMIT_S = 20.0
LEAST_SECOND_RUN_S = 5.0
LONGEST_REASON = 400
UNKNOWN = "unknown"


@dataclass(frozen=True)
class Submission:
    """One kernel file to be graded against one lab."""

    lab: Lab
    kernel: Path


@dataclass(frozen=True)
class Grading:
    """The settings, and what grades by them on this computer, now. gpu: to measure on, if any.

    sandbox: compiles and runs whatever comes from others; None trusts the kernel files, as a student's own
    machine does.
    """

    project: Project
    settings: Settings = field(default_factory=Settings)
    gpu: Gpu | None = None
    sandbox: Confinement | None = None


def grade_lab(grading: Grading, submission: Submission) -> Graded:
    """Grade one kernel file. Raises GraderError when it cannot be read, or tools are missing."""
    project, lab = grading.project, submission.lab
    kernel = submission.kernel.resolve()
    source, module = _compiled(grading, lab, kernel)
    if isinstance(module, CompileError):
        return Graded(join_compile_error(project, lab, source, module))
    outcome = _outcome(grading, lab, module)
    result = join_outcome(project, lab, source, outcome)
    if grading.gpu is None or outcome.record is None or outcome.fault is not None:
        return Graded(result, _compiler_of(outcome))
    measured = _measured(grading, grading.gpu, submission, result)
    if isinstance(measured, CompileError):
        return Graded(join_compile_error(project, lab, source, measured))
    joined = replace(outcome, record=with_measured(outcome.record, measured))
    return Graded(join_outcome(project, lab, source, joined), _compiler_of(outcome))


def _outcome(grading: Grading, lab: Lab, module: Module) -> Outcome:
    """What a run gives. A submitted module that ends it abnormally is run once more, and then it is final.

    That is the submission's doing where the reference solution comes to its normal end meanwhile. A second
    run that ends normally counts: what ended the first one, such as a lack of memory, was the computer's.
    So is a run that stalls, even twice: it is a grading error.
    """
    outcome = _run(grading, lab, module)
    if grading.sandbox is None or outcome.fault in (None, *SUBMISSIONS):
        return outcome
    again = _run(_for_second_run(grading, outcome), lab, module)
    if again.fault in (None, *SUBMISSIONS) or Fault.STALLED in (outcome.fault, again.fault):
        return again
    if not _reference_ends(grading, lab):
        return outcome
    how = outcome.message
    if again.message != how:
        how = f"{how}, then {again.message}"
    words = f"{how}, at each run of this file and at none of the reference solution"
    return Outcome(outcome.record, Fault.REPEATS, words)


def _for_second_run(grading: Grading, first: Outcome) -> Grading:
    """The grading with the processor time that the first run left; all of it where that run stalled."""
    limit_s = grading.settings.limit_s
    left = limit_s if first.fault is Fault.STALLED else limit_s - first.processor_s
    return replace(grading, settings=replace(grading.settings, limit_s=max(LEAST_SECOND_RUN_S, left)))


def _run(grading: Grading, lab: Lab, module: Module) -> Outcome:
    confined = _confined(grading, lab)
    return run_program(program_of(grading.project, lab), module.path, grading.settings, confined=confined)


def _reference_ends(grading: Grading, lab: Lab) -> bool:
    """Whether the reference solution, or else the lab's own file, comes to its normal end here."""
    module = _compiled_reference(grading, lab)
    return isinstance(module, Module) and _run(grading, lab, module).fault is None


def _compiled_reference(grading: Grading, lab: Lab) -> Module | CompileError:
    project = grading.project
    files = [solution_of(project, lab), stub_of(project, lab)]
    kernel = next((file for file in files if file.is_file()), files[-1]).resolve()
    return compile_kernel(project, kernel, include_folder(project, lab), grading.sandbox)


def _confined(grading: Grading, lab: Lab) -> Confined | None:
    if grading.sandbox is None:
        return None
    given = program_of(grading.project, lab).with_name(f"{lab.id}_given.so")
    # The paths are real, because the sandbox does not show the links.
    read = [file.resolve() for file in (grading.project.machine, given) if file.is_file()]
    return Confined(grading.sandbox, tuple(read))


def _measured(
    grading: Grading, gpu: Gpu, submission: Submission, simulated: LabResult
) -> dict[str, Outcome] | CompileError:
    """Measure what is worth it: a check that needs another one, which failed, is left alone."""
    project, lab, kernel = grading.project, submission.lab, submission.kernel.resolve()
    judged = {check.id for check in simulated.checks if check.status in (Status.PASSED, Status.FAILED)}
    checks = [check for check in lab.checks if check.measured and check.id in judged]
    if not checks:
        return {}
    modules = compile_modules(project, gpu, lab, kernel, grading.sandbox)
    if isinstance(modules, CompileError):
        return modules
    return measure(project, lab, modules, kernel, checks, grading.settings)


def _compiled(grading: Grading, lab: Lab, kernel: Path) -> tuple[Source, Module | CompileError]:
    """The module, and the very text that it was made of, also where the file is saved meanwhile."""
    project = grading.project
    while True:
        text = read_source(kernel)
        module = _module_of(grading, lab, kernel)
        if read_source(kernel) == text:
            return Source(project.shown(kernel), str(kernel), text), module


def _module_of(grading: Grading, lab: Lab, kernel: Path) -> Module | CompileError:
    """The module. A compiler that cannot do its work on a submission, twice, is refusing that file.

    Raises GraderError where it cannot do its work on the reference solution either, or stalls twice.
    """
    include = include_folder(grading.project, lab)
    try:
        return compile_kernel(grading.project, kernel, include, grading.sandbox)
    except GraderError:
        if grading.sandbox is None:
            raise
    try:
        return compile_kernel(grading.project, kernel, include, grading.sandbox)
    except StalledError:
        raise
    except GraderError as error:
        reference = _compiled_reference(grading, lab)
        if not isinstance(reference, Module):
            raise
        words = (
            f"the compiler fails on this file, twice, and not on another: {visible_line(error.message, 400)}"
        )
        return CompileError(words, str(kernel), 0, words, refused=True)


def grade(grading: Grading, submissions: Sequence[Submission], progress: Progress) -> Results:
    """Grade several, in their order. progress gets one line before each."""
    graded: list[Graded] = []
    for done, submission in enumerate(submissions):
        words = f"grading {submission.lab.id}: {grading.project.shown(submission.kernel)}"
        # One lab has no parts that could be counted.
        progress(Step(words, done, len(submissions)) if len(submissions) > 1 else words)
        graded.append(grade_lab(grading, submission))
    used = next((item.compiler for item in graded if item.compiler), "")
    return Results(
        machine="cuda" if _has_measured(graded) else "simt",
        seed=grading.settings.seed,
        compiler=used or describe_compiler(grading.project),
        labs=tuple(in_course(item.result, one.lab) for item, one in zip(graded, submissions, strict=True)),
    )


def in_course(result: LabResult, lab: Lab) -> LabResult:
    """The result with what the lab counts in the course, and whether its file is still the stub."""
    text = result.source.text if result.source else ""
    return replace(result, worth=lab.worth, untouched=is_stub(lab, text) or result.untouched)


def _has_measured(graded: Sequence[Graded]) -> bool:
    return any(check.evidence == "measured" for item in graded for check in item.result.checks)


def describe_compiler(project: Project) -> str:
    """What simtcc calls its compiler, such as "clang 14.0.6": for when no record names it."""
    try:
        ended = run_limited([project.simtcc, "--version"], VERSION_LIMIT_S)
    except OSError:
        return UNKNOWN
    return ended.output.splitlines()[0].strip() if ended.code == 0 and ended.output else UNKNOWN


def _compiler_of(outcome: Outcome) -> str:
    return outcome.record.compiler if outcome.record else ""
