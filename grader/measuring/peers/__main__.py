"""python -m grader.measuring.peers [--out DIR]: the reference solutions beside CUB, cuBLAS and PyTorch."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from grader.core.errors import GraderError
from grader.measuring.peers.page import PAGE, RECORD, others_of, pairs_of
from grader.measuring.peers.peer_comparison import compare

# As the page gives it, for repeating the comparison.
COMMAND = "python -m grader.measuring.peers --out DIR"


def main(arguments: list[str] | None = None) -> int:
    """Measures, prints and writes. 0 when it was measured, 2 when it could not be."""
    parser = argparse.ArgumentParser(prog="python -m grader.measuring.peers", description=__doc__)
    parser.add_argument(
        "--out", type=Path, default=Path("peers"), help="where to write (default: %(default)s)"
    )
    given = parser.parse_args(arguments)
    try:
        measured = compare(given.out, COMMAND, lambda text: print(text, file=sys.stderr))
    except GraderError as error:
        print(f"peers: {error.message}", file=sys.stderr)
        if error.fix:
            print(error.fix, file=sys.stderr)
        return 2
    for one in pairs_of(measured):
        print(
            f"{one.problem:16} {one.shape:24} {one.own.name:34} {one.own.value:6.0f} GB/s   "
            f"{one.library.name:34} {one.library.value:6.0f} GB/s   {one.ratio:.3f}"
        )
    for other in others_of(measured):
        reading = other.reading
        print(f"{other.problem}, {reading.shape}: {reading.name} {reading.value:.2f} {reading.unit}")
    print(f"\nWritten to {given.out}: {RECORD}, {PAGE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
