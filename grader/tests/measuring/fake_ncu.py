"""A profiler for the tiny checkout's GPU: it runs the program, and counts what the test wants counted."""

from __future__ import annotations

import json
from collections.abc import Sequence

from grader.measuring.ncu import METRICS
from grader.tests.fake_gpu import FakeGpu

NCU = """#!/bin/sh
[ "$1" != --version ] || { echo 'NVIDIA (R) Nsight Compute'; echo 'Version 2025.3.1.0 (build 1)'; exit 0; }
echo "$@" >> '@ROOT@/ncu_calls'
while [ $# -gt 0 ]; do
  case $1 in
    --log-file) log=$2; shift ;;
    */lab4_test) break ;;
  esac
  shift
done
"$@" || exit $?
cp '@ROOT@/ncu.csv' "$log"
"""
SHOWS = "TransposeTiled.ShowsTheConflict"
NAMES = [metric.name for metric in METRICS]
# Of the passing record's 1024 x 1024 launch: requests and sectors, then wavefronts and conflicts.
TILED = (32768, 32768, 131072, 131072, 1048576, 32768, 1015808, 0)


class FakeNcu:
    """Beside nvcc. counts() says what the next runs count."""

    def __init__(self, gpu: FakeGpu) -> None:
        self.gpu = gpu
        gpu.fake.script(gpu.nvcc.parent / "ncu", NCU)
        record = json.loads(gpu.fake.data("passing.json"))
        record.update({"machine": "cuda", "compiler": "nvcc"})
        for number, check in enumerate(record["checks"]):
            check.update({"status": "skipped", "reason": "counted", "evidence": "none"})
            for launch in check["launches"]:
                launch.update({"number": number, "accesses": []})
        (gpu.root / "counted.json").write_text(json.dumps(record), encoding="utf-8")
        (gpu.root / "counted.status").write_text("0", encoding="utf-8")
        self.counts([("another", TILED)] * 9)

    def counts(self, launches: Sequence[tuple[str, Sequence[int]]], said: str = "") -> None:
        (self.gpu.root / "ncu.csv").write_text(said + table(launches), encoding="utf-8")

    def calls(self) -> list[str]:
        file = self.gpu.root / "ncu_calls"
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def table(launches: Sequence[tuple[str, Sequence[int]]]) -> str:
    """As `ncu --csv --page raw` writes it: the tool's words, names, units, a row a launch."""
    rows = [["ID", "Process ID", "Kernel Name", *NAMES], ["", "", "", *[""] * len(NAMES)]]
    for number, (kernel, values) in enumerate(launches):
        rows.append([str(number), "77", f"{kernel}(const float *, int)", *(f"{value:,}" for value in values)])
    lines = [",".join(f'"{cell}"' for cell in row) for row in rows]
    return "==PROF== Connected to process 77\n" + "\n".join(lines) + "\n"
