"""Compiles one kernel file to a module of the SIMT machine."""

from __future__ import annotations

import os
import re
import signal
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from grader.core.disk import full_disk_error, refuse_full
from grader.core.errors import GraderError, StalledError
from grader.core.files import read_source
from grader.core.paths import Project
from grader.core.process import Finished, run_limited, signal_name
from grader.core.run_defaults import far_stop_s
from grader.core.temporary import temporary_folder
from grader.isolation.confinement import Confinement, NoSandbox
from grader.machine.cache_key import module_key
from grader.machine.compiling import LARGEST_MODULE, LIMIT_S, Job, compile_confined, cuda_headers

COMPILE_LIMIT_S = 120.0


@dataclass(frozen=True)
class Module:
    """A compiled kernel file. fresh: compiled just now rather than found in the cache."""

    path: Path
    fresh: bool


@dataclass(frozen=True)
class CompileError:
    """The compiler refused the file. message: its first error; text: all of its words.

    file, line: where the first error lies; '' and 0 when the compiler did not say.
    refused: it may well compile, but takes more than a submission may.
    """

    message: str
    file: str
    line: int
    text: str
    refused: bool = False


def compile_kernel(
    project: Project, kernel: Path, include: Path, within: Confinement | None = None
) -> Module | CompileError:
    """Compile kernel unless a module of the very same inputs is in the cache. simtcc must be built.

    within: compile there; None trusts the file, as on its author's own machine.
    Raises GraderError when the file cannot be read or the compiler cannot be run.
    """
    kernel = kernel.resolve()
    read_source(kernel)
    if not os.access(project.simtcc, os.X_OK):
        raise GraderError(
            f"{project.shown(project.simtcc)} was not found or may not be run",
            "Build it: cmake --preset default && cmake --build --preset default --target simtcc",
        )
    while True:
        module = _module_of(project, include, kernel, within)
        if module.is_file():
            return Module(module, fresh=False)
        # The module is made under another name: nobody may find a module that is perhaps not of its name's
        # text.
        job = Job(project, kernel, include, _private(module))
        made = _compile(job) if within is None else _compile_confined(within, job)
        if _module_of(project, include, kernel, within) != module:
            _drop(made)
            continue  # saved again meanwhile: what was compiled is perhaps neither the old text nor the new
        if isinstance(made, CompileError):
            return made
        made.path.replace(module)
        return Module(module, fresh=True)


def _module_of(project: Project, include: Path, kernel: Path, within: Confinement | None) -> Path:
    key = module_key(project, include, kernel, read_source(kernel))
    # Without a sandbox a file can include what it would not find inside one, so its module has another name.
    sandboxed = "" if within is None or isinstance(within, NoSandbox) else "-sandboxed"
    return project.modules / f"{kernel.stem}-{key}{sandboxed}.so"


def _private(module: Path) -> Path:
    """A path beside the module that no other process or thread uses."""
    try:
        module.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GraderError(f"cannot make the folder {module.parent}: {error.strerror}") from error
    return module.with_name(f".{module.stem}.{uuid4().hex}.so")


def _drop(made: Module | CompileError) -> None:
    if isinstance(made, Module):
        made.path.unlink(missing_ok=True)


def _compile(job: Job) -> Module | CompileError:
    with temporary_folder() as folder:
        # The files that a killed compiler leaves are removed with this folder.
        environment = {**os.environ, "TMPDIR": str(folder)}
        ended = run_limited(
            job.command(job.module),
            far_stop_s(COMPILE_LIMIT_S),
            job.project.root,
            processor_s=COMPILE_LIMIT_S,
            environment=environment,
        )
        refuse_full_compile(ended, folder, job.module.parent)
    return _judge(job, ended, COMPILE_LIMIT_S)


def refuse_full_compile(ended: Finished, *places: Path) -> None:
    """Raise GraderError if a compiler failed for lack of disk space, whether it could still say so or not."""
    if ended.code == 0:
        return
    if full := full_disk_error(ended.errors, places[-1]):
        raise full
    # The compiler's messages went to the same disk. An error that it did write is the file's, full disk or
    # not.
    if FIRST_ERROR.search(ended.errors) is None:
        refuse_full(*places)


