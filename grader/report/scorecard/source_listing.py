"""The view-model of the annotated source: each line, coloured lightly, with what its accesses cost.

In go a source text, the costs by line and, where they are known, the lines' shares of the time. Out come
lines of classed pieces, each with its costs judged, and a table of all costs, which also has those of other
files. The scorecard and the pages of a trace and of a program show both.
The scorecard folds what needs no look: stretches in which every access costs the least, or what the lab
asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from grader.core.wording import figure, plural
from grader.report.costs import LineCost, Weight
from grader.report.launch_times import percent_words
from grader.report.request_drawing.explorer_link import explorer_link
from grader.report.request_drawing.row_pitch import PitchView, pitch_view
from grader.report.scorecard.colouring import Piece, coloured
from grader.report.scorecard.compiled_view import CodeView
from grader.report.scorecard.html_page import Html
from grader.report.scorecard.since_view import SinceNote


def highlight(text: str) -> tuple[tuple[Piece, ...], ...]:
    """One tuple of pieces a line, as many lines as a compiler counts in text."""
    return coloured(text.replace("\r\n", "\n").replace("\r", " ").split("\n"))


WORDS = {
    Weight.LEAST: "least possible",
    Weight.ASKED: "as asked",
    Weight.ABOVE: "above the least",
    Weight.HEAVY: "heavy",
}
# Lines that stay open around one that needs a look, and the least number that are worth a fold.
CONTEXT, LEAST_FOLDED = 3, 5
# A line that takes so much of the time, in percent, is never folded.
MUCH_TIME = 10
TIMES_NOTE = (
    "The percentage before a line is its share of the predicted time of {of}; the red part of its bar is "
    "what it takes beyond the least possible. Shares below 0.5 % are left out."
)


@dataclass(frozen=True)
class CostView:
    """One access beside its line. kernel: who runs it; '' unless several kernels run this line.

    explorer: a link to its worst request in the explorer, '' for none.
    """

    kernel: str
    what: str
    amount: str
    unit: str
    least: str
    conflicts: str
    requests: str
    weight: str
    word: str
    explorer: str = ""


@dataclass(frozen=True)
class LineBar:
    """What a line costs, as a bar before it. words: its length in words; meaning: what they count.

    percent: the bar's length; wasted: of that, the part beyond the least possible. rank: 1 for the line that
    wastes most.
    """

    words: str
    meaning: str
    percent: int
    wasted: int
    rank: int = 0


@dataclass(frozen=True)
class FaultNote:
    """Why something points at a line, in short. href: to where it is told in full; '' for nowhere else."""

    word: str
    said: Html
    href: str = ""


@dataclass(frozen=True)
class SourceLine:
    """One line of a source. heavy: some access costs at least twice the least. bar: None for next to nothing.

    faults: why checks or faults point at it. needs_look: one does, an access costs more than it must, or the
    line takes much of the time. code: what nvcc makes of it; None where nobody asked, or it makes nothing.
    pitch: what longer rows of an array in shared memory would do; None where they would do nothing.
    since: which of its accesses became better or worse since the version before.
    """

    number: int
    anchor: str
    pieces: tuple[Piece, ...]
    costs: tuple[CostView, ...]
    heavy: bool
    css: str
    faults: tuple[FaultNote, ...]
    needs_look: bool
    bar: LineBar | None = None
    code: CodeView | None = None
    pitch: PitchView | None = None
    since: tuple[SinceNote, ...] = ()


@dataclass(frozen=True)
class Stretch:
    """Neighbouring lines, open or folded. words: what a fold is called."""

    lines: tuple[SourceLine, ...]
    folded: bool
    words: str = ""


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


def source_lines(
    part: str,
    text: str,
    costs: dict[int, tuple[LineCost, ...]],
    faults: Mapping[int, tuple[FaultNote, ...]] | None = None,
    percents: Mapping[int, int] | None = None,
    explorer: str = "",
) -> tuple[SourceLine, ...]:
    """Every line of a source text, numbered from 1.

    part: what its lines' anchors start with. percents: the share of the time that a line takes.
    explorer: where the explorer's page is, '' for nowhere.
    """
    found, bars = faults or {}, line_bars(costs, percents or {})
    return tuple(
        _with_bar(
            _line(part, number, pieces, costs.get(number, ()), found.get(number, ()), explorer),
            bars.get(number),
        )
        for number, pieces in enumerate(highlight(text.removesuffix("\n")), start=1)
    )


def line_bars(costs: Mapping[int, tuple[LineCost, ...]], percents: Mapping[int, int]) -> dict[int, LineBar]:
    """The bar of each line: its share of the time; where no time is known, what it spends too much.

    Of several accesses of a line, the one that wastes the largest part speaks for the line.
    """
    excess = {number: max(cost.excess for cost in found) for number, found in costs.items()}
    if percents:
        wasted = {number: percent * excess.get(number, 0.0) for number, percent in percents.items()}
        bars = {number: _time_bar(percent, wasted[number]) for number, percent in percents.items()}
    else:
        wasted = {number: sum(_too_many(cost) for cost in found) for number, found in costs.items()}
        wasted = {number: count for number, count in wasted.items() if count}
        most = max(wasted.values(), default=0)
        bars = {number: _excess_bar(int(count), count / most) for number, count in wasted.items()}
    ranked = sorted(bars, key=lambda number: (-wasted[number], -bars[number].percent, number))
    return {number: replace(bars[number], rank=rank) for rank, number in enumerate(ranked, start=1)}


def _time_bar(percent: int, wasted: float) -> LineBar:
    more = f", {percent_words(round(wasted))} beyond the least possible" if round(wasted) else ""
    return LineBar(percent_words(percent), f" of the time{more}", percent, round(wasted))


def _excess_bar(count: int, share: float) -> LineBar:
    percent = max(1, round(100 * share))
    return LineBar(f"+{count:,}", " sectors or wavefronts beyond the least possible", percent, percent)


def _too_many(cost: LineCost) -> float:
    return cost.total * cost.excess


def is_sortable(lines: Iterable[SourceLine]) -> bool:
    """Whether there is more than one line to put in order by what it wastes."""
    return sum(line.bar is not None for line in lines) > 1


def times_note(lines: Iterable[SourceLine], of: str = "all launches") -> str:
    """What the percentages in front of lines are; '' where there are none. of: what has the whole time."""
    return (
        TIMES_NOTE.format(of=of)
        if any(line.bar and line.bar.meaning.startswith(" of") for line in lines)
        else ""
    )


def whole(lines: tuple[SourceLine, ...]) -> tuple[Stretch, ...]:
    """All lines, open."""
    return (Stretch(lines, folded=False),) if lines else ()


def stretches(lines: tuple[SourceLine, ...]) -> tuple[Stretch, ...]:
    """The lines around each that needs a look open, and all between folded. Where none does, all are open."""
    near = {
        number
        for line in lines
        if line.needs_look
        for number in range(line.number - CONTEXT, line.number + CONTEXT + 1)
    }
    runs = [(folded, tuple(run)) for folded, run in groupby(lines, lambda line: line.number not in near)]
    if len(runs) <= 1:
        return whole(lines)
    return tuple(_stretch(run, folded and len(run) >= LEAST_FOLDED) for folded, run in runs)


def _stretch(lines: tuple[SourceLine, ...], folded: bool) -> Stretch:
    costs = [cost for line in lines for cost in line.costs]
    asked = any(cost.weight == Weight.ASKED.value for cost in costs)
    said = ""
    if costs:
        said = ": every access costs the least possible" + (", or what the lab asks for" if asked else "")
    return Stretch(lines, folded, f"Lines {lines[0].number} to {lines[-1].number}{said}")


def heavy_words(lines: Iterable[SourceLine]) -> str:
    """How many lines are heavy; '' when none is."""
    count = sum(line.heavy for line in lines)
    verb = "costs" if count == 1 else "cost"
    return f"{plural(count, 'line')} {verb} at least twice the least possible." if count else ""


def access_rows(costs: Iterable[LineCost]) -> tuple[AccessRow, ...]:
    """One row an access, also for lines of other files, such as the lab's header."""
    return tuple(_row(cost) for cost in costs)


