"""Runs random programs on the SIMT machine in several ways, which must come to the same.

    python -m research.fuzz.ways --programs 200 --simtcc SIMTCC [--seed N] [--before SIMTCC] [--out DIR]

Lanes side by side or one by one: the same output and the same report. Without counts, without a look for
races, or without both: the same output. So must a program do that another simtcc compiled, such as the last
release's (--before). What is drawn: drawn_lanes.py.

Exit status: 0 all the same; 1 some differ, and are written to DIR; 2 could not run.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from research.fuzz.drawn_lanes import random_program

LIMIT_S = 300
NO_END = 124  # the status of a program that was stopped then
SIDE_BY_SIDE: dict[str, str] = {}
ONE_BY_ONE = {"SIMT_VECTORS": "0"}
# Ways of which only the output is compared.
WITH_LESS = {
    "without counts": {"SIMT_COUNT": "0"},
    "without races": {"SIMT_RACES": "0"},
    "for its results alone": {"SIMT_COUNT": "0", "SIMT_RACES": "0"},
}


@dataclass(frozen=True)
class Ran:
    """How a program ended. report: its launches, as JSON has them."""

    status: int
    output: str
    report: Any

    @property
    def has_race(self) -> bool:
        """Lanes that race may find other values in another order."""
        return any(fault["kind"] == "race" for launch in self.report for fault in launch["faults"])


def differences(source: str, simtcc: Path, before: Path | None = None) -> list[str]:
    """What is not the same, in words."""
    with tempfile.TemporaryDirectory(prefix="ways-") as place:
        folder = Path(place)
        (folder / "lanes.cu").write_text(source, encoding="utf-8")
        refused = _compiled(simtcc, folder)
        if refused:
            return [f"refused: {refused}"]
        first, other = _run(folder, SIDE_BY_SIDE), _run(folder, ONE_BY_ONE)
        if first.status not in (0, 1):
            return [f"ended with status {first.status}"]
        found = []
        if not first.has_race and (first.status, first.output) != (other.status, other.output):
            found.append("another output one by one")
        if not first.has_race and first.report != other.report:
            found.append("another report one by one")
        found += [
            f"another output {way}"
            for way, options in WITH_LESS.items()
            if _run(folder, options).output != first.output
        ]
        if before is not None and (refused := _compiled(before, folder)):
            found.append(f"refused before: {refused}")
        elif before is not None and _run(folder, SIDE_BY_SIDE).output != first.output:
            found.append("another output before")
        return found


def _compiled(simtcc: Path, folder: Path) -> str:
    """'' or why it is refused."""
    command = (str(simtcc), "-O2", "lanes.cu", "-o", "lanes")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LIMIT_S)
    return "" if done.returncode == 0 else done.stderr.strip()[:400] or f"status {done.returncode}"


def _run(folder: Path, options: dict[str, str]) -> Ran:
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    environment = {**os.environ, **options, "SIMT_REPORT": "json", "SIMT_REPORT_FILE": str(report)}
    try:
        done = subprocess.run(
            ("./lanes",), cwd=folder, env=environment, capture_output=True, text=True, timeout=LIMIT_S
        )
    except subprocess.TimeoutExpired:
        return Ran(NO_END, "", [])
    launches = json.loads(report.read_text(encoding="utf-8"))["launches"] if report.is_file() else []
    return Ran(done.returncode, done.stdout, launches)


def main(arguments: list[str] | None = None) -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m research.fuzz.ways", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--simtcc", required=True, help="path to simtcc")
    parser.add_argument("--before", help="path to another simtcc")
    parser.add_argument("--seed", type=int, default=1, help="the first program (default: 1)")
    parser.add_argument("--programs", type=int, default=20, help="how many (default: 20)")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time (default: 2)")
    parser.add_argument("--out", type=Path, help="folder for programs that differ")
    given = parser.parse_args(arguments)
    compilers = [shutil.which(path) for path in (given.simtcc, given.before) if path is not None]
    if None in compilers:
        print(
            "there is no such simtcc: build it (cmake --build --preset ci), and pass its path",
            file=sys.stderr,
        )
        return 2
    simtcc, *before = (Path(path).resolve() for path in compilers if path is not None)

    def look_at(seed: int) -> bool:
        source = random_program(seed)
        found = differences(source, simtcc, *before)
        if found:
            print(f"program {seed}: {'; '.join(found)}", flush=True)
            if given.out is not None:
                given.out.mkdir(parents=True, exist_ok=True)
                (given.out / f"lanes{seed}.cu").write_text(source, encoding="utf-8")
        return bool(found)

    seeds = range(given.seed, given.seed + given.programs)
    with ThreadPoolExecutor(given.jobs) as pool:
        differing = sum(pool.map(look_at, seeds))
    print(f"{given.programs} programs from {given.seed} on: {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
