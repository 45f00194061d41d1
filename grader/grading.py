"""Grades submissions: compile, run, join. The one path from a kernel file to results."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.cache_key import include_folder
from grader.files import read_source
from grader.join import join_compile_error, join_outcome
from grader.manifest import Lab
from grader.module import CompileError, Module, compile_kernel
from grader.paths import Project
from grader.results import LabResult, Results, Source
from grader.runner import Outcome, RunOptions, run_program
from grader.toolchain import Progress, program_of


@dataclass(frozen=True)
class Submission:
    """One kernel file to be graded against one lab."""

    lab: Lab
    kernel: Path


@dataclass(frozen=True)
class Grading:
    """How to grade. compiler: as simtcc takes it, None for its default."""

    project: Project
    compiler: str | None = None
    run: RunOptions = field(default_factory=RunOptions)


@dataclass(frozen=True)
class Graded:
    """A lab's result and what graded it. compiler: '' when the file did not compile."""

    result: LabResult
    compiler: str = ""


def grade_lab(grading: Grading, submission: Submission) -> Graded:
    """Grade one kernel file. Raises GraderError when it cannot be read, or tools are missing."""
    project, lab = grading.project, submission.lab
    kernel = submission.kernel.resolve()
    source, module = _compiled(grading, lab, kernel)
    if isinstance(module, CompileError):
        return Graded(join_compile_error(project, lab, source, module))
    outcome = run_program(program_of(project, lab), module.path, grading.run)
    return Graded(join_outcome(project, lab, source, outcome), _compiler_of(outcome))


def _compiled(grading: Grading, lab: Lab, kernel: Path) -> tuple[Source, Module | CompileError]:
    """The module, and the very text that it was made of, also where the file is saved meanwhile."""
    project = grading.project
    while True:
        text = read_source(kernel)
        module = compile_kernel(project, kernel, include_folder(project, lab), grading.compiler)
        if read_source(kernel) == text:
            return Source(project.shown(kernel), str(kernel), text), module


def grade(grading: Grading, submissions: Sequence[Submission], progress: Progress) -> Results:
    """Grade several, in their order. progress gets one line before each."""
    graded: list[Graded] = []
    for submission in submissions:
        progress(f"grading {submission.lab.id}: {grading.project.shown(submission.kernel)}")
        graded.append(grade_lab(grading, submission))
    used = next((item.compiler for item in graded if item.compiler), "")
    return Results(
        machine=grading.run.machine,
        seed=grading.run.seed,
        compiler=used or describe_compiler(grading.compiler),
        labs=tuple(item.result for item in graded),
    )


def describe_compiler(compiler: str | None) -> str:
    """The first line of the compiler's --version, for when no record names it."""
    found = shutil.which(compiler or "g++")
    if found is None:
        return compiler or "unknown"
    ended = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
    return (ended.stdout.splitlines() or [compiler or "unknown"])[0]


def _compiler_of(outcome: Outcome) -> str:
    return outcome.record.compiler if outcome.record else ""
