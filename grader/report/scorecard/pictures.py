"""Which accesses are shown beside each other: a given kernel's worst and the student's.

The drawings of a lab's warp requests, each in the way of its space.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from grader.core.wording import figure, plural
from grader.report.costs import LineCost, Weight, costs_of, worst_requests
from grader.report.scorecard.picture import HALF, Picture
from grader.report.scorecard.picture_global import global_picture
from grader.report.scorecard.picture_shared import shared_picture
from grader.schema.record import Launch
from grader.schema.results import LabResult

Key = tuple[str, str, int, str, str, int]


@dataclass(frozen=True)
class Comparison:
    """One access of a given kernel, and the accesses of the student's kernels that take its place."""

    before: LineCost
    afters: tuple[LineCost, ...]


def comparisons(lab: LabResult, spaces: Collection[str]) -> tuple[Comparison, ...]:
    """One a given kernel's access, in the order of the checks. spaces: those that can be drawn."""
    found: dict[Key, tuple[LineCost, dict[Key, LineCost]]] = {}
    for launch in _comparison(lab):
        assert launch.before is not None
        before = _worst(_drawable(launch.before, spaces))
        after = _counterpart(_drawable(launch, spaces), before) if before else None
        if before and after:
            _, afters = found.setdefault(request_key(before), (before, {}))
            afters.setdefault(request_key(after), after)
    return tuple(Comparison(before, tuple(afters.values())) for before, afters in found.values())


def request_key(cost: LineCost) -> Key:
    """What makes a request another one: its kernel, and the place and kind of its access."""
    access = cost.access
    return (cost.launch.kernel, access.file, access.line, access.space, access.op, access.width)


def _comparison(lab: LabResult) -> Iterable[Launch]:
    """For each kernel and each given one beside it the largest launch."""
    largest: dict[tuple[str, str], Launch] = {}
    for check in lab.checks:
        for launch in check.launches:
            if launch.before is not None:
                pair = (launch.kernel, launch.before.kernel)
                if pair not in largest or _requests(launch) > _requests(largest[pair]):
                    largest[pair] = launch
    return largest.values()


def _requests(launch: Launch) -> int:
    return sum(access.requests for access in launch.accesses)


def _drawable(launch: Launch, spaces: Collection[str]) -> list[LineCost]:
    return [cost for cost in costs_of([launch]) if cost.access.space in spaces]


def _counterpart(costs: list[LineCost], before: LineCost) -> LineCost | None:
    """The worst access of the same space and operation, else of the same space."""
    same_space = [cost for cost in costs if cost.access.space == before.access.space]
    same_op = [cost for cost in same_space if cost.access.op == before.access.op]
    return _worst(same_op or same_space)


def _worst(costs: list[LineCost]) -> LineCost | None:
    return max(costs, key=lambda cost: cost.ratio, default=None)


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
