"""Runs the view and writes what it found: pytorch.json and the plots."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.lab_files import include_folder, lab_folder, solution_of, stub_of
from grader.core.manifest import Lab, read_labs
from grader.core.paths import Project, current_project
from grader.machine.module import CompileError
from grader.machine.nvcc import Nvcc, compile_for_gpu, find_nvcc, nvcc_for
from grader.measuring.pytorch_view.contest import Clock, Outcome, Problem, hold
from grader.measuring.pytorch_view.driver import Driver, Kernels
from grader.measuring.pytorch_view.problems import STRIDE_TITLE, TRANSPOSE_TITLE, Bench, strided, transposes
from grader.measuring.pytorch_view.torch_port import Torch, find_torch, require_matplotlib
from grader.schema.record import Reading

FORMAT = 1
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Survey:
    """The outcomes of one kind of problem, in the order in which they ran."""

    title: str
    outcomes: tuple[Outcome, ...]

    @property
    def readings(self) -> list[Reading]:
        return [reading for one in self.outcomes for reading in one.readings]

    @property
    def left_out(self) -> list[str]:
        return [sentence for one in self.outcomes for sentence in one.left_out]


def run_view(
    out: Path, *, solutions: bool = False, progress: Progress | None = None
) -> list[tuple[str, list[Reading]]]:
    """Measure on this computer's GPU and write pytorch.json and the plots to `out`.

    Returns each survey's title and readings. Raises PytorchMissing, a GraderError, where PyTorch, its GPU or
    Matplotlib is not there, and GraderError where a kernel does not compile or `out` cannot be written.
    """
    tell = progress or (lambda _: None)
    torch = find_torch()
    require_matplotlib()
    bench = _bench(torch, current_project(), solutions)
    surveys = survey(bench, tell)
    write(out, surveys, torch, "solutions" if solutions else "students")
    return [(one.title, one.readings) for one in surveys]


def survey(bench: Bench, tell: Progress) -> list[Survey]:
    """Both surveys. Each problem's memory is given back before the next asks for its own."""
    clock = Clock(bench.torch)

    def held(title: str, problems: Iterator[Problem]) -> Survey:
        outcomes = []
        for problem in problems:
            tell(f"{title}: {problem.shape}")
            outcomes.append(hold(problem, clock))
            for sentence in outcomes[-1].left_out:
                tell(f"left out: {sentence}")
            del problem
        return Survey(title, tuple(outcomes))

    return [held(STRIDE_TITLE, strided(bench)), held(TRANSPOSE_TITLE, transposes(bench))]


def write(out: Path, surveys: list[Survey], torch: Torch, kernels: str) -> None:
    """pytorch.json and, of what was measured, the plots. Raises GraderError when `out` cannot be written."""
    # Here, so that `./course measure` does without Matplotlib where the view cannot run.
    from grader.measuring.pytorch_view.plots import draw_stride_curve, draw_transposes

    document = {
        "version": FORMAT,
        "date": datetime.now(timezone.utc).strftime("%Y-%m-%d"),
        "chip": torch.cuda.get_device_name(),
        "torch": torch.__version__,
        "cuda": torch.version.cuda,
        "kernels": kernels,
        "readings": [{"survey": one.title, **asdict(reading)} for one in surveys for reading in one.readings],
        "left_out": [sentence for one in surveys for sentence in one.left_out],
    }
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / "pytorch.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        chip = torch.cuda.get_device_name()
        draw_stride_curve(surveys[0].readings, chip, out / "strides")
        draw_transposes(surveys[1].readings, chip, out / "transposes")
    except OSError as error:
        raise GraderError(f"cannot write to {out}: {error.strerror}", "Name another folder: --out") from error


def _bench(torch: Torch, project: Project, solutions: bool) -> Bench:
    path = find_nvcc(os.environ)
    if path is None:
        raise GraderError("there is no nvcc here", "Install the CUDA toolkit, or name it in CUDA_HOME.")
    major, minor = torch.cuda.get_device_capability()
    nvcc = nvcc_for(path, 10 * major + minor)
    torch.empty(1, device="cuda").fill_(0.0)  # PyTorch makes its context at its first use
    driver = Driver()
    labs = {lab.id: lab for lab in read_labs(project)}

    def load(lab: Lab, kernel: Path) -> Kernels:
        return driver.load(compiled_for_gpu(project, nvcc, lab, kernel))

    def handed_in(lab: Lab) -> Kernels:
        return load(lab, (solution_of if solutions else stub_of)(project, lab))

    tiles = labs["lab4"]
    given = load(tiles, lab_folder(project, tiles) / "given_kernels.cu")
    return Bench(torch, handed_in(labs["lab1"]), handed_in(tiles), given)


def compiled_for_gpu(project: Project, nvcc: Nvcc, lab: Lab, kernel: Path) -> Path:
    """The fatbin of a lab's file. Raises GraderError when it does not compile."""
    module = compile_for_gpu(project, nvcc, kernel, include_folder(project, lab))
    if isinstance(module, CompileError):
        raise GraderError(f"{project.shown(kernel)} does not compile:\n{module.text}")
    return module.path
