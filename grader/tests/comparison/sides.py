"""Two versions for tests: programs' reports of a file, with the costs and times that a test asks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grader.comparison.comparing import Compared, compare
from grader.comparison.side import Side, side_of_program
from grader.schema.comparison import ComparedSide
from grader.schema.program_report import parse_report
from grader.tests.program_document import document, group
from grader.tests.trace_document import access, total

BEFORE = """__global__ void k(float* out, const float* in) {
  const int i = threadIdx.x;
  out[i * 32] = in[i];
  __syncthreads();
}
"""
AFTER = """// one line more
__global__ void k(float* out, const float* in) {
  const int i = threadIdx.x;
  out[i] = in[i];
  __syncthreads();
}
"""
LOAD = {"sectors": 8, "least_sectors": 8, "requests": 2}


def costs(line: int, sectors: int) -> list[dict[str, Any]]:
    """A store of two requests with so many sectors, and a coalesced load, both in that line."""
    store = access("global", "store", sectors=sectors, least_sectors=8)
    return [
        {**store, "requests": 2, "line": line},
        {**access("global", "load", **LOAD), **LOAD, "line": line},
    ]


def time(us: float | None, line: int, *, by: str = "DRAM", error: float = 0.12) -> dict[str, Any]:
    """A predicted time, three quarters of which the line takes, and the next line the rest."""
    return {
        "predicted_us": us,
        "predicted_by": by,
        "predicted_next": "issue",
        "predicted_error": error,
        "predicted_why_not": "" if us else "the kernel reads the clock",
        "line_times": [
            {"file": "@FILE@", "line": line, "share": 0.75},
            {"file": "@FILE@", "line": line + 1, "share": 0.25},
        ],
    }


def launched(line: int, sectors: int, us: float | None, **changes: Any) -> dict[str, Any]:
    """A launch of the kernel whose costly line is that one."""
    rows = costs(line, sectors)
    named = {key: changes.pop(key) for key in ("by", "error") if key in changes}
    found = {"accesses": rows, "totals": [total(row) for row in rows], **time(us, line, **named)}
    return group(changes.pop("first", 1), **{**found, **changes})


def side(folder: Path, name: str, text: str, *launches: dict[str, Any], **changes: Any) -> Side:
    """The version of that name. changes: of the report; printed, status, ended_by."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    printed, status = changes.pop("printed", ""), changes.pop("status", 0)
    told = ComparedSide(name, name, status, changes.pop("ended_by", ""))
    report = parse_report(document(str(file), launches=list(launches), **changes), name)
    return side_of_program(told, file, (folder,), report, printed)


def faster(folder: Path) -> Compared:
    """A store that becomes coalesced, and a kernel that becomes twice as fast."""
    return compare(
        side(folder, "a.cu", BEFORE, launched(3, 64, 60.0)),
        side(folder, "b.cu", AFTER, launched(4, 8, 30.0, by="L2")),
    )
