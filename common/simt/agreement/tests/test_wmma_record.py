"""The script that turns the profiler's counts of nvcuda::wmma's accesses into a record."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import pytest
from collect_wmma import RecordError, metrics, record

SCRIPT = Path(__file__).resolve().parent.parent / "hardware" / "collect_wmma.py"
LAUNCHES = "ld,f16,16x16x16,a,row,shared,64\nst,f32,16x16x16,c,row,global,64\n"


def written(folder: Path, counts: list[dict[str, str]]) -> tuple[Path, Path]:
    launches = folder / "launches.csv"
    launches.write_text(LAUNCHES, encoding="utf-8")
    ncu = folder / "ncu.csv"
    with ncu.open("w", newline="", encoding="utf-8") as file:
        file.write("==PROF== Connected to process 1\n")
        table = csv.writer(file)
        table.writerow(["ID", *metrics()])
        table.writerow(["", *["inst"] * len(metrics())])
        for number, count in enumerate(counts):
            table.writerow([str(number), *(count.get(metric, "7") for metric in metrics())])
    return launches, ncu


COUNTS = [
    {
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": "1,032",
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum": "28",
    },
    {
        "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": "4",
        "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": "32",
    },
]


def test_each_space_has_its_counters(tmp_path: Path) -> None:
    rows = list(record(*written(tmp_path, COUNTS)))
    assert rows[0][-4:] == ["requests", "sectors", "wavefronts", "bank_conflicts"]
    assert rows[1] == [*LAUNCHES.split("\n")[0].split(","), "", "", "1032", "28"]
    assert rows[2] == [*LAUNCHES.split("\n")[1].split(","), "4", "32", "", ""]


def test_a_launch_that_was_not_counted_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="2 launches were listed, the profiler counted 1"):
        list(record(*written(tmp_path, COUNTS[:1])))


def test_the_command_line(tmp_path: Path) -> None:
    launches, ncu = written(tmp_path, COUNTS)
    done = subprocess.run(
        [sys.executable, SCRIPT, "record", launches, ncu], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[2] == "st,f32,16x16x16,c,row,global,64,4,32,,"
    wrong = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
