"""The profiler's names of what the machine counts."""

from __future__ import annotations

from pathlib import Path

from grader.measuring.ncu import METRICS


def markdown(_root: Path) -> str:
    """One line of a table for each counter."""
    lines = ["| this course says | Nsight Compute counts |", "| --- | --- |"]
    lines += [f"| {one.space} {one.op}, {one.quantity} | `{one.name}` |" for one in METRICS]
    return "\n".join(lines)
