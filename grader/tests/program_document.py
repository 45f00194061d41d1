"""A program's report for tests: one kernel, launched twice in two shapes, and a mistake of the host's."""

from __future__ import annotations

import json
from typing import Any

from grader.tests.trace_document import ACCESSES, RACE, total

HOST_FAULT = {
    "kind": "memory never freed",
    "message": "`out`, 4096 bytes, was never freed [bold]",
    "advice": "call cudaFree",
    "function": "main",
    "file": "@FILE@",
    "line": 1,
    "count": 2,
}
FAULT = {**RACE, "advice": "put a __syncthreads() between", "first": 2, "launches": 1}


def group(first: int, **changes: Any) -> dict[str, Any]:
    """One group of launches."""
    return {
        "kernel": "k",
        "signature": "k(float* out)",
        "file": "@FILE@",
        "line": 1,
        "grid": [first, 1, 1],
        "block": [32, 1, 1],
        "dynamic_shared_bytes": 0,
        "alike": "costs",
        "count": 1,
        "first": first,
        "last": first,
        "worst": first,
        "stopped": 0,
        "completed": True,
        "least_us": 2.5,
        "accesses": ACCESSES,
        "totals": [total(row) for row in ACCESSES],
        "faults": [],
        "remarks": [],
        **changes,
    }


def document(file: str, *, faults: bool = False, host: bool = False, **changes: Any) -> str:
    """The document as text. file: the program's source. changes: keys to replace."""
    whole = {
        "format": 1,
        "machine": "simt",
        "device": "NVIDIA H200",
        "ended": "exit",
        "signal": "",
        "counted": True,
        "launched": 2,
        "left_out": 0,
        "running": None,
        "launches": [group(1), group(2, faults=[FAULT] if faults else [])],
        "host_faults": [HOST_FAULT] if host else [],
        **changes,
    }
    return json.dumps(whole).replace("@FILE@", file)
