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
from grader.core.process import run_limited
from grader.machine.cache_key import fatbin_key
from grader.machine.module import COMPILE_LIMIT_S, CompileError, Module, read_compile_error

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


def compile_for_gpu(project: Project, nvcc: Nvcc, kernel: Path, include: Path) -> Module | CompileError:
    """Compile kernel unless a module of the very same inputs lies in the cache.

    Raises GraderError when the file cannot be read or nvcc cannot be run.
    """
    kernel = kernel.resolve()
    module = _module_of(project, nvcc, kernel, include)
    if module.is_file():
        return Module(module, fresh=False)
    module.parent.mkdir(parents=True, exist_ok=True)
    made = _compile(project, nvcc, kernel, include, module.with_name(f".{module.stem}.{uuid4().hex}.fatbin"))
    if isinstance(made, Module):
        # A file that was saved meanwhile is perhaps not the one that the name stands for.
        module = _module_of(project, nvcc, kernel, include)
        made.path.replace(module)
        return Module(module, fresh=True)
    return made


def _module_of(project: Project, nvcc: Nvcc, kernel: Path, include: Path) -> Path:
    key = fatbin_key(include, kernel, read_source(kernel), nvcc.path, nvcc.target)
    return project.modules / f"{kernel.stem}-{key}.fatbin"


def _compile(
    project: Project, nvcc: Nvcc, kernel: Path, include: Path, module: Path
) -> Module | CompileError:
    # Code for this GPU, and PTX for one that the toolkit does not know yet.
    target = f"arch=compute_{nvcc.target},code=[sm_{nvcc.target},compute_{nvcc.target}]"
    options = ["-std=c++17", "-O3", "-lineinfo", "-gencode", target, "-fatbin"]
    command: list[str | Path] = [nvcc.path, *options, "-I", include, kernel, "-o", module]
    ended = run_limited(command, COMPILE_LIMIT_S, project.root)
    if ended.timed_out:
        words = f"nvcc did not finish within {COMPILE_LIMIT_S:g} s"
        return CompileError(words, str(kernel), 0, words)
    if ended.code == 0 and module.is_file():
        return Module(module, fresh=True)
    words = ended.errors.strip() or ended.output.strip()
    if not words or any(sign in words for sign in OURS):
        raise GraderError(
            f"{project.shown(kernel)} could not be compiled for the GPU: "
            f"{words or f'nvcc ended with status {ended.code}'}",
            "Try nvcc by itself, or go without: --machine simt",
        )
    return read_compile_error(words)
