"""python -m grader.measuring.pytorch_view [--out DIR] [--labs-solutions]: the labs beside PyTorch."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from grader.core.errors import GraderError
from grader.measuring.pytorch_view.view import run_view
from grader.schema.record import Reading


def main(arguments: list[str] | None = None) -> int:
    """Measures, prints and writes. 0 when it was measured, 2 when it could not be."""
    parser = argparse.ArgumentParser(prog="python -m grader.measuring.pytorch_view", description=__doc__)
    parser.add_argument(
        "--out", type=Path, default=Path("pytorch_view"), help="where to write (default: %(default)s)"
    )
    parser.add_argument(
        "--labs-solutions", action="store_true", help="the reference solutions' kernels, not the labs' own"
    )
    given = parser.parse_args(arguments)
    try:
        surveys = run_view(
            given.out, solutions=given.labs_solutions, progress=lambda text: print(text, file=sys.stderr)
        )
    except GraderError as error:
        print(f"pytorch_view: {error.message}", file=sys.stderr)
        if error.fix:
            print(error.fix, file=sys.stderr)
        return 2
    for title, readings in surveys:
        print(f"\n{title}")
        print_table(readings)
    print(f"\nWritten to {given.out}: pytorch.json, strides.svg and .png, transposes.svg and .png")
    return 0


def print_table(readings: list[Reading]) -> None:
    """One line a reading."""
    for one in readings:
        spread = f"({one.low:.0f} - {one.high:.0f})"
        print(f"  {one.shape:14} {one.name:28} {one.value:7.0f} {one.unit}  {spread}")


if __name__ == "__main__":
    sys.exit(main())
