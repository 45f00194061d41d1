"""The view-model of one lab: its checks, and what helps to understand and to fix them.

A part that has nothing to say is empty, and the template leaves it out. Of a lab that is done, the card folds
what helps to fix; where one cause fails all checks, it is shown once.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent

from grader.core.wording import figure, plural
from grader.grading.verdict_words import requirement, unit_of
from grader.report.costs import all_costs, costs_by_line
from grader.report.scorecard.bandwidth_bounds import BoundsView, bounds_views
from grader.report.scorecard.charts import ChartView, chart_views
from grader.report.scorecard.hardware_counts import CountedView, counted_view
from grader.report.scorecard.html_page import Html, breakable, share, to_html, with_code_spans
from grader.report.scorecard.lab_pictures import PicturesView, pictures_view
from grader.report.scorecard.source_listing import (
    AccessRow,
    SourceLine,
    access_rows,
    heavy_words,
    source_lines,
)
from grader.schema.results import CheckResult, LabResult, Status

ICONS = {
    Status.PASSED: "icon-passed",
    Status.FAILED: "icon-failed",
    Status.SKIPPED: "icon-skipped",
    Status.ERROR: "icon-error",
}


@dataclass(frozen=True)
class CheckView:
    """One check. value and required are words; '' where nothing was weighed."""

    anchor: str
    title: str
    status: str
    icon: str
    points: int
    max_points: int
    value: str
    unit: str
    required: str
    evidence: str
    message: Html
    details: str
    place: Html
    href: str
    printed: str


@dataclass(frozen=True)
class LabView:
    """One lab. Empty texts and tuples are parts that the card leaves out.

    done: every check passed, so that the card need not open what helps to fix.
    one_cause: all checks failed for what the lab's trouble or its compiler says already.
    """

    id: str
    title: str
    summary: str
    points: int
    max_points: int
    percent: float
    done: bool
    one_cause: bool
    file: str
    compile_output: str
    trouble: str
    checks: tuple[CheckView, ...]
    checks_words: str
    hints: tuple[Html, ...]
    charts: tuple[ChartView, ...]
    lines: tuple[SourceLine, ...]
    rows: tuple[AccessRow, ...]
    heavy: str
    left_out: tuple[str, ...]
    pictures: PicturesView
    bounds: tuple[BoundsView, ...]
    counted: CountedView | None


def lab_view(lab: LabResult, left_out: tuple[str, ...] = ()) -> LabView:
    """Everything that the card says of a lab. left_out: sentences on what it does not show."""
    costs = costs_by_line(lab)
    lines = source_lines(lab.id, lab.source.text, costs) if lab.source else ()
    return LabView(
        id=lab.id,
        title=lab.title,
        summary=lab.summary,
        points=lab.points,
        max_points=lab.max_points,
        percent=share(lab.points, lab.max_points),
        done=_done(lab),
        one_cause=_one_cause(lab),
        file=lab.source.file if lab.source else "",
        compile_output=lab.compile_output.strip("\n"),
        trouble=lab.trouble,
        checks=tuple(_check(lab, check) for check in lab.checks),
        checks_words=_checks_words(lab),
        hints=_hints(lab),
        charts=chart_views(lab),
        lines=lines,
        rows=access_rows(all_costs(lab)),
        heavy=heavy_words(lines),
        left_out=left_out,
        pictures=pictures_view(lab),
        bounds=bounds_views(lab),
        counted=counted_view(lab),
    )


def line_anchor(lab: LabResult, check: CheckResult) -> str:
    """A link to the check's source line on this card; '' when the line is not shown on it."""
    if lab.source is None or check.file != lab.source.file:
        return ""
    inside = 0 < check.line <= lab.source.text.count("\n") + 1
    return f"#{lab.id}-L{check.line}" if inside else ""


def _one_cause(lab: LabResult) -> bool:
    told_above = bool(lab.compile_output or lab.trouble)
    said = {(check.status, check.message) for check in lab.checks}
    return told_above and len(lab.checks) > 1 and len(said) == 1


def _checks_words(lab: LabResult) -> str:
    if _one_cause(lab):
        return f"None of the {plural(len(lab.checks), 'check')} passed, for the one reason above."
    return f"All {plural(len(lab.checks), 'check')} passed"


def _check(lab: LabResult, check: CheckResult) -> CheckView:
    message, _, details = check.message.strip().partition("\n")
    return CheckView(
        anchor=f"{lab.id}-{check.id}",
        title=check.title,
        status=check.status.value,
        icon=ICONS[check.status],
        points=check.points,
        max_points=check.max_points,
        value="" if check.value is None else figure(check.value),
        unit=unit_of(check),
        required=requirement(check),
        evidence="" if check.evidence == "none" else check.evidence,
        message=with_code_spans(message),
        details=dedent(details.strip("\n")),
        place=breakable(f"{check.file}:{check.line}" if check.file and check.line else check.file),
        href=line_anchor(lab, check),
        printed=check.printed.strip("\n"),
    )


def _hints(lab: LabResult) -> tuple[Html, ...]:
    # Who has every point is done with hints; who handed nothing in has not begun.
    return () if _done(lab) or lab.source is None else tuple(to_html(hint) for hint in lab.hints)


def _done(lab: LabResult) -> bool:
    return all(check.status is Status.PASSED for check in lab.checks)
