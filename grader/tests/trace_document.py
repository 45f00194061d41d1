"""A trace document for tests: one launch with all spaces but local memory, and a race."""

from __future__ import annotations

import json
from typing import Any

SOURCE = """__global__ void k(float* out) {
  __shared__ float tile[32];
  out[threadIdx.x * 32] = tile[threadIdx.x] + lut[0];  // [bold]
}
"""
SCATTERED = [128 * lane for lane in range(32)]


def access(space: str, op: str, **counts: Any) -> dict[str, Any]:
    """One access of line 3; what is not counted is 0."""
    names = ("sectors", "least_sectors", "wavefronts", "least_wavefronts", "bank_conflicts")
    costs = {name: counts.get(name, 0) for name in names}
    example = {"array": "out", "base": 0, "block": [0, 0, 0], "warp": 0, "addresses": SCATTERED, **costs}
    if space == "shared":
        example.update(passes=list(range(32)), group_starts=[0])
    place = {"file": "@FILE@", "line": 3, "space": space, "op": op, "width": 4}
    return {**place, "requests": 1, "lanes": 32, **costs, "example": example}


def total(row: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in row.items() if key not in ("file", "line", "width", "example")}
    return {**kept, "bytes_asked": 128}


ACCESSES = [
    access("global", "store", sectors=32, least_sectors=4),
    access("shared", "load", wavefronts=32, least_wavefronts=1, bank_conflicts=31),
    access("constant", "load", wavefronts=3, least_wavefronts=1),
    access("texture", "load", sectors=6, least_sectors=4),
]
RACE = {
    "kind": "race",
    "message": "race in shared memory: `tile` is read in line 3 [bold]\x1b[2J",
    "advice": "put a __syncthreads() between the two",
    "file": "@FILE@",
    "line": 3,
    "other_file": "@FILE@",
    "other_line": 2,
    "block": [0, 0, 0],
    "thread": [5, 0, 0],
    "names_a_thread": True,
    "count": 32,
    "stopped_the_launch": False,
}
UNWRITTEN = {
    "buffer": "out",
    "elements": 1024,
    "count": 14,
    "first": 50,
    "message": "14 of 1024 elements of `out` were never written, the first is `out[50]`",
}
REMARK = {"message": "44 threads ended without reaching this __syncthreads()", "file": "@FILE@", "line": 3}
# The line of the accesses, and one that accesses nothing and takes longer.
PREDICTED = {
    "predicted_us": 63.04,
    "predicted_by": "DRAM",
    "predicted_next": "latency: too little in flight",
    "predicted_error": 0.12,
    "predicted_why_not": "",
    "least_us": 51.2,
    "line_times": [
        {"file": "@FILE@", "line": 2, "share": 0.618},
        {"file": "@FILE@", "line": 3, "share": 0.378},
        {"file": "@FILE@", "line": 1, "share": 0.004},
    ],
}
OUT = {"name": "out", "type": "f32", "elements": 1024}


def document(file: str, *, faults: bool = False, found: dict[str, Any] | None = None, **changes: Any) -> str:
    """The document as text. file: the traced file. found: more of the launch. changes: keys to replace."""
    launch = {
        "kernel": "k",
        "signature": "k(float* out)",
        "grid": [1, 1, 1],
        "block": [32, 1, 1],
        "dynamic_shared_bytes": 0,
        "parameters": [{"name": "out", "type": "float*", "given": "f32:1024:zeros", "buffer": "out"}],
        "completed": True,
        "accesses": ACCESSES,
        "totals": [total(row) for row in ACCESSES],
        "faults": [RACE] if faults else [],
        "printed": "hello\n",
        **(found or {}),
    }
    whole = {
        "format": 1,
        "machine": "simt",
        "compiler": "clang 14.0.6",
        "schedule_seed": 0,
        "data_seed": 1,
        "launches": [launch],
        "not_run": [],
        "buffers": [OUT],
        "dumps": [{**OUT, "values": [0.5, None, "inf"]}],
        "schedules": {"compared": 0, "differences": []},
    }
    return json.dumps({**whole, **changes}).replace("@FILE@", file)
