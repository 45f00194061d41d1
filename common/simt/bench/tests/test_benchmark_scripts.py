"""What the scripts make of a benchmark's output, without running one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from benchmark_run import BenchmarkError, Series, read, run, table
from compare_numba import Comparison
from memory_growth import Point, report
from speed_report import rates, slowdowns


def result(name: str, elements: float, lanes: float | None = None, kind: str = "iteration") -> dict[str, Any]:
    one: dict[str, Any] = {
        "run_name": f"{name}/process_time/real_time",
        "run_type": kind,
        "items_per_second": elements,
    }
    return one if lanes is None else {**one, "lane_accesses": lanes, "real_time": 2.0, "cpu_time": 1.0}


def document() -> dict[str, Any]:
    one, two = "machine/copy/workers:1", "machine/copy/workers:2"
    return {
        "benchmarks": [
            *[result(one, lanes / 2, lanes) for lanes in (60e6, 64e6, 80e6)],
            *[result(two, lanes / 2, lanes) for lanes in (96e6, 90e6, 97e6)],
            result(one, 1e6, 1e6, kind="aggregate"),
            result("plain_O2/copy", 1600e6),
            result("plain_native/copy", 3200e6),
        ]
    }


def test_repetitions_are_kept_and_aggregates_left_out() -> None:
    assert read(document())["machine/copy/workers:1"].lane_accesses == [60e6, 64e6, 80e6]


def test_rates_are_medians_with_the_best() -> None:
    assert "| copy | 128 (160) | 64 (80) | 96 (97) | 1.5 |" in rates(read(document()))


def test_slowdown_is_plain_over_machine_by_elements() -> None:
    assert "| copy | 32.0 | 1600 | 3200 | 50 | 100 |" in slowdowns(read(document()))


def test_a_benchmark_that_was_not_measured_is_named() -> None:
    with pytest.raises(BenchmarkError, match="no machine/fill; it did: machine/copy"):
        read(document())["machine/fill"]


def test_a_program_that_is_not_built_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="--target machine_benchmark"):
        run(tmp_path / "machine_benchmark", [])


def test_a_program_that_fails_is_quoted(tmp_path: Path) -> None:
    program = tmp_path / "fails"
    program.write_text("#!/bin/sh\necho 'copy: out[0] is 1, expected 2' >&2\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    with pytest.raises(BenchmarkError, match=r"\(1\): copy: out\[0\] is 1, expected 2"):
        run(program, [])


def test_the_ratio_to_numba_is_of_elements_and_accesses_are_the_machines() -> None:
    one = Comparison(
        "copy", numba=Series([10e3]), machine=Series([20e6], [40e6]), machine_large=Series([30e6])
    )
    assert one.row() == ["copy", "20,000", "40.0 million", "60.0 million", "2,000", "3,000"]


def test_growth_is_against_the_first_point(tmp_path: Path) -> None:
    program = tmp_path / "launch_memory"
    # $2 blocks, 16 bytes each.
    program.write_text("#!/bin/sh\necho 1000 $((5000 + $2 / 64))\n", encoding="utf-8")
    program.chmod(0o755)
    text = report(program, "Blocks:", [Point(16384, 64, 1), Point(16384, 64 + 65536, 1)])
    assert "| 128 | 65,600 | 4,198,400 | 6,025 | +1,024 | 16.0 |  |" in text


def test_a_table_is_markdown() -> None:
    assert table(["a", "b"], [["1", "2"]]) == "| a | b |\n| --- | --- |\n| 1 | 2 |"
