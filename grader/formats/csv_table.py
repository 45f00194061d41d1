"""CSV: the class with one row a student, in the long form with one row a check, and safe cells for any table.

The form of the files is RFC 4180's (https://www.rfc-editor.org/rfc/rfc4180), every cell quoted. Two rules:

- No spreadsheet evaluates a cell. One that begins with a character of FORMULA_STARTS would be a formula,
  quoted or not; an apostrophe before it makes it text (https://owasp.org/www-community/attacks/CSV_Injection).
- A lab that is to be graded again has empty cells and the status "regrade", never a 0; so has the total.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from grader.formats.exported import CheckRecord, ClassRecord, LabRecord, Record
from grader.formats.registry import ClassExport
from grader.schema.results import Status

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


class Bare(str):
    """A text that is no formula, and that must be written as it is."""


Cell = str | int | float | None

GRADED = "graded"
REGRADE = "regrade"
NOT_GRADED = "not graded"
PERSON = ("submission", "student", "number", "sid", "login", "email", "section")
CHECK = ("lab", "check", "title", "status", "points", "max_points", "message", "file", "line")
LONG = (*PERSON, *CHECK, "sandbox")


def class_csv(records: Sequence[Record], sandbox: str = "") -> str:
    """One row a student: points of each lab that any of them has, total and status.

    sandbox: what isolated the submissions while they were graded.
    """
    labs = sorted({lab.id: lab for record in records for lab in record.labs}, key=_number)
    header = [*PERSON, *labs, "total", "max_points", "status", "sandbox"]
    return csv_text([header, *([*_row(record, labs), sandbox] for record in records)])


def checks_csv(records: Sequence[Record], sandbox: str = "") -> str:
    """One row a check."""
    rows = [
        [*_check_row(record, lab, check), sandbox]
        for record in records
        for lab in record.labs
        for check in lab.checks
    ]
    return csv_text([LONG, *rows])


def _row(record: Record, labs: Sequence[str]) -> list[Cell]:
    points = {lab.id: lab.points for lab in record.labs}
    # A student who has not been graded in any lab has no total either.
    total = record.points if record.labs else None
    status = REGRADE if record.regrade else GRADED if record.labs else NOT_GRADED
    return [*_person(record), *(points.get(lab) for lab in labs), total, record.max_points, status]


def _check_row(record: Record, lab: LabRecord, check: CheckRecord) -> list[Cell]:
    status = REGRADE if lab.regrade or check.status is Status.ERROR else check.status.value
    points = None if lab.regrade else check.points
    what: list[Cell] = [lab.id, check.id, check.title, status, points, check.max_points]
    return [*_person(record), *what, check.message, check.file, check.line or None]


def _person(record: Record) -> list[Cell]:
    student = record.student
    number = (student.number, student.sid, student.login, student.email, student.section)
    return [record.submission, student.name, *number]


def _number(lab: str) -> tuple[int, str]:
    digits = lab.removeprefix("lab")
    return (int(digits) if digits.isdecimal() else 0, lab)


def labs_of(records: Sequence[Record]) -> list[LabRecord]:
    """Each lab that any of them has, once, in the order of their numbers."""
    first = {lab.id: lab for record in reversed(records) for lab in record.labs}
    return [first[name] for name in sorted(first, key=_number)]


def csv_text(rows: Iterable[Sequence[Cell]]) -> str:
    """The rows as CSV. None is an empty cell, numbers are written as they are, and texts are made safe."""
    out = io.StringIO(newline="")
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerows(
        [safe_cell(cell) if isinstance(cell, str) and not isinstance(cell, Bare) else cell for cell in row]
        for row in rows
    )
    return out.getvalue()


def safe_cell(cell: str) -> str:
    """The text, with an apostrophe before it when a spreadsheet would evaluate it."""
    return f"'{cell}" if cell.lstrip(" \u00a0").startswith(FORMULA_STARTS) else cell


def _checks_of_class(graded: ClassRecord) -> str:
    return checks_csv(graded.students, graded.sandbox)


EXPORTS = (
    ClassExport("csv-long", "checks.csv", "a spreadsheet; it has one row for each check", _checks_of_class),
)
