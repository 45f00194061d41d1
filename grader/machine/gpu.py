"""Finds the GPU that measured checks run on, and what compiles for it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.core.process import run_limited
from grader.machine.nvcc import Nvcc, find_nvcc, nvcc_for
from grader.machine.toolchain import program_of

PROBE_LIMIT_S = 30.0
# Both words are those of the test programs: common/lab/src/gpu.cpp and cuda/local_gpu.cpp.
DRIVER = "libcuda.so.1"
NO_DRIVER = "no NVIDIA driver could be opened"
SILENT = "the GPU's driver does not answer"


@dataclass(frozen=True)
class Gpu:
    """A GPU that can be used. name: as its driver says, such as NVIDIA H200. capability: such as 9.0."""

    name: str
    nvcc: Nvcc
    capability: str = ""


@dataclass(frozen=True)
class NoGpu:
    """reason: what was looked for and not found, as the user reads it.

    expected: the machine has no NVIDIA driver at all, as most laptops: not worth a message at each run.
    """

    reason: str
    expected: bool = False


def gpu_trouble() -> NoGpu | None:
    """Why no GPU can be used, as far as the driver tells before anything is built; None if it finds one."""
    library = os.environ.get("COALESCE_CUDA_DRIVER") or DRIVER
    # Isolated: it starts sooner, and nothing in the caller's folder can be imported for it.
    command: list[str | Path] = [sys.executable, "-IS", Path(__file__).with_name("driver_probe.py"), library]
    try:
        ended = run_limited(command, PROBE_LIMIT_S)
    except OSError:
        return None  # the test program will tell
    said = ended.output.strip()
    if ended.timed_out or ended.code < 0:
        return NoGpu(SILENT)
    if ended.code != 0:
        return NoGpu(said, expected=said.startswith(NO_DRIVER)) if said else None
    return None if find_nvcc(os.environ) else _no_nvcc(said)


def find_gpu(project: Project, labs: Sequence[Lab]) -> Gpu | NoGpu:
    """Ask a lab's test program, which must be built: it opens the driver as a measurement does."""
    found = _probe(program_of(project, labs[0]))
    if isinstance(found, NoGpu):
        return found
    nvcc = find_nvcc(os.environ)
    if nvcc is None:
        return _no_nvcc(found[0])
    try:
        return Gpu(found[0], nvcc_for(nvcc, found[1]), f"{found[1] // 10}.{found[1] % 10}")
    except GraderError as error:
        return NoGpu(error.message)


def _probe(program: Path) -> tuple[str, int] | NoGpu:
    try:
        ended = run_limited([program, "--gpu"], PROBE_LIMIT_S)
    except OSError as error:
        raise GraderError(f"cannot start {program}: {error.strerror}") from error
    said = re.search(r"^(?P<name>.+), compute capability (?P<major>\d+)\.(?P<minor>\d)$", ended.output, re.M)
    if ended.code == 0 and said:
        return said["name"], 10 * int(said["major"]) + int(said["minor"])
    why = re.search(r"no GPU can be used: (?P<why>.+)$", ended.errors, re.MULTILINE)
    if why is None:
        return NoGpu(SILENT)
    return NoGpu(why["why"].rstrip("."), expected=why["why"].startswith(NO_DRIVER))


def _no_nvcc(gpu: str) -> NoGpu:
    return NoGpu(f"there is a {gpu}, but no nvcc: install the CUDA toolkit, or name it in CUDA_HOME")
