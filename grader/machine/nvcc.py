"""Compiles kernel files for a GPU: device code alone, with the CUDA toolkit's nvcc."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from grader.core.errors import GraderError
from grader.core.files import read_source
from grader.core.paths import Project
from grader.core.process import run_limited, signal_name
from grader.core.run_defaults import far_stop_s
from grader.isolation.confinement import Confinement, NoSandbox, Places
from grader.machine.cache_key import fatbin_key, headers_in
from grader.machine.compiling import compile_confined
from grader.machine.module import (
    COMPILE_LIMIT_S,
    CompileError,
    Module,
    read_compile_error,
    refuse_stalled,
)

LIST_LIMIT_S = 20.0
USUAL_FOLDER = "/usr/local/cuda/bin"
# Words of nvcc that speak of the computer, not of the file that it compiles.
OURS = (
    "nvcc fatal",
    "unsupported GNU version",
    "unsupported clang version",
    "Failed to preprocess host compiler",
)


@dataclass(frozen=True)
class Nvcc:
    """A compiler, and what it makes. target: compute capability, such as 90, whose code it emits."""

    path: Path
    target: int


def find_nvcc(environment: Mapping[str, str]) -> str | None:
    """As toolkits are installed: in PATH, in $CUDA_HOME, or where NVIDIA's installer puts them."""
    folders = environment.get("PATH", "").split(os.pathsep)
    if home := environment.get("CUDA_HOME"):
        folders.append(str(Path(home) / "bin"))
    folders.append(USUAL_FOLDER)
    return shutil.which("nvcc", path=os.pathsep.join(folders))


def nvcc_for(path: str, capability: int) -> Nvcc:
    """The newest target that suits the GPU: a newer GPU compiles the module's PTX by itself.

    Raises GraderError when the toolkit makes nothing for a GPU that old.
    """
    ended = run_limited([path, "--list-gpu-arch"], LIST_LIMIT_S)
    known = [int(number) for number in re.findall(r"^compute_(\d+)$", ended.output, re.MULTILINE)]
    fitting = [number for number in known if number <= capability]
    if not known:
        raise GraderError(f"{path} cannot list its targets: {ended.errors.strip()}")
    if not fitting:
        raise GraderError(
            f"{path} compiles for compute capability {min(known) / 10:.1f} at the least, "
            f"and this GPU has {capability / 10:.1f}",
            "Install an older CUDA toolkit and name it in CUDA_HOME.",
        )
    return Nvcc(Path(path), max(fitting))


def compile_for_gpu(
    project: Project, nvcc: Nvcc, kernel: Path, include: Path, within: Confinement | None = None
) -> Module | CompileError:
    """Compile kernel unless a module of the very same inputs is in the cache.

    within: compile there; None trusts the file. Raises GraderError when the file cannot be read or nvcc
    cannot be run.
    """
    kernel = kernel.resolve()
    module = _module_of(project, nvcc, kernel, include, within)
    if module.is_file():
        return Module(module, fresh=False)
    module.parent.mkdir(parents=True, exist_ok=True)
    job = GpuJob(project, nvcc, kernel, include, module.with_name(f".{module.stem}.{uuid4().hex}.fatbin"))
    made = _compile(job, within)
    if isinstance(made, Module):
        # A file that was saved meanwhile is perhaps not the one that the name stands for.
        module = _module_of(project, nvcc, kernel, include, within)
        made.path.replace(module)
        return Module(module, fresh=True)
    return made


def _module_of(project: Project, nvcc: Nvcc, kernel: Path, include: Path, within: Confinement | None) -> Path:
    key = fatbin_key(include, kernel, read_source(kernel), nvcc.path, nvcc.target)
    # Without a sandbox a file can include what it would not find inside one, so its module has another name.
    sandboxed = "" if within is None or isinstance(within, NoSandbox) else "-sandboxed"
    return project.modules / f"{kernel.stem}-{key}{sandboxed}.fatbin"


@dataclass(frozen=True)
class GpuJob:
    """What is to be compiled, by which compiler. module: where the result is to lie."""

    project: Project
    nvcc: Nvcc
    kernel: Path
    include: Path
    module: Path

    def command(self, module: Path) -> list[str | Path]:
        """How nvcc is called to write that module."""
        # Code for this GPU, and PTX for one that the toolkit does not know yet.
        target = f"arch=compute_{self.nvcc.target},code=[sm_{self.nvcc.target},compute_{self.nvcc.target}]"
        options = ["-std=c++17", "-O3", "-lineinfo", "-gencode", target, "-fatbin"]
        return [self.nvcc.path.resolve(), *options, "-I", self.include, self.kernel, "-o", module]

    def places(self, folder: Path) -> Places:
        """The toolkit, which may be beside the system's folders, the lab's headers and the file."""
        toolkit = self.nvcc.path.resolve().parents[1]
        read = (toolkit, *(path.resolve() for path in headers_in(self.include)), self.kernel)
        return Places(read, folder)


def _compile(job: GpuJob, within: Confinement | None) -> Module | CompileError:
    project, kernel = job.project, job.kernel
    if within is None:
        limit_s = far_stop_s(COMPILE_LIMIT_S)
        ended = run_limited(job.command(job.module), limit_s, project.root, processor_s=COMPILE_LIMIT_S)
    else:
        ended = compile_confined(within, job, COMPILE_LIMIT_S)
    if ended.used_up:
        words = f"nvcc did not finish within {COMPILE_LIMIT_S:g} s of processor time"
        return CompileError(words, str(kernel), 0, words)
    refuse_stalled(ended, COMPILE_LIMIT_S)
    if ended.code == 0 and job.module.is_file():
        return Module(job.module, fresh=True)
    if within is not None and ended.code < 0:
        words = f"nvcc was ended by {signal_name(ended.code)} at a submission's limits"
        return CompileError(words, str(kernel), 0, words, refused=True)
    words = ended.errors.strip() or ended.output.strip()
    if not words or any(sign in words for sign in OURS):
        raise GraderError(
            f"{project.shown(kernel)} could not be compiled for the GPU: "
            f"{words or f'nvcc ended with status {ended.code}'}",
            "Try nvcc by itself, or go without: --machine simt",
        )
    return read_compile_error(words)
