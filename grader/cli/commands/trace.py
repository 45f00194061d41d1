"""`trace`: compiles any kernel file for the SIMT machine, runs it, and shows what each line costs."""

from __future__ import annotations

import sys
from datetime import datetime, timezone
from pathlib import Path

from grader.cli.session import progress_line
from grader.core.files import read_source, refuse_unwritable, write_whole
from grader.core.paths import current_project
from grader.machine.toolchain import build_targets
from grader.report.terminal.console import SafeConsole
from grader.report.trace_view.trace_terminal import print_trace
from grader.trace.build_module import build_module
from grader.trace.program import TARGETS, run_trace
from grader.trace.request import TraceRequest

STANDARD_OUTPUT = "-"


def run_trace_command(request: TraceRequest, json: str | None, html: Path | None) -> int:
    """Trace, and show it. Returns 0, or 1 when faults or unwritten outputs were found.

    json: a file, or '-' for the standard output, in place of the table.
    """
    read_source(request.file)
    refuse_unwritable(html)
    to_file = Path(json) if json not in (None, STANDARD_OUTPUT) else None
    refuse_unwritable(to_file)
    project = current_project()
    with progress_line() as progress:
        build_targets(project, TARGETS, progress)
        progress(f"building {request.file.name}")
        module = build_module(project, request)
        trace, document = run_trace(project, request, module)
    if json == STANDARD_OUTPUT:
        sys.stdout.write(document)
    else:
        print_trace(SafeConsole(highlight=False), trace, request.file)
    if to_file is not None:
        write_whole(to_file, document)
    if html is not None:
        from grader.report.trace_view.trace_page import render_page

        write_whole(html, render_page(trace, module.text, request.file, datetime.now(timezone.utc)))
    return 1 if trace.faults or trace.unwritten else 0
