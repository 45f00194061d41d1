"""Compiles a whole CUDA program with simtcc; the same inputs are compiled once."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from uuid import uuid4

from grader.core.errors import GraderError
from grader.core.files import read_source, write_whole
from grader.core.process import run_limited
from grader.core.temporary import temporary_folder
from grader.machine.cache_key import digest_of, text_key
from grader.machine.module import refuse_full_compile

# The targets that must be built before a program can be compiled and linked.
TARGETS = ("simtcc", "simt_cudart", "cuda_headers")
COMPILE_LIMIT_S = 600.0
# A program that never calls CUDA is linked with the runtime all the same, and so has a report
# (common/simt/runtime/api/report_without_calls.cpp).
REPORTS_ALWAYS = ("-Xlinker", "--undefined=simt_report_without_calls")
# The words of ld and lld for a program without main().
NO_MAIN = re.compile(r"undefined (?:reference to `|symbol: )main\b")


class NoMain(GraderError):
    """The files compile, and none of them has main()."""


class Toolchain(Protocol):
    """What compiles programs, and where they are kept: a checkout, or an installed machine."""

    @property
    def simtcc(self) -> Path:
        """The compiler."""

    @property
    def modules(self) -> Path:
        """The cache of what was compiled."""


@dataclass(frozen=True)
class ProgramSource:
    """The files of a program, and further options of simtcc's, which are nvcc's."""

    files: tuple[Path, ...]
    options: tuple[str, ...] = ()


def build_program(tools: Toolchain, source: ProgramSource, modules: Path | None = None) -> Path:
    """The executable, compiled unless the cache has one of the very same inputs.

    modules: the cache; None: the toolchain's own. Raises GraderError when a file cannot be read or does not
    compile: NoMain when no file has main().
    """
    for file in source.files:
        read_source(file)
    files = [file.resolve() for file in source.files]
    # Options may name files relative to where the user stands.
    key = text_key(str(Path.cwd()), *map(str, files), "", *source.options)
    program = (modules or tools.modules) / f"program-{files[0].stem}-{key}"
    if not _is_current(program):
        _compile(tools, source, files, program)
    return program


def _compile(tools: Toolchain, source: ProgramSource, files: Sequence[Path], program: Path) -> None:
    program.parent.mkdir(parents=True, exist_ok=True)
    # The program is made under another name, because another run may execute the old one at this moment.
    made = program.with_name(f".{program.name}.{uuid4().hex}")
    with temporary_folder() as folder:
        dependencies = folder / "dependencies"
        command = [str(tools.simtcc), *source.options, *REPORTS_ALWAYS, "--depfile", str(dependencies)]
        command += [*map(str, files), "-o", str(made)]
        try:
            ended = run_limited(
                command, COMPILE_LIMIT_S, Path.cwd(), environment={**os.environ, "TMPDIR": str(folder)}
            )
        except OSError as error:
            raise GraderError(f"cannot start {tools.simtcc}: {error.strerror}") from error
        names = ", ".join(map(str, source.files))
        if ended.timed_out:
            raise GraderError(f"{names}: the compiler did not finish within {COMPILE_LIMIT_S:g} s")
        refuse_full_compile(ended, folder, program.parent)
        if ended.code != 0 or not made.is_file():
            if NO_MAIN.search(ended.errors):
                raise NoMain(f"{names}: no main()")
            words = ended.errors.strip() or ended.output.strip() or f"status {ended.code}"
            raise GraderError(f"{names} cannot be compiled:\n{words}")
        used = [tools.simtcc, *_runtime_of(tools), *files, *_listed(dependencies)]
        _notes(program).unlink(missing_ok=True)
        made.replace(program)
        write_whole(_notes(program), json.dumps({str(file): digest_of(file) for file in used}))


def _runtime_of(tools: Toolchain) -> list[Path]:
    """What simtcc links programs with (common/simt/compiler/driver/toolkit.h)."""
    library = tools.simtcc.with_name("toolkit") / "lib64" / "libcudart_static.a"
    return [library] if library.is_file() else []


def _listed(dependencies: Path) -> list[Path]:
    """The files that make's rules name behind their targets; none for a program of object files alone."""
    if not dependencies.is_file():
        return []
    text = dependencies.read_text(encoding="utf-8").replace("\\\n", " ")
    rules = (line.partition(": ")[2] for line in text.split("\n"))
    names = [name for rule in rules for name in re.findall(r"(?:\\.|[^\s\\])+", rule)]
    return list(dict.fromkeys(Path(re.sub(r"\\(.)", r"\1", name)) for name in names))


def _is_current(program: Path) -> bool:
    if not os.access(program, os.X_OK):
        return False
    try:
        noted = json.loads(_notes(program).read_text(encoding="utf-8"))
        return bool(noted) and all(digest_of(Path(file)) == digest for file, digest in noted.items())
    except (OSError, ValueError, AttributeError):
        return False


def _notes(program: Path) -> Path:
    return program.with_name(f"{program.name}.inputs.json")
