"""Runs the tracing program on a compiled file, and reads its document.

simt_trace counts, finds faults and compares schedules; here its command line is made of the request, and what
it may end with is told apart: faults found, a launch that cannot be, or a machine that broke off.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.paths import Project
from grader.core.process import signal_name
from grader.schema.trace_document import Trace, parse_trace
from grader.trace.build_module import TracedModule
from grader.trace.request import TraceRequest

TARGET = "simt_trace"
# The targets that must be built before a trace can be made: simtcc compiles the file.
TARGETS = (TARGET, "simtcc")


def program_of(project: Project) -> Path:
    """Where the tracing program lies once it is built."""
    return project.build / "common" / "simt" / "tools" / TARGET


def run_trace(project: Project, request: TraceRequest, module: TracedModule) -> tuple[Trace, str]:
    """The trace, and the document that it was read from. Raises GraderError when it could not run."""
    command = [str(program_of(project)), str(module.path), *_words(request, module)]
    with tempfile.TemporaryFile() as out:
        try:
            ended = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, check=False)
        except OSError as error:
            raise GraderError(f"cannot start {command[0]}: {error.strerror}") from error
        out.seek(0)
        document = out.read().decode("utf-8", errors="replace")
    if ended.returncode not in (0, 1):
        raise _failure(ended.returncode, ended.stderr.decode("utf-8", errors="replace"), module)
    return parse_trace(document, "the document of simt_trace"), document


def _words(request: TraceRequest, module: TracedModule) -> list[str]:
    """The program's command line: the kernels by the names that the module knows."""
    words = list(request.options)
    for index, (launch, kernel) in enumerate(zip(request.launches, module.kernels, strict=True)):
        words += ["--then"] if index else []
        words += ["--kernel", kernel, "--grid", launch.grid, "--block", launch.block]
        words += ["--shared", launch.shared] if launch.shared else []
        words += [word for argument in launch.arguments for word in ("--arg", argument)]
    return words


def _failure(code: int, errors: str, module: TracedModule) -> GraderError:
    if code == 2 and errors.strip():
        return GraderError(errors.strip().replace(str(module.path), "the file"))
    how = signal_name(code) if code < 0 else f"status {code}"
    return GraderError(f"the machine itself broke off ({how}): {errors.strip() or 'it said nothing'}")
