"""The view-model of one lab: its checks, and what helps to understand and to fix them.

A part that has nothing to say is empty, and the template leaves it out. What needs no look is folded: checks
that passed or were skipped, source lines that cost the least, and of a lab that is done all of it. Where one
cause fails all checks, it is shown once, and a lab without a file is one line. Among several labs, one that
is done, and one whose file is still the stub, is one line that opens, unless it is the one to continue with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from textwrap import dedent

from grader.core.points import Points
from grader.core.wording import figure, first_sentence, plural
from grader.grading.standing import LastCheck
from grader.grading.verdict_words import requirement, unit_of, words_of_others
from grader.report.costs import all_costs, costs_by_line
from grader.report.launch_times import kernel_shares
from grader.report.scorecard.bandwidth_bounds import BoundsView, bounds_views
from grader.report.scorecard.charts import ChartView, chart_views
from grader.report.scorecard.compiled_view import CompiledView, code_view, compiled_view
from grader.report.scorecard.hardware_counts import CountedView, counted_view
from grader.report.scorecard.html_page import Html, breakable, share, to_html, with_code_spans
from grader.report.scorecard.lab_pictures import PicturesView, pictures_view
from grader.report.scorecard.next_view import FIRST, PlaceView, line_anchor, other_lines
from grader.report.scorecard.since_view import SinceView, since_view
from grader.report.scorecard.source_listing import (
    AccessRow,
    FaultNote,
    SourceLine,
    Stretch,
    access_rows,
    heavy_words,
    is_sortable,
    source_lines,
    stretches,
    times_note,
    whole,
)
from grader.report.second_opinion import SecondOpinion
from grader.schema.record import Failure
from grader.schema.results import CheckResult, LabResult, Status

# Where a failure is told in full: an anchor, by its sentence.
Told = Mapping[str, str]
# More failed checks are counted above the source, but not named there.
FAILED_NAMED = 3
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
    told, told_words: a link to where this failure is told, and what the link is called; '' where it is here.
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
    told: str = ""
    told_words: str = ""


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
class FailedView:
    """What failed, in one line above the source. links: titles of checks, with where each is on the card."""

    words: str
    links: tuple[PlaceView, ...]
    more: str


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
    since: SinceView | None = None
    failed: FailedView | None = None  # where the source stands before the checks
    sortable: bool = False  # by what its lines waste
    times: str = ""  # what the shares before lines are


def lab_view(
    lab: LabResult,
    left_out: tuple[str, ...] = (),
    *,
    folds: bool = False,
    opinion: SecondOpinion | None = None,
    code_listed: bool = True,
    first: CheckResult | None = None,
    before: LastCheck | None = None,
    explorer: str = "",
) -> LabView:
    """Everything that the card says of a lab.

    left_out: sentences on what it does not show. folds: it is one line if it is done, or was not begun.
    opinion: what nvcc makes of its file. code_listed: with every instruction.
    first: the check that the top of the page tells about, if it is one of this lab.
    before: what was kept of the version before, to compare with. explorer: where its page is, '' for nowhere.
    """
    told, since = _told(lab, first), since_view(lab, before)
    lines = _source_lines(lab, told, explorer)
    if since:
        lines = tuple(replace(line, since=since.lines.get(line.number, ())) for line in lines)
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
        checks=()
        if _one_cause(lab)
        else tuple(_check(lab, one, told) for one in lab.checks if is_to_fix(one)),
        check_folds=_check_folds(lab),
        checks_note=_checks_note(lab),
        hints=_hints(lab),
        charts=chart_views(lab),
        stretches=stretches(lines) if is_open else whole(lines),
        source_open=is_open,
        rows=access_rows(all_costs(lab)),
        heavy=heavy_words(lines),
        left_out=left_out,
        pictures=pictures_view(lab, explorer),
        bounds=bounds_views(lab),
        counted=counted_view(lab),
        compiled=compiled_view(lab.id, opinion) if lines and not lab.compile_output else None,
        line=_line(lab) if folds else None,
        since=since,
        failed=_failed(lab) if is_open else None,
        sortable=is_sortable(lines),
        times=times_note(lines, "its kernel"),
    )


def _source_lines(lab: LabResult, told: Told, explorer: str) -> tuple[SourceLine, ...]:
    if lab.source is None:
        return ()
    percents = kernel_shares(lab).in_file(lab.source.path)
    return source_lines(lab.id, lab.source.text, costs_by_line(lab), _faults(lab, told), percents, explorer)


def _line(lab: LabResult) -> LabLine | None:
    if lab.untouched:
        return LabLine("Not begun.", f"./course watch {lab.id}", "untouched")
    if _done(lab):
        return LabLine(f"All {plural(len(lab.checks), 'check')} passed", "", "done")
    return None


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


def _told(lab: LabResult, first: CheckResult | None) -> Told:
    """Where each failure is told in full: the first at the top of the page, others in their first check."""
    told = {first_sentence(first.message): FIRST} if first is not None else {}
    for check in lab.checks:
        if is_to_fix(check):
            told.setdefault(first_sentence(check.message), _anchor(lab, check))
    return told


def _anchor(lab: LabResult, check: CheckResult) -> str:
    return f"{lab.id}-{check.id}"


def _faults(lab: LabResult, told: Told) -> dict[int, tuple[FaultNote, ...]]:
    """Why checks point at lines of the graded file, each by its title; at a race at both of its lines."""
    found: dict[int, list[FaultNote]] = {}
    for check in lab.checks:
        if is_to_fix(check) and line_anchor(lab, check):
            href = f"#{told[first_sentence(check.message)]}"
            others = other_lines(check)
            found.setdefault(check.line, []).append(_note(check, href, others))
            for line in others:
                found.setdefault(line, []).append(_note(check, href, (check.line,)))
    return {line: tuple(dict.fromkeys(notes)) for line, notes in found.items()}


def _note(check: CheckResult, href: str, others: tuple[int, ...]) -> FaultNote:
    if others:
        lines = " and ".join(str(line) for line in others)
        return FaultNote("race", with_code_spans(f"with line {lines}: {check.title}"), href)
    return FaultNote("fails", with_code_spans(check.title), href)


def _failed(lab: LabResult) -> FailedView | None:
    failed = [check for check in lab.checks if is_to_fix(check)]
    if not failed or _one_cause(lab):
        return None
    links = (
        PlaceView(with_code_spans(check.title), f"#{_anchor(lab, check)}") for check in failed[:FAILED_NAMED]
    )
    left = len(failed) - FAILED_NAMED
    words = f"{len(failed)} of {plural(len(lab.checks), 'check')} failed:"
    return FailedView(words, tuple(links), f"and {left} more" if left > 0 else "")


def _check(lab: LabResult, check: CheckResult, told: Told | None = None) -> CheckView:
    said, _, details = check.message.strip().partition("\n")
    counted = lab.share_of(check)
    # A failure's message comes first. A check that passed, or waits, begins with what was checked.
    fails = bool(said) and is_to_fix(check)
    place = (told or {}).get(first_sentence(check.message), "") if fails else ""
    elsewhere = place and place != _anchor(lab, check)
    return CheckView(
        anchor=_anchor(lab, check),
        title=check.title,
        headline=with_code_spans(said if fails and not elsewhere else check.title),
        demand="" if elsewhere else check.title if fails else said,
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
        told=f"#{place}" if elsewhere else "",
        told_words=_told_words(place) if elsewhere else "",
    )


def _told_words(place: str) -> str:
    return "Told under Next, at the top" if place == FIRST else "Fails for the same reason as this check"


def _other(one: Failure) -> str:
    place = f"{one.file}:{one.line}: " if one.file and one.line else ""
    return place + one.message.strip()


def _hints(lab: LabResult) -> tuple[Html, ...]:
    # A student who has every point is done with hints. One who handed nothing in has not begun.
    return () if _done(lab) or lab.source is None else tuple(to_html(hint) for hint in lab.hints)


def _done(lab: LabResult) -> bool:
    return all(check.status is Status.PASSED for check in lab.checks)
