"""Common claims next to what was measured, from the record of `./course measure`."""

from __future__ import annotations

from pathlib import Path

from grader.measuring.claims import verdicts_of
from grader.schema.document import read_document
from grader.schema.measurements import MEASUREMENTS, Measurements

RECORD = "docs/measurements/h200/measurements.json"


def read_record(root: Path) -> Measurements:
    """The recorded run that the handbook's figures come from."""
    return read_document(MEASUREMENTS, (root / RECORD).read_text(encoding="utf-8"), RECORD)


def markdown(root: Path) -> str:
    """One line of a table for each claim that the record can speak of."""
    found = read_record(root)
    setting = found.setting
    lines = [
        f"Measured {setting.date} on one {setting.device}, driver {setting.driver}, CUDA {setting.nvcc}; "
        f"`{setting.command}`.",
        "",
        "| claim | measured | true? |",
        "| --- | --- | --- |",
    ]
    lines += [f"| {_cell(v.said)} | {_cell(v.measured)} | {_cell(v.so)} |" for v in verdicts_of(found)]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return text.replace("|", r"\|").replace("_", r"\_").replace("[", r"\[")
