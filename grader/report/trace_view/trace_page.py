"""A trace as one self-contained HTML page.

It is made of the scorecard's parts: the annotated source, the drawn requests, their style sheets. What is
said in words is in trace_words.py, the same as in the terminal.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from grader import COURSE, __version__
from grader.core.visible import visible
from grader.core.wording import plural
from grader.report.advice import advice_on_waste
from grader.report.costs import LineCost, by_line, costs_of, worst_of
from grader.report.in_flight import in_flight_words
from grader.report.launch_times import LineShares, line_shares, most_time_words
from grader.report.request_drawing.draw_request import draw_requests
from grader.report.request_drawing.explorer_link import explorer_link
from grader.report.request_drawing.request_picture import Picture
from grader.report.scorecard.html_page import TEMPLATES, Html, environment, with_code_spans
from grader.report.scorecard.source_listing import (
    AccessRow,
    FaultNote,
    Stretch,
    access_rows,
    heavy_words,
    is_sortable,
    source_lines,
    stretches,
    times_note,
)
from grader.report.trace_view.fault_words import advice_of, fault_notes, is_elsewhere
from grader.report.trace_view.trace_words import (
    Excerpt,
    Sources,
    difference_words,
    dump_head,
    dump_words,
    excerpts_of,
    fault_place,
    following_words,
    launch_time_words,
    nothing_wasted_words,
    remark_words,
    shape_words,
    told_apart,
    total_words,
    traffic_words,
    verdict_words,
    worst,
)
from grader.schema.trace_document import Dump, Fault, Passed, Trace, TracedLaunch, Unwritten

OWN_TEMPLATES = Path(__file__).parent / "templates"
PART = "source"  # the anchors of source lines start with this
FIRST = "first"  # the anchor of what to look at first, where the first fault is told
NOTHING = Html("")


@dataclass(frozen=True)
class FaultView:
    """One fault. href: to its line on this page; '' when it lies elsewhere.

    anchor: the entry's own, '' for one without. told: the top of the page has its sentence and its advice.
    """

    kind: str
    message: Html
    advice: Html
    who: str
    place: str
    href: str
    excerpts: tuple[Excerpt, ...]
    anchor: str = ""
    told: bool = False


@dataclass(frozen=True)
class LaunchView:
    """One launch. rows: totals, a tuple of words each."""

    anchor: str
    signature: str
    shape: str
    time: str
    parameters: tuple[Passed, ...]
    faults: tuple[FaultView, ...]
    following: tuple[FaultView, ...]
    following_words: str
    remarks: tuple[Html, ...]
    rows: tuple[tuple[str, ...], ...]
    traffic: str
    in_flight: str
    verdict: tuple[str, ...]
    printed: str


@dataclass(frozen=True)
class SourceView:
    """The annotated source; the fields are those that the scorecard's template reads."""

    id: str
    file: str
    heavy: str
    stretches: tuple[Stretch, ...]
    rows: tuple[AccessRow, ...]
    times: str
    sortable: bool


@dataclass(frozen=True)
class WorstView:
    """A line to look at first. cost: the time that is behind it. change: what to do; '' where nobody knows.

    explorer: a link to its request in the explorer, '' for none.
    others: further places, such as that of a race's other thread, each with its link.
    """

    words: Html
    place: str
    href: str
    cost: str = ""
    change: Html = NOTHING
    others: tuple[tuple[str, str], ...] = ()
    explorer: str = ""


@dataclass(frozen=True)
class TracePage:
    """Everything that the page's template prints.

    first_looks: the first fault, and what costs most.
    nothing_costly: the sentence that nothing is wasted; '' where something is.
    """

    course: str
    version: str
    file: str
    traced_at: str
    traced_at_iso: str
    faults: int
    verdict: str
    first_looks: tuple[WorstView, ...]
    nothing_costly: str
    device: str
    compiler: str
    schedule: str
    data_seed: int
    launches: tuple[LaunchView, ...]
    not_run: tuple[str, ...]
    source: SourceView
    pictures: tuple[Picture, ...]
    dumps: tuple[tuple[str, str], ...]
    differences: tuple[Html, ...]
    order_dependent: bool


def render_page(trace: Trace, text: str, file: Path, traced_at: datetime, explorer: str = "") -> str:
    """One HTML document: inline style and script, nothing loaded from anywhere. text: of the file.

    explorer: a link from the document to the explorer's page, '' for none.
    """
    page = _page(trace, text, file, traced_at, explorer)
    return environment(OWN_TEMPLATES, TEMPLATES).get_template("trace.html.j2").render(page=page)


def _page(trace: Trace, text: str, file: Path, traced_at: datetime, explorer: str) -> TracePage:
    costs, shares = costs_of(launch.launch for launch in trace.launches), line_shares(trace.launches)
    notes = _notes(trace, file)
    lines = source_lines(PART, text, by_line(costs, str(file)), notes, shares.in_file(str(file)), explorer)
    wasteful = worst(costs, shares)
    sources = Sources()
    return TracePage(
        course=COURSE,
        version=__version__,
        file=str(file),
        traced_at=traced_at.strftime("%d %B %Y, %H:%M UTC").lstrip("0"),
        traced_at_iso=traced_at.isoformat(timespec="seconds"),
        faults=len(told_apart(trace.faults)[0]) + len(trace.unwritten),
        verdict=_verdict(trace),
        first_looks=(
            *_first_fault(trace, file),
            *_most_time(trace, shares, file),
            *(_worst(cost, file, explorer) for cost in wasteful),
        ),
        nothing_costly=""
        if wasteful or trace.faults
        else nothing_wasted_words(remark for launch in trace.launches for remark in launch.remarks),
        device=trace.launches[0].device if trace.launches else "",
        compiler=trace.compiler,
        schedule=f"shuffled by seed {trace.schedule_seed}" if trace.schedule_seed else "in order",
        data_seed=trace.data_seed,
        launches=tuple(
            _launch(launch, index, file, sources, _first(trace))
            for index, launch in enumerate(trace.launches, 1)
        ),
        not_run=trace.not_run,
        source=SourceView(
            id=PART,
            file=str(file),
            heavy=heavy_words(lines),
            stretches=stretches(lines),
            rows=access_rows(costs),
            times=times_note(lines),
            sortable=is_sortable(lines),
        ),
        pictures=draw_requests("trace", worst_of(costs), explorer),
        dumps=tuple(_dump(dump) for dump in trace.dumps),
        differences=tuple(with_code_spans(words) for words in difference_words(trace)),
        order_dependent=bool(trace.differences),
    )