def _line(
    part: str,
    number: int,
    pieces: tuple[Piece, ...],
    costs: tuple[LineCost, ...],
    faults: tuple[FaultNote, ...],
    explorer: str,
) -> SourceLine:
    heavy = any(cost.weight is Weight.HEAVY for cost in costs)
    wasteful = any(cost.is_wasteful for cost in costs)
    return SourceLine(
        number=number,
        anchor=f"{part}-L{number}",
        pieces=pieces,
        costs=_merged(costs, explorer),
        heavy=heavy,
        css=_css(costs, heavy=heavy, faulty=bool(faults)),
        faults=faults,
        needs_look=wasteful or bool(faults),
        pitch=_pitch(costs),
    )


def _pitch(costs: Iterable[LineCost]) -> PitchView | None:
    """Of the line's access with the most bank conflicts."""
    worst = max(costs, key=lambda cost: cost.conflicts, default=None)
    return pitch_view(worst) if worst is not None else None


def _with_bar(line: SourceLine, bar: LineBar | None) -> SourceLine:
    if bar is None:
        return line
    return replace(line, bar=bar, needs_look=line.needs_look or bar.percent >= MUCH_TIME)


def _css(costs: tuple[LineCost, ...], *, heavy: bool, faulty: bool) -> str:
    if heavy or faulty:
        return "heavy"
    if not costs:
        return "plain"
    return "asked" if any(cost.weight is Weight.ASKED for cost in costs) else "costed"


def _merged(costs: tuple[LineCost, ...], explorer: str) -> tuple[CostView, ...]:
    """A line of a helper runs in several kernels: what costs the same in each is said once.

    The link is to the request of the first of them.
    """
    present = {cost.launch.kernel for cost in costs}
    alike: dict[CostView, list[LineCost]] = {}
    for cost in costs:
        alike.setdefault(_cost(cost), []).append(cost)
    return tuple(
        replace(
            view,
            kernel=_who([cost.launch.kernel for cost in found], present),
            explorer=explorer_link(found[0], explorer),
        )
        for view, found in alike.items()
    )


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
        amount=figure(cost.amount) if cost.total else "no",
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
        what=f"{cost.what}, {plural(access.width, 'byte')}{' a row' if access.instruction else ''}"
        + access.also,
        requests=f"{access.requests:,}",
        amount=cost.amount_words,
        least=figure(cost.least),
        conflicts=figure(cost.conflicts) if access.space == "shared" else "–",
        word=WORDS[cost.weight],
    )
