"""Runs kernels on the SIMT machine for the handbook, as ./course trace does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from sphinx.errors import ExtensionError
from sphinx.util import logging

from grader.core.errors import GraderError
from grader.core.paths import Project, current_project
from grader.machine.toolchain import build_targets
from grader.schema.trace_document import Trace
from grader.trace.build_module import build_module
from grader.trace.program import TARGET, run_trace
from grader.trace.request import LaunchRequest, TraceRequest

logger = logging.getLogger(__name__)


def run_kernels(file: Path, launches: Sequence[LaunchRequest], options: tuple[str, ...] = ()) -> Trace:
    """The launches of one file, one after another. options: of the trace, such as --device.

    Raises ExtensionError when they could not run.
    """
    project = current_project()
    request = TraceRequest(file, tuple(launches), options=options)
    try:
        _build_program(project)
        return run_trace(project, request, build_module(project, request))[0]
    except GraderError as error:
        raise ExtensionError(f"{file}: {error}") from error


@cache
def _build_program(project: Project) -> None:
    """Once a run of Sphinx: nothing is done where it is up to date."""
    build_targets(project, [TARGET], lambda line: logger.verbose(line))
