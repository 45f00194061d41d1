"""Runs machine_benchmark and reads what it measured."""

from __future__ import annotations

import json
import statistics
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "build/full/common/simt/bench/machine_benchmark"


class BenchmarkError(Exception):
    """A benchmark that could not run, in one sentence."""


@dataclass
class Series:
    """The repetitions of one benchmark: rates a second, and a second of processor time."""

    elements: list[float] = field(default_factory=list)
    lane_accesses: list[float] = field(default_factory=list)
    processor_lane_accesses: list[float] = field(default_factory=list)

    def add(self, other: Series) -> None:
        self.elements += other.elements
        self.lane_accesses += other.lane_accesses
        self.processor_lane_accesses += other.processor_lane_accesses


@dataclass(frozen=True)
class BenchmarkRun:
    """What a run measured: "machine/copy_rows/workers:1", "plain_O2/copy_rows"."""

    series: Mapping[str, Series]

    def __getitem__(self, name: str) -> Series:
        if name not in self.series:
            raise BenchmarkError(f"the benchmark measured no {name}; it did: {', '.join(self.series)}")
        return self.series[name]

    def kernels(self) -> list[str]:
        """By name: the benchmarks of a run take turns in random order."""
        return sorted({name.split("/")[1] for name in self.series})


def run(program: Path, arguments: Sequence[str]) -> BenchmarkRun:
    """Runs the benchmark; `arguments` are its own."""
    if not program.exists():
        raise BenchmarkError(
            f"{program} does not exist: cmake --preset full && cmake --build --preset full "
            "--target machine_benchmark (which needs Google Benchmark: libbenchmark-dev)"
        )
    done = subprocess.run([program, *arguments, "--benchmark_format=json"], capture_output=True, text=True)
    if done.returncode != 0:
        raise BenchmarkError(f"{program} failed ({done.returncode}): {done.stderr.strip()}")
    return read(json.loads(done.stdout))


def read(document: Mapping[str, Any]) -> BenchmarkRun:
    """Google Benchmark's JSON; means and medians that it adds are left out."""
    series: dict[str, Series] = {}
    for result in document["benchmarks"]:
        if result["run_type"] != "iteration":
            continue
        one = series.setdefault(
            result["run_name"].removesuffix("/real_time").removesuffix("/process_time"), Series()
        )
        one.elements.append(result["items_per_second"])
        if "lane_accesses" in result:
            rate = result["lane_accesses"]
            one.lane_accesses.append(rate)
            one.processor_lane_accesses.append(rate * result["real_time"] / result["cpu_time"])
    return BenchmarkRun(series)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def millions(rates: Sequence[float]) -> str:
    """Median and best: "95 (99)"."""
    return f"{statistics.median(rates) / 1e6:.0f} ({max(rates) / 1e6:.0f})"
