"""What padding would do to a shared-memory request: its bank conflicts as the rows of the array grow.

In goes the worst request of an access, with the addresses that the machine recorded. The rows are found in
the addresses themselves: runs of neighbouring elements at one distance, the pitch. Out come the counts for
that pitch and for rows that are one to eight elements longer, every lane in the same row and column.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from grader.core.wording import plural
from grader.report.costs import LineCost
from grader.report.request_drawing.bank_rule import BankCost, bank_cost
from grader.report.request_drawing.request_rules import Addresses, active_lanes
from grader.report.scorecard.html_page import share

# A row has so many elements at least: lanes that stride less are in no two rows.
SHORTEST_ROW = 8
MOST_ADDED = 8


@dataclass(frozen=True)
class PitchRow:
    """One pitch. elements: of a row. percent: its wavefronts, as a part of the most that any pitch takes."""

    elements: int
    added: str
    wavefronts: int
    conflicts: int
    words: str
    percent: float


@dataclass(frozen=True)
class PitchView:
    """What longer rows do to one request. lead: which rows these are. rows: the recorded pitch first."""

    lead: str
    rows: tuple[PitchRow, ...]

    @property
    def steps(self) -> list[tuple[str, float]]:
        """What the slider says and how long its bar is, pitch by pitch."""
        return [(row.words, row.percent) for row in self.rows]


def pitch_view(cost: LineCost) -> PitchView | None:
    """None where longer rows cannot help, or where the request has no rows at one distance."""
    access, example = cost.access, cost.access.example
    plain = access.op in ("load", "store") and not access.instruction and not access.asynchronous
    if access.space != "shared" or not plain or not cost.is_wasteful or not example.bank_conflicts:
        return None
    pitch = row_pitch(example.addresses, access.width)
    counted = BankCost(example.wavefronts, example.wavefronts - example.bank_conflicts)
    # A request that the rule counts otherwise than the machine did is none that may be computed here.
    if not pitch or bank_cost(example.addresses, access.width, access.op) != counted:
        return None
    costs = [
        bank_cost(with_longer_rows(example.addresses, pitch, added * access.width), access.width, access.op)
        for added in range(MOST_ADDED + 1)
    ]
    most = max(one.wavefronts for one in costs)
    elements, array = pitch // access.width, example.array or "the array"
    apart = f"{elements} elements ({pitch:,} bytes)"
    return PitchView(
        lead=f"The rows of {array} that this request touches are {apart} apart.",
        rows=tuple(_row(elements, added, one, most) for added, one in enumerate(costs)),
    )


def row_pitch(addresses: Addresses, width: int) -> int:
    """The distance in bytes between the rows that a request touches; 0 where there is no one distance."""
    touched = {addresses[lane] for lane in active_lanes(addresses)}
    starts = [address for address in sorted(touched) if address - width not in touched]
    distances = {after - before for before, after in pairwise(starts)}
    pitch = distances.pop() if len(distances) == 1 else 0
    return pitch if pitch >= SHORTEST_ROW * width and pitch % width == 0 else 0


def with_longer_rows(addresses: Addresses, pitch: int, added: int) -> tuple[int, ...]:
    """The same rows and columns in an array whose rows are `added` bytes longer."""
    first = min(address for address in addresses if address >= 0)
    return tuple(
        address + (address - first) // pitch * added if address >= 0 else address for address in addresses
    )


def _row(elements: int, added: int, cost: BankCost, most: int) -> PitchRow:
    conflicts = plural(cost.conflicts, "bank conflict") if cost.conflicts else "no bank conflict"
    words = f"{elements + added} elements: {plural(cost.wavefronts, 'wavefront')}, {conflicts}"
    return PitchRow(
        elements=elements + added,
        added=f"+{added}" if added else "as it is",
        wavefronts=cost.wavefronts,
        conflicts=cost.conflicts,
        words=words,
        percent=share(cost.wavefronts, most),
    )
