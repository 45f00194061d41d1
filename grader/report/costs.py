"""What each source line's memory accesses cost: the table behind scorecard, terminal and trace.

In go launches with what was counted of each access; out comes one cost an access, weighed by the least
possible: sectors of global and local memory and textures, wavefronts of shared memory and constants. Local
memory holds what could have been in registers, so the least there is nothing. A lab may ask for a costly
access (asks_for in lab.toml): once the check that asks has passed, it is no fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TypeAlias

from grader.core.manifest import Asked
from grader.core.wording import figure
from grader.schema.record import Access, Launch
from grader.schema.results import LabResult, Status

HEAVY_RATIO = 2.0
LOCAL = "local"
# The unit that weighs a request of a memory space, in the singular.
MEASURES = {
    "global": "sector",
    "texture": "sector",
    LOCAL: "sector",
    "shared": "wavefront",
    "constant": "wavefront",
}


# Kernel and place of an access, and what it does.
_Kind: TypeAlias = tuple[str, str, int, str, str, int, str]


class Weight(Enum):
    """How an access compares with the least possible: LEAST 1x, ABOVE under 2x, HEAVY from 2x.

    ASKED: more than the least, as the lab asks for.
    """

    LEAST = "least"
    ASKED = "asked"
    ABOVE = "above"
    HEAVY = "heavy"


@dataclass(frozen=True)
class LineCost:
    """One access of one line in one launch, the largest launch that shows it.

    amount, least: sectors per request (global, texture, local) or wavefronts per request (shared, constant).
    one_of_several: the line does the same to other arrays. asked: a check that passed requires the cost.
    """

    launch: Launch
    access: Access
    one_of_several: bool = False
    asked: bool = False

    @property
    def what(self) -> str:
        """The access in words: 'global load', with its array where the line loads from several."""
        access = self.access
        of_array = f" of {access.array}" if self.one_of_several and access.array else ""
        return f"{access.kind}{of_array}"

    @property
    def measure(self) -> str:
        """What requests are weighed by: 'sector' or 'wavefront'."""
        return MEASURES[self.access.space]

    @property
    def total(self) -> int:
        """All sectors or wavefronts of the launch."""
        return self.access.sectors if self.measure == "sector" else self.access.wavefronts

    @property
    def least_total(self) -> int:
        access = self.access
        if access.space == LOCAL:
            return 0
        return access.least_sectors if self.measure == "sector" else access.least_wavefronts

    @property
    def amount(self) -> float:
        return self.total / self.access.requests

    @property
    def least(self) -> float:
        return self.least_total / self.access.requests

    @property
    def conflicts(self) -> float:
        """Bank conflicts per request; 0 outside shared memory."""
        return self.access.bank_conflicts / self.access.requests

    @property
    def ratio(self) -> float:
        """The amount over the least possible; 1 is perfect. 2 for local memory, whose least is nothing."""
        if self.access.space == LOCAL:
            return HEAVY_RATIO
        return self.amount / self.least if self.least else 1.0

    @property
    def excess(self) -> float:
        """The share of what is spent that is beyond the least possible; 0 where the lab asks for it."""
        return 0.0 if self.asked or not self.total else 1 - self.least_total / self.total

    @property
    def unit(self) -> str:
        """The name of the amount, in the plural unless it is one."""
        return self.measure if self.amount == 1 else f"{self.measure}s"

    @property
    def amount_words(self) -> str:
        """'4 sectors', '1 wavefront'; 'no wavefronts' for the shared side of a copy that bypasses L1."""
        return f"{figure(self.amount) if self.total else 'no'} {self.unit}"

    @property
    def weight(self) -> Weight:
        if self.ratio <= 1.0:
            return Weight.LEAST
        if self.asked:
            return Weight.ASKED
        return Weight.HEAVY if self.ratio >= HEAVY_RATIO else Weight.ABOVE

    @property
    def reason(self) -> str:
        """Why an access of local memory is there, and what removes it; '' for other memory."""
        if self.access.space != LOCAL:
            return ""
        array = f"`{self.access.array}`" if self.access.array else "An array of each thread"
        return (
            f"{array} is in local memory, because an index of it is known only at run time: registers have "
            "no index. Unroll its loops with #pragma unroll and index it by constants, and it stays in "
            "registers."
        )

    @property
    def is_wasteful(self) -> bool:
        """It costs more than the least, and nothing asks for that."""
        return self.weight in (Weight.ABOVE, Weight.HEAVY)

    @property
    def rank(self) -> tuple[bool, float]:
        """The higher, the more it deserves a look."""
        return (self.is_wasteful, self.ratio)


def all_costs(lab: LabResult) -> tuple[LineCost, ...]:
    """The costs of everything that a lab's checks show."""
    failed = [launch for check in lab.checks if check.status is Status.FAILED for launch in check.launches]
    return lab_costs(lab, (launch for check in lab.checks for launch in check.launches), failed)


