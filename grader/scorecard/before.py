"""Which accesses are shown beside each other: a given kernel's worst and the student's."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from grader.costs import LineCost, costs_of
from grader.record import Launch
from grader.results import LabResult

Key = tuple[str, str, int, str, str, int]


@dataclass(frozen=True)
class Comparison:
    """One access of a given kernel, and the accesses of the student's kernels that take its place."""

    before: LineCost
    afters: tuple[LineCost, ...]


def comparisons(lab: LabResult, spaces: Collection[str]) -> tuple[Comparison, ...]:
    """One a given kernel's access, in the order of the checks. spaces: those that can be drawn."""
    found: dict[Key, tuple[LineCost, dict[Key, LineCost]]] = {}
    for launch in _compared(lab):
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


def _compared(lab: LabResult) -> Iterable[Launch]:
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
