"""Which of a lab's requests the card draws: those that explain most, each once.

Where a check sets a given kernel beside the student's, their worst requests are drawn beside each other.
Of all else each kernel's worst request of each space is drawn. What costs the least possible, or what the lab
asks for, is folded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from grader.core.wording import figure, plural
from grader.report.costs import LineCost, costs_of, lab_costs, worst_requests
from grader.report.request_drawing.draw_request import draw_request, draw_requests, is_drawn
from grader.report.request_drawing.explorer_link import explorer_link
from grader.report.request_drawing.request_picture import HALF, Picture
from grader.report.request_drawing.request_rules import SECTOR, active_lanes
from grader.schema.record import Launch
from grader.schema.results import LabResult

Key = tuple[str, str, int, str, str, int, str, str]


@dataclass(frozen=True)
class ComparisonView:
    """Columns of drawings: a given kernel's request, and beside it those of the student's kernels.

    needs_look: one of the student's costs more than it must.
    """

    columns: tuple[tuple[Picture, ...], ...]
    needs_look: bool


@dataclass(frozen=True)
class PicturesView:
    """A lab's drawings. compared, costly: in which a request of the student's costs more than it must.

    settled, good: comparisons and requests that need no look: they cost the least, or what the lab asks for.
    """

    compared: tuple[ComparisonView, ...]
    costly: tuple[Picture, ...]
    settled: tuple[ComparisonView, ...]
    good: tuple[Picture, ...]

    @property
    def need_a_look(self) -> bool:
        """Whether a drawing shows something to improve."""
        return bool(self.compared or self.costly)


def pictures_view(lab: LabResult, explorer: str = "") -> PicturesView:
    """What is compared with a given kernel, then each kernel's worst request of each space that is left.

    explorer: where its page is, as a link from the card; '' for none.
    """
    compared = _comparisons(lab)
    single = [cost for cost in worst_requests(lab) if is_drawn(cost) and not _told(cost, compared)]
    good = [cost for cost in single if not cost.is_wasteful]
    views = [_compared(f"{lab.id}-compared-{n}", one, explorer) for n, one in enumerate(compared, start=1)]
    return PicturesView(
        compared=tuple(view for view in views if view.needs_look),
        costly=draw_requests(lab.id, [cost for cost in single if cost.is_wasteful], explorer),
        settled=tuple(view for view in views if not view.needs_look),
        good=draw_requests(f"{lab.id}-good", good, explorer),
    )


@dataclass(frozen=True)
class _Comparison:
    """One access of a given kernel, and the accesses of the student's kernels that take its place."""

    before: LineCost
    afters: tuple[LineCost, ...]


def _comparisons(lab: LabResult) -> tuple[_Comparison, ...]:
    """One a given kernel's access, in the order of the checks."""
    found: dict[Key, tuple[LineCost, dict[Key, LineCost]]] = {}
    for launch in _compared_launches(lab):
        assert launch.before is not None
        before = _worst(_drawable(costs_of([launch.before])))
        after = _counterpart(_drawable(lab_costs(lab, [launch])), before) if before else None
        if before and after:
            _, afters = found.setdefault(_request_key(before), (before, {}))
            afters.setdefault(_request_key(after), after)
    return tuple(_Comparison(before, tuple(afters.values())) for before, afters in found.values())


def _request_key(cost: LineCost) -> Key:
    """What makes a request another one: its kernel, and the place and kind of its access."""
    access = cost.access
    place = (cost.launch.kernel, access.file, access.line)
    return (*place, access.space, access.op, access.width, access.instruction, access.array)


def _compared_launches(lab: LabResult) -> Iterable[Launch]:
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
    return sum(access.requests - access.split_requests for access in launch.accesses)


def _drawable(costs: Iterable[LineCost]) -> list[LineCost]:
    return [cost for cost in costs if is_drawn(cost)]


def _counterpart(costs: list[LineCost], before: LineCost) -> LineCost | None:
    """The worst access of the same space and operation, else of the same space."""
    same_space = [cost for cost in costs if cost.access.space == before.access.space]
    same_op = [cost for cost in same_space if cost.access.op == before.access.op]
    return _worst(same_op or same_space)


def _worst(costs: list[LineCost]) -> LineCost | None:
    return max(costs, key=lambda cost: cost.rank, default=None)


def _told(cost: LineCost, compared: Sequence[_Comparison]) -> bool:
    """A comparison shows this request, or one of its kernel and space that costs as much."""
    return any(
        _request_key(cost) == _request_key(after)
        or (
            (cost.launch.kernel, cost.access.space) == (after.launch.kernel, after.access.space)
            and cost.rank <= after.rank
        )
        for one in compared
        for after in one.afters
    )


def _compared(part: str, one: _Comparison, explorer: str) -> ComparisonView:
    afters = (
        _half(f"{part}-after-{n}", cost, "After", "yours", explorer)
        for n, cost in enumerate(one.afters, start=1)
    )
    before = _half(f"{part}-before", one.before, "Before", "given", explorer)
    return ComparisonView(((before,), tuple(afters)), any(cost.is_wasteful for cost in one.afters))


def _half(picture_id: str, cost: LineCost, when: str, whose: str, explorer: str) -> Picture:
    picture = draw_request(picture_id, cost, HALF)
    if cost.measure == "sector":
        picture = replace(picture, caption=_rate(cost), waste=f"{picture.caption}. {picture.waste}")
    return replace(
        picture,
        heading=f"{when}: {cost.launch.kernel} ({whose})",
        where=f"{cost.access.space} {cost.access.action}, {picture.where}",
        cost=_price(cost),
        explorer=explorer_link(cost, explorer),
    )


def _rate(cost: LineCost) -> str:
    """Sectors for what the lanes ask for: a wider access has more of them a request, and is no worse."""
    example = cost.access.example
    asked = len(active_lanes(example.addresses)) * cost.access.width / SECTOR
    moved, least = example.sectors / asked, example.least_sectors / asked
    start = f"{figure(moved)} {'sector' if moved == 1 else 'sectors'} for each 32 bytes"
    return f"{start}: the least possible" if moved <= least else f"{start}; {figure(least)} would do"


def _price(cost: LineCost) -> str:
    """What the line costs over the whole launch."""
    total = plural(cost.total, cost.measure)
    return f"In all: {total} in {plural(cost.access.requests, 'request')}; the least is {cost.least_total:,}"
