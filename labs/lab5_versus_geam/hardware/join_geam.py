"""Joins the calls of geam_launches with ncu's counters of their kernels: join_geam.py CALLS COUNTERS CHIP.

Prints one row a call: its shape, then what its one kernel counted. CHIP: "name, driver".
"""

from __future__ import annotations

import csv
import datetime
import sys
from pathlib import Path

COUNTERS = {
    "requests_ld": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "sectors_ld": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "requests_st": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "sectors_st": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "shared_requests_ld": "smsp__inst_executed_op_shared_ld.sum",
    "shared_wavefronts_ld": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_conflicts_ld": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "shared_requests_st": "smsp__inst_executed_op_shared_st.sum",
    "shared_wavefronts_st": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "shared_conflicts_st": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "dram_read_bytes": "dram__bytes_read.sum",
    "dram_write_bytes": "dram__bytes_write.sum",
    "time_ns": "gpu__time_duration.sum",
}
SHAPE = ("rows", "cols", "alpha", "beta")


def read_counters(file: Path) -> list[dict[str, str]]:
    """The rows of ncu's raw page, without what it prints before the table; its second row holds the units."""
    lines = file.read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith('"ID"'))
    return list(csv.DictReader(lines[start:]))[1:]


def main(calls_file: str, counters_file: str, chip: str) -> None:
    """Raises SystemExit when a call did not launch exactly one kernel."""
    calls = list(csv.DictReader(Path(calls_file).read_text(encoding="utf-8").splitlines()))
    kernels = read_counters(Path(counters_file))
    if len(calls) != len(kernels):
        sys.exit(f"{len(calls)} calls launched {len(kernels)} kernels: one each was expected")
    today = datetime.datetime.now(tz=datetime.timezone.utc).date().isoformat()
    recorder = "labs/lab5_versus_geam/hardware/record_geam.sh"
    print(f"# cublasSgeam (cuBLAS {calls[0]['cublas']}) on {chip}, {today}: recorded by {recorder}")
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow([*SHAPE, "kernel", "grid", "block", *COUNTERS])
    for call, kernel in zip(calls, kernels, strict=True):
        name = kernel["Kernel Name"].partition("(")[0].partition("<")[0].strip().rpartition(" ")[2]
        shape = [kernel[key].strip("()").replace(", ", "x") for key in ("Grid Size", "Block Size")]
        counted = [kernel[metric].replace(",", "") for metric in COUNTERS.values()]
        writer.writerow([*(call[key] for key in SHAPE), name, *shape, *counted])


main(*sys.argv[1:])
