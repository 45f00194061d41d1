"""Runs a lab's survey program: what its kernels, and those that they are held against, reach on this GPU."""

from __future__ import annotations

from pathlib import Path

from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.core.steps import Progress
from grader.machine.cuda_run import GpuModules
from grader.machine.runner import run_program
from grader.schema.class_results import Settings
from grader.schema.measurements import Survey

# Of one survey: some dozens of kernels and shapes, each some dozens of times.
SURVEY_LIMIT_S = 300.0


def survey_target(lab: Lab) -> str:
    """The survey program's name, and that of what builds it."""
    return f"{lab.id}_survey"


def run_surveys(
    project: Project, lab: Lab, modules: GpuModules, kernel: Path, seed: int, progress: Progress
) -> tuple[Survey, ...]:
    """Every survey of the lab's manifest; each runs in a program of its own, since a fault ends that."""
    program = project.build / "labs" / lab.folder / survey_target(lab)
    given: list[str | Path] = ["--given", modules.given] if modules.given else []
    surveys = []
    for survey in lab.surveys:
        progress(f"measuring {lab.id}: {survey.title}")
        outcome = run_program(
            program,
            modules.student,
            Settings(seed=seed, limit_s=SURVEY_LIMIT_S),
            [*given, "--kit", modules.kit, "--source", kernel, f"--gtest_filter={survey.test}"],
            machine="cuda",
        )
        report = outcome.record.checks[0] if outcome.record and outcome.record.checks else None
        words = (report.message, report.reason) if report else ()
        missing = "\n".join(part.strip() for part in (*words, outcome.message) if part.strip())
        name = f"{lab.id}.{survey.test.partition('.')[2]}"
        surveys.append(Survey(name, survey.title, report.readings if report else (), missing))
    return tuple(surveys)
