#!/usr/bin/env python3
"""times.py NCU.csv TIMES.csv NAME...: the median of each launch's three measurements, one line a launch.

NCU.csv is what `ncu --csv --page raw --print-units base` wrote of the launches NAME..., three times each, in
this order.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

ROUNDS = 3
COLUMNS = {
    "gpu__time_duration.sum": "ns",
    "sm__cycles_elapsed.max": "cycles",
    "dram__bytes_read.sum": "dram_read",
    "dram__bytes_write.sum": "dram_write",
    "smsp__inst_executed.sum": "instructions",
    "launch__registers_per_thread": "registers",
    "sm__warps_active.avg.pct_of_peak_sustained_active": "warps_pct",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": "ld_sectors",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum": "l1_hit",
    "lts__t_sectors_op_read.sum": "l2_read",
    "lts__t_sectors_op_write.sum": "l2_write",
    "smsp__inst_executed_op_local_ld.sum": "local_loads",
}


def number(row: dict[str, str], metric: str) -> float:
    """A metric's value; 0 where ncu has none."""
    text = row.get(metric, "").replace(",", "")
    return float(text) if text not in ("", "n/a") else 0.0


def main() -> int:
    """Writes the table."""
    source, target, *names = sys.argv[1:]
    lines = [line for line in Path(source).read_text(encoding="utf-8").splitlines() if line.startswith('"')]
    rows = list(csv.DictReader(lines))[1:]  # the first has the units
    if len(rows) != ROUNDS * len(names):
        print(f"times.py: {len(rows)} measurements for {len(names)} launches", file=sys.stderr)
        return 1
    with Path(target).open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["case", "kernel", "grid", "block", *COLUMNS.values()])
        for place, name in enumerate(names):
            measured = rows[ROUNDS * place : ROUNDS * (place + 1)]
            median = sorted(measured, key=lambda row: number(row, "gpu__time_duration.sum"))[ROUNDS // 2]
            shape = [median[size].strip("()").replace(", ", "x") for size in ("Grid Size", "Block Size")]
            kernel = median["Kernel Name"].split("(")[0]
            table.writerow([name, kernel, *shape, *(f"{number(median, metric):.10g}" for metric in COLUMNS)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
