"""Compiles a kernel file, with the requested kernels, to a module; the same inputs are compiled once."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.files import read_source, write_whole
from grader.core.paths import Project
from grader.core.process import run_limited
from grader.core.temporary import temporary_folder
from grader.machine.cache_key import digest_of, text_key
from grader.machine.module import COMPILE_LIMIT_S, read_compile_error, refuse_full_compile
from grader.trace.kernels import (
    COMMAND_LINE,
    Kernel,
    NamedKernel,
    choose_kernel,
    kernels_of,
    wrapper_text,
    wrong_kernel,
)
from grader.trace.request import TraceRequest


@dataclass(frozen=True)
class TracedModule:
    """A compiled file. kernels: one name a launch, as the module knows it. text: of the file."""

    path: Path
    kernels: tuple[str, ...]
    text: str
    fresh: bool


def build_module(project: Project, request: TraceRequest, modules: Path | None = None) -> TracedModule:
    """Compile the file unless a module of the very same inputs is in the cache.

    modules: the cache; None: the project's. Raises GraderError when the file cannot be read, does not
    compile, or lacks a kernel.
    """
    file = request.file.resolve()
    shown = str(request.file)
    text = read_source(request.file)
    kernels = kernels_of(text)
    chosen = [choose_kernel(launch.kernel, kernels, shown) for launch in request.launches]
    wrapper = wrapper_text(file, list(dict.fromkeys(chosen)))
    key = text_key(str(project.root), wrapper, *_choices(request))
    module = (modules or project.modules) / f"trace-{file.stem}-{key}.so"
    fresh = not _is_current(module)
    if fresh:
        _compile(project, request, _Job(wrapper, chosen, kernels, module))
    return TracedModule(module, tuple(kernel.name for kernel in chosen), text, fresh)


@dataclass(frozen=True)
class _Job:
    wrapper: str
    chosen: Sequence[NamedKernel]
    kernels: Sequence[Kernel]
    module: Path


def _choices(request: TraceRequest) -> list[str]:
    folders = [part for folder in request.includes for part in ("-I", str(folder.resolve()))]
    return folders + [part for define in request.defines for part in ("-D", define)]


def _compile(project: Project, request: TraceRequest, job: _Job) -> None:
    job.module.parent.mkdir(parents=True, exist_ok=True)
    with temporary_folder() as folder:
        source = folder / f"{request.file.stem}.cu"
        source.write_text(job.wrapper, encoding="utf-8")
        dependencies = folder / "dependencies"
        options = [*_choices(request), "--depfile", str(dependencies), "--line-directives"]
        command = [str(project.simtcc), *options, str(source), "-o", str(job.module)]
        try:
            environment = {**os.environ, "TMPDIR": str(folder)}
            ended = run_limited(command, COMPILE_LIMIT_S, environment=environment)
        except OSError as error:
            raise GraderError(f"cannot start {project.simtcc}: {error.strerror}") from error
        if ended.timed_out:
            raise GraderError(f"{request.file}: the compiler did not finish within {COMPILE_LIMIT_S:g} s")
        refuse_full_compile(ended, folder, job.module.parent)
        words = _own_words(ended.errors, source)
        if ended.code == 1:
            raise _refusal(request, job, words)
        if ended.code != 0 or not job.module.is_file():
            raise GraderError(
                f"{request.file} could not be compiled: {words.strip() or f'status {ended.code}'}"
            )
        _remember(job.module, [project.simtcc, *_listed(dependencies, source)])


def _refusal(request: TraceRequest, job: _Job, words: str) -> GraderError:
    first = read_compile_error(words)
    if first.file == COMMAND_LINE:
        return wrong_kernel(job.chosen, job.kernels, str(request.file), first.message)
    return GraderError(f"{request.file} does not compile:\n{words.strip()}")


def _own_words(words: str, source: Path) -> str:
    """The compiler's words without how it came to the file: through a source that the user never saw."""
    path = re.escape(str(source))
    words = re.sub(rf",\n\s+from {path}:\d+(?::\d+)?:", ":", words)
    return re.sub(rf"In file included from {path}:\d+(?::\d+)?:\n", "", words)


def _listed(dependencies: Path, source: Path) -> list[Path]:
    """The files that a make rule names behind its target."""
    text = dependencies.read_text(encoding="utf-8").replace("\\\n", " ")
    names = re.findall(r"(?:\\.|[^\s\\])+", text.partition(": ")[2])
    files = [Path(re.sub(r"\\(.)", r"\1", name)) for name in names]
    return [file for file in files if file != source]


def _remember(module: Path, files: Sequence[Path]) -> None:
    write_whole(_notes(module), json.dumps({str(file): digest_of(file) for file in files}))


def _is_current(module: Path) -> bool:
    if not module.is_file():
        return False
    try:
        noted = json.loads(_notes(module).read_text(encoding="utf-8"))
        return bool(noted) and all(digest_of(Path(file)) == digest for file, digest in noted.items())
    except (OSError, ValueError, AttributeError):
        return False


def _notes(module: Path) -> Path:
    return module.with_suffix(".inputs.json")
