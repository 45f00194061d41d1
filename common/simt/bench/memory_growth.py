#!/usr/bin/env python3
"""Prints how much memory launches take: a fresh process for each, its peak resident memory."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark_run import ROOT, BenchmarkError, table

PROGRAM = ROOT / "build/full/common/simt/bench/launch_memory"
THREADS = 64  # a block: launch_memory.cpp


@dataclass(frozen=True)
class Point:
    """One launch: two buffers of so many ints, each thread reading `rounds` of them."""

    elements: int
    blocks: int
    rounds: int
    rounds_a_barrier: int = 0

    @property
    def reads(self) -> int:
        return self.blocks * THREADS * self.rounds


@dataclass(frozen=True)
class Peak:
    """Peak resident memory in KiB: of the process before it had a machine, and after the launch."""

    before: int
    after: int


WITH_BARRIERS = [Point(16384, 8, rounds, 16) for rounds in (1_000, 10_000, 100_000)]
WITHOUT_BARRIERS = [Point(16384, 8, rounds) for rounds in (100, 1_000, 10_000, 100_000, 1_000_000)]
MORE_BLOCKS = [Point(16384, blocks, 1) for blocks in (65_536, 4 * 65_536, 16 * 65_536)]
LARGER_BUFFERS = [Point(elements, elements // THREADS, 1) for elements in (1 << 20, 1 << 22, 1 << 24)]


def measure(program: Path, point: Point) -> Peak:
    """Runs one point in a process of its own."""
    numbers = [point.elements, point.blocks, point.rounds, point.rounds_a_barrier]
    try:
        done = subprocess.run([program, *map(str, numbers)], capture_output=True, text=True)
    except FileNotFoundError:
        raise BenchmarkError(
            f"{program} does not exist: cmake --preset full && "
            "cmake --build --preset full --target launch_memory"
        ) from None
    if done.returncode != 0:
        raise BenchmarkError(f"{program.name} {numbers} failed ({done.returncode}): {done.stderr.strip()}")
    before, after = map(int, done.stdout.split())
    return Peak(before, after)


def report(program: Path, title: str, points: Sequence[Point]) -> str:
    """A table of these points. `more a block` and `a buffer byte` are against the first one."""
    rows = []
    first: tuple[Point, Peak] | None = None
    for point in points:
        peak = measure(program, point)
        first = first or (point, peak)
        more = (peak.after - first[1].after) * 1024
        blocks = point.blocks - first[0].blocks
        buffer_bytes = 2 * 4 * (point.elements - first[0].elements)
        rows.append(
            [
                f"{2 * 4 * point.elements / 1024:,.0f}",
                f"{point.blocks:,}",
                f"{point.reads:,}",
                f"{peak.after:,}",
                f"{more / 1024:+,.0f}",
                f"{more / blocks:.1f}" if blocks and not buffer_bytes else "",
                f"{more / buffer_bytes:.2f}" if buffer_bytes else "",
            ]
        )
    heads = [
        "buffers, KiB",
        "blocks",
        "lane reads",
        "peak, KiB",
        "more, KiB",
        "bytes a block",
        "bytes a buffer byte",
    ]
    return f"{title}\n\n{table(heads, rows)}"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, default=PROGRAM)
    options = parser.parse_args()
    try:
        nothing = measure(options.program, Point(1, 1, 1))
        print(f"Before there is a machine: {nothing.before:,} KiB.")
        print(f"After the least launch: {nothing.after:,} KiB.\n")
        print(
            report(options.program, "More accesses, a barrier every 16 of a lane:", WITH_BARRIERS), end="\n\n"
        )
        print(report(options.program, "More accesses, no barrier:", WITHOUT_BARRIERS), end="\n\n")
        print(report(options.program, "More blocks:", MORE_BLOCKS), end="\n\n")
        print(report(options.program, "Larger buffers:", LARGER_BUFFERS))
    except BenchmarkError as error:
        sys.exit(f"memory_growth: {error}")


if __name__ == "__main__":
    main()