def _verdict(trace: Trace) -> str:
    if found := len(told_apart(trace.faults)[0]) + len(trace.unwritten):
        return plural(found, "fault")
    return "No fault found"


def _first(trace: Trace) -> Fault | Unwritten | None:
    """What the top of the page tells about: the first fault, else the first output that was not written."""
    return next(iter(trace.faults), None) or next(iter(trace.unwritten), None)


def _first_fault(trace: Trace, file: Path) -> tuple[WorstView, ...]:
    first = _first(trace)
    if first is None:
        return ()
    words = with_code_spans(visible(first.message))
    if isinstance(first, Unwritten):
        return (WorstView(words, "", ""),)
    other = ((f"line {first.other_line}", _href(first.other_file, first.other_line, file)),)
    return (
        WorstView(
            words=words,
            place=f"{Path(first.file).name}:{first.line}" if first.line else "",
            href=_href(first.file, first.line, file),
            change=with_code_spans(visible(advice_of(first))),
            others=other if is_elsewhere(first) else (),
        ),
    )


def _notes(trace: Trace, file: Path) -> dict[int, tuple[FaultNote, ...]]:
    """Beside each line of the file, which faults point at it; the sentence itself is told elsewhere."""
    found: dict[int, list[FaultNote]] = {}
    first = _first(trace)
    for number, launch in enumerate(trace.launches, start=1):
        for fault in launch.faults:
            href = f"#{FIRST}" if fault is first else f"#launch-{number}-faults"
            for name, line, note in fault_notes(fault, href):
                if _href(name, line, file):
                    found.setdefault(line, []).append(note)
    return {line: tuple(dict.fromkeys(notes)) for line, notes in found.items()}


def _most_time(trace: Trace, shares: LineShares, file: Path) -> tuple[WorstView, ...]:
    """The line that takes the most time, with that of the longest launch; nothing where no time is known."""
    longest = max(trace.launches, key=lambda launch: launch.predicted_us or 0.0, default=None)
    time = launch_time_words(longest) if longest else ""
    return tuple(
        WorstView(
            words=with_code_spans(most_time_words(shares)),
            place=f"{Path(name).name}:{line}",
            href=_href(name, line, file),
            cost=f"{longest.kernel}: {time}" if longest and len(trace.launches) > 1 else time,
        )
        for name, line in shares.shown[:1]
    )


def _worst(cost: LineCost, file: Path, explorer: str) -> WorstView:
    words = verdict_words([cost])[0]
    return WorstView(
        words=with_code_spans(visible(words)),
        place=f"{file.name}:{cost.access.line}",
        href=_href(cost.access.file, cost.access.line, file),
        change=with_code_spans(visible(advice_on_waste(cost))),
        explorer=explorer_link(cost, explorer),
    )


def _launch(
    launch: TracedLaunch, number: int, file: Path, sources: Sources, first: Fault | Unwritten | None
) -> LaunchView:
    told, following = told_apart(launch.faults)
    return LaunchView(
        anchor=f"launch-{number}",
        signature=launch.signature,
        shape=shape_words(launch.launch, launch.dynamic_shared_bytes),
        time=launch_time_words(launch),
        parameters=launch.parameters,
        faults=(
            *(_fault(fault, file, sources, told=fault is first) for fault in told),
            *(_unwritten(item, told=item is first) for item in launch.unwritten),
        ),
        following=tuple(_fault(fault, file, sources) for fault in following),
        following_words=following_words(following),
        remarks=tuple(with_code_spans(visible(remark_words(item, file))) for item in launch.remarks),
        rows=tuple(total_words(total) for total in launch.totals),
        traffic=traffic_words(launch.totals),
        in_flight=in_flight_words(launch.launch),
        verdict=verdict_words(costs_of([launch.launch]), line_shares([launch])),
        printed=visible(launch.printed.rstrip("\n")),
    )


def _fault(fault: Fault, file: Path, sources: Sources, *, told: bool = False) -> FaultView:
    name = file.name if fault.file and Path(fault.file).resolve() == file.resolve() else fault.file
    return FaultView(
        kind=fault.kind,
        message=with_code_spans(visible(fault.message)),
        advice=NOTHING if told else with_code_spans(visible(advice_of(fault))),
        who=fault_place(fault),
        place=f"{name}:{fault.line}" if fault.line else "",
        href=_href(fault.file, fault.line, file),
        excerpts=excerpts_of(fault, sources),
        told=told,
    )


def _unwritten(item: Unwritten, *, told: bool) -> FaultView:
    message = with_code_spans(visible(item.message))
    return FaultView("not written", message, NOTHING, "", "", "", (), told=told)


def _href(path: str, line: int, file: Path) -> str:
    return f"#{PART}-L{line}" if line and path and Path(path).resolve() == file.resolve() else ""


def _dump(dump: Dump) -> tuple[str, str]:
    return dump_head(dump), dump_words(dump)
