"""Compiles and runs every CUDA program below some folders, and writes a table of what became of each.

    python -m research.public_programs --simtcc SIMTCC --out TABLE.md [--state FILE] [--jobs N] FOLDER...

FOLDER: a checkout of a public collection, which stays unchanged; programs run in a copy, N at a time.
What is a program, and with which sources and arguments: programs.py and rules.toml. With --state, results are
kept there as JSON lines, and programs that have one are not run again: delete lines to run those again. Exit
status: 0 written, 2 could not run.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from fnmatch import fnmatch
from pathlib import Path

from research.public_programs.outcome import Limits, Tried, try_program
from research.public_programs.programs import Program, programs_below
from research.public_programs.results_page import table_of
from research.public_programs.rules import read_rules
from research.public_programs.state import append_result, read_results

RULES = Path(__file__).with_name("rules.toml")


def main(arguments: list[str]) -> int:
    """Try them all, in the order of their paths."""
    given = _parser().parse_args(arguments)
    if not given.simtcc.is_file():
        print(f"{given.simtcc} was not found: cmake --preset default && cmake --build --preset default")
        return 2
    rules = read_rules(RULES)
    found = [program for folder in given.folder for program in programs_below(folder.resolve(), rules)]
    if not found:
        print("no .cu file with a main() below", *given.folder)
        return 2
    reasons = {program.name: rules.outside(program.name, program.sources) for program in found}
    inside = [program for program in found if reasons[program.name] is None]
    chosen = [program for program in inside if not given.only or fnmatch(program.name, given.only)]
    tried = _try_all(given, chosen[: given.limit])
    outside = [(name, reason) for name, reason in reasons.items() if reason is not None]
    given.out.write_text(table_of(tried, outside, rules.explained), encoding="utf-8")
    return 0


def _try_all(given: argparse.Namespace, programs: list[Program]) -> list[Tried]:
    known = read_results(given.state, programs)
    limits = Limits(cpu_s=given.cpu_s)
    simtcc = given.simtcc.resolve()
    with ThreadPoolExecutor(max_workers=given.jobs) as pool:
        waiting = {
            pool.submit(try_program, simtcc, program, limits): program
            for program in programs
            if program.name not in known
        }
        for ended in as_completed(waiting):
            tried = ended.result()
            known[tried.program.name] = tried
            append_result(given.state, tried)
            print(f"{tried.outcome.value:18} {tried.program.name}", flush=True)
    return [known[program.name] for program in programs]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="research.public_programs", description=__doc__)
    parser.add_argument("folder", nargs="+", type=Path)
    parser.add_argument("--simtcc", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--state", type=Path, default=None, help="results so far, as JSON lines")
    parser.add_argument("--only", default=None, metavar="PATTERN", help="only programs whose names fit")
    parser.add_argument("--limit", type=int, default=None, help="try only the first N")
    parser.add_argument("--jobs", type=int, default=1, help="how many are compiled or run at a time")
    parser.add_argument("--cpu-s", type=int, default=60, help="processor time that a program may use")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
