"""Compiles and runs the program that measures beside CUB and cuBLAS, and reads its lines."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.paths import Project
from grader.core.process import run_limited
from grader.schema.record import Reading

PROGRAMS = Path(__file__).parent / "programs"
# The folder as messages name it.
SHOWN = "grader/measuring/peers"
SOURCES = ("libraries.cu", "clock.cu", "many_to_one.cu", "gemv.cu", "gathers.cu")
LABS = ("lab6_gather_scatter", "lab7_wide_aligned", "lab8_many_to_one")
HEADER = ["problem", "shape", "contender", "unit", "median", "q1", "q3", "runs"]
LEFT_OUT = "left out: "
COMPILE_LIMIT_S = 300.0
RUN_LIMIT_S = 120.0


@dataclass(frozen=True)
class Measured:
    """One reading, and the problem that it belongs to."""

    problem: str
    reading: Reading


def compile_program(project: Project, nvcc: Path, program: Path) -> None:
    """Compile for this computer's GPU. Raises GraderError with nvcc's words when it does not compile."""
    sources = [PROGRAMS / name for name in SOURCES]
    includes: list[str | Path] = [option for lab in LABS for option in ("-I", project.labs / lab)]
    options = ["-std=c++17", "-O3", "-arch=native", "--threads", "0"]
    # cuBLAS is found at run time wherever the toolkit is.
    rpath: list[str | Path] = ["-Xlinker", "-rpath", "-Xlinker", nvcc.resolve().parents[1] / "lib64"]
    ended = run_limited(
        [nvcc, *options, *includes, *sources, "-lcublas", *rpath, "-o", program],
        COMPILE_LIMIT_S,
    )
    if ended.timed_out:
        raise GraderError(f"{nvcc} took longer than {COMPILE_LIMIT_S:.0f} s to compile {SHOWN}")
    if ended.code != 0:
        said = (ended.errors + ended.output).strip()
        raise GraderError(
            f"{SHOWN} does not compile:\n{said}",
            "It needs a whole CUDA toolkit: CUB's headers and cuBLAS belong to it.",
        )


def run_program(program: Path) -> tuple[list[Measured], list[str]]:
    """What it measured, and a sentence for each contender that it left out.

    A program that fails keeps what it had measured before. Raises GraderError when that is nothing.
    """
    ended = run_limited([program], RUN_LIMIT_S)
    lines = ended.errors.splitlines()
    left_out = [line.removeprefix(LEFT_OUT) for line in lines if line.startswith(LEFT_OUT)]
    measured = read_lines(ended.output.splitlines()) if ended.output else []
    if ended.code != 0:
        said = "; ".join(line for line in lines if not line.startswith(LEFT_OUT))
        how = f"took longer than {RUN_LIMIT_S:.0f} s" if ended.timed_out else f"exit status {ended.code}"
        failure = f"the program beside CUB and cuBLAS did not end well: {said or how}"
        if not measured:
            raise GraderError(failure)
        left_out.append(failure)
    return measured, left_out


def read_lines(lines: Iterable[str]) -> list[Measured]:
    """The program's CSV. Raises GraderError where a line is none of its."""
    rows = csv.reader(lines)
    if next(rows, None) != HEADER:
        raise GraderError(f"the program of {SHOWN} printed no table")
    return [_measured(row) for row in rows]


def _measured(row: list[str]) -> Measured:
    try:
        problem, shape, name, unit, median, low, high, runs = row
        reading = Reading(shape, name, unit, float(median), float(low), float(high), int(runs))
    except ValueError as error:
        raise GraderError(f"the program of {SHOWN} printed a line that is no reading: {row}") from error
    return Measured(problem, reading)
