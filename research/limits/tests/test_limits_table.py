"""research/limits/limits_table.py: launches and the profiler's rows become one table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "research" / "limits" / "limits_table.py"
STALL = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
COLUMNS = {
    "gpu__time_duration.sum": "2,000,000",
    "dram__bytes_read.sum": "1,056,000,000",
    "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed": "88.6",
    "lts__throughput.avg.pct_of_peak_sustained_elapsed": "92.7",
    "l1tex__throughput.avg.pct_of_peak_sustained_active": "29.4",
    "sm__inst_issued.avg.pct_of_peak_sustained_active": "6.9",
    "sm__warps_active.avg.pct_of_peak_sustained_active": "77.8",
    "sm__warps_active.avg.per_cycle_active": "50",
    "launch__sm_count": "132",
    STALL.format("long_scoreboard"): "6.0",
    STALL.format("barrier"): "1.0",
    STALL.format("lg_throttle"): "0",
    STALL.format("mio_throttle"): "0",
    STALL.format("short_scoreboard"): "0",
    STALL.format("wait"): "3.0",
}
TIMES = "copy of 1 GiB                      {}                      {}   {} GB/s  (4249 - 4262)\n"

pytestmark = pytest.mark.skipif(not SCRIPT.is_file(), reason="a student edition has no solutions")


def measured(folder: Path, kernels: list[str], listed: list[str], right: str = "right") -> None:
    """What measure.sh leaves: rows of `kernels`, launches of `listed`."""
    rows = [["ID", "Kernel Name", *COLUMNS], ["", "", *("%" for _ in COLUMNS)]]
    rows += [[str(at), kernel, *COLUMNS.values()] for at, kernel in enumerate(kernels)]
    text = "==PROF== words\n" + "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows)
    (folder / "counters.csv").write_text(text, encoding="utf-8")
    lines = (f"copy of 1 GiB;{kernel};2147483648\n" for kernel in listed)
    (folder / "launches.csv").write_text("".join(lines), encoding="utf-8")
    (folder / "times.1.txt").write_text("latency: 1 ns\n" + TIMES.format("fast_copy", right, 4260))
    (folder / "times.2.txt").write_text(TIMES.format("fast_copy", "right", 4256))


def table(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, SCRIPT, folder], capture_output=True, text=True, timeout=60)


def test_a_launch_is_a_line_with_bytes_in_flight_and_how_long_they_take(tmp_path: Path) -> None:
    measured(tmp_path, ["fast_copy"], ["cudaMemcpy", "fast_copy"])
    said = table(tmp_path).stdout
    assert "| copy of 1 GiB | fast_copy | 4260 (4249 - 4262) | 4256 (4249 - 4262) |" in said
    # 60% of 50 warps wait for 32 x 16 bytes: 15,360. 1.056 GB in 2 ms on 132 SMs: 4 bytes a ns and SM.
    assert (
        "| copy of 1 GiB: fast_copy | 2000 | 89 | 93 | 29 | 7 | 78 | 60 | 10 | 0 | 0 | 0 | 15.0 | 3840 |"
        in said
    )


def test_kernels_of_one_cublas_call_stand_together(tmp_path: Path) -> None:
    measured(tmp_path, ["t", "t", "geam_transpose"], ["cublasSgeam", "geam_transpose"])
    said = table(tmp_path).stdout
    assert "| copy of 1 GiB: cublasSgeam | 2 kernels |" in said
    assert "| copy of 1 GiB: geam_transpose | 2000 |" in said


@pytest.mark.parametrize(
    ("kernels", "listed", "right", "why"),
    [
        (["copy_floats"], ["fast_copy"], "right", "fast_copy was launched, ncu's row is of copy_floats"),
        (["fast_copy", "fast_copy"], ["fast_copy"], "right", "1 rows more than were launched"),
        ([], ["fast_copy"], "right", "fast_copy was launched, and ncu has no row of it"),
        (["fast_copy"], ["fast_copy"], "WRONG", "the result of fast_copy was wrong"),
    ],
)
def test_what_does_not_fit_is_refused(
    kernels: list[str], listed: list[str], right: str, why: str, tmp_path: Path
) -> None:
    measured(tmp_path, kernels, listed, right)
    ended = table(tmp_path)
    assert ended.returncode != 0
    assert why in ended.stderr
