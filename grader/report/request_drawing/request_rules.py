"""What one request of a warp touches: its sectors of 32 bytes.

The record of a run has the counts, and the pass that serves each word of shared memory; a drawing also shows
which lanes are behind each sector. A request is 32 byte addresses, -1 where a lane takes no part.
"""

from __future__ import annotations

from collections.abc import Sequence

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
