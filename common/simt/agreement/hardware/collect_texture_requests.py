#!/usr/bin/env python3
"""Joins what the profiler counted of texture and surface accesses with what was launched.

collect_texture_requests.py metrics              the metrics to ask for, with commas
collect_texture_requests.py FOLDER MACHINE

FOLDER holds launches.ELEMENTS.csv and ncu.ELEMENTS.csv, for floats and others. Prints the record.
`patterns/measure_textures.sh` calls it.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from metrics import BY_COLUMN

LANES = 32
KINDS = ("texture", "surface")
QUANTITIES = ("requests", "sectors")
REMARKS = (
    "What the hardware counted for one warp's fetches from textures and accesses to surfaces; lanes are"
    " texels x:y:z, - is a lane that takes no part.",
    "Textures of 256 x 64 elements, where they have rows, and 8 slices, where they have slices; a filtered"
    " fetch (…_linear) lies between x and x + 1, y and y + 1.",
)


def counted_in(path: Path) -> list[dict[str, str]]:
    """One row a launch; the profiler's own lines and the row of units are left out."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if line.startswith('"')))
    return [row for row in rows if row["ID"]]


def metric(what: str, kind: str) -> str:
    """The profiler's name of a counter: those of surfaces are named as those of textures."""
    return BY_COLUMN[f"texture_load_{what}"].replace("mem_texture", f"mem_{kind}")


def counter(row: dict[str, str], what: str, kind: str) -> int:
    """A sum over the launch."""
    return int(float(row[metric(what, kind)].replace(",", "")))


def print_record(folder: Path, machine: str) -> None:
    """Writes to standard output, a launch a line."""
    for remark in (*REMARKS, f"Date {machine}"):
        print(f"# {remark}")
    print("# Made by: common/simt/agreement/patterns/measure_textures.sh OUT")
    print("access,width_bytes,groups,sectors," + ",".join(f"lane{lane}" for lane in range(LANES)))
    for elements in ("floats", "others"):
        launches = (folder / f"launches.{elements}.csv").read_text(encoding="utf-8").split()
        counted = counted_in(folder / f"ncu.{elements}.csv")
        if len(launches) != len(counted):
            sys.exit(f"{len(launches)} launches of {elements}, but {len(counted)} were counted")
        for launch, row in zip(launches, counted, strict=True):
            access, width, *lanes = launch.split(",")
            kind = "surface" if access.startswith("surface") else "texture"
            sums = [str(counter(row, what, kind)) for what in QUANTITIES]
            print(",".join([access, width, *sums, *lanes]))


def main() -> int:
    """The command line."""
    if sys.argv[1:] == ["metrics"]:
        print(",".join(metric(what, kind) for kind in KINDS for what in QUANTITIES))
        return 0
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    print_record(Path(sys.argv[1]), sys.argv[2])
    return 0


if __name__ == "__main__":
    sys.exit(main())
