"""A CSV for Canvas's gradebook import.

Format: https://teaching.resources.osu.edu/toolsets/carmencanvas/guides/calculating-final-grades/import-csv-file-carmen-grades
and, for what each row and column means, the importer itself
(https://github.com/instructure/canvas-lms/blob/master/lib/gradebook_importer.rb): the columns Student, ID,
SIS User ID, SIS Login ID, Section, then one for each assignment; a row whose first cell holds "Points
Possible" is about the assignments. Decisions:

- A lab that is to be graded again, or was not graded, has an empty cell, which is "no grade" to Canvas.
- There is no column of totals: Canvas adds up itself, and would take it for one more assignment.
- Every cell is quoted, so that Canvas's guess between comma and semicolon cannot go wrong.
- A student called "Points Possible" would be taken for that row and change the assignments: such a name
  gets a no-break space.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from grader.exports.record import LabRecord, Record
from grader.exports.spreadsheet import Cell, csv_text
from grader.exports.text import one_line

HEADER = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
POINTS_POSSIBLE = "Points Possible"
# Columns of these words are Canvas's own and not imported (NON_ASSIGNMENT_COLUMN_HEADERS).
OWN = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)")


def canvas_csv(records: Sequence[Record], assignments: Mapping[str, str] | None = None) -> str:
    """The class, ready for the import.

    assignments: the titles of the labs' columns by lab id, each with the assignment's number where it is
    known, such as 'Lab 4 (1234)'; 'lab4: Its title' by default. Raises ValueError when a title cannot be
    an assignment's, or stands for two labs.
    """
    labs = _labs(records)
    titles = [_title(lab, assignments or {}) for lab in labs]
    if len(set(titles)) != len(titles):
        raise ValueError("two labs have one Canvas column: give each assignment a title of its own")
    possible: list[Cell] = [
        f"    {POINTS_POSSIBLE}",
        *[None] * (len(HEADER) - 1),
        *(lab.max_points for lab in labs),
    ]
    return csv_text([[*HEADER, *titles], possible, *(_row(record, labs) for record in records)])


def _labs(records: Sequence[Record]) -> list[LabRecord]:
    first = {lab.id: lab for record in reversed(records) for lab in record.labs}
    return [first[name] for name in sorted(first, key=lambda name: (len(name), name))]


def _title(lab: LabRecord, assignments: Mapping[str, str]) -> str:
    title = one_line(assignments.get(lab.id, f"{lab.id}: {lab.title}"))
    if not title or title in HEADER or OWN.search(title):
        raise ValueError(f"Canvas takes a column called {title!r} for one of its own: give {lab.id} another")
    return title


def _row(record: Record, labs: Sequence[LabRecord]) -> list[Cell]:
    points = {lab.id: lab.points for lab in record.labs}
    student = record.student
    name = student.name.replace(POINTS_POSSIBLE, POINTS_POSSIBLE.replace(" ", "\u00a0"))
    login = student.login or student.email
    who: list[Cell] = [name, student.number, student.sid, login, student.section]
    return [*who, *(points.get(lab.id) for lab in labs)]
