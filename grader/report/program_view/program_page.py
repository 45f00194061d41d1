"""A program's report as one self-contained HTML page, made of the scorecard's parts and those of a trace."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from grader import COURSE, __version__
from grader.core.paths import is_cuda_header
from grader.core.visible import visible
from grader.report.advice import advice_on_waste
from grader.report.costs import LineCost, by_line, costs_of, worst_of
from grader.report.launch_times import LineShares, line_shares, most_time_words
from grader.report.program_view.program_words import (
    GROUP_HEADS,
    SHOWN_APART,
    by_kernel,
    further_words,
    group_row,
    group_time_words,
    group_words,
    head_words,
    host_words,
    launches,
    named,
    note_words,
    shown_apart,
    who_words,
)
from grader.report.request_drawing.draw_request import draw_requests
from grader.report.request_drawing.explorer_link import explorer_link
from grader.report.request_drawing.request_picture import Picture
from grader.report.scorecard.html_page import TEMPLATES, Html, environment, with_code_spans
from grader.report.scorecard.source_listing import (
    FaultNote,
    access_rows,
    heavy_words,
    is_sortable,
    source_lines,
    stretches,
    times_note,
)
from grader.report.trace_view.fault_words import advice_of, fault_notes, is_elsewhere
from grader.report.trace_view.trace_page import FIRST, NOTHING, FaultView, SourceView, WorstView
from grader.report.trace_view.trace_page import OWN_TEMPLATES as TRACE_TEMPLATES
from grader.report.trace_view.trace_words import (
    Sources,
    excerpt_at,
    excerpts_of,
    following_words,
    nothing_wasted_words,
    remark_words,
    told_apart,
    total_words,
    traffic_words,
    verdict_words,
    worst,
)
from grader.schema.program_report import HostFault, LaunchGroup, ProgramFault, ProgramReport

OWN_TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class GroupView:
    """Launches that are shown together. rows: totals, a tuple of words each."""

    anchor: str
    shape: str
    time: str
    notes: tuple[str, ...]
    faults: tuple[FaultView, ...]
    following: tuple[FaultView, ...]
    following_words: str
    remarks: tuple[Html, ...]
    rows: tuple[tuple[str, ...], ...]
    traffic: str
    verdict: tuple[str, ...]


@dataclass(frozen=True)
class KernelView:
    """One kernel. heads, rows: of the table of all its groups; empty where each is shown by itself."""

    anchor: str
    signature: str
    groups: tuple[GroupView, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class ProgramPage:
    """Everything that the page's template prints.

    first_looks: the first faults, and what costs most.
    nothing_costly: the sentence that nothing is wasted, or was counted; '' where something is.
    """

    course: str
    version: str
    file: str
    ran_at: str
    ran_at_iso: str
    faults: int
    verdict: str
    launched: str
    notes: tuple[Html, ...]
    first_looks: tuple[WorstView, ...]
    nothing_costly: str
    device: str
    counted: bool
    kernels: tuple[KernelView, ...]
    host_faults: tuple[FaultView, ...]
    sources: tuple[SourceView, ...]
    pictures: tuple[Picture, ...]


@dataclass(frozen=True)
class CellView:
    """What a notebook's cell shows below the verdict. faulty: kernels with faults. opens: the others."""

    faulty: tuple[KernelView, ...]
    others: tuple[KernelView, ...]
    opens: bool
    sources: tuple[SourceView, ...]
    pictures: tuple[Picture, ...]


class _Links:
    """Which source files the page shows, and where their lines are on it. explorer: a link to its page."""

    def __init__(
        self, report: ProgramReport, main: Path, *, shows_sources: bool = True, explorer: str = ""
    ) -> None:
        places = [access.file for group in report.launches for access in group.accesses]
        places += [line.file for group in report.launches for line in group.line_times]
        places += [fault.file for fault in report.faults if fault.line]
        places += [fault.file for fault in report.host_faults if fault.line]
        files = dict.fromkeys([str(main.resolve()), *(str(Path(file).resolve()) for file in places if file)])
        own = (file for file in files if not is_cuda_header(file) and Path(file).is_file())
        self.parts = {file: f"source{number}" for number, file in enumerate(own, 1) if shows_sources}
        self.main = main
        self.explorer = explorer

    def name(self, file: str) -> str:
        return str(self.main) if Path(file).resolve() == self.main.resolve() else named(file)

    def href(self, file: str, line: int) -> str:
        part = self.parts.get(str(Path(file).resolve())) if file and line else None
        return f"#{part}-L{line}" if part else ""

    def place(self, file: str, line: int) -> str:
        return f"{Path(self.name(file)).name}:{line}" if line else ""


def render_page(report: ProgramReport, file: Path, ran_at: datetime, explorer: str = "") -> str:
    """One HTML document: inline style and script, nothing loaded from anywhere. file: the first source.

    explorer: a link from the document to the explorer's page, '' for none.
    """
    page = _page(report, file, ran_at, _Links(report, file, explorer=explorer))
    templates = environment(OWN_TEMPLATES, TRACE_TEMPLATES, TEMPLATES)
    return templates.get_template("program.html.j2").render(page=page)


