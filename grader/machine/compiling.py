"""Runs a compiler, simtcc or nvcc, in confinement, on a kernel file that others handed in.

simtcc sees the kernel file, the lab's headers and CUDA's, and nothing else of the course: what a submission
includes can only be one of these or a header of the system. The module is copied out of its reach before
anybody loads it.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from grader.core.paths import Project
from grader.core.process import Finished
from grader.core.temporary import temporary_folder
from grader.isolation.confinement import Confinement, Places, compile_limits
from grader.machine.cache_key import headers_in

# Seconds of processor time: with CLASS_LIMIT_S for the run, a file takes a minute. simtcc itself stops after
# 20 s of processor time; a kernel file takes less than one.
LIMIT_S = 20.0
LARGEST_MODULE = 64 * 1024 * 1024


@dataclass(frozen=True)
class Job:
    """What is to be compiled, against which lab's headers. module: where the result is to lie."""

    project: Project
    kernel: Path
    include: Path
    module: Path

    def command(self, module: Path) -> list[str | Path]:
        """How simtcc is called to write that module."""
        # The path is real, because the sandbox does not show the links.
        return [self.project.simtcc.resolve(), "-I", self.include, self.kernel, "-o", module]

    def places(self, folder: Path) -> Places:
        """What simtcc may read, and the folder to write to."""
        headers = [*headers_in(cuda_headers(self.project)), *headers_in(self.include)]
        read = (*_own_folders(self.project.simtcc), *headers, self.kernel)
        return Places(tuple(path.resolve() for path in read), folder)


class CompilerJob(Protocol):
    """A compiler's work, for whichever machine. module: where the result is to lie."""

    @property
    def module(self) -> Path:
        """Where the result is to lie."""

    def command(self, module: Path) -> list[str | Path]:
        """How the compiler is called to write that module."""

    def places(self, folder: Path) -> Places:
        """What it may read, and the folder to write to."""


def compile_confined(within: Confinement, job: CompilerJob, limit_s: float = LIMIT_S) -> Finished:
    """How the compiler ended. There is a module unless it is no plain file or too large.

    Raises GraderError when the sandbox failed.
    """
    with temporary_folder() as place:
        folder = place.resolve()
        module = folder / f"module{job.module.suffix}"
        ended = within.run(job.command(module), compile_limits(limit_s), job.places(folder))
        if ended.code == 0 and _is_module(module):
            shutil.copyfile(module, job.module, follow_symlinks=False)
        return ended


def _own_folders(simtcc: Path) -> tuple[Path, ...]:
    """Where simtcc looks for what it knows of CUDA's headers: beside itself, or where it is installed."""
    programs = simtcc.resolve().parent
    installed = (programs.parent / "lib" / "simt", programs.parent / "share" / "simt")
    return (programs, *(folder for folder in installed if folder.is_dir()))


def cuda_headers(project: Project) -> Path:
    """Where simtcc reads CUDA's headers: its build says so, which may be another checkout's."""
    try:
        named = (project.simtcc.parent / "simtcc.headers").read_text(encoding="utf-8").strip()
    except OSError:
        named = ""
    return Path(named) if named else project.simt / "include" / "cuda"


def _is_module(file: Path) -> bool:
    return not file.is_symlink() and file.is_file() and 0 < file.stat().st_size <= LARGEST_MODULE
