"""From Nsight Compute's CSV and the launcher's log to a record: one row a launch, one column a counter."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from metrics import METRICS, Metric, chosen


class RecordError(Exception):
    """The profiler's rows and the launches do not fit together."""


@dataclass(frozen=True)
class Launch:
    """One launch, as the launcher logged it: the case, which of its launches, the kernel's name."""

    case: str
    number: int
    kernel: str


@dataclass(frozen=True)
class Counted:
    """What the profiler counted in one launch, in the order of the record's metrics."""

    launch: Launch
    values: tuple[int, ...]


def read_launches(path: Path) -> list[Launch]:
    """The launcher's log, in the order in which the launches ran."""
    with path.open(newline="", encoding="utf-8") as file:
        return [Launch(row["case"], int(row["launch"]), row["kernel"]) for row in csv.DictReader(file)]


def read_profile(path: Path) -> tuple[list[Metric], list[dict[str, str]]]:
    """The metrics and rows of `ncu --csv --page raw`, without the tool's own lines and the row of units."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith('"')]
    rows = list(csv.DictReader(io.StringIO("\n".join(lines))))
    if not rows or "Kernel Name" not in rows[0]:
        raise RecordError(f"{path} holds no table of Nsight Compute (--csv --page raw)")
    metrics = chosen(rows[0])
    absent = [metric.name for metric in METRICS if metric.required and metric not in metrics]
    if absent:
        raise RecordError(f"{path} lacks the columns {', '.join(absent)}")
    return metrics, [row for row in rows if row["ID"]]


def _value(row: dict[str, str], metric: Metric, launch: Launch) -> int:
    text = row[metric.name].replace(",", "")
    try:
        value = float(text)
    except ValueError:
        value = -1
    if value < 0 or value != int(value):
        raise RecordError(
            f"{launch.case}, launch {launch.number}: {metric.name} is `{row[metric.name]}`, no count"
        )
    return int(value)


def join(metrics: list[Metric], rows: list[dict[str, str]], launches: list[Launch]) -> list[Counted]:
    """Gives each launch its row. Both are in the order in which the launches ran."""
    if len(rows) != len(launches):
        raise RecordError(f"the launcher logged {len(launches)} launches, the profiler has {len(rows)}")
    counted = []
    for row, launch in zip(rows, launches, strict=True):
        kernel = row["Kernel Name"].partition("(")[0]
        if kernel != launch.kernel:
            raise RecordError(f"{launch.case} ran {launch.kernel}, the profiler's row is of {kernel}")
        counted.append(Counted(launch, tuple(_value(row, metric, launch) for metric in metrics)))
    return counted


def unsteady(metrics: list[Metric], counted: list[Counted]) -> list[str]:
    """Sentences on counters that differ from launch to launch of a case."""
    found = []
    for case, launches in groupby(counted, key=lambda one: one.launch.case):
        columns = list(zip(*(one.values for one in launches), strict=True))
        for metric, values in zip(metrics, columns, strict=True):
            if len(set(values)) > 1:
                found.append(f"{case}: {metric.column} is {', '.join(map(str, values))}")
    return found


def write_record(path: Path, remarks: Iterable[str], metrics: list[Metric], counted: list[Counted]) -> None:
    """Writes the record; its first lines, behind #, say how it was made and which counter fills a column."""
    with path.open("w", newline="", encoding="utf-8") as file:
        file.writelines(f"# {line}\n" for line in (*remarks, *(f"{m.column} = {m.name}" for m in metrics)))
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["case", "launch", *(metric.column for metric in metrics)])
        for one in counted:
            table.writerow([one.launch.case, one.launch.number, *one.values])
