"""A comparison in the terminal: new faults first, then each kernel's sentence, its figures and its lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.core.visible import visible
from grader.core.wording import plural
from grader.report.comparison_view.comparison_words import (
    Trend,
    figure_rows,
    head_words,
    is_changed,
    is_kernel_changed,
    kernel_sentence,
    line_words,
    only_words,
    place_words,
    same_words,
    unchanged_words,
    who_words,
)
from grader.report.program_view.program_words import found_words
from grader.report.trace_view.terminal_parts import found_line, heading, indented
from grader.schema.comparison import ComparedFault, ComparedKernel, ComparedLine, Comparison

FOUND = "bold red"
STYLES = {Trend.LESS: "green", Trend.MORE: "bold red", Trend.SAME: "dim", Trend.UNSURE: "dim"}


def print_comparison(console: Console, comparison: Comparison) -> None:
    """Print everything that a comparison found."""
    before, after = comparison.before.label, comparison.after.label
    style = FOUND if comparison.new_faults else "green"
    console.print(
        Text.assemble((visible(f"{before} → {after}"), "bold"), ": ", (head_words(comparison), style))
    )
    for note in (*comparison.notes, *only_words(comparison)):
        console.print(Text(visible(note), style="yellow"))
    _print_faults(console, comparison.new_faults, f"that {before} has not", FOUND)
    _print_faults(console, comparison.gone_faults, f"that {after} has no longer", "bold green")
    # Of one kernel the figures are what was asked for. Of several, those that are as before are named.
    is_one = len(comparison.kernels) == 1
    for kernel in comparison.kernels:
        if is_one or is_kernel_changed(kernel):
            console.print(_kernel(kernel, comparison))
    if not is_one and (words := same_words(comparison)):
        console.print(Padding(Text(visible(words), style="dim"), (1, 0, 0, 0)))


def _print_faults(console: Console, faults: Sequence[ComparedFault], which: str, style: str) -> None:
    if not faults:
        return
    parts: list[RenderableType] = [Text(visible(f"{plural(len(faults), 'fault')} {which}"), style=style)]
    for fault in faults:
        parts.append(found_line(found_words(fault.kind, fault.message)))
        for words, of in ((who_words(fault), "cyan"), (fault.advice, "")):
            if words:
                parts.append(Padding(Text(visible(words), style=of, overflow="fold"), (0, 0, 0, 4)))
    console.print(Padding(Group(*parts), (1, 0, 0, 0)))


def _kernel(kernel: ComparedKernel, comparison: Comparison) -> RenderableType:
    changed = [line for line in kernel.lines if is_changed(line, kernel)]
    parts: list[RenderableType] = [Text(visible(kernel_sentence(kernel, comparison)), style="bold")]
    parts += [heading("Before and after", "bold"), indented(_figures(kernel))]
    if comparison.counted:
        parts.append(heading("What each line cost, and costs now", "bold"))
        for line in changed:
            parts += _line(line, kernel, comparison)
        if left := unchanged_words(len(kernel.lines) - len(changed)):
            parts.append(indented(Text(left, style="dim")))
    return Padding(Group(*parts), (1, 0, 0, 0))


def _figures(kernel: ComparedKernel) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    for justify in ("left", "right", "right", "left"):
        table.add_column(justify=justify, overflow="fold")
    for row in figure_rows(kernel):
        cells = [Text(visible(cell)) for cell in (row.name, row.before, row.after)]
        table.add_row(*cells, Text(row.change, style=STYLES[row.trend]))
    return table


def _line(line: ComparedLine, kernel: ComparedKernel, comparison: Comparison) -> Iterator[RenderableType]:
    words = line_words(line, kernel)
    place = line.after or line.before
    name = place_words(place, comparison) if place else "no line is known"
    fate = f" ({words.fate})" if words.fate else ""
    yield indented(Text(visible(f"{name}{fate}"), style="cyan"))
    is_pair = line.match == "changed"
    for mark, at, style in (("-", line.before, "red"), ("+", line.after, "green")):
        if at is not None and (is_pair or at is place):
            sign = mark if is_pair else {"added": "+", "removed": "-"}.get(line.match, " ")
            text = visible(at.text.strip().expandtabs(4))
            shown = style if is_pair else {"+": "green", "-": "red"}.get(sign, "")
            yield Padding(
                Text(f"{sign} {text}", style=shown, no_wrap=True, overflow="ellipsis"), (0, 0, 0, 4)
            )
    rows = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(4):
        rows.add_column(overflow="fold")
    for access in words.accesses:
        cells = (access.what, access.requests, access.amount, access.conflicts)
        rows.add_row(*(Text(visible(cell), style=STYLES[access.trend]) for cell in cells))
    yield Padding(rows, (0, 0, 0, 6))
    if words.time:
        yield Padding(Text(words.time, style=STYLES[words.time_trend]), (0, 0, 0, 6))
