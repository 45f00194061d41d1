"""The view-model of one lab: its checks, and what helps to understand and to fix them.

A part that has nothing to say is empty, and the template leaves it out. What needs no look is folded: checks
that passed or were skipped, source lines that cost the least, and of a lab that is done all of it. Where one
cause fails all checks, it is shown once, and a lab without a file is one line. Among several labs, one that
is done, and one whose file is still the stub, is one line that opens.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from textwrap import dedent

from grader.core.points import Points
from grader.core.wording import figure, first_sentence, plural
from grader.grading.verdict_words import requirement, unit_of, words_of_others
from grader.report.costs import all_costs, costs_by_line
from grader.report.launch_times import kernel_shares
from grader.report.scorecard.bandwidth_bounds import BoundsView, bounds_views
from grader.report.scorecard.charts import ChartView, chart_views
from grader.report.scorecard.compiled_view import CompiledView, code_view, compiled_view
from grader.report.scorecard.hardware_counts import CountedView, counted_view
from grader.report.scorecard.html_page import Html, breakable, share, to_html, with_code_spans
from grader.report.scorecard.lab_pictures import PicturesView, pictures_view
from grader.report.scorecard.source_listing import (
    AccessRow,
    SourceLine,
    Stretch,
    access_rows,
    heavy_words,
    source_lines,
    stretches,
    times_note,
    whole,
)
from grader.report.second_opinion import SecondOpinion
from grader.schema.record import Failure
from grader.schema.results import CheckResult, LabResult, Status

ICONS = {
    Status.PASSED: "icon-passed",
    Status.FAILED: "icon-failed",
    Status.SKIPPED: "icon-skipped",
    Status.ERROR: "icon-error",
}


@dataclass(frozen=True)
class CheckView:
    """One check. value and required are words; '' where nothing was weighed.

    headline: what went wrong, or else the title. demand: the title below another headline, or ''.
    """

    anchor: str
    title: str
    headline: Html
    demand: str
    status: str
    icon: str
    points: Points
    max_points: Points
    value: str
    unit: str
    required: str
    evidence: str
    details: str
    place: Html
    href: str
    printed: str
    others: str
    others_words: str


@dataclass(frozen=True)
class CheckFold:
    """Checks behind one line, which words say."""

    words: str
    checks: tuple[CheckView, ...]


@dataclass(frozen=True)
class LabLine:
    """What a folded lab says of itself. command: how to begin with it, or ''. css: done or untouched."""

    words: str
    command: str
    css: str


@dataclass(frozen=True)
class LabView:
    """One lab. Empty texts and tuples are parts that the card leaves out.

    done: every check passed, so that the card need not open what helps to fix.
    one_cause: all checks failed for what the lab's trouble or its compiler says already.
    absent: there is no file, and so nothing but the trouble to tell.
    checks: those to work on; check_folds: the others. source_open: a line of it needs a look.
    line: where the lab is folded, the one line that is shown of it; None where it is open.
    """

    id: str
    title: str
    summary: str
    points: Points
    max_points: Points
    percent: float
    done: bool
    one_cause: bool
    absent: bool
    file: str
    compile_output: str
    trouble: str
    checks: tuple[CheckView, ...]
    check_folds: tuple[CheckFold, ...]
    checks_note: str
    hints: tuple[Html, ...]
    charts: tuple[ChartView, ...]
    stretches: tuple[Stretch, ...]
    source_open: bool
    rows: tuple[AccessRow, ...]
    heavy: str
    left_out: tuple[str, ...]
    pictures: PicturesView
    bounds: tuple[BoundsView, ...]
    counted: CountedView | None
    compiled: CompiledView | None
    line: LabLine | None = None
    times: str = ""  # what the shares before lines are


def lab_view(
    lab: LabResult,
    left_out: tuple[str, ...] = (),
    *,
    alone: bool = True,
    opinion: SecondOpinion | None = None,
    code_listed: bool = True,
) -> LabView:
    """Everything that the card says of a lab.

    left_out: sentences on what it does not show. alone: it is the only lab there, which is never folded.
    opinion: what nvcc makes of its file. code_listed: with every instruction.
    """
    lines = _source_lines(lab)
    lines = tuple(
        replace(line, code=code_view(opinion, line.number, listed=code_listed)) if opinion else line
        for line in lines
    )
    is_open = not _done(lab) and any(line.needs_look for line in lines)
    return LabView(
        id=lab.id,
        title=lab.title,
        summary=lab.summary,
        points=lab.course_points,
        max_points=lab.course_max_points,
        percent=share(lab.course_points, lab.course_max_points),
        done=_done(lab),
        one_cause=_one_cause(lab),
        absent=lab.source is None and _one_cause(lab),
        file=lab.source.file if lab.source else "",
        compile_output=lab.compile_output.strip("\n"),
        trouble=lab.trouble,
        checks=() if _one_cause(lab) else tuple(_check(lab, one) for one in lab.checks if is_to_fix(one)),
        check_folds=_check_folds(lab),
        checks_note=_checks_note(lab),
        hints=_hints(lab),
        charts=chart_views(lab),
        stretches=stretches(lines) if is_open else whole(lines),
        source_open=is_open,
        rows=access_rows(all_costs(lab)),
        heavy=heavy_words(lines),
        left_out=left_out,
        pictures=pictures_view(lab),
        bounds=bounds_views(lab),
        counted=counted_view(lab),
        compiled=compiled_view(lab.id, opinion) if lines and not lab.compile_output else None,
        line=None if alone else _line(lab),
        times=times_note(lines, "its kernel"),
    )


def _source_lines(lab: LabResult) -> tuple[SourceLine, ...]:
    if lab.source is None:
        return ()
    percents = kernel_shares(lab).in_file(lab.source.path)
    return source_lines(lab.id, lab.source.text, costs_by_line(lab), _faults(lab), percents)


def _line(lab: LabResult) -> LabLine | None:
    if lab.untouched:
        return LabLine("Not begun.", f"./course watch {lab.id}", "untouched")
    if _done(lab):
        return LabLine(f"All {plural(len(lab.checks), 'check')} passed", "", "done")
    return None


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


def _checks_note(lab: LabResult) -> str:
    count = plural(len(lab.checks), "check")
    return f"None of the {count} passed, for the one reason above." if _one_cause(lab) else ""


def is_to_fix(check: CheckResult) -> bool:
    """Whether there is something to work on: it failed, or did not report."""
    return check.status in (Status.FAILED, Status.ERROR)


def _check_folds(lab: LabResult) -> tuple[CheckFold, ...]:
    if _one_cause(lab):
        return (_fold(lab, "The checks", lab.checks),)
    passed = [check for check in lab.checks if check.status is Status.PASSED]
    skipped = [check for check in lab.checks if check.status is Status.SKIPPED]
    all_of_them = "All " if len(passed) == len(lab.checks) else ""
    folds = (
        _fold(lab, f"{all_of_them}{plural(len(passed), 'check')} passed", passed),
        _fold(lab, f"{plural(len(skipped), 'check')} skipped", skipped),
    )
    return tuple(fold for fold in folds if fold.checks)


def _fold(lab: LabResult, words: str, checks: Iterable[CheckResult]) -> CheckFold:
    return CheckFold(words, tuple(_check(lab, check) for check in checks))


def _faults(lab: LabResult) -> dict[int, tuple[Html, ...]]:
    """Why checks point at lines of the graded file; checks with the same words once."""
    found: dict[int, dict[str, None]] = {}
    for check in lab.checks:
        if is_to_fix(check) and line_anchor(lab, check):
            found.setdefault(check.line, {}).setdefault(first_sentence(check.message) or check.title)
    return {line: tuple(map(with_code_spans, said)) for line, said in found.items()}


def _check(lab: LabResult, check: CheckResult) -> CheckView:
    said, _, details = check.message.strip().partition("\n")
    counted = lab.share_of(check)
    # A failure's message comes first. A check that passed, or waits, begins with what was checked.
    fails = bool(said) and is_to_fix(check)
    return CheckView(
        anchor=f"{lab.id}-{check.id}",
        title=check.title,
        headline=with_code_spans(said if fails else check.title),
        demand=check.title if fails else said,
        status=check.status.value,
        icon=ICONS[check.status],
        points=counted.points,
        max_points=counted.max_points,
        value="" if check.value is None else figure(check.value),
        unit=unit_of(check),
        required=requirement(check),
        evidence="" if check.evidence == "none" else check.evidence,
        details=dedent(details.strip("\n")),
        place=breakable(f"{check.file}:{check.line}" if check.file and check.line else check.file),
        href=line_anchor(lab, check),
        printed=check.printed.strip("\n"),
        others="\n\n".join(_other(one) for one in check.others),
        others_words=words_of_others(check),
    )


def _other(one: Failure) -> str:
    place = f"{one.file}:{one.line}: " if one.file and one.line else ""
    return place + one.message.strip()


def _hints(lab: LabResult) -> tuple[Html, ...]:
    # A student who has every point is done with hints. One who handed nothing in has not begun.
    return () if _done(lab) or lab.source is None else tuple(to_html(hint) for hint in lab.hints)


def _done(lab: LabResult) -> bool:
    return all(check.status is Status.PASSED for check in lab.checks)
