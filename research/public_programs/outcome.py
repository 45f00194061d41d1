"""Compiles and runs one program, within limits, and says what became of it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory

from research.public_programs.programs import Program

ERROR = re.compile(r"(?:fatal error|error|undefined reference[^:]*): ?(.*)|(undefined reference to .*)")
FAULT = re.compile(r"^\s*x (.*)$", re.MULTILINE)


class Outcome(Enum):
    """How far it came. By its own check: its exit status."""

    RIGHT = "right"
    FAULTS = "right, with faults"
    WRONG = "ended badly"
    SLOW = "too slow"
    REFUSED = "not compiled"


@dataclass(frozen=True)
class Limits:
    """In seconds."""

    compile_s: float = 120
    run_s: float = 60


@dataclass(frozen=True)
class Tried:
    """words: the first obstacle or fault, or the last line that it printed."""

    program: Program
    outcome: Outcome
    words: str


def try_program(simtcc: Path, program: Program, limits: Limits) -> Tried:
    """In a copy of the program's folder, so that what it writes is gone afterwards."""
    with TemporaryDirectory(prefix="program-") as folder:
        made = Path(folder) / "program"
        refused = _compile(simtcc, program, made, limits.compile_s)
        if refused is not None:
            return Tried(program, Outcome.REFUSED, refused)
        place = Path(folder) / "beside"
        shutil.copytree(program.source.parent, place, symlinks=True)
        return _run(program, made, place, limits.run_s)


def _compile(simtcc: Path, program: Program, made: Path, limit_s: float) -> str | None:
    include = [word for path in program.include for word in ("-I", str(path))]
    command = [str(simtcc), *include, str(program.source), *map(str, program.others), "-o", str(made)]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=limit_s)
    except subprocess.TimeoutExpired:
        return f"not compiled within {limit_s:g} s"
    if ended.returncode == 0:
        return None
    found = ERROR.search(ended.stderr)
    return (found.group(1) or found.group(2)) if found else ended.stderr[-160:]


def _run(program: Program, made: Path, place: Path, limit_s: float) -> Tried:
    environment = {**os.environ, "SIMT_REPORT": "text"}
    try:
        ended = subprocess.run(
            [made],
            cwd=place,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=limit_s,
        )
    except subprocess.TimeoutExpired:
        return Tried(program, Outcome.SLOW, f"not ended within {limit_s:g} s")
    last = (ended.stdout.strip().splitlines() or [""])[-1]
    if ended.returncode != 0:
        return Tried(program, Outcome.WRONG, f"exit status {ended.returncode}: {last}")
    fault = FAULT.search(ended.stderr)
    return Tried(program, Outcome.FAULTS, fault.group(1)) if fault else Tried(program, Outcome.RIGHT, last)
