#!/usr/bin/env python3
"""Turns what the profiler counted of nvcuda::wmma's loads and stores into a record.

collect_wmma.py metrics                    the metrics to ask for, with commas
collect_wmma.py record LAUNCHES NCU        prints the record: a row a launch, in their order

`patterns/measure_wmma.sh` calls it.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path

from metrics import BY_COLUMN

KEY = ("op", "type", "shape", "use", "layout", "space", "ldm")
COUNTS = ("requests", "sectors", "wavefronts", "bank_conflicts")
# The columns to compare, by space; {} is load or store.
COLUMNS = {
    "global": {"requests": "global_{}_requests", "sectors": "global_{}_sectors"},
    "shared": {"wavefronts": "shared_{}_wavefronts", "bank_conflicts": "shared_{}_conflicts"},
}
WORDS = {"ld": "load", "st": "store"}


class RecordError(Exception):
    """What the profiler wrote does not fit the launches."""


def metric(column: str, op: str) -> str:
    """The profiler's name of a counter."""
    return BY_COLUMN[column.format(WORDS[op])]


def metrics() -> list[str]:
    """All metrics of all spaces, for loads and stores."""
    return [
        metric(column, op) for of_space in COLUMNS.values() for column in of_space.values() for op in WORDS
    ]


def counted(ncu: Path) -> list[dict[str, str]]:
    """A row of metrics for each launch; the line below the header holds units."""
    lines = ncu.read_text(encoding="utf-8").splitlines()
    table = list(csv.DictReader(line for line in lines if not line.startswith("==")))
    return table[1:]


def record(launches: Path, ncu: Path) -> Iterator[list[str]]:
    """The record's rows, the header first."""
    yield [*KEY, *COUNTS]
    keys = [line.split(",") for line in launches.read_text(encoding="utf-8").splitlines()]
    rows = counted(ncu)
    if len(keys) != len(rows):
        raise RecordError(f"{len(keys)} launches were listed, the profiler counted {len(rows)}")
    for key, row in zip(keys, rows, strict=True):
        of_launch = dict(zip(KEY, key, strict=True))
        values = {
            count: str(int(float(row[metric(column, of_launch["op"])].replace(",", ""))))
            for count, column in COLUMNS[of_launch["space"]].items()
        }
        yield [*key, *(values.get(column, "") for column in COUNTS)]


def main(arguments: list[str]) -> int:
    """The command line."""
    try:
        match arguments:
            case ["metrics"]:
                print(",".join(metrics()))
            case ["record", launches, ncu]:
                csv.writer(sys.stdout, lineterminator="\n").writerows(record(Path(launches), Path(ncu)))
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except (RecordError, OSError, KeyError) as error:
        print(f"collect_wmma.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
