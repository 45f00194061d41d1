"""The hardware counters that a record holds: Nsight Compute's metrics, and the columns they fill.

Their names stand in common/simt/data/hardware_counters.csv and nowhere else: what measures with the profiler
reads them there, these scripts as well as `./course measure`. measure.sh asks the tool which it has.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Metric:
    """One column of the record: the sum over one launch of one counter."""

    column: str
    name: str
    required: bool = True

    @property
    def base(self) -> str:
        return self.name.removesuffix(".sum")


def _read(table: Path) -> tuple[Metric, ...]:
    with table.open(newline="", encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return tuple(Metric(row["column"], row["metric"], row["required"] == "yes") for row in rows)


METRICS = _read(Path(__file__).parents[2] / "data" / "hardware_counters.csv")
BY_COLUMN = {metric.column: metric.name for metric in METRICS}


class MissingMetrics(Exception):
    """The profiler does not know counters without which there is no record."""


def names_in(listing: str) -> set[str]:
    """The metrics that `ncu --query-metrics` lists: the first word of a line, base name or full name."""
    return set(re.findall(r"^\s*([a-z0-9]+__\w+(?:\.\w+)*)", listing, re.MULTILINE))


def available(listing: str) -> tuple[list[Metric], list[Metric]]:
    """Splits the metrics into those that the profiler has and those that it has not."""
    known = names_in(listing)
    if not known:
        raise MissingMetrics(
            "the profiler lists no metric at all: is this the output of ncu --query-metrics?"
        )
    found = [metric for metric in METRICS if metric.base in known or metric.name in known]
    missing = [metric for metric in METRICS if metric not in found]
    required = [metric.name for metric in missing if metric.required]
    if required:
        raise MissingMetrics(f"the profiler lacks counters that a record needs: {', '.join(required)}")
    return found, missing


def chosen(names: Iterable[str]) -> list[Metric]:
    """The metrics of the given full names, in the record's order."""
    wanted = set(names)
    return [metric for metric in METRICS if metric.name in wanted]
