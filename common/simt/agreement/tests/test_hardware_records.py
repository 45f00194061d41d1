"""The scripts that turn the profiler's and compute-sanitizer's words into records, on words written here."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

import pytest
from kernel_record import Launch, RecordError, join, read_launches, read_profile, unsteady, write_record
from metrics import METRICS, MissingMetrics, available
from sanitizer_record import SanitizerError, finding

HARDWARE = Path(__file__).resolve().parent.parent / "hardware"

MEMCHECK = """\
========= COMPUTE-SANITIZER
========= Invalid __global__ read of size 4 bytes
=========     at read_past_the_end+0x80 in common/simt/tests/kernels/faults.cu:5
=========     by thread (33,0,0) in block (0,0,0)
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: main in gpu_launch.cpp:12 [0x123] in gpu_launch
=========
========= Program hit CUDA_ERROR_LAUNCH_FAILED (error 719) due to "unspecified launch failure".
========= ERROR SUMMARY: 2 errors
"""
RACECHECK = """\
========= COMPUTE-SANITIZER
========= Error: Race reported between Write access at no_barrier+0x70 in kernels/faults.cu:72
=========     and Read access at no_barrier+0xa0 in kernels/faults.cu:73 [256 hazards]
=========
========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)
"""
CLEAN = "========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n"


def profile(path: Path, kernels: list[str], value: str = "1,024", without: str = "") -> Path:
    metrics = [metric.name for metric in METRICS if metric.name != without]
    text = io.StringIO()
    table = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n")
    table.writerow(["ID", "Kernel Name", *metrics])
    table.writerow(["", "", *["request"] * len(metrics)])
    for number, kernel in enumerate(kernels):
        table.writerow([str(number), kernel, *[value] * len(metrics)])
    path.write_text("==PROF== Connected to process 1\n" + text.getvalue(), encoding="utf-8")
    return path


def test_rows_find_their_launches_and_values_lose_their_commas(tmp_path: Path) -> None:
    metrics, rows = read_profile(profile(tmp_path / "ncu.csv", ["copy(const float *)", "copy"]))
    counted = join(metrics, rows, [Launch("row", 1, "copy"), Launch("row", 2, "copy")])
    assert [one.launch.number for one in counted] == [1, 2]
    assert set(counted[0].values) == {1024}
    assert unsteady(metrics, counted) == []


@pytest.mark.parametrize(
    ("launches", "message"),
    [
        ([Launch("row", 1, "copy")], "logged 1 launches, the profiler has 2"),
        ([Launch("row", 1, "copy"), Launch("sum", 1, "add")], "sum ran add, the profiler's row is of copy"),
    ],
)
def test_rows_that_do_not_fit_the_launches_are_refused(
    tmp_path: Path, launches: list[Launch], message: str
) -> None:
    metrics, rows = read_profile(profile(tmp_path / "ncu.csv", ["copy", "copy"]))
    with pytest.raises(RecordError, match=message):
        join(metrics, rows, launches)


@pytest.mark.parametrize("value", ["n/a", "", "1.5", "-3"])
def test_a_value_that_is_no_count_is_refused(tmp_path: Path, value: str) -> None:
    metrics, rows = read_profile(profile(tmp_path / "ncu.csv", ["copy"], value))
    with pytest.raises(RecordError, match=r"row, launch 1: l1tex__t_requests.* no count"):
        join(metrics, rows, [Launch("row", 1, "copy")])


def test_a_profile_without_a_counter_that_is_needed_is_refused(tmp_path: Path) -> None:
    lacking = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
    with pytest.raises(RecordError, match=lacking):
        read_profile(profile(tmp_path / "ncu.csv", ["copy"], without=lacking))
    (tmp_path / "none.csv").write_text("==ERROR== nothing was profiled\n", encoding="utf-8")
    with pytest.raises(RecordError, match="holds no table"):
        read_profile(tmp_path / "none.csv")


def test_counters_that_vary_are_named(tmp_path: Path) -> None:
    metrics, rows = read_profile(profile(tmp_path / "ncu.csv", ["copy", "copy"]))
    rows[1][metrics[0].name] = "1,025"
    counted = join(metrics, rows, [Launch("row", 1, "copy"), Launch("row", 2, "copy")])
    assert unsteady(metrics, counted) == [f"row: {metrics[0].column} is 1024, 1025"]


def test_the_record_says_how_it_was_made(tmp_path: Path) -> None:
    metrics, rows = read_profile(profile(tmp_path / "ncu.csv", ["copy"]))
    record = tmp_path / "record.csv"
    write_record(record, ["Date today"], metrics, join(metrics, rows, [Launch("row", 1, "copy")]))
    lines = record.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "# Date today"
    assert "# global_load_sectors = l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum" in lines
    assert lines[-2].startswith("case,launch,global_load_requests,")
    assert lines[-1].startswith("row,1,1024,")


def test_columns_and_counters_stand_once() -> None:
    assert len({metric.column for metric in METRICS}) == len(METRICS)
    assert len({metric.name for metric in METRICS}) == len(METRICS)


def test_the_metrics_asked_for_are_those_that_there_are() -> None:
    listing = "Device NVIDIA H200 (GH100)\n" + "".join(
        f"{metric.base}   Counter  request  # of requests\n" for metric in METRICS if metric.required
    )
    found, missing = available(listing)
    assert found == [metric for metric in METRICS if metric.required]
    assert missing
    with pytest.raises(MissingMetrics, match=r"lacks .*l1tex__t_requests_pipe_lsu_mem_global_op_ld\.sum"):
        available(listing.replace("l1tex__t_requests_pipe_lsu_mem_global_op_ld ", ""))
    with pytest.raises(MissingMetrics, match="no metric at all"):
        available("==ERROR== no device\n")


def test_a_finding_is_the_tools_first_report_and_its_lines_in_kernels() -> None:
    memory = finding("read_past_the_end", "memcheck", MEMCHECK, timed_out=False)
    assert (memory.outcome, memory.said) == ("found", "Invalid __global__ read of size 4 bytes")
    assert (memory.places, memory.errors) == ("faults.cu:5", 2)
    race = finding("no_barrier", "racecheck", RACECHECK, timed_out=False)
    assert (race.places, race.errors) == ("faults.cu:72 faults.cu:73", 1)


def test_nothing_found_a_time_out_and_a_tool_that_fails_are_three_things() -> None:
    assert finding("a", "initcheck", CLEAN, timed_out=False).outcome == "nothing"
    assert finding("a", "synccheck", "========= COMPUTE-SANITIZER\n", timed_out=True).outcome == "timed out"
    with pytest.raises(SanitizerError, match="did not finish its run of a"):
        finding("a", "memcheck", "========= Error: Device not supported\n", timed_out=False)


def run_collect(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(HARDWARE / "collect.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_writes_both_records(tmp_path: Path) -> None:
    launches = tmp_path / "launches.csv"
    launches.write_text("case,launch,kernel\nrow,1,copy\n", encoding="utf-8")
    assert read_launches(launches) == [Launch("row", 1, "copy")]
    table = profile(tmp_path / "ncu.csv", ["copy"])
    kernels = tmp_path / "kernels.csv"
    done = run_collect("kernels", "--profile", table, "--launches", launches, "--out", kernels)
    assert done.returncode == 0, done.stderr
    assert "row,1,1024" in kernels.read_text(encoding="utf-8")
    (tmp_path / "no_barrier.racecheck.log").write_text(RACECHECK, encoding="utf-8")
    (tmp_path / "no_barrier.racecheck.status").write_text("9\n", encoding="utf-8")
    faults = tmp_path / "faults.csv"
    done = run_collect("faults", tmp_path, "--out", faults, "--remark", "Date today")
    assert done.returncode == 0, done.stderr
    assert faults.read_text(encoding="utf-8").startswith("# Date today\ncase,tool,")


def test_the_command_says_what_it_cannot_use(tmp_path: Path) -> None:
    done = run_collect("faults", tmp_path, "--out", tmp_path / "faults.csv")
    assert done.returncode == 2
    assert "holds no log of compute-sanitizer" in done.stderr
    assert run_collect("metrics", tmp_path / "missing").returncode == 2
