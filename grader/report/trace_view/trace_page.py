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
from grader.report.costs import LineCost, by_line, costs_of, worst_of
from grader.report.in_flight import in_flight_words
from grader.report.launch_times import LineShares, line_shares, most_time_words
from grader.report.request_drawing.draw_request import draw_requests
from grader.report.request_drawing.request_picture import Picture
from grader.report.scorecard.html_page import TEMPLATES, Html, environment, with_code_spans
from grader.report.scorecard.source_listing import (
    AccessRow,
    Stretch,
    access_rows,
    heavy_words,
    source_lines,
    times_note,
    whole,
)
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


@dataclass(frozen=True)
class FaultView:
    """One fault. href: to its line on this page; '' when it lies elsewhere."""

    kind: str
    message: Html
    advice: Html
    who: str
    place: str
    href: str
    excerpts: tuple[Excerpt, ...]


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


@dataclass(frozen=True)
class WorstView:
    """The line to look at first."""

    words: str
    place: str
    href: str


@dataclass(frozen=True)
class TracePage:
    """Everything that the page's template prints.

    costly: what costs most. nothing_costly: the sentence that nothing is wasted; '' where something is.
    """

    course: str
    version: str
    file: str
    traced_at: str
    traced_at_iso: str
    faults: int
    verdict: str
    costly: tuple[WorstView, ...]
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


def render_page(trace: Trace, text: str, file: Path, traced_at: datetime) -> str:
    """One HTML document: inline style and script, nothing loaded from anywhere. text: of the file."""
    page = _page(trace, text, file, traced_at)
    return environment(OWN_TEMPLATES, TEMPLATES).get_template("trace.html.j2").render(page=page)


def _page(trace: Trace, text: str, file: Path, traced_at: datetime) -> TracePage:
    costs, shares = costs_of(launch.launch for launch in trace.launches), line_shares(trace.launches)
    lines = source_lines(PART, text, by_line(costs, str(file)), percents=shares.in_file(str(file)))
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
        costly=(*_most_time(shares, file), *(_worst(cost, file) for cost in wasteful)),
        nothing_costly=""
        if wasteful
        else nothing_wasted_words(remark for launch in trace.launches for remark in launch.remarks),
        device=trace.launches[0].device if trace.launches else "",
        compiler=trace.compiler,
        schedule=f"shuffled by seed {trace.schedule_seed}" if trace.schedule_seed else "in order",
        data_seed=trace.data_seed,
        launches=tuple(
            _launch(launch, index, file, sources) for index, launch in enumerate(trace.launches, 1)
        ),
        not_run=trace.not_run,
        source=SourceView(
            PART, str(file), heavy_words(lines), whole(lines), access_rows(costs), times_note(lines)
        ),
        pictures=draw_requests("trace", worst_of(costs)),
        dumps=tuple(_dump(dump) for dump in trace.dumps),
        differences=tuple(with_code_spans(words) for words in difference_words(trace)),
        order_dependent=bool(trace.differences),
    )


def _verdict(trace: Trace) -> str:
    if found := len(told_apart(trace.faults)[0]) + len(trace.unwritten):
        return plural(found, "fault")
    return "No fault found"


def _most_time(shares: LineShares, file: Path) -> tuple[WorstView, ...]:
    """The line that takes the most time; nothing where no time is known."""
    return tuple(
        WorstView(most_time_words(shares), f"{Path(name).name}:{line}", _href(name, line, file))
        for name, line in shares.shown[:1]
    )


def _worst(cost: LineCost, file: Path) -> WorstView:
    words = verdict_words([cost])[0]
    return WorstView(
        words, f"{file.name}:{cost.access.line}", _href(cost.access.file, cost.access.line, file)
    )


def _launch(launch: TracedLaunch, number: int, file: Path, sources: Sources) -> LaunchView:
    told, following = told_apart(launch.faults)
    return LaunchView(
        anchor=f"launch-{number}",
        signature=launch.signature,
        shape=shape_words(launch.launch, launch.dynamic_shared_bytes),
        time=launch_time_words(launch),
        parameters=launch.parameters,
        faults=(
            *(_fault(fault, file, sources) for fault in told),
            *(_unwritten(item) for item in launch.unwritten),
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


def _fault(fault: Fault, file: Path, sources: Sources) -> FaultView:
    name = file.name if fault.file and Path(fault.file).resolve() == file.resolve() else fault.file
    return FaultView(
        kind=fault.kind,
        message=with_code_spans(visible(fault.message)),
        advice=with_code_spans(visible(fault.advice)),
        who=fault_place(fault),
        place=f"{name}:{fault.line}" if fault.line else "",
        href=_href(fault.file, fault.line, file),
        excerpts=excerpts_of(fault, sources),
    )


def _unwritten(item: Unwritten) -> FaultView:
    return FaultView("not written", with_code_spans(visible(item.message)), Html(""), "", "", "", ())


def _href(path: str, line: int, file: Path) -> str:
    return f"#{PART}-L{line}" if line and path and Path(path).resolve() == file.resolve() else ""


def _dump(dump: Dump) -> tuple[str, str]:
    return dump_head(dump), dump_words(dump)
