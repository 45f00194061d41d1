"""A comparison as one self-contained HTML page: the answer, then each kernel, then the two sources in one.

The sources are shown as a diff whose lines have what their accesses cost, before and after. What neither
costs anything nor was changed is folded. Parts and style sheets are the scorecard's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path

from grader import COURSE, __version__
from grader.comparison.comparing import Compared
from grader.comparison.line_matching import ADDED, CHANGED, REMOVED, MatchedSource
from grader.comparison.line_matching import Row as SourceRow
from grader.core.visible import visible
from grader.core.wording import plural
from grader.report.comparison_view.comparison_words import (
    LineWords,
    Row,
    Trend,
    fault_words,
    figure_rows,
    head_words,
    is_changed,
    is_kernel_changed,
    kernel_sentence,
    line_words,
    only_words,
    same_words,
    who_words,
)
from grader.report.program_view.program_words import found_words
from grader.report.scorecard.colouring import Piece
from grader.report.scorecard.html_page import TEMPLATES, Html, environment, with_code_spans
from grader.report.scorecard.source_listing import highlight
from grader.report.trace_view.trace_page import OWN_TEMPLATES as TRACE_TEMPLATES
from grader.schema.comparison import ComparedFault, ComparedKernel, Comparison, Place

OWN_TEMPLATES = Path(__file__).parent / "templates"
# Lines that stay open around one that costs something or was changed, and the least number worth a fold.
CONTEXT, LEAST_FOLDED = 2, 4
WORDS = {Trend.LESS: "less", Trend.MORE: "more", Trend.SAME: "as before", Trend.UNSURE: "within error"}


@dataclass(frozen=True)
class FaultView:
    """A fault of one version alone."""

    kind: str
    message: Html
    advice: Html
    who: str


@dataclass(frozen=True)
class KernelView:
    """A kernel of both versions. rows: its figures.

    place, href: the line whose time or cost changed most, and its link; '' for none.
    """

    anchor: str
    signatures: tuple[str, ...]
    sentence: Html
    place: str
    href: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class CostView:
    """What became of a line's accesses in one kernel. kernel: '' where one kernel was compared."""

    kernel: str
    words: LineWords


@dataclass(frozen=True)
class CodeView:
    """A line's text in one version. mark: '-' for the version before, '+' for the one after, '' for both."""

    mark: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class RowView:
    """A row of the diff. before, after: the line's numbers, '' where a version lacks it."""

    anchor: str
    css: str
    before: str
    after: str
    codes: tuple[CodeView, ...]
    costs: tuple[CostView, ...]
    needs_look: bool


@dataclass(frozen=True)
class StretchView:
    """Neighbouring rows, open or folded. words: what a fold is called."""

    rows: tuple[RowView, ...]
    folded: bool
    words: str


@dataclass(frozen=True)
class SourceView:
    """Two versions of a file."""

    file: str
    stretches: tuple[StretchView, ...]


@dataclass(frozen=True)
class ComparisonPage:
    """Everything that the page's template prints.

    kernels: those that changed. same: which did not.
    """

    course: str
    version: str
    before: str
    after: str
    made_at: str
    made_at_iso: str
    new_faults: tuple[FaultView, ...]
    gone_faults: tuple[FaultView, ...]
    head: str
    faults: str
    same: Html
    notes: tuple[Html, ...]
    device: str
    kernels: tuple[KernelView, ...]
    sources: tuple[SourceView, ...]


def render_page(compared: Compared, made_at: datetime) -> str:
    """One HTML document: inline style and script, nothing loaded from anywhere."""
    page = _page(compared, made_at)
    templates = environment(OWN_TEMPLATES, TRACE_TEMPLATES, TEMPLATES)
    return templates.get_template("comparison.html.j2").render(page=page, words=WORDS)


def _page(compared: Compared, made_at: datetime) -> ComparisonPage:
    comparison = compared.comparison
    is_one = len(comparison.kernels) == 1
    kernels = tuple(
        _kernel(kernel, compared, number)
        for number, kernel in enumerate(comparison.kernels, start=1)
        if is_one or is_kernel_changed(kernel)
    )
    return ComparisonPage(
        course=COURSE,
        version=__version__,
        before=comparison.before.label,
        after=comparison.after.label,
        made_at=made_at.strftime("%d %B %Y, %H:%M UTC").lstrip("0"),
        made_at_iso=made_at.isoformat(timespec="seconds"),
        new_faults=tuple(_fault(fault) for fault in comparison.new_faults),
        gone_faults=tuple(_fault(fault) for fault in comparison.gone_faults),
        head=head_words(comparison),
        faults=fault_words(comparison),
        same=with_code_spans(visible("" if is_one else same_words(comparison))),
        notes=tuple(
            with_code_spans(visible(words)) for words in (*comparison.notes, *only_words(comparison))
        ),
        device=comparison.device,
        kernels=kernels,
        sources=tuple(
            view
            for number, source in enumerate(compared.sources, start=1)
            if (view := _source(f"source{number}", source, comparison)) is not None
        ),
    )