def render_cell(report: ProgramReport, file: Path, ran_at: datetime, *, whole: bool) -> str:
    """The same for a frame in the output of a notebook's cell, which the page makes as high as it is.

    whole: with the source, each line's cost and pictures; else the verdict and faults alone.
    """
    page = _page(report, file, ran_at, _Links(report, file, shows_sources=whole))
    templates = environment(OWN_TEMPLATES, TRACE_TEMPLATES, TEMPLATES)
    return templates.get_template("cell.html.j2").render(page=page, cell=_cell(page, whole=whole))


def _cell(page: ProgramPage, *, whole: bool) -> CellView:
    """Kernels with faults come first and open, the others last and folded, unless there is only one."""
    faulty = tuple(kernel for kernel in page.kernels if any(group.faults for group in kernel.groups))
    others = tuple(kernel for kernel in page.kernels if kernel not in faulty)
    return CellView(
        faulty=faulty if whole else tuple(_faults_alone(kernel) for kernel in faulty),
        others=others if whole else (),
        opens=len(others) == 1 and not faulty,
        sources=page.sources if page.counted and page.kernels else (),
        pictures=page.pictures if whole else (),
    )


def _faults_alone(kernel: KernelView) -> KernelView:
    groups = (group for group in kernel.groups if group.faults)
    return replace(
        kernel, rows=(), groups=tuple(replace(group, rows=(), traffic="", verdict=()) for group in groups)
    )


def _page(report: ProgramReport, file: Path, ran_at: datetime, links: _Links) -> ProgramPage:
    shown = [group for groups in by_kernel(report) for group in shown_apart(groups)]
    costs = costs_of(group.launch for group in shown)
    sources, shares = Sources(), line_shares(report.launches)
    wasteful, faults = worst(costs, shares), _first_faults(report, links)
    return ProgramPage(
        course=COURSE,
        version=__version__,
        file=str(file),
        ran_at=ran_at.strftime("%d %B %Y, %H:%M UTC").lstrip("0"),
        ran_at_iso=ran_at.isoformat(timespec="seconds"),
        faults=len(told_apart(report.faults)[0]) + len(report.host_faults),
        verdict=head_words(report),
        launched=launches(report.launched),
        notes=tuple(with_code_spans(visible(words)) for words in note_words(report)),
        first_looks=(
            *faults,
            *_most_time(report, shares, links),
            *(_worst(cost, links) for cost in wasteful),
        ),
        nothing_costly="" if wasteful or faults else _nothing_costly(report),
        device=report.device,
        counted=report.counted,
        kernels=tuple(
            _kernel(groups, f"kernel-{number}", report, links, sources)
            for number, groups in enumerate(by_kernel(report), start=1)
        ),
        host_faults=tuple(
            _host(fault, links, sources, number) for number, fault in enumerate(report.host_faults, start=1)
        ),
        sources=tuple(
            _source(name, part, costs, shares, report, links) for name, part in links.parts.items()
        ),
        pictures=draw_requests("program", worst_of(costs), links.explorer),
    )


def _first_faults(report: ProgramReport, links: _Links) -> tuple[WorstView, ...]:
    """The first fault of kernels and of host code: the second may be why the first happened."""
    return (
        *(_first_fault(fault, links) for fault in report.faults[:1]),
        *(
            WorstView(
                words=with_code_spans(visible(fault.message)),
                place=links.place(fault.file, fault.line),
                href=links.href(fault.file, fault.line),
                change=with_code_spans(visible(fault.advice)),
            )
            for fault in report.host_faults[:1]
        ),
    )


def _first_fault(fault: ProgramFault, links: _Links) -> WorstView:
    place, href = f"line {fault.other_line}", links.href(fault.other_file, fault.other_line)
    return WorstView(
        words=with_code_spans(visible(fault.message)),
        place=links.place(fault.file, fault.line),
        href=links.href(fault.file, fault.line),
        change=with_code_spans(visible(advice_of(fault))),
        others=((place, href),) if is_elsewhere(fault) else (),
    )


def _nothing_costly(report: ProgramReport) -> str:
    if not (report.counted and report.launches):
        return "Nothing was counted."
    return nothing_wasted_words(remark for group in report.launches for remark in group.remarks)


def _most_time(report: ProgramReport, shares: LineShares, links: _Links) -> tuple[WorstView, ...]:
    """The line that takes the most time, with the launches that take longest; nothing without a time."""
    longest = max(report.launches, key=lambda group: group.predicted_us or 0.0, default=None)
    time = f"{longest.kernel}: {group_time_words(longest, report)}" if longest else ""
    return tuple(
        WorstView(
            words=with_code_spans(most_time_words(shares)),
            place=links.place(file, line),
            href=links.href(file, line),
            cost=time,
        )
        for file, line in shares.shown[:1]
    )


