"""Makes the tables of what limits the kernels, in Markdown.

limits_table.py OUT

OUT is what measure.sh filled. Prints the times, then the counters.
"""

from __future__ import annotations

import csv
import io
import re
import sys
from dataclasses import dataclass
from pathlib import Path

COUNTERS = {
    "DRAM": "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed",
    "L2": "lts__throughput.avg.pct_of_peak_sustained_elapsed",
    "L1": "l1tex__throughput.avg.pct_of_peak_sustained_active",
    "issue": "sm__inst_issued.avg.pct_of_peak_sustained_active",
    "warps": "sm__warps_active.avg.pct_of_peak_sustained_active",
}
STALL = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
REASONS = ("long_scoreboard", "barrier", "lg_throttle", "mio_throttle", "short_scoreboard")
SECONDS = "gpu__time_duration.sum"  # in nanoseconds: ncu --print-units base
DRAM_READ = "dram__bytes_read.sum"
WARPS = "sm__warps_active.avg.per_cycle_active"
LANES = 32

# The most bytes that a thread loads at a time: the loads that stand in nvcc 13.0's code for sm_90 before the
# first is used (cuobjdump -sass), or later on without a wait in between, times their width.
BYTES_A_THREAD = {
    "copy_floats": 4,
    "fast_copy": 16,
    "column_sum_plain": 88,
    "column_sum_padded": 80,
    "column_sum_swizzled": 88,
    "update_aos": 24,
    "update_soa": 24,
    "update_aosoa": 24,
    "copy_particles": 28,
    "aos_to_soa": 28,
    "soa_to_aos": 32,
    "copy_rows": 12,
    "copy_down": 12,
    "transpose_naive": 12,
    "transpose_tiled": 16,
    "transpose_padded": 16,
    "padded_down": 16,
    "padded_strips_2": 16,
    "padded_vectors_down": 16,
    "transpose_tile16": 4,
    "tile16_no_conflicts": 4,
    "geam_transpose": 40,
}


@dataclass(frozen=True)
class Call:
    """One launch as launches.cu lists it. rows: what ncu counted; several where cuBLAS launched several."""

    group: str
    kernel: str
    rows: tuple[dict[str, str], ...]


def number(text: str) -> float:
    """As ncu prints it."""
    return float(text.replace(",", ""))


def counted(folder: Path) -> list[Call]:
    """Every launch with its rows. Both lists are in the order in which the launches ran."""
    lines = (folder / "counters.csv").read_text(encoding="utf-8").splitlines()
    table = csv.DictReader(io.StringIO("\n".join(line for line in lines if line.startswith('"'))))
    rows = [row for row in table if row["ID"]]
    calls = []
    for line in (folder / "launches.csv").read_text(encoding="utf-8").splitlines():
        group, kernel, _ = line.split(";")
        if kernel == "cudaMemcpy":
            continue  # a copy engine's work, or a kernel that ncu does not show
        own: list[dict[str, str]] = []
        while rows and (not own or (kernel == "cublasSgeam" and rows[0]["Kernel Name"] != "geam_transpose")):
            own.append(rows.pop(0))
        if not own:
            sys.exit(f"table.py: {kernel} was launched, and ncu has no row of it")
        if kernel != "cublasSgeam" and not own[0]["Kernel Name"].startswith(kernel):
            sys.exit(f"table.py: {kernel} was launched, ncu's row is of {own[0]['Kernel Name']}")
        calls.append(Call(group, kernel, tuple(own)))
    if rows:
        sys.exit(f"table.py: ncu has {len(rows)} rows more than were launched")
    return calls


def shares(row: dict[str, str]) -> dict[str, float]:
    """What the warps on an SM spend their cycles on, in percent."""
    names = re.compile(STALL.format("(\\w+)"))
    ratios = {found[1]: number(text) for name, text in row.items() if (found := names.fullmatch(name))}
    return {name: 100 * ratio / sum(ratios.values()) for name, ratio in ratios.items()}


def in_flight(call: Call, sms: int) -> tuple[str, str]:
    """KiB that an SM's warps wait for on average, and by Little's law how long: bytes over bytes a time."""
    if call.kernel not in BYTES_A_THREAD:
        return "", ""
    (row,) = call.rows
    waiting = number(row[WARPS]) * shares(row)["long_scoreboard"] / 100
    held = waiting * LANES * BYTES_A_THREAD[call.kernel]
    rate = number(row[DRAM_READ]) / number(row[SECONDS]) / sms
    return f"{held / 1024:.1f}", f"{held / rate:.0f}"


def counters_table(calls: list[Call]) -> list[str]:
    """One line a launch."""
    head = ["kernel", "us", *COUNTERS, *(reason.replace("_", " ") for reason in REASONS), "KiB", "ns"]
    lines = [f"| {' | '.join(head)} |", "|" + " --- |" * len(head)]
    for call in calls:
        if len(call.rows) > 1:
            lines.append(
                f"| {call.group}: {call.kernel} | {len(call.rows)} kernels |" + " |" * (len(head) - 2)
            )
            continue
        (row,) = call.rows
        share = shares(row)
        cells = [
            f"{call.group}: {call.kernel}",
            f"{number(row[SECONDS]) / 1e3:.0f}",
            *(f"{number(row[name]):.0f}" for name in COUNTERS.values()),
            *(f"{share[reason]:.0f}" for reason in REASONS),
            *in_flight(call, int(number(row["launch__sm_count"]))),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


TIME = re.compile(
    r"(?P<group>.{34}) (?P<kernel>\S+) +(?P<right>right|WRONG) +(?P<rate>\d+) GB/s +\((?P<spread>.*)\)"
)


def times_table(folder: Path) -> list[str]:
    """Both runs side by side, each with the spread of its middle half."""
    runs = [
        [found for line in file.read_text(encoding="utf-8").splitlines() if (found := TIME.match(line))]
        for file in sorted(folder.glob("times.*.txt"))
    ]
    lines = ["| | kernel | GB/s, first run | second run |", "| --- | --- | --- | --- |"]
    for both in zip(*runs, strict=True):
        if wrong := [one["kernel"] for one in both if one["right"] != "right"]:
            sys.exit(f"table.py: the result of {wrong[0]} was wrong")
        group, kernel = both[0]["group"].strip(), both[0]["kernel"]
        lines.append(
            f"| {group} | {kernel} | " + " | ".join(f"{o['rate']} ({o['spread']})" for o in both) + " |"
        )
    return lines


def main() -> None:
    """Prints both."""
    folder = Path(sys.argv[1])
    print("\n".join([*times_table(folder), "", *counters_table(counted(folder))]))


if __name__ == "__main__":
    main()
