"""Compiles a kernel file in confinement, and vets it before anybody can load its module."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from grader.core.files import read_source
from grader.core.paths import Project
from grader.core.process import Finished
from grader.core.temporary import temporary_folder
from grader.isolation.confinement import Confinement, Places, compile_limits

# Imported where a file is vetted: a student's own check vets nothing, and does not wait for it.
if TYPE_CHECKING:
    from grader.vetting.rules import Finding
    from grader.vetting.source import Headers

LIMIT_S = 60.0
LARGEST_MODULE = 64 * 1024 * 1024


@dataclass(frozen=True)
class Job:
    """What is to be compiled, against which lab's header. module: where the result is to lie."""

    project: Project
    kernel: Path
    include: Path
    compiler: str | None
    module: Path

    @property
    def headers(self) -> Headers:
        from grader.vetting.source import Headers

        return Headers(self.include.resolve(), self.project.simt.resolve() / "include" / "cuda")


@dataclass(frozen=True)
class Made:
    """How the compiler ended, and what speaks against the file. There is a module when nothing does."""

    ended: Finished
    findings: Sequence[Finding] = ()


def compile_confined(within: Confinement, job: Job) -> Made:
    """Raises GraderError when the sandbox or the inspection failed."""
    from grader.vetting.vet import Compiled, vet_compiled, vet_text

    with temporary_folder() as place:
        folder = place.resolve()
        inside, outside = folder / "compiled", folder / "inspected"
        inside.mkdir()
        outside.mkdir()
        text = read_source(job.kernel)
        ended = within.run(_command(job, inside), compile_limits(LIMIT_S), _places(job, inside))
        module, expanded = inside / "module.so", inside / "expanded.ii"
        if ended.timed_out:
            return Made(ended)
        if ended.code != 0 or not _is_module(module):
            worth = expanded.is_file() and not expanded.is_symlink()
            return Made(ended, vet_text(job.headers, job.kernel, text, expanded) if worth else ())
        # Out of the compiler's reach first: what is vetted is what will be loaded.
        shutil.copyfile(module, job.module, follow_symlinks=False)
        findings = vet_compiled(
            within, outside, job.headers, Compiled(job.kernel, text, expanded, job.module)
        )
        if findings:
            job.module.unlink()
        return Made(ended, findings)


def _command(job: Job, folder: Path) -> list[str | Path]:
    choice = ["--compiler", job.compiler] if job.compiler else []
    expand: list[str | Path] = ["--expand", folder / "expanded.ii"]
    return [
        job.project.simtcc,
        *choice,
        "--guard",
        "-I",
        job.include,
        *expand,
        job.kernel,
        "-o",
        folder / "module.so",
    ]


def _places(job: Job, folder: Path) -> Places:
    # Only headers of the lab's folder are ever included; its other files are no secret, and no help.
    read = [job.project.simt, job.include, job.kernel]
    found = shutil.which(job.compiler) if job.compiler else None
    if found is not None and not Path(found).resolve().is_relative_to("/usr"):
        read.append(Path(found).resolve().parent)
    return Places(tuple(path.resolve() for path in read), folder)


def _is_module(file: Path) -> bool:
    return not file.is_symlink() and file.is_file() and 0 < file.stat().st_size <= LARGEST_MODULE
