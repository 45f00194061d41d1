"""`fidelity`: the SIMT machine's counters beside recorded ones of a GPU."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Annotated

import typer

from grader.cli.session import progress_line
from grader.core.errors import GraderError
from grader.core.files import read_source
from grader.core.paths import current_project
from grader.machine.module import CompileError, compile_kernel
from grader.machine.toolchain import COMPILER, build_targets


def fidelity(
    table: Annotated[Path, typer.Argument(metavar="FILE.csv", help="Warp patterns with a GPU's counters.")],
) -> int:
    """Compare the SIMT machine's counters with a GPU's, for every warp pattern of a CSV file.

    Exit status: 0 equal, 1 any mismatch.
    """
    read_source(table)
    project = current_project()
    tools = project.simt / "tools"
    with progress_line() as progress:
        build_targets(project, ["fidelity", *COMPILER], progress)
        module = compile_kernel(project, tools / "patterns.cu", tools)
    if isinstance(module, CompileError):
        raise GraderError(f"the pattern kernels do not compile:\n{module.text}")
    tool = project.build / "common" / "simt" / "fidelity"
    try:
        return subprocess.run([tool, table, "--module", module.path], check=False).returncode
    except OSError as error:
        raise GraderError(f"cannot start {tool}: {error.strerror}") from error
