#!/usr/bin/env python3
"""Compares the machine with Numba's CUDA simulator: the same kernels, sizes and results, in one run.

Makes an environment with numba and numpy in build/numba (a download of some 70 MB, the first time).
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import venv
from dataclasses import dataclass, field
from pathlib import Path

import benchmark_run
from benchmark_run import ROOT, BenchmarkError, BenchmarkRun, Series, table

REQUIREMENTS = ("numba==0.61.2", "llvmlite==0.44.0", "numpy==2.2.6")
KERNELS = ("copy_rows", "transpose_tiled", "histogram_shared", "stencil_plain")
NUMBA_KERNELS = Path(__file__).with_name("numba_kernels.py")


@dataclass
class Comparison:
    """One kernel: rates of Numba's simulator, and of the machine on one core at that size and a large one."""

    kernel: str
    numba: Series = field(default_factory=Series)
    machine: Series = field(default_factory=Series)
    machine_large: Series = field(default_factory=Series)

    def accesses_an_element(self) -> float:
        return self.machine.lane_accesses[0] / self.machine.elements[0]

    def row(self) -> list[str]:
        numba = statistics.median(self.numba.elements)
        small = statistics.median(self.machine.elements)
        large = statistics.median(self.machine_large.elements)
        accesses = self.accesses_an_element()
        return [
            self.kernel,
            f"{numba * accesses:,.0f}",
            f"{small * accesses / 1e6:.1f} million",
            f"{large * accesses / 1e6:.1f} million",
            f"{small / numba:,.0f}",
            f"{large / numba:,.0f}",
        ]


def environment(folder: Path) -> Path:
    """The Python of an environment that has REQUIREMENTS."""
    python = folder / "bin/python"
    installed = folder / "installed.txt"
    wanted = "\n".join(REQUIREMENTS)
    if installed.exists() and installed.read_text(encoding="utf-8") == wanted:
        return python
    print(f"Installing {', '.join(REQUIREMENTS)} in {folder} ...", file=sys.stderr)
    venv.create(folder, with_pip=True, clear=True)
    done = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *REQUIREMENTS],
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise BenchmarkError(f"pip could not install them: {done.stderr.strip()}")
    installed.write_text(wanted, encoding="utf-8")
    return python


def run_numba(python: Path, kernel: str, side: int) -> Series:
    """One launch on Numba's simulator, in a process of its own; its values are checked there."""
    done = subprocess.run(
        [python, NUMBA_KERNELS, str(side), kernel, "1"],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
    )
    if done.returncode != 0:
        raise BenchmarkError(f"{NUMBA_KERNELS.name} failed ({done.returncode}): {done.stderr.strip()}")
    return Series(elements=[side * side / seconds for seconds in json.loads(done.stdout)])


def run_machine(program: Path, kernel: str, side: int) -> Series:
    """One repetition on one core."""
    name = f"machine/{kernel}/workers:1"
    run: BenchmarkRun = benchmark_run.run(
        program, [f"--side={side}", f"--benchmark_filter={name}", "--benchmark_min_time=0.1"]
    )
    return run[name]


def compare(python: Path, options: argparse.Namespace) -> list[Comparison]:
    """The machine and the simulator take turns, so that a disturbance meets both."""
    comparisons = [Comparison(kernel) for kernel in KERNELS]
    for _ in range(options.rounds):
        for one in comparisons:
            one.machine.add(run_machine(options.program, one.kernel, options.side))
            one.numba.add(run_numba(python, one.kernel, options.side))
            one.machine_large.add(run_machine(options.program, one.kernel, options.large_side))
    return comparisons


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--program", type=Path, default=benchmark_run.PROGRAM)
    parser.add_argument(
        "--environment", type=Path, default=ROOT / "build/numba", help="where numba is installed"
    )
    parser.add_argument(
        "--side", type=int, default=128, help="side * side elements for both (default: %(default)s)"
    )
    parser.add_argument("--large-side", type=int, default=1024, help="and for the machine again")
    parser.add_argument("--rounds", type=int, default=5)
    return parser.parse_args()


def main() -> None:
    """Measures and prints."""
    options = arguments()
    try:
        comparisons = compare(environment(options.environment), options)
    except BenchmarkError as error:
        sys.exit(f"compare_numba: {error}")
    small, large = (f"{side} x {side}" for side in (options.side, options.large_side))
    heads = ["kernel", f"Numba, {small}, lane accesses/s", f"machine, {small}", f"machine, {large}"]
    print(
        table(
            [*heads, f"ratio at {small}", f"machine at {large} to Numba"], [one.row() for one in comparisons]
        )
    )


if __name__ == "__main__":
    main()
