"""What the output of a cell shows of a program's report: a page in a frame, and a text for readers without.

The frame keeps the page's style and the notebook's apart. A site that shows notebooks, and Jupyter where a
notebook is not trusted, take frames out: the text inside, one line for each fault, is for them.
"""

from __future__ import annotations

import io
from datetime import datetime, timezone

from markupsafe import escape

from grader.core.visible import visible
from grader.notebook.cell_run import CELL_NAME, Cell, CellRun
from grader.report.program_view.program_page import render_cell
from grader.report.program_view.program_terminal import print_report
from grader.report.program_view.program_words import found_words, head_words
from grader.report.terminal.console import SafeConsole
from grader.schema.program_report import HostFault, ProgramFault, ProgramReport

# Before its script has made it as high as its page, and where it may not.
FRAME_STYLE = "width:100%;height:20rem;border:0;display:block"
# Ample: the place of the cell's file, which is then replaced by its name, is longer than that.
TEXT_WIDTH = 140


def mime_bundle(run: CellRun, report: ProgramReport, *, whole: bool) -> dict[str, str]:
    """The report by MIME type. whole: also what each line cost."""
    page = run.cell.named(render_cell(report, run.cell.file, datetime.now(timezone.utc), whole=whole))
    short = short_text(run.cell, report)
    text = run.cell.named(_long_text(run.cell, report)) if whole else short
    frame = (
        f'<iframe title="Report of this cell" style="{FRAME_STYLE}" srcdoc="{escape(page)}">'
        f"{escape(short)}</iframe>"
    )
    return {"text/html": frame, "text/plain": text}


def short_text(cell: Cell, report: ProgramReport) -> str:
    """What was launched, and a line for each fault."""
    return "\n".join((f"{CELL_NAME}: {head_words(report)}", *fault_lines(cell, report)))


def fault_lines(cell: Cell, report: ProgramReport) -> tuple[str, ...]:
    """'cell.cu:18: out-of-bounds write of …', for kernels first, then for host code."""
    found: list[ProgramFault | HostFault] = [*report.faults, *report.host_faults]
    return tuple(_fault_line(cell, fault) for fault in found)


def _fault_line(cell: Cell, fault: ProgramFault | HostFault) -> str:
    place = f"{fault.file}:{fault.line}: " if fault.line else ""
    return cell.named(visible(f"{place}{found_words(fault.kind, fault.message)}"))


def _long_text(cell: Cell, report: ProgramReport) -> str:
    out = io.StringIO()
    # Left to itself, rich would show in the notebook what is printed here.
    console = SafeConsole(file=out, width=TEXT_WIDTH, highlight=False, color_system=None, force_jupyter=False)
    print_report(console, report, cell.file)
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip().split("\n"))
