"""The view-model of the annotated source: each line, coloured lightly, with what its accesses cost.

In go a source text and the costs by line; out come lines of classed pieces, each with its costs judged, and
a table of all costs, which also has those of other files. The scorecard and the page of a trace show both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from grader.core.wording import figure, plural
from grader.report.costs import LineCost, Weight
from grader.report.scorecard.colouring import Piece, coloured


def highlight(text: str) -> tuple[tuple[Piece, ...], ...]:
    """One tuple of pieces a line, as many lines as a compiler counts in text."""
    return coloured(text.replace("\r\n", "\n").replace("\r", " ").split("\n"))


WORDS = {Weight.LEAST: "least possible", Weight.ABOVE: "above the least", Weight.HEAVY: "heavy"}


@dataclass(frozen=True)
class CostView:
    """One access beside its line. kernel: who runs it; '' unless several kernels run this line."""

    kernel: str
    what: str
    amount: str
    unit: str
    least: str
    conflicts: str
    requests: str
    weight: str
    word: str


@dataclass(frozen=True)
class SourceLine:
    """One line of the graded file. heavy: some access costs at least twice the least."""

    number: int
    anchor: str
    pieces: tuple[Piece, ...]
    costs: tuple[CostView, ...]
    heavy: bool
    css: str


@dataclass(frozen=True)
class AccessRow:
    """One row of the table of all accesses; numbers are words, '-' where they do not apply."""

    place: str
    kernel: str
    launch: str
    what: str
    requests: str
    amount: str
    least: str
    conflicts: str
    word: str


def source_lines(part: str, text: str, costs: dict[int, tuple[LineCost, ...]]) -> tuple[SourceLine, ...]:
    """Every line of a source text, numbered from 1. part: what its lines' anchors start with."""
    return tuple(
        _line(part, number, pieces, costs.get(number, ()))
        for number, pieces in enumerate(highlight(text.removesuffix("\n")), start=1)
    )


def heavy_words(lines: Iterable[SourceLine]) -> str:
    """How many lines are heavy; '' when none is."""
    count = sum(line.heavy for line in lines)
    verb = "costs" if count == 1 else "cost"
    return f"{plural(count, 'line')} {verb} at least twice the least possible." if count else ""


def access_rows(costs: Iterable[LineCost]) -> tuple[AccessRow, ...]:
    """One row an access, also for lines of other files, such as the lab's header."""
    return tuple(_row(cost) for cost in costs)


def _line(part: str, number: int, pieces: tuple[Piece, ...], costs: tuple[LineCost, ...]) -> SourceLine:
    heavy = any(cost.weight is Weight.HEAVY for cost in costs)
    return SourceLine(
        number=number,
        anchor=f"{part}-L{number}",
        pieces=pieces,
        costs=_merged(costs),
        heavy=heavy,
        css=("heavy" if heavy else "costed") if costs else "plain",
    )


def _merged(costs: tuple[LineCost, ...]) -> tuple[CostView, ...]:
    """A line of a helper runs in several kernels: what costs the same in each is said once."""
    present = {cost.launch.kernel for cost in costs}
    kernels: dict[CostView, list[str]] = {}
    for cost in costs:
        kernels.setdefault(_cost(cost), []).append(cost.launch.kernel)
    return tuple(replace(view, kernel=_who(names, present)) for view, names in kernels.items())


def _who(names: list[str], present: set[str]) -> str:
    if len(present) == 1:
        return ""
    if set(names) != present:
        return ", ".join(names)
    return "both kernels" if len(present) == 2 else f"all {len(present)} kernels"


def _cost(cost: LineCost) -> CostView:
    return CostView(
        kernel="",
        what=cost.what,
        amount=figure(cost.amount),
        unit=f"{cost.unit} / request",
        least=figure(cost.least),
        conflicts=_conflicts(cost),
        requests=plural(cost.access.requests, "request"),
        weight=cost.weight.value,
        word=WORDS[cost.weight],
    )


def _conflicts(cost: LineCost) -> str:
    if cost.access.space != "shared":
        return ""
    return f"{figure(cost.conflicts)} conflicts / request"


def _row(cost: LineCost) -> AccessRow:
    access = cost.access
    return AccessRow(
        place=f"{Path(access.file).name}:{access.line}",
        kernel=cost.launch.kernel,
        launch=cost.launch.shape,
        what=f"{cost.what}, {plural(access.width, 'byte')}",
        requests=f"{access.requests:,}",
        amount=f"{figure(cost.amount)} {cost.unit}",
        least=figure(cost.least),
        conflicts=figure(cost.conflicts) if access.space == "shared" else "–",
        word=WORDS[cost.weight],
    )