def _compile_confined(within: Confinement, job: Job) -> Module | CompileError:
    ended = compile_confined(within, job, LIMIT_S)
    if ended.used_up or ended.code == -signal.SIGXCPU:
        return _refused(job, f"the compiler did not finish within {LIMIT_S:g} s of processor time")
    refuse_stalled(ended, LIMIT_S)
    if ended.code != 0 and OUT_OF_MEMORY.search(ended.errors):
        return _refused(job, "the compiler ran out of the memory that a submission may use")
    if ended.code == -signal.SIGXFSZ:
        return _refused(job, "the compiler wrote more than it may for a submission")
    if ended.code == CANNOT and "simtcc: linking" in ended.errors:
        return _refused(job, f"the file cannot be linked: {ended.errors.strip()}")
    # SIGKILL comes from no limit of the grader: a computer that is out of memory sends it, or a person.
    if ended.code < 0 and ended.code != -signal.SIGKILL:
        return _refused(job, f"the compiler crashes on this file ({signal_name(ended.code)})")
    if ended.code == 0 and not job.module.is_file():
        return _refused(job, f"its module has more than {LARGEST_MODULE >> 20} MiB")
    return _judge(job, ended, LIMIT_S)


def refuse_stalled(ended: Finished, limit_s: float) -> None:
    """Raise StalledError if a compiler with that limit of processor time was stopped by the clock."""
    if ended.timed_out:
        raise StalledError(
            f"the compiler did not end within {far_stop_s(limit_s):g} s and used only "
            f"{ended.processor_s:.1f} s of its {limit_s:g} s of processor time: this computer is overloaded",
            "Run it again with less other work on this computer, or with fewer --jobs.",
        )


def _refused(job: Job, words: str) -> CompileError:
    return CompileError(words, str(job.kernel), 0, words, refused=True)


def _judge(job: Job, ended: Finished, limit_s: float) -> Module | CompileError:
    if ended.used_up:
        words = f"the compiler did not finish within {limit_s:g} s of processor time"
        return CompileError(words, str(job.kernel), 0, words)
    refuse_stalled(ended, limit_s)
    if ended.code == 1:
        return read_compile_error(ended.errors, job)
    if ended.code != 0 or not job.module.is_file():
        why = ended.errors.strip() or _silent(ended.code)
        raise GraderError(f"{job.project.shown(job.kernel)} could not be compiled: {why}", _fix_for(why))
    return Module(job.module, fresh=True)


def _fix_for(why: str) -> str:
    """What to do where simtcc could not run. It starts clang and ld, and is linked with LLVM."""
    if MISSING_LIBRARY in why:
        return "Install LLVM and build simtcc anew: ./course setup && rm -r build/default"
    return "clang and ld are needed: apt-get install clang llvm-dev binutils" if MISSING_TOOL in why else ""


MISSING_TOOL = "is it installed?"  # simtcc's words
MISSING_LIBRARY = "error while loading shared libraries"  # the dynamic linker's
# The words of clang, LLVM and ld for memory that has run out.
OUT_OF_MEMORY = re.compile(r"out of memory|memory exhausted|Cannot allocate memory|bad_alloc|Killed signal")
# simtcc's exit status where it could not do its work.
CANNOT = 2

# Matches the beginning of an error by clang and simtcc, or by nvcc.
FIRST_ERROR = re.compile(
    r"^(?P<file>[^\n:(]+)(?::(?P<line>\d+):(?:\d+:)? (?:fatal )?error"
    r"|\((?P<cuda_line>\d+)\): (?:catastrophic )?error(?: #[\w-]+)?): (?P<say>.*)$",
    re.MULTILINE,
)


def read_compile_error(text: str, job: Job | None = None) -> CompileError:
    """Find the first error in the words of simtcc or nvcc.

    job: whose file it is, where a line of the file, which compilers quote, may look like an error elsewhere.
    """
    for found in FIRST_ERROR.finditer(text):
        if job is None or _is_read_by(job, found["file"]):
            return CompileError(found["say"], found["file"], int(found["line"] or found["cuda_line"]), text)
    first = next((line for line in text.splitlines() if line.strip()), "")
    return CompileError(first or "the compiler refused the file", "", 0, text)


def _is_read_by(job: Job, file: str) -> bool:
    """Whether it is the job's kernel file, or a header that it may include."""
    folders = (job.include, cuda_headers(job.project), Path("/usr"))
    return file == str(job.kernel) or any(Path(file).is_relative_to(folder) for folder in folders)


def _silent(code: int) -> str:
    return signal_name(code) if code < 0 else f"simtcc ended with status {code} and no module"
