"""CSV cells that no spreadsheet takes for a formula.

A cell that begins with one of these characters is evaluated by spreadsheets, whether quoted or not; an
apostrophe before it makes it text (https://owasp.org/www-community/attacks/CSV_Injection). The form of the
file is RFC 4180's (https://www.rfc-editor.org/rfc/rfc4180), every cell quoted.

The class as CSV: one row a student, and in the long form one row a check.

A lab that is to be graded again has empty cells and the status "regrade", never a 0; so has the total.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from grader.formats.exported import CheckRecord, LabRecord, Record
from grader.schema.results import Status

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
Cell = str | int | float | None


def csv_text(rows: Iterable[Sequence[Cell]]) -> str:
    """The rows as CSV; None is an empty cell. Numbers are written as they are, texts defused."""
    out = io.StringIO(newline="")
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerows(
        [defused(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    return out.getvalue()


def defused(cell: str) -> str:
    """The text, with an apostrophe before it when a spreadsheet would evaluate it."""
    return f"'{cell}" if cell.lstrip(" \u00a0").startswith(FORMULA_STARTS) else cell


GRADED = "graded"
REGRADE = "regrade"
NOT_GRADED = "not graded"
PERSON = ("submission", "student", "number", "sid", "login", "email", "section")
CHECK = ("lab", "check", "title", "status", "points", "max_points", "message", "file", "line")
LONG = (*PERSON, *CHECK, "sandbox")


def class_csv(records: Sequence[Record], sandbox: str = "") -> str:
    """One row a student: points of each lab that any of them has, total and status.

    sandbox: what kept the submissions apart while they were graded.
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
    # Who has not been graded in any lab has no total either.
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
