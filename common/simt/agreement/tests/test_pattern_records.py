"""The script that turns the profiler's counts of single accesses into records, on counts written here."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from kernel_record import RecordError
from pattern_record import (
    CONSTANT_INSTRUCTIONS,
    CONSTANT_REQUESTS,
    COUNTS,
    GLOBAL_REQUESTS,
    GLOBAL_SECTORS,
    KEY,
    LANES,
    METRICS,
    SHARED_CONFLICTS,
    SHARED_INSTRUCTIONS,
    SHARED_WAVEFRONTS,
    TEXTURE_INSTRUCTIONS,
    TEXTURE_REQUESTS,
    TEXTURE_SECTORS,
    Cost,
    join,
    read_launches,
    read_rows,
    without_baselines,
)

SCRIPT = Path(__file__).resolve().parent.parent / "hardware" / "collect_patterns.py"
KERNELS = {
    "shared": "shared_atomic",
    "global": "global_atomic",
    "texture": "texture_fetch",
    "constant": "constant_load",
}

LaunchOf = tuple[int, str, str, str]  # number, purpose, operation, result


def write_launches(path: Path, space: str, launches: Sequence[LaunchOf]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["launch", "purpose", "kernel", *KEY])
        for number, purpose, op, result in launches:
            offsets = [4 * lane for lane in range(len(LANES))]
            table.writerow([number, purpose, KERNELS[space], space, op, "u32", result, 4, *offsets])
    return path


def write_profile(path: Path, space: str, counts: Sequence[dict[str, str]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        file.write("==PROF== Connected to process 1\n3 launches, some memory\n")
        table = csv.writer(file, quoting=csv.QUOTE_ALL)
        table.writerow(["ID", "Kernel Name", *METRICS[space]])
        table.writerow(["", "", *["request"] * len(METRICS[space])])
        for number, count in enumerate(counts):
            name = f"void patterns::{KERNELS[space]}<patterns::AddOne<unsigned int>, 0>"
            table.writerow([str(number), name, *(count.get(metric, "0") for metric in METRICS[space])])
    return path


def costs(
    tmp_path: Path, space: str, launches: Sequence[LaunchOf], counts: Sequence[dict[str, str]]
) -> list[Cost]:
    logged = read_launches(write_launches(tmp_path / "launches.csv", space, launches))
    rows = read_rows(write_profile(tmp_path / "ncu.csv", space, counts))
    return [one.cost for one in without_baselines(join(logged, rows))]


def test_each_space_has_its_counters(tmp_path: Path) -> None:
    shared = {SHARED_INSTRUCTIONS: "1", SHARED_WAVEFRONTS: "1,024", SHARED_CONFLICTS: "31"}
    assert costs(tmp_path, "shared", [(1, "rule", "add", "used")], [shared]) == [Cost(1, 0, 1024, 31)]
    texture = {TEXTURE_INSTRUCTIONS: "1", TEXTURE_REQUESTS: "4", TEXTURE_SECTORS: "7"}
    assert costs(tmp_path, "texture", [(1, "rule", "ld", "used")], [texture]) == [Cost(1, 7, 4)]


def test_a_global_atomic_whose_result_nobody_uses_is_a_reduction(tmp_path: Path) -> None:
    counts = {
        GLOBAL_REQUESTS[False]: "1",
        GLOBAL_SECTORS[False]: "4",
        GLOBAL_REQUESTS[True]: "2",
        GLOBAL_SECTORS[True]: "9",
    }
    launches = [(1, "rule", "add", "unused"), (2, "rule", "add", "used")]
    assert costs(tmp_path, "global", launches, [counts, counts]) == [Cost(1, 4), Cost(2, 9)]


def test_constants_are_counted_less_the_kernels_own(tmp_path: Path) -> None:
    own = {CONSTANT_INSTRUCTIONS: "2", CONSTANT_REQUESTS: "2"}
    load = {CONSTANT_INSTRUCTIONS: "3", CONSTANT_REQUESTS: "34"}
    launches = [(1, "baseline", "ld", "used"), (2, "rule", "ld", "used")]
    assert costs(tmp_path, "constant", launches, [own, load]) == [Cost(1, 0, 32)]
    with pytest.raises(RecordError, match="baseline"):
        costs(tmp_path, "constant", launches[1:], [load])


def test_rows_that_are_not_of_the_launches_are_refused(tmp_path: Path) -> None:
    launches = read_launches(write_launches(tmp_path / "l.csv", "shared", [(1, "rule", "add", "used")]))
    rows = read_rows(write_profile(tmp_path / "p.csv", "shared", [{}, {}]))
    with pytest.raises(RecordError, match="1 launches were logged, the profiler has 2"):
        join(launches, rows)
    with pytest.raises(RecordError, match="launch 1 is of shared_atomic, the profiler's row of copy"):
        join(launches, [{**rows[0], "Kernel Name": "copy"}])
    with pytest.raises(RecordError, match=r"launch 1: .*wavefronts.* is `n/a`, no count"):
        join(launches, [{**rows[0], SHARED_WAVEFRONTS: "n/a"}])
    (tmp_path / "p.csv").write_text("==ERROR== no permission\n", encoding="utf-8")
    with pytest.raises(RecordError, match="holds no table of Nsight Compute"):
        read_rows(tmp_path / "p.csv")
    (tmp_path / "l.csv").write_text("case,launch\n", encoding="utf-8")
    with pytest.raises(RecordError, match="no list of launches"):
        read_launches(tmp_path / "l.csv")


def run_script(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def write_folder(folder: Path) -> None:
    """One access a space; that of constants, last here, comes before the one of textures in the record."""
    numbers = {"shared": 1, "global": 2, "texture": 5, "constant": 4}
    for space, number in numbers.items():
        launches = [(number, "form" if space == "global" else "rule", "add", "used")]
        counts = [dict.fromkeys(METRICS[space], "1")]
        if space == "constant":
            launches = [(3, "baseline", "ld", "used"), *launches]
            counts = [{}, *counts]
        write_launches(folder / f"launches.{space}.csv", space, launches)
        write_profile(folder / f"ncu.{space}.csv", space, counts)


def test_the_command_writes_rules_and_forms_apart_in_the_order_of_the_launches(tmp_path: Path) -> None:
    write_folder(tmp_path)
    done = run_script("records", tmp_path, "--out", tmp_path, "--remark", "Date today")
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "h200_atomic_patterns.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "# Date today"
    assert lines[1].split(",") == [*KEY, *COUNTS]
    assert [line.split(",")[0] for line in lines[2:]] == ["shared", "constant", "texture"]
    assert lines[2].endswith(",124,1,0,1,1")
    forms = (tmp_path / "h200_atomic_forms.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[0] for line in forms[2:]] == ["global"]


def test_the_command_names_metrics_and_says_what_is_missing(tmp_path: Path) -> None:
    done = run_script("metrics", "constant")
    assert done.stdout.strip() == f"{CONSTANT_INSTRUCTIONS},{CONSTANT_REQUESTS}"
    assert run_script("metrics", "local").returncode == 2
    done = run_script("records", tmp_path, "--out", tmp_path)
    assert done.returncode == 2
    assert "launches.shared.csv" in done.stderr
