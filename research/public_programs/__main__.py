"""Compiles and runs every CUDA program below some folders, and writes a table of what became of each.

    python -m research.public_programs --simtcc SIMTCC --out TABLE.md [--limit N] FOLDER...

A program is a .cu file with a main(), compiled with the sources beside it that have none. FOLDER: a checkout
of a public collection, which stays unchanged; programs run in a copy. Exit status: 0 written, 2 could not
run.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from research.public_programs.outcome import Limits, Outcome, Tried, try_program
from research.public_programs.programs import programs_below


def main(arguments: list[str]) -> int:
    """Try them all, in the order of their paths."""
    given = _parser().parse_args(arguments)
    if not given.simtcc.is_file():
        print(f"{given.simtcc} was not found: cmake --preset default && cmake --build --preset default")
        return 2
    found = [program for folder in given.folder for program in programs_below(folder)]
    if not found:
        print("no .cu file with a main() below", *given.folder)
        return 2
    tried = []
    for program in found[: given.limit]:
        tried.append(try_program(given.simtcc.resolve(), program, Limits()))
        print(f"{tried[-1].outcome.value:16} {program.name}", flush=True)
    given.out.write_text(table_of(tried), encoding="utf-8")
    return 0


def table_of(tried: Iterable[Tried]) -> str:
    """Markdown: how many came to which end, then one row for each program."""
    all_of_them = list(tried)
    counts = Counter(one.outcome for one in all_of_them)
    told = ", ".join(f"{counts[outcome]} {outcome.value}" for outcome in Outcome if counts[outcome])
    rows = [f"| `{one.program.name}` | {one.outcome.value} | {_cell(one.words)} |" for one in all_of_them]
    head = ["| program | outcome | what it said, or the first obstacle |", "| --- | --- | --- |"]
    return "\n".join([f"{len(all_of_them)} programs: {told}.", "", *head, *rows, ""])


def _cell(words: str) -> str:
    return " ".join(words.split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "\\<")[:160]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="research.public_programs", description=__doc__)
    parser.add_argument("folder", nargs="+", type=Path)
    parser.add_argument("--simtcc", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=None, help="try only the first N")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
