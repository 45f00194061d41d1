"""What others than the labs reach on the same GPU: PyTorch, where it is installed.

Measures one lab after the other: its checks, its hardware counters, its surveys.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.steps import Progress
from grader.grading.grade_labs import Grading, Submission, grade_lab
from grader.machine.cuda_run import GpuModules, compile_modules
from grader.machine.gpu import Gpu
from grader.machine.module import CompileError
from grader.measuring.counting import profile_lab, with_counters
from grader.measuring.ncu import Ncu, NoCounters
from grader.measuring.pytorch_view.view import run_view
from grader.measuring.surveying import run_surveys
from grader.schema.measurements import LaunchCounts, MeasuredCheck, MeasuredLab, Survey
from grader.schema.record import Launch
from grader.schema.results import LabResult

FOLDER = "pytorch"


def through_pytorch(out: Path, solutions: bool, progress: Progress) -> tuple[tuple[Survey, ...], str]:
    """PyTorch's surveys, with its own record and plots in a folder of `out`; or none, and why."""
    progress("measuring through PyTorch")
    try:
        found = run_view(out / FOLDER, solutions=solutions, progress=progress)
    except GraderError as trouble:
        return (), trouble.message
    surveys = tuple(
        Survey(f"pytorch.{number}", title, tuple(readings))
        for number, (title, readings) in enumerate(found, 1)
    )
    return surveys, ""


@dataclass(frozen=True)
class Measuring:
    """How to measure. grading: with the GPU. ncu: None where no counter can be read, for the reason given."""

    grading: Grading
    gpu: Gpu
    ncu: Ncu | None
    no_counts: str = ""


def measure_lab(
    measuring: Measuring, submission: Submission, progress: Progress
) -> tuple[LabResult, MeasuredLab]:
    """Grade a lab with its measured checks, count its launches, survey its kernels.

    The result is that of the checks, with the hardware's counts in it. Raises GraderError at a fault of ours.
    """
    lab, grading = submission.lab, measuring.grading
    progress(f"measuring {lab.id}: checks")
    result = grade_lab(grading, submission).result
    modules = compile_modules(grading.project, measuring.gpu, lab, submission.kernel.resolve())
    if isinstance(modules, CompileError):
        words = f"{lab.kernel_file} does not compile for the GPU"
        return result, _measured_lab(result, (), no_counts=words, no_survey=words)
    progress(f"measuring {lab.id}: counters")
    result, no_counts = _counted(measuring, submission, modules, result)
    surveys = run_surveys(
        grading.project, lab, modules, submission.kernel.resolve(), grading.settings.seed, progress
    )
    return result, _measured_lab(result, surveys, no_counts=no_counts)


def _counted(
    measuring: Measuring, submission: Submission, modules: GpuModules, result: LabResult
) -> tuple[LabResult, str]:
    """The result with counts, or as it was and why there are none."""
    if measuring.ncu is None:
        return result, measuring.no_counts
    grading, lab = measuring.grading, submission.lab
    try:
        kernel = submission.kernel.resolve()
        seed = grading.settings.seed
        profiled = profile_lab(grading.project, lab, measuring.ncu, modules, kernel, seed, result)
        return with_counters(lab, result, profiled, measuring.gpu.name), ""
    except NoCounters as trouble:
        return result, trouble.message
    except GraderError as trouble:
        return result, trouble.message


def _measured_lab(
    result: LabResult, surveys: tuple[Survey, ...], no_counts: str, no_survey: str = ""
) -> MeasuredLab:
    return MeasuredLab(
        id=result.id,
        title=result.title,
        checks=tuple(
            MeasuredCheck(
                check.id,
                check.title,
                check.status.value,
                check.value,
                check.comparison,
                check.required,
                check.unit,
                check.message,
            )
            for check in result.checks
            if check.evidence == "measured"
        ),
        surveys=surveys,
        launches=_launches(result),
        no_counts=no_counts,
        no_survey=no_survey,
    )


def _launches(result: LabResult) -> tuple[LaunchCounts, ...]:
    """Each kernel and shape once: several checks show the same launch."""
    found: dict[tuple[object, ...], LaunchCounts] = {}
    for launch in (one for check in result.checks for shown in check.launches for one in _with_before(shown)):
        if launch.counted is not None:
            key = (launch.kernel, launch.shape, launch.grid, launch.block)
            counts = LaunchCounts(launch.kernel, launch.shape, launch.grid, launch.block, launch.counted)
            found.setdefault(key, counts)
    return tuple(found.values())


def _with_before(launch: Launch) -> tuple[Launch, ...]:
    return (launch,) if launch.before is None else (launch, launch.before)
