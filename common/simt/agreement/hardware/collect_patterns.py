#!/usr/bin/env python3
"""Turns what the profiler counted of single accesses into records. `patterns/measure_patterns.sh` calls it.

collect_patterns.py metrics SPACE      the metrics to ask for, with commas (shared, global, texture, constant)
collect_patterns.py records FOLDER --out OUT [--remark TEXT]...
    FOLDER holds launches.SPACE.csv and ncu.SPACE.csv; writes OUT/h200_atomic_patterns.csv, one request a row,
    and OUT/h200_atomic_forms.csv, operations that nvcc turns into something else
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kernel_record import RecordError
from pattern_record import (
    METRICS,
    Counted,
    join,
    of_purpose,
    read_launches,
    read_rows,
    without_baselines,
    write_record,
)

FILES = {"rule": "h200_atomic_patterns.csv", "form": "h200_atomic_forms.csv"}


def counted_in(folder: Path) -> list[Counted]:
    """Every launch of every space, with its counts."""
    counted: list[Counted] = []
    for space in METRICS:
        launches = read_launches(folder / f"launches.{space}.csv")
        counted += join(launches, read_rows(folder / f"ncu.{space}.csv"))
    return without_baselines(counted)


def write_records(folder: Path, out: Path, remarks: list[str]) -> None:
    """Writes one file a purpose."""
    counted = counted_in(folder)
    for purpose, name in FILES.items():
        rows = of_purpose(counted, purpose)
        write_record(out / name, remarks, rows)
        print(f"{out / name}: {len(rows)} rows")


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("metrics")
    command.add_argument("space", choices=METRICS)
    command = commands.add_parser("records")
    command.add_argument("folder", type=Path)
    command.add_argument("--out", type=Path, required=True)
    command.add_argument("--remark", action="append", default=[])
    given = parser.parse_args()
    try:
        if given.command == "metrics":
            print(",".join(METRICS[given.space]))
        else:
            write_records(given.folder, given.out, given.remark)
    except (RecordError, OSError) as error:
        print(f"collect_patterns.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
