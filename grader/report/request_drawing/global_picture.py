"""Draws a request to global memory: 32 lanes above, the 32-byte sectors that they touch below.

A line leads from each lane to its bytes; the used part of each sector is filled, so that what is moved for
nothing stays visible. Textures are read by the sector as well. Counts in the texts are the record's.
"""

from __future__ import annotations

from grader.core.wording import figure, plural
from grader.report.costs import LineCost
from grader.report.request_drawing.request_picture import (
    FULL,
    Box,
    Columns,
    Label,
    Link,
    Picture,
    heading_of,
    ranges,
    where_of,
)
from grader.report.request_drawing.request_rules import (
    SECTOR,
    active_lanes,
    lanes_in_sector,
    sectors_of,
    touched_sectors,
)
from grader.schema.record import Example

LANE_Y = 10.0
LANE_HEIGHT = 18.0
SECTOR_Y = 118.0
SECTOR_HEIGHT = 24.0
GAP = 2.0
WIDEST = 8  # columns that a sector takes at most
ROOM_FOR_TEXT = 34.0


def global_picture(picture_id: str, cost: LineCost, columns: Columns = FULL) -> Picture:
    """The worst request of a kernel's global accesses."""
    example = cost.access.example
    touched = touched_sectors(example.addresses, cost.access.width)
    slot = min(WIDEST * columns.pitch, columns.span / max(1, len(touched)))
    left = columns.left + (columns.span - slot * len(touched)) / 2
    place = {sector: left + index * slot for index, sector in enumerate(touched)}
    caption = _caption(example, len(touched))
    return Picture(
        id=picture_id,
        heading=heading_of(cost),
        where=where_of(cost),
        caption=caption,
        waste=_waste(example, touched),
        desc=f"The 32 lanes of the warp stand above the sectors that they touch. {caption}.",
        weight=cost.weight.value,
        width=columns.width,
        height=SECTOR_Y + SECTOR_HEIGHT + 46.0,
        boxes=(*_lanes(example, columns), *_sectors(example, touched, place, slot, cost.access.width)),
        links=_links(example, place, slot, cost.access.width, columns),
        labels=_labels(touched, place, slot, columns),
        table_head=("Sector at byte", "Lanes", "Bytes used of 32"),
        table_rows=_rows(example, touched, cost.access.width),
        steps=_steps(example, cost.access.width),
    )


def _caption(example: Example, distinct: int) -> str:
    lanes = len(active_lanes(example.addresses))
    verb = "touches" if lanes == 1 else "touch"
    start = f"{plural(lanes, 'lane')} {verb} {plural(distinct, 'sector')}"
    if example.sectors != distinct:  # atomic operations and fetches come back to a sector
        start += f" in {plural(example.sectors, 'visit')}"
    if example.sectors <= example.least_sectors:
        return f"{start}: the least possible"
    return f"{start}; {figure(example.least_sectors)} would do"


def _waste(example: Example, touched: dict[int, set[int]]) -> str:
    used = sum(len(used) for used in touched.values())
    moved = SECTOR * example.sectors
    part = 100 * used / moved if moved else 0
    return f"{used:,} of {moved:,} bytes moved are used ({part:.3g} %)"


def _lanes(example: Example, columns: Columns) -> tuple[Box, ...]:
    steps = _step_of_lane(example)
    boxes: list[Box] = []
    for lane in range(len(example.addresses)):
        at = (steps[lane],) if lane in steps else ()
        css = "lane" if at else "idle"
        boxes.append(Box(columns.x(lane), LANE_Y, columns.cell, LANE_HEIGHT, css, str(lane), at))
    return tuple(boxes)


def _sectors(
    example: Example, touched: dict[int, set[int]], place: dict[int, float], slot: float, bytes_each: int
) -> list[Box]:
    width = slot - GAP
    steps = _step_of_lane(example)
    boxes: list[Box] = []
    for sector, used in touched.items():
        x = place[sector]
        at = tuple(steps[lane] for lane in lanes_in_sector(example.addresses, bytes_each, sector))
        boxes.append(Box(x, SECTOR_Y, width, SECTOR_HEIGHT, "sector", at=at))
        for first, last in _runs(used):
            length = (last - first + 1) * width / SECTOR
            boxes.append(Box(x + first * width / SECTOR, SECTOR_Y, length, SECTOR_HEIGHT, "used", at=at))
    return boxes


def _step_of_lane(example: Example) -> dict[int, int]:
    """From 1, of each lane that takes part."""
    return {lane: step for step, lane in enumerate(active_lanes(example.addresses), start=1)}


def _steps(example: Example, width: int) -> tuple[str, ...]:
    """Lane by lane: which bytes, in which sector, and how many sectors there are by then."""
    captions = ["The whole request; step through it lane by lane"]
    known: set[int] = set()
    for lane in _step_of_lane(example):
        address = example.addresses[lane]
        sectors = sectors_of(address, width)
        fresh = [sector for sector in sectors if sector not in known]
        known.update(sectors)
        last = f"–{address + width - 1:,}" if width > 1 else ""
        news = (
            f"{'a new sector' if len(fresh) == 1 else f'{len(fresh)} new sectors'}"
            if fresh
            else "no new sector"
        )
        captions.append(f"Lane {lane}: byte {address:,}{last}, {news}; {plural(len(known), 'sector')} so far")
    return tuple(captions)


def _runs(used: set[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for byte in sorted(used):
        if runs and byte == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], byte)
        else:
            runs.append((byte, byte))
    return runs


def _links(
    example: Example, place: dict[int, float], slot: float, width: int, columns: Columns
) -> tuple[Link, ...]:
    scale = (slot - GAP) / SECTOR
    return tuple(
        Link(
            columns.x(lane) + columns.cell / 2,
            LANE_Y + LANE_HEIGHT,
            place[example.addresses[lane] // SECTOR] + (example.addresses[lane] % SECTOR + width / 2) * scale,
            SECTOR_Y,
            (step,),
        )
        for lane, step in _step_of_lane(example).items()
    )


def _labels(
    touched: dict[int, set[int]], place: dict[int, float], slot: float, columns: Columns
) -> tuple[Label, ...]:
    turned = slot < ROOM_FOR_TEXT
    y = SECTOR_Y + SECTOR_HEIGHT + (6.0 if turned else 15.0)
    offsets = tuple(
        Label(
            place[sector] + (slot - GAP) / 2,
            y,
            f"{sector * SECTOR:,}",
            "turned" if turned else "middle",
            90 if turned else 0,
        )
        for sector in touched
    )
    return (
        Label(columns.left - 10, LANE_Y + LANE_HEIGHT / 2, "lanes", "side"),
        Label(columns.left - 10, SECTOR_Y + SECTOR_HEIGHT / 2, "sectors", "side"),
        Label(columns.left - 10, y if not turned else y + 8, "at byte", "side small"),
        *offsets,
    )


def _rows(example: Example, touched: dict[int, set[int]], width: int) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (f"{sector * SECTOR:,}", ranges(lanes_in_sector(example.addresses, width, sector)), str(len(used)))
        for sector, used in touched.items()
    )
