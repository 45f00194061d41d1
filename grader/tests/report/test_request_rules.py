"""The sectors of the drawings, against what an H200 counted for each recorded pattern of 32 addresses."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from grader.core.paths import current_project
from grader.report.request_drawing.request_rules import lanes_in_sector, touched_sectors

PATTERNS = current_project().root / "common" / "simt" / "data" / "h200_warp_patterns.csv"

Row = dict[str, str]


def recorded_in_global_memory() -> Iterator[Row]:
    with PATTERNS.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(line for line in lines if not line.startswith("#"))
        yield from (row for row in rows if row["space"] == "global")


def addresses_of(row: Row) -> list[int]:
    return [int(row[f"lane{lane}"]) for lane in range(32)]


def said(row: Row) -> str:
    return f"{row['op']} of {row['width_bytes']} bytes at {addresses_of(row)}"


def test_every_sector_that_the_hardware_moved_is_drawn() -> None:
    rows = list(recorded_in_global_memory())
    assert len(rows) == 480
    for row in rows:
        touched = touched_sectors(addresses_of(row), int(row["width_bytes"]))
        assert len(touched) == int(row["sectors"]), said(row)


def test_each_lane_is_in_the_sectors_that_it_touches() -> None:
    addresses = [24, -1, 64, 63]
    assert list(touched_sectors(addresses, 16)) == [0, 1, 2]
    assert [lanes_in_sector(addresses, 16, sector) for sector in (0, 1, 2)] == [[0], [0, 3], [2, 3]]
