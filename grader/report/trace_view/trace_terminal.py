"""A trace in the terminal: faults first, then each line's cost, then the totals.

What is said in words is in trace_words.py, the same as on the page; terminal_parts.py gives it its place, its
indentation and its colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.core.visible import visible
from grader.core.wording import plural
from grader.report.costs import costs_of
from grader.report.in_flight import in_flight_words
from grader.report.launch_times import line_shares
from grader.report.trace_view.terminal_parts import (
    cost_lines,
    fault_lines,
    found_line,
    heading,
    indented,
    total_lines,
)
from grader.report.trace_view.trace_words import (
    Sources,
    difference_words,
    dump_head,
    dump_words,
    following_words,
    launch_time_words,
    remark_words,
    schedule_words,
    shape_words,
    told_apart,
)
from grader.schema.trace_document import Trace, TracedLaunch

SHOWN_PRINTED = 40


def print_trace(console: Console, trace: Trace, file: Path) -> None:
    """Print everything that a trace found. file: as the user named it."""
    # Only Text objects reach rich, so that its markup in a kernel's message stays words.
    sources = Sources()
    for launch in trace.launches:
        console.print(_launch(launch, trace, file, sources), crop=False)
    for kernel in trace.not_run:
        console.print(Text(f"{kernel}: not launched, since the launch before it was stopped", style="yellow"))
    for dump in trace.dumps:
        console.print(Text(dump_head(dump), style="bold"))
        console.print(Padding(Text(visible(dump_words(dump)), overflow="fold"), (0, 0, 1, 2)))
    agrees = not trace.differences
    for words in difference_words(trace):
        console.print(Text(visible(words), style="green" if agrees else "bold red"))


def _launch(launch: TracedLaunch, trace: Trace, file: Path, sources: Sources) -> RenderableType:
    costs, shares = costs_of([launch.launch]), line_shares([launch])
    parts: list[RenderableType] = [*_head(launch, trace, file)]
    told, following = told_apart(launch.faults)
    found = len(told) + len(launch.unwritten)
    if found:
        parts.append(heading(f"{plural(found, 'fault')}", "bold red"))
        parts.extend(part for fault in told for part in fault_lines(fault, file, sources))
        if following:
            parts.append(indented(Text(following_words(following), style="dim")))
        parts.extend(found_line(item.message) for item in launch.unwritten)
    if launch.remarks:
        parts.append(heading(plural(len(launch.remarks), "remark"), "bold yellow"))
        parts.extend(
            indented(Text(visible(remark_words(remark, file)), overflow="fold")) for remark in launch.remarks
        )
    parts.append(heading("What each line cost", "bold"))
    parts.extend(cost_lines(costs, file, sources, shares))
    parts.append(heading("Totals", "bold"))
    parts.extend(total_lines(launch.totals, costs, shares, in_flight_words(launch.launch)))
    if not found:
        parts.append(indented(Text("No fault found.", style="green")))
    if launch.printed:
        parts.append(heading("The kernel printed", "bold"))
        parts.append(indented(_printed(launch.printed)))
    return Group(*parts, Text(""))


def _head(launch: TracedLaunch, trace: Trace, file: Path) -> Iterator[RenderableType]:
    yield Text.assemble((visible(launch.signature), "bold"), "  ", (str(file), "dim"))
    yield indented(
        Text(
            f"{shape_words(launch.launch, launch.dynamic_shared_bytes)}\n{schedule_words(trace)}", style="dim"
        )
    )
    if launch.parameters:
        given = Table.grid(padding=(0, 2, 0, 0))
        given.add_column(no_wrap=True)
        given.add_column(overflow="fold")
        for number, parameter in enumerate(launch.parameters, start=1):
            given.add_row(Text(parameter.name or f"parameter {number}"), Text(visible(parameter.given)))
        yield indented(given)
    if launch_time_words(launch):
        yield indented(Text(visible(launch_time_words(launch))))


def _printed(text: str) -> Text:
    lines = visible(text.rstrip("\n")).split("\n")
    left = len(lines) - SHOWN_PRINTED
    more = f"\n… and {left:,} lines more" if left > 0 else ""
    return Text("\n".join(lines[:SHOWN_PRINTED]) + more, overflow="fold")
