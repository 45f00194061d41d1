#!/usr/bin/env python3
"""Predicts the launches of launches.cu or another such source on the SIMT machine, beside what a GPU took.

    predict.py LAUNCHES TIMES.csv [--device h200] [--names NAME...] [--most-mean SHARE]
               [--record FILE.csv [--set SET]]

LAUNCHES is the source as simtcc compiled it; TIMES.csv is what measure.sh wrote. Prints each launch and
how far off the model is. --record also writes each launch to FILE.csv, from which the handbook draws its
plot and computes its figures; what the file holds of other launches, sets and devices stays. Exit status: 0;
1 if the mean error is above --most-mean, or a bound is above a measured time; 2 if a launch could not be run.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

# Above a measured time by no more than measurements themselves differ.
BOUND_MARGIN = 1.02
NEAR = 0.15
# What a source is called in the record: launches.cu and so on; labs is solutions/timed_launches.cu.
SETS = (
    "launches",
    "held_out",
    "judged",
    "fresh",
    "unseen",
    "outside",
    "validation",
    "textbook",
    "practice",
    "blind",
    "first_sight",
    "untried",
    "everyday",
    "varied",
    "pieces",
    "labs",
)
COLUMNS = (
    "launch",
    "set",
    "device",
    "shape",
    "predicted_us",
    "measured_us",
    "least_us",
    "limiter",
)


@dataclass(frozen=True)
class Row:
    """One launch. Times are in microseconds; error is a share of the measured time.

    predicted is 0 where the machine predicts none, as of a kernel that waits for other threads.
    """

    name: str
    shape: str
    predicted: float
    measured: float
    least: float
    limiter: str

    @property
    def error(self) -> float:
        return self.predicted / self.measured - 1

    @property
    def is_bound_broken(self) -> bool:
        return self.least > BOUND_MARGIN * self.measured


def predicted(program: Path, name: str, device: str) -> dict[str, object]:
    """The only launch that the machine reports of a case."""
    environment = {**os.environ, "SIMT_REPORT": "json", "SIMT_DEVICE": device}
    done = subprocess.run(
        [program, name], env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    if done.returncode != 0:
        raise RuntimeError(f"{name}: {done.stderr.strip()[-300:]}")
    launches: list[dict[str, object]] = json.loads(done.stderr)["launches"]
    return launches[-1]


def row_of(program: Path, line: dict[str, str], device: str) -> Row:
    """A measured launch and what is predicted for it."""
    launch = predicted(program, line["case"], device)
    us = launch["predicted_us"]
    if us is None:
        print(f"{line['case']}: no time is predicted: {launch['predicted_why_not']}", file=sys.stderr)
    return Row(
        line["case"],
        f"{line['grid']} of {line['block']}".replace("x1 ", " ").replace("x1 ", " ").removesuffix("x1"),
        0.0 if us is None else float(str(us)),
        float(line["ns"]) / 1000,
        float(str(launch["least_us"])),
        "" if us is None else str(launch["predicted_by"]),
    )


def rows_of(program: Path, times: Path, device: str, names: list[str]) -> list[Row]:
    """Runs the launches, those named or all."""
    with times.open(encoding="utf-8", newline="") as file:
        lines = {line["case"]: line for line in csv.DictReader(file)}
    unknown = [name for name in names if name not in lines]
    if unknown or not lines:
        raise ValueError(f"{times} has no {', '.join(unknown) or 'launches'}")
    return [row_of(program, lines[name], device) for name in names or lines]


def summary(rows: list[Row]) -> str:
    """The figures that the model is judged by."""
    errors = [abs(row.error) for row in rows]
    near = sum(error <= NEAR for error in errors)
    far = sum(not 1 / 1.5 <= row.predicted / row.measured <= 1.5 for row in rows)
    broken = sum(row.is_bound_broken for row in rows)
    return (
        f"{len(rows)} launches: mean error {statistics.mean(errors):.1%}, "
        f"median {statistics.median(errors):.1%}, "
        f"{near} within {NEAR:.0%}, {far} off by more than 1.5 times, {broken} bounds above the measured time"
    )


def write_record(file: Path, rows: list[Row], which: str, device: str) -> None:
    """Replaces these launches of one set and device in the record, and keeps all others."""
    made = {
        row.name: {
            "launch": row.name,
            "set": which,
            "device": device,
            "shape": row.shape,
            "predicted_us": f"{row.predicted:.4g}" if row.predicted else "",
            "measured_us": f"{row.measured:.4g}",
            "least_us": f"{row.least:.4g}",
            "limiter": row.limiter,
        }
        for row in rows
    }
    kept: list[dict[str, str]] = []
    if file.exists():
        with file.open(encoding="utf-8", newline="") as old:
            kept = list(csv.DictReader(old))
    # A launch that is recorded again keeps its place, so that a diff shows what has changed.
    lines = [
        made.pop(line["launch"], line) if (line["set"], line["device"]) == (which, device) else line
        for line in kept
    ]
    lines += made.values()
    lines.sort(key=lambda line: (SETS.index(line["set"]), line["device"] != "h200", line["device"]))
    with file.open("w", encoding="utf-8", newline="") as new:
        table = csv.DictWriter(new, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(lines)


def main() -> int:
    """Runs the comparison."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("times", type=Path)
    parser.add_argument("--device", default="h200")
    parser.add_argument("--names", nargs="*", default=[])
    parser.add_argument("--record", type=Path)
    parser.add_argument("--set", choices=SETS, default=SETS[0], dest="which")
    parser.add_argument("--most-mean", type=float)
    given = parser.parse_args()
    try:
        rows = rows_of(given.program.resolve(), given.times, given.device, given.names)
    except (RuntimeError, OSError, ValueError) as error:
        print(f"predict.py: {error}", file=sys.stderr)
        return 2
    if given.record:
        write_record(given.record, rows, given.which, given.device)
    rows = [row for row in rows if row.predicted]
    if not rows:
        print("predict.py: no time is predicted for any of these launches", file=sys.stderr)
        return 2
    for row in rows:
        bound = "  BOUND ABOVE IT" if row.is_bound_broken else ""
        print(
            f"{row.name:34} {row.measured:9.1f} {row.predicted:9.1f} {row.error:+7.0%}  {row.limiter}{bound}"
        )
    print(summary(rows))
    mean = statistics.mean(abs(row.error) for row in rows)
    is_far = given.most_mean is not None and mean > given.most_mean
    return 1 if is_far or any(row.is_bound_broken for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
