#!/usr/bin/env python3
"""Prints the tables of docs/measurements/simt_speed.md: rates of the machine, and its slowdown.

All benchmarks of a run take turns in random order, so that a disturbance meets each of them alike.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path

import benchmark_run
from benchmark_run import BenchmarkError, BenchmarkRun, millions, table


def rates(run: BenchmarkRun) -> str:
    """Million lane accesses a second, medians and best."""
    rows = []
    for kernel in run.kernels():
        one = run[f"machine/{kernel}/workers:1"]
        two = run[f"machine/{kernel}/workers:2"]
        gain = statistics.median(two.lane_accesses) / statistics.median(one.lane_accesses)
        processor = millions(one.processor_lane_accesses)
        rows.append(
            [kernel, processor, millions(one.lane_accesses), millions(two.lane_accesses), f"{gain:.1f}"]
        )
    return table(["kernel", "a second of processor time", "one core", "two cores", "two over one"], rows)


def slowdowns(run: BenchmarkRun) -> str:
    """How many times longer one worker takes than plain loops on one core."""
    rows = []
    for kernel in run.kernels():
        machine = statistics.median(run[f"machine/{kernel}/workers:1"].elements)
        builds = [
            statistics.median(run[f"{build}/{kernel}"].elements) for build in ("plain_O2", "plain_native")
        ]
        rows.append([kernel, f"{machine / 1e6:.1f}"] + [f"{plain / 1e6:.0f}" for plain in builds])
        rows[-1] += [f"{plain / machine:.0f}" for plain in builds]
    heads = ["kernel", "machine, million elements/s", "-O2, million/s", "-O3 -march=native, million/s"]
    return table([*heads, "slowdown to -O2", "to -O3 -march=native"], rows)


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--program", type=Path, default=benchmark_run.PROGRAM)
    parser.add_argument("--side", type=int, default=1024, help="side * side elements (default: %(default)s)")
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--min-time", type=float, default=0.2, help="seconds a repetition")
    return parser.parse_args()


def main() -> None:
    """Measures and prints."""
    options = arguments()
    try:
        run = benchmark_run.run(
            options.program,
            [
                f"--side={options.side}",
                f"--benchmark_repetitions={options.repetitions}",
                f"--benchmark_min_time={options.min_time}",
                "--benchmark_enable_random_interleaving=true",
            ],
        )
        print(rates(run), slowdowns(run), sep="\n\n")
    except BenchmarkError as error:
        sys.exit(f"speed_report: {error}")


if __name__ == "__main__":
    main()
