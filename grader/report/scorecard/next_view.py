"""The view-model of what a card begins with: what is wrong first, where, what it costs, what to change.

The failure is told here in full. Its check and its line refer to this place (FIRST), so that nobody reads
one sentence three times.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from grader.core.kernel_text import functions_of
from grader.core.points import add
from grader.core.wording import first_sentence, microseconds, plural
from grader.grading.parts import blocker_of
from grader.report.advice import advice_on_fault
from grader.report.launch_times import error_words, limiter_words, longest_modelled, on_words, percent_words
from grader.report.scorecard.html_page import Html, breakable, to_html, with_code_spans
from grader.schema.record import Modelled
from grader.schema.results import CheckResult, LabResult, goal_of

FIRST = "next"  # the anchor of this part of the page


@dataclass(frozen=True)
class PlaceView:
    """A place to go to. href: '' where this page does not show it."""

    words: Html
    href: str


@dataclass(frozen=True)
class NextView:
    """What to do next. heading: what went wrong. demand: the lab, and what its check asks for.

    places: where, and at a race also where the other thread was. cost: points, and time where it is known.
    """

    heading: Html
    demand: str
    places: tuple[PlaceView, ...]
    cost: str
    advice: Html


def line_anchor(lab: LabResult, check: CheckResult) -> str:
    """A link to the check's source line on this card; '' when the line is not shown on it."""
    if lab.source is None or check.file != lab.source.file:
        return ""
    inside = 0 < check.line <= lab.source.text.count("\n") + 1
    return f"#{lab.id}-L{check.line}" if inside else ""


def other_lines(check: CheckResult) -> tuple[int, ...]:
    """At a race, the lines of the same file that the other thread was in."""
    if check.fault != "race":
        return ()
    # The machine names the file behind a line where the two are not in one.
    named = re.findall(r"in line (\d+) by thread", first_sentence(check.message))
    return tuple(line for line in dict.fromkeys(map(int, named)) if line != check.line)


def next_view(lab: LabResult, check: CheckResult) -> NextView:
    """What to do about the first check that failed."""
    if lab.untouched and lab.source is not None:
        return _beginning(lab)
    place = f"{check.file}:{check.line}" if check.file and check.line else check.file
    href = line_anchor(lab, check)
    others = other_lines(check) if href else ()
    return NextView(
        heading=with_code_spans(first_sentence(check.message) or check.title),
        demand=f"{lab.id}, {goal_of(lab, check)}",
        places=(
            PlaceView(breakable(place or "to the check"), href or f"#{lab.id}"),
            *(PlaceView(breakable(f"line {line}"), f"#{lab.id}-L{line}") for line in others),
        ),
        cost=" ".join(words for words in (_points(lab, check), _time(lab, check)) if words),
        advice=to_html(check.advice or advice_on_fault(check.message)),
    )


def _beginning(lab: LabResult) -> NextView:
    """Of a stub: the first function to write, else the lab."""
    assert lab.source is not None
    handout = PurePosixPath(lab.source.file).with_name("README.md")
    advice = to_html(f"Read `{handout}`, then run `./course watch {lab.id}`: it checks at each save.")
    heading = with_code_spans(f"Begin with {lab.id}, {lab.title}")
    first = next((one for one in functions_of(lab.source.text) if one.task), None)
    place = PlaceView(breakable("to the lab"), f"#{lab.id}")
    if first is not None:
        words = breakable(f"{lab.source.file}:{first.line}, {first.name}")
        place = PlaceView(words, f"#{lab.id}-L{first.line}")
    return NextView(heading, lab.summary, (place,), "", advice)


def _points(lab: LabResult, check: CheckResult) -> str:
    share = lab.share_of(check)
    if not share.max_points:
        waiting = add(lab.share_of(one).max_points for one in lab.checks if blocker_of(lab, one) is check)
        return f"{_amount(waiting)} wait for it." if waiting else ""
    if share.points == share.max_points:
        return ""
    return (
        f"{share.points} of {share.max_points} points." if share.points else f"{_amount(share.max_points)}."
    )


def _amount(points: float) -> str:
    return plural(points, "point") if isinstance(points, int) else f"{points} points"


def _time(lab: LabResult, check: CheckResult) -> str:
    """The share of the kernel's time that the line takes, by the model; '' where no time is known."""
    kernels = [launch.kernel for launch in check.launches]
    longest = longest_modelled(lab)
    kernel = next((kernel for kernel in kernels if kernel in longest), "")
    return _time_of(kernel, longest[kernel], lab, check) if kernel else ""


def _time_of(kernel: str, modelled: Modelled, lab: LabResult, check: CheckResult) -> str:
    path = lab.source.path if lab.source else ""
    share = sum(one.share for one in modelled.line_times if (one.file, one.line) == (path, check.line))
    of_line = percent_words(round(100 * share))
    takes = f"{kernel} takes about {microseconds(modelled.us)}{on_words(modelled.device)}"
    told = f"{takes}{error_words(modelled.error)}, by the model of time"
    limited = f"; it is limited by {limiter_words(modelled.limiter)}" if modelled.limiter else ""
    return f"{told}; line {check.line} is {of_line} of that{limited}." if of_line else f"{told}{limited}."
