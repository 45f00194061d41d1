"""Measures on a GPU what a lab's simulated checks only bound, and puts it into the run's record.

A check that was measured takes the measurement's verdict; one that was not keeps its simulated one, and
says why. Each runs in a program of its own: a kernel that faults takes the GPU from its process.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.lab_files import include_folder
from grader.core.manifest import Check, Lab
from grader.core.paths import Project
from grader.isolation.confinement import Confinement
from grader.machine.gpu import Gpu
from grader.machine.module import CompileError
from grader.machine.nvcc import compile_for_gpu
from grader.machine.runner import Outcome, run_program
from grader.machine.toolchain import program_of
from grader.schema.class_results import Settings
from grader.schema.record import CheckReport, RunRecord


@dataclass(frozen=True)
class GpuModules:
    """All that a measurement loads. given: None when the lab gives no kernels."""

    student: Path
    given: Path | None
    kit: Path


def compile_modules(
    project: Project, gpu: Gpu, lab: Lab, kernel: Path, within: Confinement | None = None
) -> GpuModules | CompileError:
    """The student's file may be refused; that one of ours is raises GraderError.

    within: where the student's file is compiled; None trusts it.
    """
    student = compile_for_gpu(project, gpu.nvcc, kernel, include_folder(project, lab), within)
    if isinstance(student, CompileError):
        return student
    given = sorted(include_folder(project, lab).glob("given*.cu"))
    kit = project.root / "common" / "lab" / "measuring" / "measuring.cu"
    return GpuModules(
        student.path,
        _own(project, gpu, given[0], include_folder(project, lab)) if given else None,
        _own(project, gpu, kit, kit.parent),
    )


def measure(
    project: Project, lab: Lab, modules: GpuModules, kernel: Path, checks: Sequence[Check], settings: Settings
) -> dict[str, Outcome]:
    """The outcome of each check's own run, by its test."""
    given: list[str | Path] = ["--given", modules.given] if modules.given else []
    return {
        check.test: run_program(
            program_of(project, lab),
            modules.student,
            settings,
            [*given, "--kit", modules.kit, "--source", kernel, f"--gtest_filter={check.test}"],
            machine="cuda",
        )
        for check in checks
    }


def with_measured(simulated: RunRecord, outcomes: dict[str, Outcome]) -> RunRecord:
    """The record of the simulated run, with what was measured in it."""
    return replace(
        simulated,
        checks=tuple(
            _joined(report, outcomes[report.test]) if report.test in outcomes else report
            for report in simulated.checks
        ),
    )


def _joined(simulated: CheckReport, outcome: Outcome) -> CheckReport:
    report = outcome.record.checks[0] if outcome.record and outcome.record.checks else None
    if report is None or report.status == "skipped" or report.evidence != "measured":
        return _noted(simulated, _why_not(outcome, report))
    # Pictures and line costs are the simulated run's: a GPU does not tell them.
    return replace(
        report,
        launches=simulated.launches,
        charts=simulated.charts + report.charts,
        printed=simulated.printed,
    )


def _why_not(outcome: Outcome, report: CheckReport | None) -> str:
    words = outcome.message
    if report is not None:
        words = report.reason or report.message or words
    first = (words.strip() or "the program ended without a word").split("\n")[0]
    return f"Not measured: {first.removeprefix('not measured: ')}"


def _noted(simulated: CheckReport, note: str) -> CheckReport:
    return replace(simulated, message=f"{simulated.message}\n{note}".strip())


def _own(project: Project, gpu: Gpu, kernel: Path, include: Path) -> Path:
    module = compile_for_gpu(project, gpu.nvcc, kernel, include)
    if isinstance(module, CompileError):
        raise GraderError(f"{project.shown(kernel)} does not compile for the {gpu.name}:\n{module.text}")
    return module.path