def _fault(fault: ComparedFault) -> FaultView:
    return FaultView(
        fault.kind,
        with_code_spans(visible(found_words(fault.kind, fault.message))),
        with_code_spans(visible(fault.advice)),
        who_words(fault),
    )


def _kernel(kernel: ComparedKernel, compared: Compared, number: int) -> KernelView:
    sentence = with_code_spans(visible(kernel_sentence(kernel, compared.comparison)))
    signatures = tuple(dict.fromkeys([kernel.before.signature, kernel.after.signature]))
    place, href = _most_changed(kernel, compared)
    return KernelView(f"kernel-{number}", signatures, sentence, place, href, figure_rows(kernel))


def _most_changed(kernel: ComparedKernel, compared: Compared) -> tuple[str, str]:
    """The first of the lines that changed, which is the one whose time changed most, and where it stands."""
    line = next((line for line in kernel.lines if is_changed(line, kernel)), None)
    if line is None:
        return "", ""
    for number, source in enumerate(compared.sources, start=1):
        if line.after is not None and line.after.file == source.file_after:
            at, anchor = line.after, f"L{line.after.line}"
        elif line.before is not None and line.before.file == source.file_before:
            at, anchor = line.before, f"old-L{line.before.line}"
        else:
            continue
        return f"{Path(at.file).name}:{at.line}", f"#source{number}-{anchor}"
    return "", ""


def _source(part: str, source: MatchedSource, comparison: Comparison) -> SourceView | None:
    """The diff of a file; None for one whose lines cost nothing and are the same."""
    costs = _costs(source, comparison)
    texts = (highlight(source.text_before), highlight(source.text_after))
    rows = tuple(_row(part, row, texts, costs.get((row.before, row.after), ())) for row in source.rows)
    if not any(row.needs_look for row in rows):
        return None
    names = dict.fromkeys(name for name in (source.file_before, source.file_after) if name)
    return SourceView(" → ".join(names), tuple(_stretches(rows)))


def _costs(source: MatchedSource, comparison: Comparison) -> dict[tuple[int, int], tuple[CostView, ...]]:
    """What became of each row's accesses, by the numbers of its lines."""
    found: dict[tuple[int, int], list[CostView]] = {}
    is_one = len(comparison.kernels) == 1
    for kernel in comparison.kernels:
        for line in kernel.lines:
            if _is_of(line.before, source.file_before) or _is_of(line.after, source.file_after):
                at = (line.before.line if line.before else 0, line.after.line if line.after else 0)
                found.setdefault(at, []).append(
                    CostView("" if is_one else _name(kernel), line_words(line, kernel))
                )
    return {at: tuple(views) for at, views in found.items()}


def _is_of(place: Place | None, file: str) -> bool:
    return place is not None and place.file == file


def _name(kernel: ComparedKernel) -> str:
    return kernel.after.kernel


def _row(
    part: str,
    row: SourceRow,
    texts: tuple[Sequence[tuple[Piece, ...]], Sequence[tuple[Piece, ...]]],
    costs: tuple[CostView, ...],
) -> RowView:
    shown = tuple(cost for cost in costs if cost.words.accesses or cost.words.time)
    trends = {access.trend for cost in shown for access in cost.words.accesses}
    trends |= {cost.words.time_trend for cost in shown}
    css = "more" if Trend.MORE in trends else "less" if Trend.LESS in trends else "same" if shown else "plain"
    old = texts[0][row.before - 1] if row.before else ()
    new = texts[1][row.after - 1] if row.after else ()
    codes = {
        CHANGED: (CodeView("-", old), CodeView("+", new)),
        REMOVED: (CodeView("-", old),),
        ADDED: (CodeView("+", new),),
    }.get(row.match, (CodeView("", new),))
    return RowView(
        f"{part}-L{row.after}" if row.after else f"{part}-old-L{row.before}",
        f"{css} {row.match}",
        str(row.before or ""),
        str(row.after or ""),
        codes,
        shown,
        bool(shown) or row.match in (CHANGED, REMOVED, ADDED),
    )


def _stretches(rows: Sequence[RowView]) -> Iterable[StretchView]:
    near = {
        other
        for at, row in enumerate(rows)
        if row.needs_look
        for other in range(at - CONTEXT, at + CONTEXT + 1)
    }
    for folded, run in groupby(enumerate(rows), lambda item: item[0] not in near):
        found = tuple(row for _, row in run)
        words = f"{plural(len(found), 'line')} that cost nothing and are the same"
        yield StretchView(found, folded and len(found) >= LEAST_FOLDED, words)
