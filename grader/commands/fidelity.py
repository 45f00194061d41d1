"""`fidelity`: the SIMT machine against recorded hardware counters."""

from __future__ import annotations

import subprocess
from pathlib import Path

from grader.commands.session import progress_line
from grader.errors import GraderError
from grader.files import read_source
from grader.module import CompileError, compile_kernel
from grader.paths import current_project
from grader.toolchain import build_targets


def run_fidelity(table: Path, compiler: str | None) -> int:
    """Runs the fidelity tool on a CSV of warp patterns; returns its exit status."""
    read_source(table)
    project = current_project()
    tools = project.simt / "tools"
    with progress_line() as progress:
        build_targets(project, ["fidelity"], progress)
        module = compile_kernel(project, tools / "patterns.cu", tools, compiler)
    if isinstance(module, CompileError):
        raise GraderError(f"the pattern kernels do not compile:\n{module.text}")
    tool = project.build / "common" / "simt" / "fidelity"
    try:
        return subprocess.run([tool, table, "--module", module.path], check=False).returncode
    except OSError as error:
        raise GraderError(f"cannot start {tool}: {error.strerror}") from error
