"""A trace in the terminal: faults first, then each line's cost, then the totals.

What is said in words is in trace_words.py, the same as on the page; here it gets its place, its indentation
and its colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.core.visible import visible
from grader.core.wording import figure, plural
from grader.report.costs import LineCost, Weight, costs_of
from grader.report.in_flight import in_flight_words
from grader.report.trace_view.trace_words import (
    Excerpt,
    Sources,
    difference_words,
    dump_head,
    dump_words,
    excerpts_of,
    fault_place,
    remark_words,
    schedule_words,
    shape_words,
    total_words,
    traffic_words,
    verdict_words,
    wasted_words,
    worst,
)
from grader.schema.trace_document import Fault, Trace, TracedLaunch

STYLES = {Weight.LEAST: "green", Weight.ABOVE: "yellow", Weight.HEAVY: "bold red"}
SHOWN_PRINTED = 40


def print_trace(console: Console, trace: Trace, file: Path) -> None:
    """Print everything that a trace found. file: as the user named it."""
    # Only Text objects reach rich: its markup in a kernel's message must stay words.
    sources = Sources()
    for launch in trace.launches:
        console.print(_launch(launch, trace, file, sources))
    for kernel in trace.not_run:
        console.print(Text(f"{kernel}: not launched, since the launch before it was stopped", style="yellow"))
    for dump in trace.dumps:
        console.print(Text(dump_head(dump), style="bold"))
        console.print(Padding(Text(visible(dump_words(dump)), overflow="fold"), (0, 0, 1, 2)))
    agrees = not trace.differences
    for words in difference_words(trace):
        console.print(Text(visible(words), style="green" if agrees else "bold red"))


def _launch(launch: TracedLaunch, trace: Trace, file: Path, sources: Sources) -> RenderableType:
    costs = costs_of([launch.launch])
    parts: list[RenderableType] = [*_head(launch, trace, file)]
    found = len(launch.faults) + len(launch.unwritten)
    if found:
        parts.append(_heading(f"{plural(found, 'fault')}", "bold red"))
        parts.extend(part for fault in launch.faults for part in _fault(fault, file, sources))
        parts.extend(_found(item.message) for item in launch.unwritten)
    if launch.remarks:
        parts.append(_heading(plural(len(launch.remarks), "remark"), "bold yellow"))
        parts.extend(
            _indented(Text(visible(remark_words(remark, file)), overflow="fold")) for remark in launch.remarks
        )
    parts.append(_heading("What each line cost", "bold"))
    parts.extend(_lines(costs, file, sources))
    parts.append(_heading("Totals", "bold"))
    parts.extend(_totals(launch, costs))
    if not found:
        parts.append(_indented(Text("No fault found.", style="green")))
    if launch.printed:
        parts.append(_heading("The kernel printed", "bold"))
        parts.append(_indented(_printed(launch.printed)))
    return Padding(Group(*parts), (0, 0, 1, 0))


def _head(launch: TracedLaunch, trace: Trace, file: Path) -> Iterator[RenderableType]:
    yield Text.assemble((visible(launch.signature), "bold"), "  ", (str(file), "dim"))
    yield _indented(Text(f"{shape_words(launch)}\n{schedule_words(trace)}", style="dim"))
    if launch.parameters:
        given = Table.grid(padding=(0, 2, 0, 0))
        given.add_column(no_wrap=True)
        given.add_column(overflow="fold")
        for number, parameter in enumerate(launch.parameters, start=1):
            given.add_row(Text(parameter.name or f"parameter {number}"), Text(visible(parameter.given)))
        yield _indented(given)


def _heading(words: str, style: str) -> RenderableType:
    return Padding(Text(words, style=style), (1, 0, 0, 0))


def _indented(part: RenderableType) -> RenderableType:
    return Padding(part, (0, 0, 0, 2))


def _fault(fault: Fault, file: Path, sources: Sources) -> Iterator[RenderableType]:
    message = visible(fault.message)
    said = message.replace("-", " ").startswith(fault.kind)
    shown = message if said else f"{fault.kind}: {message}"
    yield _found(shown)
    if fault_place(fault):
        yield Padding(Text(fault_place(fault), style="dim"), (0, 0, 0, 4))
    if fault.advice:
        yield Padding(Text(visible(fault.advice)), (0, 0, 0, 4))
    for excerpt in excerpts_of(fault, sources):
        yield Padding(Text(f"{_place(excerpt.file, file)}:{excerpt.line}", style="cyan"), (0, 0, 0, 4))
        yield from _excerpt(excerpt)


def _found(words: str) -> RenderableType:
    return _indented(Text.assemble(("x ", "bold red"), (visible(words), "bold"), overflow="fold"))


def _excerpt(excerpt: Excerpt) -> Iterator[RenderableType]:
    for line in excerpt.lines:
        mark = ">" if line.carets else " "
        row = Text(f"  {mark}{line.number:>5} | {visible(line.text)}", no_wrap=True, overflow="ellipsis")
        yield _indented(row)
        if line.carets:
            yield _indented(Text(f"         | {line.carets}", "red", no_wrap=True, overflow="crop"))


def _lines(costs: Sequence[LineCost], file: Path, sources: Sources) -> Iterator[RenderableType]:
    marked = worst(costs)
    place = ("", 0)
    for cost in costs:
        access = cost.access
        if place != (access.file, access.line):
            if place[0] != access.file and not _same(access.file, file):
                yield Padding(Text(_place(access.file, file), style="cyan"), (0, 0, 0, 2))
            place = (access.file, access.line)
            text = visible(sources.line(access.file, access.line)) or "(no line is known)"
            yield Text(f"{access.line:>6}  {text}", no_wrap=True, overflow="ellipsis")
        yield _cost(cost, cost in marked)
    if not costs:
        yield _indented(Text("No access was counted."))


def _cost(cost: LineCost, is_worst: bool) -> RenderableType:
    row = Table.grid()
    row.add_column(width=10, no_wrap=True)
    row.add_column(overflow="fold")
    mark = Text("  worst >" if is_worst else "", style="bold red")
    row.add_row(mark, Text(_cost_words(cost), style=STYLES[cost.weight]))
    return row


def _cost_words(cost: LineCost) -> str:
    access = cost.access
    words = [
        f"{cost.what}, {access.width} B".ljust(20),
        plural(access.requests, "request"),
        f"{figure(cost.amount)} {cost.unit} each, least {figure(cost.least)}",
    ]
    if wasted_words(cost):
        words.append(wasted_words(cost))
    return "  ".join(words)


def _totals(launch: TracedLaunch, costs: Sequence[LineCost]) -> Iterator[RenderableType]:
    table = Table.grid(padding=(0, 2, 0, 0))
    for justify in ("left", "right", "right", "right", "right"):
        table.add_column(justify=justify, overflow="fold")
    if launch.totals:
        heads = ("", "requests", "cost", "least", "efficiency")
        table.add_row(*(Text(head, style="dim") for head in heads))
    for total in launch.totals:
        table.add_row(*(Text(word) for word in total_words(total)))
    yield _indented(table)
    for words in _sentences(launch, costs):
        yield _indented(Text(words, overflow="fold"))


def _sentences(launch: TracedLaunch, costs: Sequence[LineCost]) -> Iterable[str]:
    traffic = traffic_words(launch.totals)
    in_flight = in_flight_words(launch.launch)
    return [*(words for words in (traffic, in_flight) if words), *verdict_words(costs)]


def _printed(text: str) -> Text:
    lines = visible(text.rstrip("\n")).split("\n")
    left = len(lines) - SHOWN_PRINTED
    more = f"\n… and {left:,} lines more" if left > 0 else ""
    return Text("\n".join(lines[:SHOWN_PRINTED]) + more, overflow="fold")


def _same(one: str, other: Path) -> bool:
    return Path(one).resolve() == other.resolve()


def _place(path: str, file: Path) -> str:
    """The traced file as the user named it, any other by its path."""
    return str(file) if _same(path, file) else path
