"""What each source line's memory accesses cost: the table behind scorecard and terminal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from grader.record import Access, Launch
from grader.results import LabResult

HEAVY_RATIO = 2.0


class Weight(Enum):
    """How an access compares with the least possible: LEAST 1x, ABOVE under 2x, HEAVY from 2x."""

    LEAST = "least"
    ABOVE = "above"
    HEAVY = "heavy"


@dataclass(frozen=True)
class LineCost:
    """One access of one line in one launch, the largest launch that shows it.

    amount, least: sectors per request (global) or wavefronts per request (shared).
    """

    launch: Launch
    access: Access

    @property
    def amount(self) -> float:
        access = self.access
        total = access.sectors if access.space == "global" else access.wavefronts
        return total / access.requests

    @property
    def least(self) -> float:
        access = self.access
        total = access.least_sectors if access.space == "global" else access.least_wavefronts
        return total / access.requests

    @property
    def conflicts(self) -> float:
        """Bank conflicts per request; 0 for global memory."""
        return self.access.bank_conflicts / self.access.requests

    @property
    def ratio(self) -> float:
        """The amount over the least possible; 1 is perfect."""
        return self.amount / self.least if self.least else 1.0

    @property
    def unit(self) -> str:
        """The name of the amount, in the plural unless it is one."""
        name = "sector" if self.access.space == "global" else "wavefront"
        return name if self.amount == 1 else f"{name}s"

    @property
    def weight(self) -> Weight:
        if self.ratio >= HEAVY_RATIO:
            return Weight.HEAVY
        return Weight.ABOVE if self.ratio > 1.0 else Weight.LEAST


def all_costs(lab: LabResult) -> tuple[LineCost, ...]:
    """One cost a kernel, file, line, space, op and width, in order of file and line.

    Several checks may show the same kernel at several shapes: the launch with the most requests
    stands for all, since sums over launches would count one kernel twice.
    """
    best: dict[tuple[str, str, int, str, str, int], LineCost] = {}
    for launch in (launch for check in lab.checks for launch in check.launches):
        for access in launch.accesses:
            key = (access.file, launch.kernel, access.line, access.space, access.op, access.width)
            known = best.get(key)
            if access.requests and (known is None or access.requests > known.access.requests):
                best[key] = LineCost(launch, access)
    return tuple(sorted(best.values(), key=_order))


def costs_by_line(lab: LabResult) -> dict[int, tuple[LineCost, ...]]:
    """The costs of the graded file's own lines, by line number from 1."""
    lines: dict[int, tuple[LineCost, ...]] = {}
    for cost in all_costs(lab):
        if lab.source and _same(cost.access.file, lab.source.path):
            lines[cost.access.line] = (*lines.get(cost.access.line, ()), cost)
    return lines


def worst_requests(lab: LabResult) -> tuple[LineCost, ...]:
    """For each kernel, in order of appearance, its worst global and its worst shared access."""
    worst: dict[tuple[str, str], LineCost] = {}
    for cost in all_costs(lab):
        key = (cost.launch.kernel, cost.access.space)
        if key not in worst or cost.ratio > worst[key].ratio:
            worst[key] = cost
    return tuple(worst.values())


def _order(cost: LineCost) -> tuple[str, int]:
    return (cost.access.file, cost.access.line)


def _same(one: str, other: str) -> bool:
    return Path(one).resolve() == Path(other).resolve()
