"""What one request of a warp touches: its sectors, and its words with the wavefronts that serve them.

The record of a run has the counts; a drawing needs to know which lane is behind each. These are the rules of
common/simt/machine/requests/request.cpp, which an H200's own counters follow: a test compares them with every
recorded pattern in common/simt/data. docs/explorer/counting.js has the same rules for the browser.

A request is 32 byte addresses, -1 where a lane takes no part, each a multiple of the access's width.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.schema.record import LANES, Example

SECTOR = 32
BANKS = 32
WORD = 4

Addresses = Sequence[int]


def active_lanes(addresses: Addresses) -> list[int]:
    """The lanes that take part."""
    return [lane for lane, address in enumerate(addresses) if address >= 0]


def sectors_of(address: int, width: int) -> range:
    """The numbers of the sectors that one lane touches."""
    return range(address // SECTOR, (address + width - 1) // SECTOR + 1)


def touched_sectors(addresses: Addresses, width: int) -> dict[int, set[int]]:
    """The used bytes (0..31) of every touched sector, by the sector's number, in order."""
    used: dict[int, set[int]] = {}
    for lane in active_lanes(addresses):
        for byte in range(addresses[lane], addresses[lane] + width):
            used.setdefault(byte // SECTOR, set()).add(byte % SECTOR)
    return dict(sorted(used.items()))


def lanes_in_sector(addresses: Addresses, width: int, sector: int) -> list[int]:
    """The lanes that touch the sector of that number."""
    return [lane for lane in active_lanes(addresses) if sector in sectors_of(addresses[lane], width)]


@dataclass(frozen=True)
class Word:
    """One 4-byte word that lanes touch. row: the wavefront, from 0, that serves it. extra: a conflict's."""

    bank: int
    row: int
    index: int
    lanes: tuple[int, ...]
    extra: bool


def place_recorded_words(example: Example, width: int, op: str) -> tuple[Word, ...]:
    """As place_words, for a request whose wavefronts were counted.

    An atomic operation that adds 1 and whose result is not used shares words as a load does. The count tells:
    that of all other forms is the one of lanes taking turns, or twice that (compare and swap).
    """
    words = place_words(example.addresses, width, op)
    if op == "atomic" and words and example.wavefronts % wavefronts_of(words):
        return place_words(example.addresses, width, "store")
    return words


def place_words(addresses: Addresses, width: int, op: str) -> tuple[Word, ...]:
    """Every touched word with the wavefront that serves it, group of lanes by group.

    In a group each bank serves one word a wavefront, to all lanes that want it; in an atomic operation lanes
    of one word take turns too.
    """
    words: list[Word] = []
    start = 0
    size = lanes_per_group(addresses, width, op)
    for first in range(0, LANES, size):
        banks = _banks_of(addresses, width, range(first, first + size), apart=op == "atomic")
        for bank, entries in banks.items():
            for depth, ((index, _), lanes) in enumerate(sorted(entries.items())):
                words.append(Word(bank, start + depth, index, tuple(lanes), depth > 0))
        start += max((len(entries) for entries in banks.values()), default=0)
    return tuple(words)


def wavefronts_of(words: Sequence[Word]) -> int:
    """How many wavefronts serve them: the rows, from 0, have no gaps."""
    return max((word.row for word in words), default=-1) + 1


def lanes_per_group(addresses: Addresses, width: int, op: str) -> int:
    """How many lanes are served together: 128 bytes' worth, twice as many where a wide load's pairs agree."""
    lanes = min(LANES, BANKS * WORD // max(width, WORD))
    wide_load = op == "load" and width > WORD
    return 2 * lanes if wide_load and any(_pairs_agree(addresses, apart) for apart in (1, 2)) else lanes


def _pairs_agree(addresses: Addresses, apart: int) -> bool:
    """Whether all lanes l and l ^ apart read one address; a lane that takes no part agrees with any."""
    pairs = ((address, addresses[lane ^ apart]) for lane, address in enumerate(addresses))
    return all(one == other or min(one, other) < 0 for one, other in pairs)


def _banks_of(
    addresses: Addresses, width: int, group: range, *, apart: bool
) -> dict[int, dict[tuple[int, int], list[int]]]:
    """By bank: what is served by itself, a word index and, where lanes stay apart, the lane -> its lanes."""
    banks: dict[int, dict[tuple[int, int], list[int]]] = {}
    for lane in group:
        address = addresses[lane]
        if address >= 0:
            for index in range(address // WORD, (address + width - 1) // WORD + 1):
                entry = (index, lane if apart else 0)
                banks.setdefault(index % BANKS, {}).setdefault(entry, []).append(lane)
    return banks
