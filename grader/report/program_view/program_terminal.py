"""A program in the terminal: by kernel its faults, each line's cost and the totals, then host code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.core.visible import visible
from grader.core.wording import plural
from grader.report.costs import costs_of
from grader.report.launch_times import line_shares
from grader.report.program_view.program_words import (
    GROUP_HEADS,
    SHOWN_APART,
    by_kernel,
    found_words,
    further_words,
    group_row,
    group_time_words,
    group_words,
    head_words,
    host_words,
    most_wasteful,
    named,
    not_shown_words,
    note_words,
    shown_apart,
    who_words,
)
from grader.report.trace_view.terminal_parts import (
    PlaceLine,
    cost_lines,
    excerpt_lines,
    found_line,
    heading,
    indented,
    place_of,
    total_lines,
)
from grader.report.trace_view.trace_words import (
    Sources,
    excerpt_at,
    excerpts_of,
    following_words,
    remark_words,
    told_apart,
)
from grader.schema.program_report import HostFault, LaunchGroup, ProgramFault, ProgramReport

FOUND = "bold red"


def print_report(console: Console, report: ProgramReport, file: Path, all_kernels: bool = False) -> None:
    """Print what a program did. file: the first of its sources, as the user named it.

    all_kernels: list also those that are not among the most wasteful ones of many.
    """
    sources = Sources()
    bad = bool(report.faults or report.host_faults)
    console.print(Text.assemble((str(file), "bold"), ": ", (head_words(report), FOUND if bad else "green")))
    for note in note_words(report):
        console.print(Text(visible(note), style="yellow"))
    kernels = by_kernel(report)
    shown = kernels if all_kernels else most_wasteful(kernels)
    for groups in shown:
        console.print(_kernel(groups, report, file, sources), crop=False)
    if words := not_shown_words(len(kernels) - len(shown)):
        console.print(Padding(Text(words, style="yellow"), (1, 0, 0, 0)))
    if report.host_faults:
        console.print(Group(Text(""), *_host(report.host_faults, file, sources)), crop=False)


def _kernel(
    groups: Sequence[LaunchGroup], report: ProgramReport, file: Path, sources: Sources
) -> RenderableType:
    parts: list[RenderableType] = [Text(""), Text(visible(groups[0].signature), style="bold")]
    shown = shown_apart(groups)
    for number, group in enumerate(shown):
        parts += [Text("")] if number else []
        parts += _group(group, report, file, sources)
    if len(groups) > SHOWN_APART:
        parts.append(heading(f"All {plural(len(groups), 'group')} of launches", "bold"))
        parts.append(indented(_table(groups)))
    return Group(*parts)


def _group(
    group: LaunchGroup, report: ProgramReport, file: Path, sources: Sources
) -> Iterator[RenderableType]:
    yield indented(Text(group_words(group)))
    if group_time_words(group, report):
        yield indented(Text(visible(group_time_words(group, report))))
    for words in further_words(group):
        yield indented(Text(visible(words), style="dim"))
    if group.faults:
        told, following = told_apart(group.faults)
        yield heading(plural(len(told), "fault"), FOUND)
        for fault in told:
            yield from _fault(fault, group, file, sources)
        if following:
            yield indented(Text(following_words(following), style="dim"))
    if group.remarks:
        yield heading(plural(len(group.remarks), "remark"), "bold yellow")
        for remark in group.remarks:
            yield indented(Text(visible(remark_words(remark, file)), overflow="fold"))
    if report.counted and (group.accesses or not group.stopped):
        costs, shares = costs_of([group.launch]), line_shares([group])
        yield heading("What each line cost", "bold")
        yield from cost_lines(costs, file, sources, shares)
        yield heading("Totals", "bold")
        yield from total_lines(group.totals, costs, shares)


def _fault(fault: ProgramFault, group: LaunchGroup, file: Path, sources: Sources) -> Iterator[RenderableType]:
    yield found_line(found_words(fault.kind, fault.message))
    yield _below(Text(visible(who_words(fault, group)), style="dim"))
    for excerpt in excerpts_of(fault, sources):
        yield PlaceLine(f"{place_of(named(excerpt.file), file)}:{excerpt.line}", 4)
        yield from excerpt_lines(excerpt)
    if fault.advice:
        yield _below(Text(visible(fault.advice), overflow="fold"))


def _host(faults: Sequence[HostFault], file: Path, sources: Sources) -> Iterator[RenderableType]:
    yield Text(f"{plural(len(faults), 'fault')} in host code", style=FOUND)
    for fault in faults:
        yield found_line(found_words(fault.kind, fault.message))
        if fault.line:
            yield PlaceLine(f"{place_of(named(fault.file), file)}:{fault.line}", 4)
            yield from excerpt_lines(excerpt_at(fault.file, fault.line, [], sources))
        if host_words(fault):
            yield _below(Text(visible(host_words(fault)), style="dim"))
        if fault.advice:
            yield _below(Text(visible(fault.advice), overflow="fold"))


def _table(groups: Sequence[LaunchGroup]) -> RenderableType:
    rows = [group_row(group) for group in groups]
    used = [column for column in range(len(GROUP_HEADS)) if any(row[column] not in ("", "0") for row in rows)]
    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in used:
        table.add_column(justify="right", overflow="fold")
    table.add_row(*(Text(GROUP_HEADS[column], style="dim") for column in used))
    for row in rows:
        table.add_row(*(Text(row[column]) for column in used))
    return table


def _below(part: RenderableType) -> RenderableType:
    return Padding(part, (0, 0, 0, 4))