def lab_costs(
    lab: LabResult, launches: Iterable[Launch], failed: Iterable[Launch] = ()
) -> tuple[LineCost, ...]:
    """The costs of these launches, with those marked that the lab asks for.

    failed: the launches of failed checks. Their costs stand for the lines that they show, so that a message
    about 5 sectors is not contradicted by a larger launch with 4.
    """
    asked = asked_of(lab)
    costs = costs_of(launches, failed)
    return tuple(replace(cost, asked=_is_asked(cost, asked)) for cost in costs)


def asked_of(lab: LabResult) -> tuple[Asked, ...]:
    """What the lab's checks ask for. Only one that passed has found the cost to be the required one."""
    return tuple(asked for check in lab.checks if check.status is Status.PASSED for asked in check.asks_for)


def _is_asked(cost: LineCost, asked: Iterable[Asked]) -> bool:
    access = cost.access
    return any(
        (one.kernel, one.space) == (cost.launch.kernel, access.space) and one.op in ("", access.op)
        for one in asked
    )


def costs_of(launches: Iterable[Launch], preferred: Iterable[Launch] = ()) -> tuple[LineCost, ...]:
    """One cost per kernel, file, line, space, op, width, instruction and array, in order of file and line.

    Several checks may show the same kernel at several shapes: the launch with the most requests
    stands for all, since sums over launches would count one kernel twice. A preferred launch comes first.
    """
    best = {**_largest(launches), **_largest(preferred)}
    arrays = Counter(kind for kind, _ in best)
    costs = (replace(cost, one_of_several=arrays[kind] > 1) for (kind, _), cost in best.items())
    return tuple(sorted(costs, key=_order))


def _largest(launches: Iterable[Launch]) -> dict[tuple[_Kind, str], LineCost]:
    """Of each access, the cost in the launch with the most requests."""
    best: dict[tuple[_Kind, str], LineCost] = {}
    for launch in launches:
        for access in launch.accesses:
            key = (_kind(launch, access), access.array)
            known = best.get(key)
            if access.requests and (known is None or access.requests > known.access.requests):
                best[key] = LineCost(launch, access)
    return best


def costs_by_line(lab: LabResult) -> dict[int, tuple[LineCost, ...]]:
    """The costs of the graded file's own lines, by line number from 1."""
    return by_line(all_costs(lab), lab.source.path) if lab.source else {}


def by_line(costs: Iterable[LineCost], file: str) -> dict[int, tuple[LineCost, ...]]:
    """The costs of one file's lines, by line number from 1."""
    lines: dict[int, list[LineCost]] = {}
    real, known = _real(file), dict[str, bool]()
    for cost in costs:
        name = cost.access.file
        if name not in known:
            known[name] = _real(name) == real
        if known[name]:
            lines.setdefault(cost.access.line, []).append(cost)
    return {line: tuple(found) for line, found in lines.items()}


def worst_requests(lab: LabResult) -> tuple[LineCost, ...]:
    """The worst accesses of everything that a lab's checks show."""
    return worst_of(all_costs(lab))


def worst_of(costs: Iterable[LineCost]) -> tuple[LineCost, ...]:
    """For each kernel, in order of appearance, its worst access of each space."""
    worst: dict[tuple[str, str], LineCost] = {}
    for cost in costs:
        key = (cost.launch.kernel, cost.access.space)
        if key not in worst or cost.rank > worst[key].rank:
            worst[key] = cost
    return tuple(worst.values())


def _kind(launch: Launch, access: Access) -> _Kind:
    place = (access.file, launch.kernel, access.line)
    return (*place, access.space, access.op, access.width, access.instruction)


def _order(cost: LineCost) -> tuple[str, int]:
    return (cost.access.file, cost.access.line)


def _real(file: str) -> str:
    # A name that no system takes is not the file.
    try:
        return str(Path(file).resolve())
    except (OSError, ValueError, RuntimeError):
        return file
