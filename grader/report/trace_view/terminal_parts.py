"""What the terminal reports of a trace and of a whole program are made of: faults, cost lines, totals.

What is said in words is in trace_words.py; here it gets its place, its indentation and its colour. Only Text
objects reach rich: its markup in a kernel's message must stay words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.core.visible import visible
from grader.core.wording import figure, plural
from grader.report.costs import LineCost, Weight
from grader.report.trace_view.trace_words import (
    Excerpt,
    Sources,
    excerpts_of,
    fault_place,
    total_words,
    traffic_words,
    verdict_words,
    wasted_words,
    worst,
)
from grader.schema.trace_document import Fault, Total

STYLES = {Weight.LEAST: "green", Weight.ABOVE: "yellow", Weight.HEAVY: "bold red"}


def heading(words: str, style: str) -> RenderableType:
    """A title within a report."""
    return Padding(Text(words, style=style), (1, 0, 0, 0))


def indented(part: RenderableType) -> RenderableType:
    """The part, moved in."""
    return Padding(part, (0, 0, 0, 2))


def fault_lines(fault: Fault, file: Path, sources: Sources) -> Iterator[RenderableType]:
    """A fault, who ran into it, and the lines around it."""
    message = visible(fault.message)
    said = message.replace("-", " ").startswith(fault.kind)
    shown = message if said else f"{fault.kind}: {message}"
    yield found_line(shown)
    if fault_place(fault):
        yield Padding(Text(fault_place(fault), style="dim"), (0, 0, 0, 4))
    if fault.advice:
        yield Padding(Text(visible(fault.advice)), (0, 0, 0, 4))
    for excerpt in excerpts_of(fault, sources):
        yield Padding(Text(f"{place_of(excerpt.file, file)}:{excerpt.line}", style="cyan"), (0, 0, 0, 4))
        yield from excerpt_lines(excerpt)


def found_line(words: str) -> RenderableType:
    """One thing that went wrong."""
    return indented(Text.assemble(("x ", "bold red"), (visible(words), "bold"), overflow="fold"))


def excerpt_lines(excerpt: Excerpt) -> Iterator[RenderableType]:
    """Source lines, with carets below the spot."""
    for line in excerpt.lines:
        mark = ">" if line.carets else " "
        row = Text(f"  {mark}{line.number:>5} | {visible(line.text)}", no_wrap=True, overflow="ellipsis")
        yield indented(row)
        if line.carets:
            yield indented(Text(f"         | {line.carets}", "red", no_wrap=True, overflow="crop"))


def cost_lines(costs: Sequence[LineCost], file: Path, sources: Sources) -> Iterator[RenderableType]:
    """Each source line with what its accesses cost. file: the one that needs no name above its lines."""
    marked = worst(costs)
    place = ("", 0)
    for cost in costs:
        access = cost.access
        if place != (access.file, access.line):
            if place[0] != access.file and not _same(access.file, file):
                yield Padding(Text(place_of(access.file, file), style="cyan"), (0, 0, 0, 2))
            place = (access.file, access.line)
            text = visible(sources.line(access.file, access.line)) or "(no line is known)"
            yield Text(f"{access.line:>6}  {text}", no_wrap=True, overflow="ellipsis")
        yield _cost(cost, cost in marked)
    if not costs:
        yield indented(Text("No access was counted."))


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
        f"{cost.what}, {access.width} B{' a row' if access.instruction else ''}".ljust(20),
        plural(access.requests, "request"),
        f"{cost.amount_words} each, least {figure(cost.least)}" if cost.total else cost.amount_words,
    ]
    if wasted_words(cost):
        words.append(wasted_words(cost))
    return "  ".join(words)


def total_lines(
    totals: Sequence[Total], costs: Sequence[LineCost], in_flight: str = ""
) -> Iterator[RenderableType]:
    """What all lines cost together, what is in flight, and the worst in words."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for justify in ("left", "right", "right", "right", "right"):
        table.add_column(justify=justify, overflow="fold")
    if totals:
        heads = ("", "requests", "cost", "least", "efficiency")
        table.add_row(*(Text(head, style="dim") for head in heads))
    for total in totals:
        table.add_row(*(Text(word) for word in total_words(total)))
    yield indented(table)
    for words in _sentences(totals, costs, in_flight):
        yield indented(Text(words, overflow="fold"))


def _sentences(totals: Sequence[Total], costs: Sequence[LineCost], in_flight: str) -> Iterable[str]:
    return [*(words for words in (traffic_words(totals), in_flight) if words), *verdict_words(costs)]


def _same(one: str, other: Path) -> bool:
    return Path(one).resolve() == other.resolve()


def place_of(path: str, file: Path) -> str:
    """The file of the report as the user named it, any other by its path."""
    return str(file) if _same(path, file) else path
