"""The table of what became of each program, as Markdown: a summary by collection, then a row for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from research.public_programs.outcome import Outcome, Tried

RUNS = (Outcome.RIGHT, Outcome.LEAKS, Outcome.FAULTS)


def table_of(
    tried: Iterable[Tried],
    outside: Sequence[tuple[str, str]] = (),
    explained: Mapping[str, str] | None = None,
) -> str:
    """outside: names and reasons of programs that were not tried. explained: what faults of a program are."""
    all_of_them = list(tried)
    parts = [f"{len(all_of_them)} programs: {_told(all_of_them)}.", ""]
    by_collection = [
        (name, list(group)) for name, group in groupby(all_of_them, lambda one: one.program.collection)
    ]
    if len(by_collection) > 1 or outside:
        parts += _summary(by_collection, outside)
    for name, group in by_collection:
        if len(by_collection) > 1:
            parts += [f"## {name}", ""]
        parts += [*_rows(group, explained or {}), ""]
    if outside:
        parts += ["## Not tried", "", *_outside_rows(outside), ""]
    return "\n".join(parts)


def _summary(
    by_collection: Sequence[tuple[str, list[Tried]]], outside: Sequence[tuple[str, str]]
) -> list[str]:
    left = Counter(name.split("/", 1)[0] for name, _ in outside)
    ends = list(Outcome)
    head = ["| collection | programs | " + " | ".join(end.value for end in ends) + " | not tried |"]
    head.append("| --- " + "| ---: " * (len(ends) + 2) + "|")
    rows = []
    for name, group in by_collection:
        counts = Counter(one.outcome for one in group)
        cells = " | ".join(str(counts[end]) for end in ends)
        rows.append(f"| {name} | {len(group)} | {cells} | {left[name]} |")
    return [*head, *rows, ""]


def _rows(group: Iterable[Tried], explained: Mapping[str, str]) -> list[str]:
    rows = ["| program | outcome | own check | s | MiB | what it said, or the first obstacle |"]
    rows.append("| --- | --- | --- | ---: | ---: | --- |")
    for one in group:
        ran = one.outcome is not Outcome.REFUSED
        used = f"{one.seconds:.1f} | {one.peak_mib}" if ran else " | "
        words = explained.get(one.program.name, "") if one.faults or one.outcome is not Outcome.RIGHT else ""
        said = cell(one.words) + (f" **{words}**" if words else "")
        check = ("says so" if one.checked else "exit status") if one.outcome in RUNS else ""
        rows.append(
            f"| `{one.program.name.split('/', 1)[1]}` | {one.outcome.value} | {check} | {used} | {said} |"
        )
    return rows


def _outside_rows(outside: Sequence[tuple[str, str]]) -> list[str]:
    by_reason: dict[str, list[str]] = {}
    for name, reason in outside:
        by_reason.setdefault(reason, []).append(name)
    rows = ["| needs | programs | which |", "| --- | ---: | --- |"]
    for reason, names in sorted(by_reason.items()):
        rows.append(f"| {reason} | {len(names)} | {', '.join(f'`{name}`' for name in names)} |")
    return rows


def _told(tried: Sequence[Tried]) -> str:
    counts = Counter(one.outcome for one in tried)
    return ", ".join(f"{counts[outcome]} {outcome.value}" for outcome in Outcome if counts[outcome])


def cell(words: str) -> str:
    """Text that a table's cell can hold."""
    return " ".join(words.split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "\\<")[:160]
