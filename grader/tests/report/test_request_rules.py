"""The rules behind the drawings, against what an H200 counted for each recorded pattern of 32 addresses."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from grader.core.paths import current_project
from grader.report.request_drawing.request_rules import (
    lanes_in_sector,
    place_recorded_words,
    place_words,
    touched_sectors,
    wavefronts_of,
)
from grader.tests.report.test_pictures import request_with

DATA = current_project().root / "common" / "simt" / "data"
OPERATIONS = {"ld": "load", "st": "store"}

Row = dict[str, str]


def recorded(file: str, space: str) -> Iterator[Row]:
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(line for line in lines if not line.startswith("#"))
        yield from (row for row in rows if row["space"] == space)


def addresses_of(row: Row) -> list[int]:
    return [int(row[f"lane{lane}"]) for lane in range(32)]


def said(row: Row) -> str:
    return f"{row['op']} of {row['width_bytes']} bytes at {addresses_of(row)}"


def test_every_sector_that_the_hardware_moved_is_drawn() -> None:
    rows = list(recorded("h200_warp_patterns.csv", "global"))
    assert len(rows) == 480
    for row in rows:
        touched = touched_sectors(addresses_of(row), int(row["width_bytes"]))
        assert len(touched) == int(row["sectors"]), said(row)


def test_every_wavefront_and_every_conflict_that_the_hardware_counted_is_drawn() -> None:
    rows = list(recorded("h200_warp_patterns.csv", "shared"))
    assert len(rows) == 480
    for row in rows:
        words = place_words(addresses_of(row), int(row["width_bytes"]), OPERATIONS[row["op"]])
        assert wavefronts_of(words) == int(row["wavefronts"]), said(row)
        assert len({word.row for word in words if word.extra}) == int(row["bank_conflicts"]), said(row)
        assert {word.row for word in words} == set(range(wavefronts_of(words))), said(row)


def test_every_wavefront_of_a_tensor_core_move_is_drawn() -> None:
    with (DATA / "h200_tile_patterns.csv").open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["kind"].startswith(("ldm", "stm"))]
    assert len(rows) == 247
    for row in rows:
        rows_moved = 8 * int(row["kind"][3])
        addresses = [int(row[f"shared{lane}"]) if lane < rows_moved else -1 for lane in range(32)]
        op = "ld" if row["kind"].startswith("ldm") else "st"
        words = place_words(addresses, 16, "store")
        assert wavefronts_of(words) == int(row[f"{op}_wavefronts"]), row["kind"]
        assert len({word.row for word in words if word.extra}) == int(row[f"{op}_conflicts"]), row["kind"]


def test_atomic_operations_take_the_wavefronts_that_the_hardware_counted() -> None:
    rows = list(recorded("h200_atomic_patterns.csv", "shared"))
    assert len(rows) == 480
    for row in rows:
        wavefronts = int(row["wavefronts"])
        example = request_with(addresses_of(row), wavefronts=wavefronts)
        words = place_recorded_words(example, int(row["width_bytes"]), "atomic")
        passes = 2 if row["op"] == "cas" else 1
        assert passes * wavefronts_of(words) == wavefronts, said(row)


def test_atomics_that_only_count_share_a_word_as_loads_do() -> None:
    counted = request_with((64,) * 32, wavefronts=1)
    assert [word.lanes for word in place_recorded_words(counted, 4, "atomic")] == [tuple(range(32))]
    in_turns = request_with((64,) * 32, wavefronts=32, bank_conflicts=31)
    assert [len(word.lanes) for word in place_recorded_words(in_turns, 4, "atomic")] == [1] * 32


def test_each_lane_is_in_the_sectors_that_it_touches() -> None:
    addresses = [24, -1, 64, 63]
    assert list(touched_sectors(addresses, 16)) == [0, 1, 2]
    assert [lanes_in_sector(addresses, 16, sector) for sector in (0, 1, 2)] == [[0], [0, 3], [2, 3]]
