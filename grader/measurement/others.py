"""What others than the labs reach on the same GPU: PyTorch, where it is installed."""

from __future__ import annotations

from pathlib import Path

from grader.errors import GraderError
from grader.measurement.report import Survey
from grader.pytorch_view.view import run_view
from grader.toolchain import Progress

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
