"""A made-up class that hands in catalogued answers: what the class page is looked at and measured with.

    python -m grader.tests.class_of_answers DIR --students 300 --week 2

writes what each student has handed in by that week, as a folder that `grade` reads. The students are called
student-001, student-002 and so on; what they hand in comes from the stubs, the catalogues and the solutions.
The same arguments write the same files, and a later week changes some of them: graded one after the other
into one folder, the weeks are a class whose students make attempts.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.core.lab_files import solution_of, stub_of
from grader.core.manifest import Lab, read_labs
from grader.core.paths import Project, current_project
from grader.proof.answer_text import read_answers

LABS = ("lab1", "lab2", "lab3", "lab4", "lab8")
SEED = 38
# Of a hundred files: those that never come, and those that stay as they were handed out.
MISSING, UNTOUCHED = 0.12, 0.04
BROKEN = "\n__global__ void unfinished(float* out) { out[0] = 1.0f }\n"


@dataclass(frozen=True)
class Texts:
    """What a lab's students hand in. wrong: every answer of the catalogue, by name."""

    stub: str
    wrong: tuple[str, ...]
    solution: str


def texts_of(project: Project, lab: Lab, most: int) -> Texts:
    """At most so many answers of the catalogue, evenly spread over it."""
    answers = read_answers(project, lab)
    step = max(1, len(answers) // most)
    wrong = tuple(answer.text for answer in answers[::step][:most])
    stub, solution = (of(project, lab).read_text(encoding="utf-8") for of in (stub_of, solution_of))
    return Texts(stub, wrong, solution)


def handed_in(texts: Texts, student: random.Random, week: int) -> str | None:
    """What one student has handed in for one lab by that week; None for nothing."""
    if student.random() < MISSING:
        return None
    if student.random() < UNTOUCHED:
        return texts.stub
    skill = student.random()
    text = texts.stub + BROKEN if skill < 0.05 else student.choice(texts.wrong)
    for _ in range(week):
        if student.random() < skill * 0.6:
            return texts.solution
        # A weak student changes a comment and is as wrong as before; the others are wrong in another way.
        if student.random() < 0.5:
            text = student.choice(texts.wrong) if skill > 0.4 else f"{text}// once more\n"
    return text


def write_class(folder: Path, labs: Sequence[Lab], students: int, week: int, most: int = 40) -> None:
    """One folder for each student. most: so many different wrong answers of each lab at most."""
    project = current_project()
    known = {lab.id: texts_of(project, lab, most) for lab in labs}
    for number in range(1, students + 1):
        place = folder / f"student-{number:03}"
        place.mkdir(parents=True, exist_ok=True)
        for lab in labs:
            text = handed_in(known[lab.id], random.Random(f"{SEED} {number} {lab.id}"), week)
            if text is not None:
                (place / lab.kernel_file).write_text(text, encoding="utf-8")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Writes a made-up class that hands in catalogued answers.")
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.add_argument("--students", metavar="N", type=int, default=300)
    parser.add_argument("--week", metavar="N", type=int, default=1)
    parser.add_argument("--answers", metavar="N", type=int, default=40, help="of each lab, at most")
    parser.add_argument("--labs", metavar="LAB,...", default=",".join(LABS))
    given = parser.parse_args()
    wanted = given.labs.split(",")
    labs = [lab for lab in read_labs(current_project()) if lab.id in wanted]
    write_class(given.folder, labs, given.students, given.week, given.answers)


if __name__ == "__main__":
    main()
