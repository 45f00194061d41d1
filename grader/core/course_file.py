"""Reads course.toml: which labs a course teaches, in which order, and what each of them counts.

    title = "Parallel programming, day 4"
    labs = ["lab1", "lab3", "lab4", "lab6"]

    [points]
    lab4 = 200

`title` and `[points]` may be left out; a lab counts 100 points where nothing is said. The file lies at the
top of the checkout, or where --course-file says; without one, a course is all labs. The rule: every command
asks this module which labs there are and what they count, so all of them tell the same points.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.manifest import Lab, no_such_lab
from grader.core.paths import Project
from grader.core.points import DECIMALS, Points
from grader.core.toml_file import Table, parse_toml
from grader.core.visible import visible_line

NAME = "course.toml"
# A course of a hundred labs needs a tenth of it.
LARGEST = 64 * 1024
MOST_POINTS = 100_000
LONGEST_TITLE = 100


@dataclass(frozen=True)
class CourseFile:
    """What a course file says. text: the file's own, for the editions that carry it.

    labs: those of the course in its order, with what each counts.
    """

    shown: str
    text: str
    title: str
    labs: tuple[Lab, ...]


def read_course_file(project: Project, labs: Sequence[Lab], given: Path | None = None) -> CourseFile | None:
    """The course file: the given one, else the checkout's; None where there is neither.

    labs: all that there are. Raises GraderError at the first fault, with its line.
    """
    file = given if given is not None else project.root / NAME
    # A link that leads nowhere is a mistake, not a course without a file.
    if given is None and not os.path.lexists(file):
        return None
    shown = NAME if given is None else str(given)
    text = _read(file, shown)
    table = Table(parse_toml(text, shown), shown, source=text)
    title = _title(table) if table.has("title") else ""
    chosen = _chosen(table, labs)
    points = _points(table.table("points"), chosen) if table.has("points") else {}
    table.close()
    counted = tuple(replace(lab, worth=points.get(lab.id)) for lab in chosen)
    return CourseFile(shown, text, title, counted)


def _read(file: Path, shown: str) -> str:
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            raise GraderError(f"{shown}: is not a file", "Name a course file: --course-file course.toml")
        if status.st_size > LARGEST:
            raise GraderError(
                f"{shown}: has {status.st_size:,} bytes; a course file has at most {LARGEST:,}",
                "Keep only the title, the labs and their points in it.",
            )
        # With a last line end, a TOML reader names the line of every error.
        return file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n").rstrip("\n") + "\n"
    except UnicodeDecodeError as error:
        raise GraderError(f"{shown}: is not UTF-8 text: {error.reason}", "Save it as UTF-8.") from error
    except OSError as error:
        raise GraderError(
            f"{shown}: cannot be read: {error.strerror}", "Check its name and rights."
        ) from error


def _title(table: Table) -> str:
    title = table.filled("title").strip()
    if len(title) > LONGEST_TITLE or visible_line(title) != title:
        raise table.fail(
            "'title' is not a title", f"Write one line of at most {LONGEST_TITLE} characters.", ("title",)
        )
    return title


def _chosen(table: Table, labs: Sequence[Lab]) -> list[Lab]:
    by_id = {lab.id: lab for lab in labs}
    chosen: list[Lab] = []
    for index, name in enumerate(table.items("labs")):
        at = ("labs", index)
        if not isinstance(name, str):
            raise table.fail(
                f"labs[{index}] is not the id of a lab", 'Write ids: labs = ["lab1", "lab3"]', at
            )
        if name not in by_id:
            unknown = no_such_lab(labs, name)
            raise table.fail(unknown.message, unknown.fix, at)
        if by_id[name] in chosen:
            raise table.fail(f"{name} is listed twice", "Remove one of the two.", at)
        chosen.append(by_id[name])
    if not chosen:
        raise table.fail(
            "'labs' is empty", f'Name the labs of the course: labs = ["{labs[0].id}"]', ("labs",)
        )
    return chosen


def _points(table: Table, chosen: Sequence[Lab]) -> dict[str, Points]:
    ids = [lab.id for lab in chosen]
    for name in table.data:
        if name not in ids:
            raise table.fail(
                f"'{name}' is not among the labs of this course", f"Its labs are {', '.join(ids)}.", (name,)
            )
    return {name: _worth(table, name) for name in table.data}


def _worth(table: Table, name: str) -> Points:
    value = table.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise table.fail(f"'{name}' must be a number", f"Write the points of the lab: {name} = 100", (name,))
    if not 0 < value <= MOST_POINTS:  # NaN is refused too
        raise table.fail(
            f"'{name}' is {value}", f"Points are more than 0 and at most {MOST_POINTS:,}.", (name,)
        )
    if Decimal(repr(value)).normalize().as_tuple().exponent not in range(-DECIMALS, 10):
        raise table.fail(f"'{name}' is {value}", f"Write at most {DECIMALS} decimals.", (name,))
    return int(value) if value == int(value) else value
