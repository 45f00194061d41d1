"""A fault beside the source: what to change, and the short notes at its lines.

A fault's sentence is told in full once on a page. At its line, and at the line of a race's other thread, a
few words refer to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grader.core.visible import visible
from grader.report.advice import advice_on_fault
from grader.report.scorecard.html_page import with_code_spans
from grader.report.scorecard.source_listing import FaultNote
from grader.schema.trace_document import Fault


def advice_of(fault: Fault) -> str:
    """What to change: the machine's own advice, else what ends any race."""
    return fault.advice or advice_on_fault(fault.message)


def is_elsewhere(fault: Fault) -> bool:
    """Whether a race's other thread was in another line."""
    return bool(fault.other_line) and (fault.other_file, fault.other_line) != (fault.file, fault.line)


def fault_notes(fault: Fault, href: str) -> Iterator[tuple[str, int, FaultNote]]:
    """File, line and note of each place of a fault. href: to where it is told in full."""
    if not fault.line:
        return
    yield fault.file, fault.line, _note(fault, fault.other_file, fault.other_line, href)
    if is_elsewhere(fault):
        yield fault.other_file, fault.other_line, _note(fault, fault.file, fault.line, href)


def _note(fault: Fault, file: str, line: int, href: str) -> FaultNote:
    if not line:
        return FaultNote("fails", with_code_spans(visible(fault.kind)), href)
    same = (file, line) == (fault.file, fault.line) == (fault.other_file, fault.other_line)
    of_file = "" if fault.file == fault.other_file else f" of {Path(file).name}"
    said = "two threads in this line" if same else f"with line {line}{of_file}"
    return FaultNote(fault.kind, with_code_spans(visible(said)), href)
