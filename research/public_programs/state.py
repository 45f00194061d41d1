"""Results so far, as JSON lines: run it again to resume one that was interrupted."""

from __future__ import annotations

import json
from pathlib import Path

from research.public_programs.outcome import Outcome, Tried
from research.public_programs.programs import Program


def read_results(path: Path | None, programs: list[Program]) -> dict[str, Tried]:
    """Of those programs that have one. A later line replaces an earlier one."""
    if path is None or not path.is_file():
        return {}
    by_name = {program.name: program for program in programs}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {row["name"]: _tried(by_name[row["name"]], row) for row in rows if row["name"] in by_name}


def append_result(path: Path | None, tried: Tried) -> None:
    """One line."""
    if path is None:
        return
    row = {
        "name": tried.program.name,
        "outcome": tried.outcome.value,
        "words": tried.words,
        "checked": tried.checked,
        "launches": tried.launches,
        "faults": tried.faults,
        "seconds": tried.seconds,
        "peak_mib": tried.peak_mib,
        "trail": tried.trail,
    }
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def _tried(program: Program, row: dict[str, object]) -> Tried:
    faults = row["faults"]
    return Tried(
        program,
        Outcome(row["outcome"]),
        str(row["words"]),
        checked=bool(row["checked"]),
        launches=int(str(row["launches"])),
        faults=tuple(map(str, faults)) if isinstance(faults, list) else (),
        seconds=float(str(row["seconds"])),
        peak_mib=int(str(row["peak_mib"])),
        trail=str(row["trail"]),
    )
