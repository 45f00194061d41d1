"""Runs a public suite of racy and race-free programs, and says which races the SIMT machine finds.

    python -m research.race_suites {scor,indigo} CHECKOUT --simtcc SIMTCC [--only PROGRAMS] [--out TABLE.md]
                                   [--jobs N]

scor: https://github.com/csl-iisc/ScoR, microbenchmarks. Each program also runs without the word `volatile`,
which makes the accesses that it guards plain ones. indigo: https://github.com/JohnJacobsonIII/HiRace-Artifact-SC24,
indigo: each program on the graphs that come with it. A program is racy by its name: `race_...` in ScoR, any
planted bug but of bounds in Indigo. The checkout stays unchanged. Exit status: 0 nothing missed and no false
alarm; 1 otherwise; 2 could not run.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from research.race_suites.suites import Case, indigo, scor

LIMIT_S = 120


@dataclass(frozen=True)
class Ended:
    """What a program's runs came to.

    without: the runs that told of no race. trouble: why it could not be judged; '' if it was.
    """

    case: Case
    without: tuple[tuple[str, ...], ...] = ()
    trouble: str = ""

    @property
    def races(self) -> int:
        """How many runs told of a race."""
        return len(self.case.runs) - len(self.without)

    @property
    def is_right(self) -> bool:
        """Every run told of a race, or none did."""
        return not self.trouble and self.races == (len(self.case.runs) if self.case.is_racy else 0)


def main(arguments: list[str]) -> int:
    """Run the suite, print what is not as it should be, and write the table."""
    given = _parser().parse_args(arguments)
    if not given.simtcc.is_file():
        print(f"{given.simtcc} was not found: cmake --preset default && cmake --build --preset default")
        return 2
    suite = scor if given.suite == "scor" else indigo
    cases = list(suite(given.checkout))
    if not cases:
        print(f"no programs of {given.suite} below {given.checkout}: is it a checkout of the suite?")
        return 2
    cases = [case for case in cases if given.only.search(case.name)]
    if not cases:
        print(f"--only: `{given.only.pattern}` matches no program of {given.suite}")
        return 2
    with ThreadPoolExecutor(given.jobs) as pool:
        ended = list(pool.map(lambda case: _tried(case, given.simtcc.resolve()), cases))
    table = _table(ended)
    print(table)
    if given.out is not None:
        given.out.write_text(table, encoding="utf-8")
    return 0 if all(one.is_right for one in ended) else 1


def _tried(case: Case, simtcc: Path) -> Ended:
    with tempfile.TemporaryDirectory() as place:
        program = Path(place) / "program"
        source = Path(place) / "program.cu"
        source.write_text(case.text, encoding="utf-8")
        includes = [
            word for folder in (case.folder, *case.includes) for word in ("-I", str(folder.resolve()))
        ]
        made = subprocess.run(
            [simtcc, "-O3", *includes, source, "-o", program], capture_output=True, text=True, check=False
        )
        if made.returncode != 0:
            said = (made.stderr or made.stdout).strip().splitlines()
            return Ended(case, trouble=f"does not compile: {said[0] if said else made.returncode}")
        try:
            without = tuple(run for run in case.runs if not _has_race(program, run, Path(place)))
        except subprocess.TimeoutExpired:
            return Ended(case, trouble=f"ran longer than {LIMIT_S} s")
        return Ended(case, without)


def _has_race(program: Path, arguments: tuple[str, ...], place: Path) -> bool:
    ran = subprocess.run(
        [program, *arguments],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=LIMIT_S,
        cwd=place,
        env={**os.environ, "SIMT_REPORT": "text", "SIMT_STRICT": "1"},
    )
    return re.search(r"^FAULT race", ran.stdout + ran.stderr, re.MULTILINE) is not None


def _table(ended: list[Ended]) -> str:
    kinds = sorted({one.case.name.split(":")[0] for one in ended})
    lines = [
        "| programs | racy | a race in every run | in some runs | in none "
        "| race-free | false alarms | not judged |",
        "| --- | --: | --: | --: | --: | --: | --: | --: |",
    ]
    for kind in kinds:
        of_kind = [one for one in ended if one.case.name.startswith(f"{kind}:")]
        judged = [one for one in of_kind if not one.trouble]
        racy = [one for one in judged if one.case.is_racy]
        free = [one for one in judged if not one.case.is_racy]
        found = sum(not one.without for one in racy)
        none = sum(one.races == 0 for one in racy)
        alarms = sum(one.races > 0 for one in free)
        figures = (
            len(racy),
            found,
            len(racy) - found - none,
            none,
            len(free),
            alarms,
            len(of_kind) - len(judged),
        )
        lines.append(f"| {kind} | {' | '.join(str(one) for one in figures)} |")
    wrong = [one for one in ended if not one.is_right]
    lines += ["", *(f"- `{one.case.name}`: {_said(one)}" for one in wrong)]
    return "\n".join(lines).rstrip() + "\n"


def _said(one: Ended) -> str:
    if one.trouble:
        return one.trouble
    kind = "racy" if one.case.is_racy else "race-free"
    said = f"{kind}, a race in {one.races} of {len(one.case.runs)} runs"
    if not one.case.is_racy or one.races == 0:
        return said
    return f"{said}, none with {', '.join(Path(run[0]).stem for run in one.without)}"


def _pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"`{text}` is no regular expression: {error}") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="research.race_suites", description=__doc__)
    parser.add_argument("suite", choices=("scor", "indigo"))
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--simtcc", type=Path, required=True)
    parser.add_argument("--only", type=_pattern, default="", help="a regular expression: programs by name")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
