"""The drawings of a lab's warp requests, each in the way of its space."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from grader.costs import LineCost, Weight, worst_requests
from grader.results import LabResult
from grader.scorecard.before import Comparison, comparisons, request_key
from grader.scorecard.picture import HALF, Picture
from grader.scorecard.picture_global import global_picture
from grader.scorecard.picture_shared import shared_picture
from grader.wording import figure, plural

# A constant load has neither sectors nor banks to draw.
DRAW = {"global": global_picture, "texture": global_picture, "shared": shared_picture}


@dataclass(frozen=True)
class ComparisonView:
    """Columns of drawings: a given kernel's request, and beside it those of the student's kernels."""

    columns: tuple[tuple[Picture, ...], ...]


@dataclass(frozen=True)
class PicturesView:
    """A lab's drawings. good: requests that cost the least possible, which need no look; title: of these."""

    compared: tuple[ComparisonView, ...]
    costly: tuple[Picture, ...]
    good: tuple[Picture, ...]
    title: str


def pictures_view(lab: LabResult) -> PicturesView:
    """What is compared with a given kernel, then each kernel's worst request of each space that is left."""
    compared = comparisons(lab, DRAW)
    single = [cost for cost in worst_requests(lab) if cost.access.space in DRAW and not _told(cost, compared)]
    good = [cost for cost in single if cost.weight is Weight.LEAST]
    return PicturesView(
        compared=tuple(_compared(f"{lab.id}-compared-{n}", one) for n, one in enumerate(compared, start=1)),
        costly=pictures(lab.id, (cost for cost in single if cost.weight is not Weight.LEAST)),
        good=pictures(f"{lab.id}-good", good),
        title=_title(good),
    )


def pictures(part: str, costs: Iterable[LineCost]) -> tuple[Picture, ...]:
    """One drawing a cost, of the spaces that have one. part: what ids start with."""
    drawn = (cost for cost in costs if cost.access.space in DRAW)
    return tuple(
        DRAW[cost.access.space](f"{part}-picture-{n}", cost) for n, cost in enumerate(drawn, start=1)
    )


def _told(cost: LineCost, compared: Sequence[Comparison]) -> bool:
    """A comparison shows this request, or one of its kernel and space that costs as much."""
    return any(
        request_key(cost) == request_key(after)
        or (
            (cost.launch.kernel, cost.access.space) == (after.launch.kernel, after.access.space)
            and cost.ratio <= after.ratio
        )
        for one in compared
        for after in one.afters
    )


def _compared(part: str, one: Comparison) -> ComparisonView:
    afters = (
        _half(f"{part}-after-{n}", cost, "After", "yours") for n, cost in enumerate(one.afters, start=1)
    )
    return ComparisonView(((_half(f"{part}-before", one.before, "Before", "given"),), tuple(afters)))


def _half(picture_id: str, cost: LineCost, when: str, whose: str) -> Picture:
    picture = DRAW[cost.access.space](picture_id, cost, HALF)
    return replace(
        picture,
        heading=f"{when}: {cost.launch.kernel} ({whose})",
        where=f"{cost.access.space} {cost.access.op}, {picture.where}",
        cost=f"The line costs {figure(cost.amount)} {cost.unit} a request; the least is {figure(cost.least)}",
    )


def _title(good: Sequence[LineCost]) -> str:
    return f"{plural(len(good), 'request')} at the least possible cost"
