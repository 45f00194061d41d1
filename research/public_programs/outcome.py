"""Compiles and runs one program, within limits, and says what became of it."""

from __future__ import annotations

import json
import os
import re
import shutil
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory

from research.public_programs.limited import Ended, run_limited
from research.public_programs.programs import Program

ERROR = re.compile(r"(?:fatal error|error|undefined reference[^:]*): ?(.*)|(undefined reference to .*)")
# A program's own words, whatever its exit status is.
SAYS_WRONG = re.compile(
    r"\bFAIL(?:ED)?\b|(?i:\btests? failed\b|\bdo(?:es)? not match|\bmismatch\b|\bverification failed"
    r"|\bresults? (?:is|are) (?:wrong|incorrect)|\bincorrect\b)"
)
SAYS_RIGHT = re.compile(
    r"(?i)\bpass(?:ed)?\b|\bsuccess|\bcorrect\b|\b(?:do )?match(?:es)?\b|\bverified\b|\bOK\b"
    r"|\b(?:no|0) (?:errors|failures)\b"
)
LEAK = "memory never freed"
# What Makefiles call the compiler of CUDA.
COMPILERS = ("CC", "NVCC", "CUDACC")
COMPILE_CPU_S = 240
WAIVED = 2  # the exit status with which NVIDIA's samples decline a device


class Outcome(Enum):
    """How far it came. By its own check: its exit status, and what it says of its results."""

    RIGHT = "right"
    LEAKS = "right, frees not all"
    FAULTS = "right, with faults"
    WRONG = "ended badly"
    WAIVED = "declined"
    SLOW = "too slow"
    REFUSED = "not compiled"


@dataclass(frozen=True)
class Limits:
    """In seconds. cpu_s: of processor time, of all the threads together."""

    compile_s: float = 240
    run_s: float = 240
    cpu_s: int = 60


@dataclass(frozen=True)
class Tried:
    """What became of a program.

    words: the first obstacle or fault, or the last line that it printed. checked: its output says "passed"
    or the like. seconds: of processor time.
    """

    program: Program
    outcome: Outcome
    words: str
    checked: bool = False
    launches: int = 0
    faults: tuple[str, ...] = ()
    seconds: float = 0.0
    peak_mib: int = 0
    trail: str = field(default="", compare=False)


def try_program(simtcc: Path, program: Program, limits: Limits) -> Tried:
    """In a copy of the program's folder, so that what it writes is gone afterwards."""
    with TemporaryDirectory(prefix="program-") as folder:
        if program.makefile_below is not None:
            return _make_and_run(simtcc, program, program.makefile_below, Path(folder), limits)
        made = Path(folder) / "program"
        refused = _compile(simtcc, program, made, limits)
        if refused is not None:
            return refused
        place = Path(folder) / "beside"
        shutil.copytree(program.source.parent, place, symlinks=True)
        return _run(program, [str(made), *program.arguments], place, made.with_name("report.json"), limits)


def _compile(simtcc: Path, program: Program, made: Path, limits: Limits) -> Tried | None:
    include = [word for path in program.include for word in ("-I", str(path))]
    sources = [str(program.source), *map(str, program.others)]
    command = [str(simtcc), *program.options, *include, *sources, "-o", str(made)]
    ended = run_limited(command, program.source.parent, limits.compile_s, COMPILE_CPU_S)
    return _refused(program, ended, limits)


def _refused(program: Program, ended: Ended, limits: Limits) -> Tried | None:
    """Of a compilation that has ended: None if it made the program."""
    if ended.late:
        return Tried(program, Outcome.REFUSED, f"not compiled within {limits.compile_s:g} s")
    if ended.status == 0:
        return None
    found = ERROR.search(ended.err)
    words = (found.group(1) or found.group(2)) if found else ended.err[-160:]
    return Tried(program, Outcome.REFUSED, words, trail=ended.err[-4000:])


def _make_and_run(simtcc: Path, program: Program, top: Path, folder: Path, limits: Limits) -> Tried:
    """With the collection's own Makefile, whose variables for nvcc are set to simtcc."""
    place = _beside_links(program.source.parent, top, folder / top.name)
    make = ["make", "-s", *(f"{name}={simtcc}" for name in COMPILERS)]
    # The first target alone: what `run` needs besides the program is not asked for.
    refused = _refused(program, run_limited(make, place, limits.compile_s, COMPILE_CPU_S), limits)
    return refused or _run(program, [*make, "run"], place, folder / "report.json", limits)


def _beside_links(source: Path, top: Path, to: Path) -> Path:
    """A copy of the source's folder; all else that the collection has beside it is links."""
    parts = source.relative_to(top).parts
    here = top
    for part in parts:
        to.mkdir()
        for path in here.iterdir():
            if path.name != part:
                (to / path.name).symlink_to(path)
        here, to = here / part, to / part
    shutil.copytree(source, to, symlinks=True)
    return to


def _run(program: Program, command: list[str], place: Path, report: Path, limits: Limits) -> Tried:
    environment = {**os.environ, "SIMT_REPORT": "json", "SIMT_REPORT_FILE": str(report)}
    ended = run_limited(command, place, limits.run_s, limits.cpu_s, environment)
    launches, faults = launches_and_faults(report)
    outcome, words = _judge(ended, faults, limits)
    return Tried(
        program,
        outcome,
        words,
        checked=SAYS_RIGHT.search(ended.out) is not None,
        launches=launches,
        faults=faults,
        seconds=round(ended.cpu_s, 2),
        peak_mib=ended.peak_mib,
        trail=ended.out[-2000:] + "\n" + ended.err[-2000:],
    )


def _judge(ended: Ended, faults: tuple[str, ...], limits: Limits) -> tuple[Outcome, str]:
    lines = ended.out.strip().splitlines() or [""]
    if ended.late:
        reached = (
            f"{limits.run_s:g} s" if ended.wall_s >= limits.run_s else f"{limits.cpu_s} s of processor time"
        )
        return Outcome.SLOW, f"not ended within {reached}"
    if ended.status == WAIVED and re.search(r"(?i)waiv", ended.out + ended.err):
        return Outcome.WAIVED, lines[-1]
    if ended.status != 0:
        return Outcome.WRONG, f"exit status {ended.status}: {faults[0] if faults else lines[-1]}"
    wrong = next((line for line in lines if SAYS_WRONG.search(line)), None)
    if wrong is not None:
        return Outcome.WRONG, wrong
    if not faults:
        return Outcome.RIGHT, lines[-1]
    others = [fault for fault in faults if LEAK not in fault]
    return (Outcome.FAULTS, others[0]) if others else (Outcome.LEAKS, faults[0])


def launches_and_faults(report: Path) -> tuple[int, tuple[str, ...]]:
    """Of a program's JSON report: how many kernels it launched; each fault with its kind and line."""
    if not report.is_file():
        return 0, ()
    document = json.loads(report.read_text(encoding="utf-8", errors="replace") or "{}")
    found = [_fault(row) for group in document.get("launches", []) for row in group["faults"]]
    found += [_fault(row) for row in document.get("host_faults", [])]
    return int(document.get("launched", 0)), tuple(dict.fromkeys(found))


def _fault(row: dict[str, object]) -> str:
    place = f"{Path(str(row['file'])).name}:{row['line']}: " if row.get("line") else ""
    return f"{place}{row['kind']}: {row['message']}"
