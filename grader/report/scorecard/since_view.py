"""The view-model of what became better or worse since the version before: per check and per line.

In go a lab's result, and what was kept of the last check of another text of the same file. Lines are matched
by a diff of both texts, so that a line keeps its history when others are put above it. Costs are compared by
the request: both versions may have been launched on other sizes.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.comparison.line_matching import match_source
from grader.core.wording import figure, plural
from grader.grading.changes import Change, Kind, changes_between, was_judged
from grader.grading.line_costs import BY_WAVEFRONTS, line_costs
from grader.grading.standing import LastCheck
from grader.schema.results import LabResult
from grader.schema.standings_document import KeptCost

BETTER, WORSE, OTHER = "better", "worse", "changed"
MARKS = {BETTER: "▼", WORSE: "▲", OTHER: "≠"}
KINDS = {Kind.PASSES: BETTER, Kind.FAILS: WORSE, Kind.SKIPPED: WORSE, Kind.SAME: OTHER}


@dataclass(frozen=True)
class SinceNote:
    """One thing that changed. trend: better, worse or changed; href: to where it is on the page."""

    trend: str
    mark: str
    what: str
    words: str
    href: str


@dataclass(frozen=True)
class SinceView:
    """when: of the version before. head: how many checks and lines became better or worse.

    lines: by their numbers, for the source; they are among notes as well.
    """

    when: str
    head: str
    notes: tuple[SinceNote, ...]
    lines: dict[int, tuple[SinceNote, ...]]


def since_view(lab: LabResult, before: LastCheck | None) -> SinceView | None:
    """None without a version before, or where one of the two was not checked at all."""
    if before is None or lab.source is None or not was_judged(lab) or not was_judged(before.result):
        return None
    checks = tuple(_check_note(lab, change) for change in changes_between(before.result, lab))
    lines = _line_notes(lab, before)
    of_lines = tuple(note for _, notes in sorted(lines.items()) for note in notes)
    return SinceView(
        when=before.at.strftime("%d %B %Y, %H:%M UTC").lstrip("0"),
        head=_head(checks, of_lines),
        notes=(*checks, *of_lines),
        lines=lines,
    )


def _check_note(lab: LabResult, change: Change) -> SinceNote:
    trend = KINDS[change.kind]
    words = [change.kind.value, change.value]
    if change.points:
        words.append(f"{change.points:+} points")
    href = f"#{lab.id}-{change.check.id}"
    return SinceNote(trend, MARKS[trend], change.check.title, ", ".join(filter(None, words)), href)


def _line_notes(lab: LabResult, before: LastCheck) -> dict[int, tuple[SinceNote, ...]]:
    """Of each line that is in both versions, the accesses whose cost per request is another one."""
    assert lab.source is not None
    if not before.text:
        return {}
    matched = match_source(lab.source.file, lab.source.file, before.text, lab.source.text)
    known = {_key(cost, cost.line): cost for cost in before.costs}
    notes: dict[int, tuple[SinceNote, ...]] = {}
    for cost in line_costs(lab):
        row = matched.of_after.get(cost.line)
        was = known.get(_key(cost, row.before)) if row is not None and row.before else None
        note = _line_note(lab, was, cost) if was is not None else None
        if note is not None:
            notes[cost.line] = (*notes.get(cost.line, ()), note)
    return notes


def _key(cost: KeptCost, line: int) -> tuple[int, str, str, str]:
    return (line, cost.kernel, cost.space, cost.op)


def _line_note(lab: LabResult, was: KeptCost, now: KeptCost) -> SinceNote | None:
    old, new = was.spent / was.requests, now.spent / now.requests
    if figure(old) == figure(new):
        return None
    trend = BETTER if new < old else WORSE
    unit = "wavefronts" if now.space in BY_WAVEFRONTS else "sectors"
    words = f"{figure(old)} to {figure(new)} {unit} per request"
    what = f"line {now.line}: {now.kernel}, {now.space} {now.op}"
    return SinceNote(trend, MARKS[trend], what, words, f"#{lab.id}-L{now.line}")


def _head(checks: tuple[SinceNote, ...], lines: tuple[SinceNote, ...]) -> str:
    said = [
        f"{plural(count, noun)} {trend}"
        for notes, noun in ((checks, "check"), (lines, "access"))
        for trend in (BETTER, WORSE, OTHER)
        if (count := sum(note.trend == trend for note in notes))
    ]
    return ", ".join(said).replace("accesss", "accesses") or "nothing that is counted changed"
