"""The record of predicted times holds every launch that was measured; predict.py adds to it without loss."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from predict import BOUND_MARGIN, SETS, Row, write_record

AGREEMENT = Path(__file__).resolve().parents[1]
DATA = AGREEMENT.parent / "data"
RECORD = DATA / "predicted_times.csv"
MEASURED = {
    (which, device): DATA / f"{device}{'' if which == 'launches' else f'_{which}'}_times.csv"
    for which in SETS
    for device in ("h200", "h100")
}


def lines_of(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def row(name: str, predicted: float) -> Row:
    return Row(name, "4 of 32", predicted, 10.0, 2.0, "DRAM")


def test_a_launch_recorded_again_keeps_its_place_and_other_devices_stay(tmp_path: Path) -> None:
    file = tmp_path / "record.csv"
    write_record(file, [row("first", 9), row("second", 8)], "launches", "h200")
    write_record(file, [row("held", 6)], "held_out", "h100")
    write_record(file, [row("first", 7)], "launches", "h100")
    write_record(file, [row("first", 11), row("third", 5)], "launches", "h200")
    found = [(line["launch"], line["set"], line["device"], line["predicted_us"]) for line in lines_of(file)]
    assert found == [
        ("first", "launches", "h200", "11"),
        ("second", "launches", "h200", "8"),
        ("third", "launches", "h200", "5"),
        ("first", "launches", "h100", "7"),
        ("held", "held_out", "h100", "6"),
    ]


def test_a_launch_that_is_predicted_no_more_stays_without_a_time(tmp_path: Path) -> None:
    file = tmp_path / "record.csv"
    write_record(file, [row("waits", 9), row("other", 8)], "launches", "h200")
    write_record(file, [row("waits", 0)], "launches", "h200")
    assert [(line["launch"], line["predicted_us"]) for line in lines_of(file)] == [
        ("waits", ""),
        ("other", "8"),
    ]


@pytest.mark.parametrize(("which", "device"), MEASURED)
def test_every_measured_launch_is_recorded_with_its_measured_time(which: str, device: str) -> None:
    recorded = {
        line["launch"]: float(line["measured_us"])
        for line in lines_of(RECORD)
        if (line["set"], line["device"]) == (which, device)
    }
    times = MEASURED[which, device]
    measured = {line["case"]: float(line["ns"]) / 1000 for line in lines_of(times)} if times.exists() else {}
    assert recorded == pytest.approx(measured, rel=1e-3), "timing/record.sh makes the record again"


def test_no_bound_of_the_record_is_above_its_measured_time() -> None:
    lines = lines_of(RECORD)
    assert len(lines) >= 2 * 174
    above = [
        line for line in lines if float(line["least_us"]) > BOUND_MARGIN * float(line["measured_us"]) * 1.001
    ]
    assert above == []
