"""What a load or store of shared memory costs: the rule by which the 32 banks serve a warp's request.

The machine counts by the same rule (common/simt/machine/requests/load_store_rules.cpp), and an H200's own
counters follow it on all 960 measured patterns (common/simt/data/h200_warp_patterns.csv). Here it counts
requests that no run has made: those of an array with other rows.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.report.request_drawing.request_rules import BANKS, WORD, Addresses, active_lanes
from grader.schema.record import LANES


@dataclass(frozen=True)
class BankCost:
    """Wavefronts of one request, and how few would do with every lane in a bank of its own."""

    wavefronts: int
    least: int

    @property
    def conflicts(self) -> int:
        return self.wavefronts - self.least


def bank_cost(addresses: Addresses, width: int, op: str) -> BankCost:
    """The cost of one request. op: load or store. width: bytes of each lane."""
    together = _lanes_together(addresses, width, op)
    depths = [
        _deepest_bank(addresses, width, range(first, first + together))
        for first in range(0, LANES, together)
        if any(addresses[lane] >= 0 for lane in range(first, first + together))
    ]
    return BankCost(sum(depths), len(depths))


def _lanes_together(addresses: Addresses, width: int, op: str) -> int:
    """128 bytes' worth of lanes, and twice as many where the pairs of a wide load agree."""
    lanes = min(LANES, BANKS * WORD // max(width, WORD))
    wide_load = op == "load" and width > WORD
    return 2 * lanes if wide_load and (_agree(addresses, 1) or _agree(addresses, 2)) else lanes


def _agree(addresses: Addresses, distance: int) -> bool:
    """Whether each two lanes at that distance read one address. An inactive lane agrees with any."""
    return all(addresses[lane ^ distance] in (-1, addresses[lane]) for lane in active_lanes(addresses))


def _deepest_bank(addresses: Addresses, width: int, lanes: range) -> int:
    """The most words that the lanes want of one bank. Lanes that want the same word share it."""
    words: dict[int, set[int]] = {}
    for lane in lanes:
        if addresses[lane] >= 0:
            for word in range(addresses[lane] // WORD, (addresses[lane] + width - 1) // WORD + 1):
                words.setdefault(word % BANKS, set()).add(word)
    return max((len(found) for found in words.values()), default=0)
