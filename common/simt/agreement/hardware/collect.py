#!/usr/bin/env python3
"""Turns what the profiler and compute-sanitizer wrote into records. `measure.sh` calls it; see there.

collect.py metrics LISTING              the metrics to ask for, with commas, of those that ncu lists
collect.py kernels --profile F --launches F --out F [--remark TEXT]...
collect.py faults LOGS --out F [--remark TEXT]...    LOGS: a folder of CASE.TOOL.log and CASE.TOOL.status
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import kernel_record
import sanitizer_record
from metrics import MissingMetrics, available

TIMED_OUT = 124  # timeout(1)


def metrics(listing: Path) -> None:
    """Prints the metrics to ask for; the ones that the profiler lacks go to the error stream."""
    found, missing = available(listing.read_text(encoding="utf-8"))
    for metric in missing:
        print(f"not in this profiler: {metric.name}", file=sys.stderr)
    print(",".join(metric.name for metric in found))


def kernels(profile: Path, launches: Path, out: Path, remarks: list[str]) -> None:
    """Writes the kernels' record."""
    columns, rows = kernel_record.read_profile(profile)
    counted = kernel_record.join(columns, rows, kernel_record.read_launches(launches))
    kernel_record.write_record(out, remarks, columns, counted)
    unsteady = kernel_record.unsteady(columns, counted)
    print(f"{out}: {len(counted)} launches, {len(columns)} counters, {len(unsteady)} vary between launches")
    for sentence in unsteady:
        print(f"  {sentence}")


def faults(logs: Path, out: Path, remarks: list[str]) -> None:
    """Writes the faults' record."""
    findings = []
    for log in sorted(logs.glob("*.log")):
        case, _, tool = log.stem.rpartition(".")
        status = int(log.with_suffix(".status").read_text(encoding="utf-8"))
        text = log.read_text(encoding="utf-8", errors="replace")
        findings.append(sanitizer_record.finding(case, tool, text, timed_out=status == TIMED_OUT))
    if not findings:
        raise kernel_record.RecordError(f"{logs} holds no log of compute-sanitizer")
    sanitizer_record.write_findings(out, remarks, findings)
    for one in findings:
        print(f"  {one.case:28} {one.tool:10} {one.outcome:10} {one.said} {one.places}")


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("metrics")
    command.add_argument("listing", type=Path)
    for name in ("kernels", "faults"):
        command = commands.add_parser(name)
        if name == "kernels":
            command.add_argument("--profile", type=Path, required=True)
            command.add_argument("--launches", type=Path, required=True)
        else:
            command.add_argument("logs", type=Path)
        command.add_argument("--out", type=Path, required=True)
        command.add_argument("--remark", action="append", default=[])
    given = parser.parse_args()
    try:
        if given.command == "metrics":
            metrics(given.listing)
        elif given.command == "kernels":
            kernels(given.profile, given.launches, given.out, given.remark)
        else:
            faults(given.logs, given.out, given.remark)
    except (kernel_record.RecordError, sanitizer_record.SanitizerError, MissingMetrics, OSError) as error:
        print(f"collect.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
