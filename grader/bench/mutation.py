"""Generates a class: answers of the catalogue, stubs and solutions, many with a change of their own."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

from grader.manifest import Lab
from grader.paths import Project

Change = Callable[[str, random.Random], str]
# How many of the files are changed; the others are equal to somebody's.
CHANGED = 0.6


def make_class(project: Project, labs: tuple[Lab, ...], students: int, seed: int, out: Path) -> None:
    """One folder a student below `out`, with a kernel file for every lab. The same for the same seed."""
    dice = random.Random(seed)
    answers = {lab.id: _answers(project, lab) for lab in labs}
    for number in range(1, students + 1):
        place = out / f"student{number:03}"
        place.mkdir(parents=True)
        for lab in labs:
            text = dice.choice(answers[lab.id])
            changed = dice.choice(CHANGES)(text, dice) if dice.random() < CHANGED else text
            (place / lab.kernel_file).write_text(changed, encoding="utf-8")


def _answers(project: Project, lab: Lab) -> list[str]:
    folders = (project.labs / lab.folder, project.solutions / lab.folder)
    files = [folder / lab.kernel_file for folder in folders]
    files += sorted((project.catalogue / lab.id).glob("*.cu"))
    return [file.read_text(encoding="utf-8") for file in files]


def _number_changed(text: str, dice: random.Random) -> str:
    """A whole number by one more or less."""
    return _one_changed(r"\b\d+\b", text, dice, lambda found: str(max(0, int(found) + dice.choice((-1, 1)))))


def _sign_changed(text: str, dice: random.Random) -> str:
    return _one_changed(r" [+-] ", text, dice, lambda found: " - " if "+" in found else " + ")


def _statement_lost(text: str, dice: random.Random) -> str:
    return _one_changed(r"(?m)^ +[^\n{}]*;\n", text, dice, lambda _: "")


def _remark_added(text: str, dice: random.Random) -> str:
    return f"{text}// {dice.randrange(10**9)}\n"


CHANGES: tuple[Change, ...] = (_number_changed, _sign_changed, _statement_lost, _remark_added)


def _one_changed(pattern: str, text: str, dice: random.Random, change: Callable[[str], str]) -> str:
    places = list(re.finditer(pattern, text))
    if not places:
        return text
    place = dice.choice(places)
    return text[: place.start()] + change(place[0]) + text[place.end() :]
