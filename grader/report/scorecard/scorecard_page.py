"""The whole card: results in, one self-contained HTML text out.

The view-model of the first screen stands here: points, what to do next, how far each lab is. lab_card.py has
that of one lab. All that the templates print is decided in these views.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType

from grader import COURSE, __version__
from grader.core.points import Points
from grader.core.wording import plural
from grader.grading.guidance import Move
from grader.grading.standing import LastCheck
from grader.report.scorecard.finished import FinishView, finish_view
from grader.report.scorecard.html_page import (
    TEMPLATES,
    environment,
    share,
)
from grader.report.scorecard.lab_card import LabView, lab_view
from grader.report.scorecard.next_view import NextView, next_view
from grader.report.scorecard.page_limits import LADDER, LARGEST_PAGE, Bounded, bounded
from grader.report.second_opinion import SecondOpinion
from grader.schema.results import LabResult, Results, Status, next_step


@dataclass(frozen=True)
class ContentsView:
    """One lab in the list of contents. css: done, current (to continue with), open, or untouched."""

    anchor: str
    id: str
    title: str
    points: Points
    max_points: Points
    css: str
    icon: str


@dataclass(frozen=True)
class LabsView:
    """Labs below one heading, '' for none."""

    heading: str
    labs: tuple[LabView, ...]


@dataclass(frozen=True)
class PageView:
    """Everything that the page template prints.

    contents: each lab in the course's order, where there are several.
    groups: all labs. The one that the reader is at comes first, so that its source is on the first screen.
    title: the course's own, or else what the project is called.

    One of next and finish is there: something is to be done, or all is.
    """

    course: str
    title: str
    version: str
    graded_at: str
    graded_at_iso: str
    points: Points
    max_points: Points
    percent: float
    verdict: str
    machine: str
    compiler: str
    seed: int
    evidence: str
    groups: tuple[LabsView, ...]
    contents: tuple[ContentsView, ...]
    next: NextView | None
    finish: FinishView | None


NO_OPINIONS: Mapping[str, SecondOpinion] = MappingProxyType({})


@dataclass(frozen=True)
class Surroundings:
    """What a checkout knows beside the results. A card that is handed in or sent on has none of it.

    before: the version before of each file that has one, by the lab's id. onward: to the next lab, once these
    are done. explorer: a link from the card to the explorer's page, '' for none.
    """

    before: Mapping[str, LastCheck] = field(default_factory=dict)
    onward: Move | None = None
    explorer: str = ""


ALONE = Surroundings()


def page_view(
    shown: Sequence[Bounded],
    results: Results,
    graded_at: datetime,
    opinions: Mapping[str, SecondOpinion] = NO_OPINIONS,
    *,
    code_listed: bool = True,
    around: Surroundings = ALONE,
) -> PageView:
    """shown: what of each of the results' labs the page shows. graded_at: an aware UTC time.

    opinions: what nvcc makes of the labs' files, by the lab's id. code_listed: with every instruction.
    around: what the checkout knows beside the results.
    """
    results = replace(results, labs=tuple(one.lab for one in shown))
    found = next_step(results)
    current = found[0] if found else None
    contents = tuple(_contents(lab, lab is current) for lab in results.labs)
    labs = tuple(
        lab_view(
            one.lab,
            one.left_out,
            folds=len(shown) > 1 and one.lab is not current,
            opinion=opinions.get(one.lab.id),
            code_listed=code_listed,
            before=around.before.get(one.lab.id),
            explorer=around.explorer,
            first=found[1] if found and found[0] is one.lab else None,
        )
        for one in shown
    )
    return PageView(
        course=COURSE,
        title=results.title or COURSE,
        version=__version__,
        graded_at=graded_at.strftime("%d %B %Y, %H:%M UTC").lstrip("0"),
        graded_at_iso=graded_at.isoformat(timespec="seconds"),
        points=results.course_points,
        max_points=results.course_max_points,
        percent=share(results.course_points, results.course_max_points),
        verdict=_verdict(results),
        machine=_machine(results.machine),
        compiler=results.compiler,
        seed=results.seed,
        evidence=_evidence(results),
        groups=_groups(labs, current),
        contents=contents if len(contents) > 1 else (),
        next=next_view(*found) if found else None,
        finish=finish_view(results, labs, graded_at, around.onward),
    )


def _verdict(results: Results) -> str:
    checks = [check for lab in results.labs for check in lab.checks]
    passed = sum(check.status is Status.PASSED for check in checks)
    if passed == len(checks):
        return f"All {plural(len(checks), 'check')} passed"
    return f"{passed} of {plural(len(checks), 'check')} passed"


def _machine(name: str) -> str:
    return {"simt": "SIMT machine (simt)", "cuda": "CUDA GPU (cuda)"}.get(name, name)


def _evidence(results: Results) -> str:
    kinds = {check.evidence for lab in results.labs for check in lab.checks}
    all_kinds = {
        "simulated": "simulated: counted on the SIMT machine, not timed on a GPU",
        "modelled": "modelled: times that the model predicts from those counts, with their error",
        "measured": "measured: timed or counted on a GPU",
    }
    words = [text for kind, text in all_kinds.items() if kind in kinds]
    return "; ".join(words) or "none: no check has counted or measured anything yet"


def _groups(labs: tuple[LabView, ...], current: LabResult | None) -> tuple[LabsView, ...]:
    """The current lab before the others; all in their order where there is nothing to continue with."""
    if current is None or len(labs) == 1:
        return (LabsView("", labs),)
    first = tuple(lab for lab in labs if lab.id == current.id)
    return LabsView("", first), LabsView("Other labs", tuple(lab for lab in labs if lab not in first))


def _contents(lab: LabResult, is_current: bool) -> ContentsView:
    done = all(check.status is Status.PASSED for check in lab.checks)
    return ContentsView(
        anchor=lab.id,
        id=lab.id,
        title=lab.title,
        points=lab.course_points,
        max_points=lab.course_max_points,
        css=_css(lab, done, is_current),
        icon="icon-passed" if done else "",
    )


def _css(lab: LabResult, done: bool, is_current: bool) -> str:
    if done:
        return "done"
    return "current" if is_current else "untouched" if lab.untouched else "open"


def render_scorecard(
    results: Results,
    graded_at: datetime,
    opinions: Mapping[str, SecondOpinion] = NO_OPINIONS,
    around: Surroundings = ALONE,
) -> str:
    """One HTML document: inline style and script, nothing loaded from anywhere, never above LARGEST_PAGE.

    opinions: what nvcc makes of the labs' files, by the lab's id. If there is no room for all instructions,
    the page only counts them. around: what the checkout knows beside the results.
    """
    page = ""
    for limits in (*LADDER[:1], *LADDER) if opinions else LADDER:
        shown = [bounded(lab, limits) for lab in results.labs]
        view = page_view(shown, results, graded_at, opinions, code_listed=not page, around=around)
        page = environment(TEMPLATES).get_template("page.html.j2").render(page=view)
        if len(page.encode("utf-8", "replace")) <= LARGEST_PAGE:
            break
    return page