def _worst(cost: LineCost, links: _Links) -> WorstView:
    access = cost.access
    words = f"{cost.launch.kernel}: {verdict_words([cost])[0]}"
    return WorstView(
        words=with_code_spans(visible(words)),
        place=links.place(access.file, access.line),
        href=links.href(access.file, access.line),
        change=with_code_spans(visible(advice_on_waste(cost))),
        explorer=explorer_link(cost, links.explorer),
    )


def _kernel(
    groups: tuple[LaunchGroup, ...], anchor: str, report: ProgramReport, links: _Links, sources: Sources
) -> KernelView:
    is_long = len(groups) > SHOWN_APART
    rows = tuple(group_row(group) for group in groups) if is_long else ()
    used = [at for at in range(len(GROUP_HEADS)) if any(row[at] not in ("", "0") for row in rows)]
    return KernelView(
        anchor=anchor,
        signature=groups[0].signature,
        groups=tuple(
            _group(group, f"{anchor}-{number}", report, links, sources)
            for number, group in enumerate(shown_apart(groups), start=1)
        ),
        heads=tuple(GROUP_HEADS[at] for at in used),
        rows=tuple(tuple(row[at] for at in used) for row in rows),
    )


def _group(
    group: LaunchGroup, anchor: str, report: ProgramReport, links: _Links, sources: Sources
) -> GroupView:
    told, following = told_apart(group.faults)
    first = next(iter(report.faults), None)
    return GroupView(
        anchor=anchor,
        shape=group_words(group),
        time=group_time_words(group, report),
        notes=further_words(group),
        faults=tuple(
            _fault(fault, group, links, sources, told=fault is first, anchor=f"{anchor}-fault-{number}")
            for number, fault in enumerate(told, start=1)
        ),
        following=tuple(_fault(fault, group, links, sources) for fault in following),
        following_words=following_words(following),
        remarks=tuple(with_code_spans(visible(remark_words(one, links.main))) for one in group.remarks),
        rows=tuple(total_words(total) for total in group.totals),
        traffic=traffic_words(group.totals),
        verdict=_verdict(group) if _is_told(group, report) else (),
    )


def _verdict(group: LaunchGroup) -> tuple[str, ...]:
    return verdict_words(costs_of([group.launch]), line_shares([group]))


def _is_told(group: LaunchGroup, report: ProgramReport) -> bool:
    return report.counted and bool(group.accesses or not group.stopped)


def _fault(
    fault: ProgramFault,
    group: LaunchGroup,
    links: _Links,
    sources: Sources,
    *,
    told: bool = False,
    anchor: str = "",
) -> FaultView:
    return FaultView(
        kind=fault.kind,
        message=with_code_spans(visible(fault.message)),
        advice=NOTHING if told else with_code_spans(visible(advice_of(fault))),
        who=who_words(fault, group),
        place=links.place(fault.file, fault.line),
        href=links.href(fault.file, fault.line),
        excerpts=excerpts_of(fault, sources),
        anchor=anchor,
        told=told,
    )


def _host(fault: HostFault, links: _Links, sources: Sources, number: int) -> FaultView:
    return FaultView(
        kind=fault.kind,
        message=with_code_spans(visible(fault.message)),
        advice=NOTHING if number == 1 else with_code_spans(visible(fault.advice)),
        who=host_words(fault),
        place=links.place(fault.file, fault.line),
        href=links.href(fault.file, fault.line),
        excerpts=(excerpt_at(fault.file, fault.line, [], sources),) if fault.line else (),
        anchor=f"host-fault-{number}",
        told=number == 1,
    )


def _source(
    file: str,
    part: str,
    costs: tuple[LineCost, ...],
    shares: LineShares,
    report: ProgramReport,
    links: _Links,
) -> SourceView:
    text = Path(file).read_text(encoding="utf-8", errors="replace")
    lines = source_lines(
        part, text, by_line(costs, file), _notes(file, report), shares.in_file(file), links.explorer
    )
    own = [cost for cost in costs if str(Path(cost.access.file).resolve()) == file]
    return SourceView(
        id=part,
        file=links.name(file),
        heavy=heavy_words(lines),
        stretches=stretches(lines),
        rows=access_rows(own),
        times=times_note(lines),
        sortable=is_sortable(lines),
    )


def _notes(file: str, report: ProgramReport) -> dict[int, tuple[FaultNote, ...]]:
    """Beside each line of the file, which faults point at it; the sentence itself is told elsewhere."""
    found: dict[int, list[FaultNote]] = {}

    def note(name: str, line: int, one: FaultNote) -> None:
        if line and str(Path(name).resolve()) == file:
            found.setdefault(line, []).append(one)

    for fault in report.faults:
        for name, line, one in fault_notes(fault, f"#{FIRST}" if fault is report.faults[0] else ""):
            note(name, line, one)
    for number, host in enumerate(report.host_faults, start=1):
        href = f"#{FIRST}" if number == 1 else f"#host-fault-{number}"
        note(host.file, host.line, FaultNote("fails", with_code_spans(visible(host.kind)), href))
    return {line: tuple(dict.fromkeys(notes)) for line, notes in found.items()}
