"""Runs both parts: the program beside CUB and cuBLAS, and, where PyTorch is there, the problems beside it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.lab_files import solution_of
from grader.core.manifest import read_labs
from grader.core.paths import Project, current_project
from grader.machine.gpu import gpu_trouble
from grader.machine.nvcc import find_nvcc, nvcc_for
from grader.measuring.peers.libraries import Measured, compile_program, run_program
from grader.measuring.peers.library_problems import Bench, embeddings, softmax, softmax_gradient
from grader.measuring.peers.page import Stamp, write
from grader.measuring.pytorch_view.contest import Clock, hold
from grader.measuring.pytorch_view.driver import Driver, Kernels
from grader.measuring.pytorch_view.torch_port import Torch, find_torch
from grader.measuring.pytorch_view.view import compiled_for_gpu
from grader.measuring.setting import commit_of, driver_version, nvcc_version, said_by

Progress = Callable[[str], None]
KINDS = (("embedding", embeddings), ("softmax", softmax), ("softmax backward", softmax_gradient))


def compare(out: Path, command: str, tell: Progress) -> list[Measured]:
    """Measure on this computer's GPU and write libraries.json and libraries.md to `out`.

    Raises GraderError where nvcc or a GPU is missing, or neither part could be measured. Where one of them
    could not, PyTorch missing for instance, the page has the other and says why.
    """
    nvcc = required_nvcc()
    project = current_project()
    measured: list[Measured] = []
    left_out: list[str] = []
    torch: Torch | None = None
    try:
        measured, left_out = beside_cub_and_cublas(project, nvcc, tell)
    except GraderError as error:
        left_out.append(error.message)
    try:
        torch = find_torch()
        found, wrong = beside_pytorch(load(torch, project, nvcc), tell)
        measured += found
        left_out += wrong
    except GraderError as error:
        left_out.append(error.message)
    for sentence in left_out:
        tell(f"left out: {sentence}")
    if not measured:
        raise GraderError("nothing could be measured", "\n".join(left_out))
    write(out, measured, left_out, _stamp(project, nvcc, torch, command))
    return measured


def required_nvcc() -> Path:
    """Raises GraderError where nvcc or a GPU is missing."""
    path = find_nvcc(os.environ)
    if path is None:
        raise GraderError("there is no nvcc here", "Install the CUDA toolkit, or name it in CUDA_HOME.")
    if trouble := gpu_trouble():
        raise GraderError(
            f"there is no GPU to measure on: {trouble.reason}",
            "Run it on a computer with an NVIDIA GPU and its driver.",
        )
    return Path(path)


def beside_cub_and_cublas(project: Project, nvcc: Path, tell: Progress) -> tuple[list[Measured], list[str]]:
    """What was measured, and a sentence for each contender that was left out."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "libraries"
        tell("compiling grader/measuring/peers")
        compile_program(project, nvcc, program)
        tell("measuring beside CUB and cuBLAS")
        return run_program(program)


def load(torch: Torch, project: Project, nvcc: Path) -> Bench:
    """The reference solutions of labs 6 and 8, in PyTorch's context."""
    major, minor = torch.cuda.get_device_capability()
    compiler = nvcc_for(str(nvcc), 10 * major + minor)
    torch.empty(1, device="cuda").fill_(0.0)  # PyTorch makes its context at its first use
    driver = Driver()
    labs = {lab.id: lab for lab in read_labs(project)}

    def kernels_of(name: str) -> Kernels:
        return driver.load(compiled_for_gpu(project, compiler, labs[name], solution_of(project, labs[name])))

    return Bench(torch, kernels_of("lab6"), kernels_of("lab8"))


def beside_pytorch(bench: Bench, tell: Progress) -> tuple[list[Measured], list[str]]:
    """What was measured, and a sentence for each contender that was left out."""
    clock = Clock(bench.torch)
    measured: list[Measured] = []
    left_out: list[str] = []
    for kind, problems in KINDS:
        try:
            for problem in problems(bench):
                tell(f"{kind}: {problem.shape}, beside PyTorch")
                outcome = hold(problem, clock)
                measured += [Measured(kind, reading) for reading in outcome.readings]
                left_out += [f"{kind}, {sentence}" for sentence in outcome.left_out]
                del problem  # gives its memory back before the next asks for its own
        except RuntimeError as error:  # PyTorch's own: a function refuses, or memory is missing
            left_out.append(f"{kind}: PyTorch says: {error}")
    return measured, left_out


def _stamp(project: Project, nvcc: Path, torch: Torch | None, command: str) -> Stamp:
    query = ["--query-gpu=name", "--format=csv,noheader", "--id=0"]
    return Stamp(
        date=datetime.now(timezone.utc).strftime("%Y-%m-%d"),
        command=command,
        chip=said_by("nvidia-smi", query, r"^(.+)$"),
        driver=driver_version(),
        nvcc=nvcc_version(nvcc),
        torch=torch.__version__ if torch else "",
        torch_cuda=(torch.version.cuda or "") if torch else "",
        commit=commit_of(project.root),
    )
