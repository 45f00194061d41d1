"""python -m grader.measuring.record_modelled: writes docs/measurements/modelled_checks.csv anew.

The record holds what the model of time gives the answers that texts name: how many times the bandwidth of
what a check compares with, on each GPU. In: the references `modelled; LAB; CHECK; ANSWER; …` of all pages
(figures.py has their form), where ANSWER is an entry of the catalogue, or `reference`. Out: a line for each
launch that such a check weighs, with seed 1. A change of the model, of a check or of an answer comes with a
new record; it takes about two minutes.
"""

from __future__ import annotations

import csv
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.manifest import read_labs
from grader.core.paths import Project, current_project
from grader.grading.grade_labs import Grading
from grader.machine.toolchain import build_programs
from grader.measuring.figures import MODELLED
from grader.proof.cases import Case, Proof, cases_of, prove_cases
from grader.schema.class_results import Settings
from grader.schema.record import Launch

SEED = 1
REFERENCE = "reference"
NAMED = re.compile(r"modelled; (?P<lab>[^;`\]]+); (?P<check>[^;`\]]+); (?P<answer>[^;`\]]+); ")
DEVICES = {"NVIDIA H200": "h200", "NVIDIA H100 SXM": "h100"}
COLUMNS = ("lab", "check", "answer", "device", "number", "kernel", "shape", "against", "ratio", "required")


def figures_named(texts: Iterable[str]) -> dict[str, set[tuple[str, str]]]:
    """By lab, the checks and answers whose modelled figures the texts name."""
    named: dict[str, set[tuple[str, str]]] = {}
    for text in texts:
        for found in NAMED.finditer(text):
            named.setdefault(found["lab"], set()).add((found["check"], found["answer"]))
    return named


def lines_of(proof: Proof) -> Iterator[dict[str, str]]:
    """A line of the record for each launch and GPU that a check of the answer weighs."""
    case = proof.case
    for check in proof.result.checks:
        weighed: list[Launch] = [launch for launch in check.launches if launch.modelled]
        for number, launch in enumerate(weighed, start=1):
            for one in launch.modelled:
                yield {
                    "lab": case.submission.lab.id,
                    "check": check.id,
                    "answer": _name(case),
                    "device": DEVICES[one.device],
                    "number": str(number),
                    "kernel": launch.kernel,
                    "shape": launch.shape,
                    "against": launch.bounds_against,
                    "ratio": f"{one.ratio:.4g}",
                    "required": "" if check.required is None else f"{check.required:g}",
                }


def _name(case: Case) -> str:
    return REFERENCE if case.name == "solution" else case.name


def _cases(project: Project, named: dict[str, set[tuple[str, str]]]) -> Iterator[Case]:
    labs = {lab.id: lab for lab in read_labs(project)}
    for lab, pairs in named.items():
        answers = {answer for _, answer in pairs}
        if lab not in labs:
            raise GraderError(f"a text names answers of '{lab}', which is no lab", "Correct the reference.")
        found = [case for case in cases_of(project, labs[lab]) if _name(case) in answers]
        if missing := answers - {_name(case) for case in found}:
            raise GraderError(
                f"{lab} has no answer '{min(missing)}', which a text names",
                "List them: ./course prove --table",
            )
        yield from found


def record(project: Project) -> Sequence[dict[str, str]]:
    """Grades the answers that texts name, and returns the lines of the record."""
    pages = [*project.root.glob("labs/*/README.md"), *(project.root / "docs").rglob("*.md")]
    named = figures_named(page.read_text(encoding="utf-8") for page in sorted(pages))
    cases = list(_cases(project, named))
    build_programs(
        project, sorted({case.submission.lab for case in cases}, key=lambda lab: lab.number), _tell
    )
    grading = Grading(project, Settings(seed=SEED))
    proofs = prove_cases(grading, cases, len(os.sched_getaffinity(0)), _tell)
    lines = (line for proof in proofs for line in lines_of(proof))
    return [line for line in lines if (line["check"], line["answer"]) in named[line["lab"]]]


def _tell(text: str) -> None:
    print(text, file=sys.stderr)


def main() -> int:
    """Writes the record. 0 when it is written, 2 when it could not be."""
    project = current_project()
    try:
        lines = record(project)
    except GraderError as error:
        print(f"record_modelled: {error.message}\n{error.fix}", file=sys.stderr)
        return 2
    write(project.root / MODELLED, lines)
    print(f"{MODELLED}: {len(lines)} lines")
    return 0


def write(file: Path, lines: Sequence[dict[str, str]]) -> None:
    """The record as a file, in the order of the labs."""
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(lines, key=lambda line: int(line["lab"].removeprefix("lab"))))


if __name__ == "__main__":
    sys.exit(main())
