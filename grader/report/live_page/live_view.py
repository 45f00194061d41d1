"""What stands above the scorecard on the live page: how the watch is doing, what the last save changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.core.points import Points
from grader.grading.changes import was_judged
from grader.grading.guidance import first_to_fix
from grader.grading.parts import is_untouched, parts_of
from grader.report.scorecard.html_page import TEMPLATES, Html, environment
from grader.report.watch_words import ChangeLine, Run, changes_of, checks_passed, gain, points_gained
from grader.schema.results import CheckResult, LabResult, Status

OWN_TEMPLATES = Path(__file__).parent / "templates"
SYMBOLS = {Status.PASSED: "✓", Status.FAILED: "✗", Status.ERROR: "!", Status.SKIPPED: "○"}


@dataclass(frozen=True)
class StateView:
    """One line on the watch. css: busy, good, bad or still. more: said behind the line, quietly."""

    css: str
    mark: str
    lab: str
    words: str
    more: str = ""


@dataclass(frozen=True)
class ChangeView:
    """One change. css: the status that the check has now."""

    css: str
    mark: str
    words: str
    value: str
    reason: str


@dataclass(frozen=True)
class NewsView:
    """What the last save changed, or why there is no verdict on it.

    old: which run the scorecard below is of, where it is not this one. said: the compiler's words, or why a
    run was stopped. place: 'file.cu:13'.
    """

    heading: str
    changes: tuple[ChangeView, ...] = ()
    said: str = ""
    place: str = ""
    old: str = ""


def building(lab: str) -> StateView:
    """Before the first check."""
    return StateView("busy", "…", lab, "building the lab's checks")


def checking(lab: str) -> StateView:
    """A check has begun."""
    return StateView("busy", "…", lab, "checking…")


def checked(run: Run) -> StateView:
    """A check has ended."""
    result = run.result
    more = f"{run.at:%H:%M:%S}, in {run.seconds:.1f} s"
    trouble = trouble_in(result)
    if trouble:
        return StateView("bad", SYMBOLS[Status.FAILED], run.lab.id, trouble, more)
    points = _points(result.course_points, result.course_max_points, points_gained(run))
    css = "good" if result.course_points == result.course_max_points else "still"
    return StateView(css, "●", run.lab.id, f"{points}, {checks_passed(result)}", more)


def failed(lab: str, words: str) -> StateView:
    """The file could not be graded: a tool is missing, or the file is."""
    return StateView("bad", "!", lab, words)


def ended(lab: str, words: str) -> StateView:
    """The watch is over."""
    return StateView("still", "■", lab, words)


def trouble_in(result: LabResult) -> str:
    """Why a run gives no verdict on the file as it is, in a few words; '' where it does."""
    if result.compile_output:
        return "the file does not compile"
    return "the run did not come to its end" if result.trouble else ""


def news_of(run: Run, old: str) -> NewsView:
    """What the run changed; where it gives no verdict, why. old: in words, the run that is shown instead."""
    result = run.result
    parts = parts_of(run.lab, result)
    if trouble_in(result):
        check = first_to_fix(result)
        said = result.compile_output or result.trouble
        heading = "The compiler says" if result.compile_output else "What happened"
        return NewsView(heading, said=said.strip("\n").rstrip(), place=_place(check), old=old)
    if not was_judged(result) or is_untouched(parts):
        return NewsView("")
    changes = changes_of(run, parts)
    # The scorecard shows every check of a first run by itself.
    lines = changes.lines if changes.heading else ()
    return NewsView(changes.heading.removesuffix(":"), _views(lines))


def strip_of(state: StateView) -> Html:
    """The line as HTML."""
    return _rendered("_state.html.j2", state=state)


def section_of(news: NewsView) -> Html:
    """The news as HTML; '' where there are none."""
    return _rendered("_news.html.j2", news=news) if news.heading or news.old else Html("")


def shell(nonce: str, title: str) -> str:
    """The document that the script fills. nonce: of its scripts, in the Content-Security-Policy."""
    return _rendered("live.html.j2", nonce=nonce, title=title)


def _rendered(template: str, **given: object) -> Html:
    return Html(environment(OWN_TEMPLATES, TEMPLATES).get_template(template).render(given))


def _points(points: Points, most: Points, gained: Points) -> str:
    return f"{points} of {most} points{gain(gained)}"


def _views(lines: Sequence[ChangeLine]) -> tuple[ChangeView, ...]:
    return tuple(
        ChangeView(one.status.value, SYMBOLS[one.status], one.words, one.value, one.reason) for one in lines
    )


def _place(check: CheckResult | None) -> str:
    return f"{check.file}:{check.line}" if check is not None and check.file and check.line else ""
