"""What the terminal reports of a trace and of a whole program are made of: faults, cost lines, totals.

What is said in words is in trace_words.py; here it gets its place, its indentation and its colour. Only Text
objects reach rich: its markup in a kernel's message must stay words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from grader.core.visible import visible
from grader.core.wording import figure, plural
from grader.report.costs import LineCost, Weight
from grader.report.launch_times import LineShares, percent_words
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


class PlaceLine:
    """A file and a line, moved in: in one line, however long, since people copy it and click it."""

    def __init__(self, place: str, by: int) -> None:
        self.words = " " * by + place

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The segments as they are: rich wraps texts only."""
        yield Segment(self.words, console.get_style("cyan"))
        yield Segment.line()


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
        yield PlaceLine(f"{place_of(excerpt.file, file)}:{excerpt.line}", 4)
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


def cost_lines(
    costs: Sequence[LineCost], file: Path, sources: Sources, shares: LineShares
) -> Iterator[RenderableType]:
    """Each source line with its share of the time and what its accesses cost.

    file: the one that needs no name above its lines, unless those of another file come before them.
    """
    marked = worst(costs)
    heading_of = str(file)
    if shares.shown:
        yield Text(f"{'line':>6}  {'time':>5}", style="dim")
    for place in _in_order(costs, shares):
        if not _same(place[0], Path(heading_of)):
            heading_of = place[0]
            yield PlaceLine(place_of(heading_of, file), 2)
        yield _line(place, sources, shares)
        for cost in costs:
            if (cost.access.file, cost.access.line) == place:
                yield _cost(cost, cost in marked)
    if not costs:
        yield indented(Text("No access was counted."))


def _in_order(costs: Sequence[LineCost], shares: LineShares) -> list[tuple[str, int]]:
    """The lines that access memory or take time, by file: first the file and line that take the most time.

    Where no time is known, and among lines that take none worth showing, they stand as in the source.
    """
    places = dict.fromkeys([*((cost.access.file, cost.access.line) for cost in costs), *shares.shown])
    longest: dict[str, int] = {}
    for file, line in places:
        longest[file] = max(longest.get(file, 0), shares.percent(file, line))
    return sorted(places, key=lambda place: (-longest[place[0]], place[0], -shares.percent(*place), place[1]))


def _line(place: tuple[str, int], sources: Sources, shares: LineShares) -> Text:
    file, line = place
    text = visible(sources.line(file, line)) or "(no line is known)"
    time = f"{percent_words(shares.percent(file, line)):>5}  " if shares.shown else ""
    return Text(f"{line:>6}  {time}{text}", no_wrap=True, overflow="ellipsis")


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
        f"{cost.what}, {access.width} B{' a row' if access.instruction else ''}{access.also}".ljust(20),
        plural(access.requests, "request"),
        f"{cost.amount_words} each, least {figure(cost.least)}" if cost.total else cost.amount_words,
    ]
    if wasted_words(cost):
        words.append(wasted_words(cost))
    return "  ".join(words)


def total_lines(
    totals: Sequence[Total], costs: Sequence[LineCost], shares: LineShares, in_flight: str = ""
) -> Iterator[RenderableType]:
    """What all lines cost together, what is in flight, the line that takes the most time, and the worst."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for justify in ("left", "right", "right", "right", "right"):
        table.add_column(justify=justify, overflow="fold")
    if totals:
        heads = ("", "requests", "cost", "least", "efficiency")
        table.add_row(*(Text(head, style="dim") for head in heads))
    for total in totals:
        table.add_row(*(Text(word) for word in total_words(total)))
    yield indented(table)
    for words in (traffic_words(totals), in_flight, *verdict_words(costs, shares)):
        if words:
            yield indented(Text(words, overflow="fold"))


def _same(one: str, other: Path) -> bool:
    return Path(one).resolve() == other.resolve()


def place_of(path: str, file: Path) -> str:
    """The file of the report as the user named it, any other by its path."""
    return str(file) if _same(path, file) else path
