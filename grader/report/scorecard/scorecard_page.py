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
class ProgressView:
    """One lab on the first screen, and in the bar that jumps to it.

    percent: 0..100, for the bar. words: counts of its checks. css: done, current (to continue with), open, or
    untouched.
    """

    anchor: str
    id: str
    title: str
    points: Points
    max_points: Points
    percent: float
    words: str
    css: str
    icon: str


@dataclass(frozen=True)
class PageView:
    """Everything that the page template prints. progress: of each lab, where there are several.

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
    labs: tuple[LabView, ...]
    progress: tuple[ProgressView, ...]
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
    progress = tuple(_progress(lab, found is not None and found[0] is lab) for lab in results.labs)
    labs = tuple(
        lab_view(
            one.lab,
            one.left_out,
            alone=len(shown) == 1,
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
        labs=labs,
        progress=progress if len(progress) > 1 else (),
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


def _progress(lab: LabResult, is_next: bool) -> ProgressView:
    counts = [
        f"{sum(check.status is status for check in lab.checks)} {status.value}"
        for status in Status
        if any(check.status is status for check in lab.checks)
    ]
    done = all(check.status is Status.PASSED for check in lab.checks)
    return ProgressView(
        anchor=lab.id,
        id=lab.id,
        title=lab.title,
        points=lab.course_points,
        max_points=lab.course_max_points,
        percent=share(lab.course_points, lab.course_max_points),
        words=_state(lab) or ", ".join(counts),
        css=_css(lab, done, is_next),
        icon="icon-passed" if done else "",
    )


def _css(lab: LabResult, done: bool, is_next: bool) -> str:
    if done:
        return "done"
    return "current" if is_next else "untouched" if lab.untouched else "open"


def _state(lab: LabResult) -> str:
    """Why no check of the lab says anything; '' where they do."""
    if lab.compile_output:
        return "does not compile"
    if lab.untouched:
        return "not begun"
    return "no file" if lab.source is None and not lab.ours else ""


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
