#!/usr/bin/env python3
r"""Makes the handout's seven excerpts of ncu: a table of what an H200 counts of seven kernels, by letter.

Build the survey and both modules for the GPU, and profile the reference's kernels and the given ones. The
options are those of the handout, NCU_OPTIONS in the lab's CMakeLists.txt:

    ncu --csv OPTIONS build/default/labs/lab10_profile_and_fix/lab10_survey --machine cuda --once \
        --module build/default/labs/lab10_profile_and_fix/lab10_solution.fatbin \
        --source solutions/lab10_profile_and_fix/profile_and_fix.cu > lab10_ncu.csv
    python3 solutions/lab10_profile_and_fix/excerpts.py lab10_ncu.csv

The table goes into the handout. Which letter is which kernel is said there too, so the order below is fixed.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

LETTERS = {
    "A": "sum_losses_as_given",
    "B": "rms_norm_as_given",
    "C": "add_bias_as_given",
    "D": "quantize_as_given",
    "E": "scale_piece_as_given",
    "F": "causal_conv_as_given",
    "G": "sum_losses",
}
GLOBAL = "l1tex__t_{what}_pipe_lsu_mem_global_op_{op}.sum"
SHARED = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{op}.sum"
STALL = "smsp__average_warps_issue_stalled_{why}_per_issue_active.ratio"

Values = dict[str, float]


def number(text: str) -> float:
    """As written by ncu: 1,234."""
    return float(text.replace(",", ""))


def microseconds(value: str, unit: str) -> float:
    """A time in the unit that ncu has chosen."""
    factors = {"nsecond": 1e-3, "ns": 1e-3, "usecond": 1, "us": 1, "msecond": 1e3, "ms": 1e3}
    return number(value) * factors[unit]


def first_launches(file: Path) -> dict[str, Values]:
    """The metrics of each kernel's first launch. What is not CSV is ncu's and the program's own output."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith('"')]
    launches: dict[str, Values] = {}
    ids: dict[str, str] = {}
    for row in csv.DictReader(lines):
        kernel = row["Kernel Name"].partition("(")[0]
        if ids.setdefault(kernel, row["ID"]) != row["ID"]:
            continue
        metric, value, unit = row["Metric Name"], row["Metric Value"], row["Metric Unit"]
        is_time = metric == "gpu__time_duration.sum"
        launches.setdefault(kernel, {})[metric] = microseconds(value, unit) if is_time else number(value)
    return launches


def cells(values: Values) -> list[str]:
    """What the table's row says of a kernel, without its letter."""

    def per_request(op: str) -> str:
        requests = values[GLOBAL.format(what="requests", op=op)]
        sectors = values[GLOBAL.format(what="sectors", op=op)]
        return f"{requests:,.0f}, {sectors / requests:.3g}" if requests else "-"

    def shared(metric: str) -> str:
        loads, stores = (values[metric.format(op=op)] for op in ("ld", "st"))
        return f"{loads:,.0f}, {stores:,.0f}" if loads or stores else "-"

    additions = values[GLOBAL.format(what="requests", op="red")]
    return [
        f"{values['gpu__time_duration.sum']:.1f}",
        per_request("ld"),
        per_request("st"),
        f"{additions:,.0f}" if additions else "-",
        shared(SHARED),
        shared(CONFLICTS),
        f"{values[STALL.format(why='long_scoreboard')]:.1f}",
        f"{values[STALL.format(why='barrier')]:.1f}",
    ]


HEAD = [
    "",
    "time, µs",
    "loads, sectors each",
    "stores, sectors each",
    "additions",
    "shared wavefronts: loads, stores",
    "bank conflicts: loads, stores",
    "stall on loads",
    "stall at barriers",
]


def main() -> int:
    """Print the table."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    launches = first_launches(Path(sys.argv[1]))
    missing = [kernel for kernel in LETTERS.values() if kernel not in launches]
    if missing:
        print(f"{sys.argv[1]} has no launch of {', '.join(missing)}", file=sys.stderr)
        return 1
    print("| " + " | ".join(HEAD) + " |")
    print("|" + " --- |" * len(HEAD))
    for letter, kernel in LETTERS.items():
        print("| " + " | ".join([f"**{letter}**", *cells(launches[kernel])]) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
