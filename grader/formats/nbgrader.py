"""nbgrader: a table in the form of the CSV that `nbgrader export` writes, for scripts that read those.

Format: https://nbgrader.readthedocs.io/en/stable/user_guide/creating_and_grading_assignments.html ("Getting
grades from the database"), and its exporter
(https://github.com/jupyter/nbgrader/blob/main/nbgrader/plugins/export.py): one row for each assignment and
student. Decisions:

- An assignment is a lab, under the lab's id.
- A student is known by the login, else by the school's number, the other system's number or the e-mail
  address, whichever is known, else by the submission's name.
- A name is not taken apart: nobody knows which part is the last name. All of it is the first name.
- The course knows no due dates, times or penalties: the first two are empty, as nbgrader leaves them, the
  penalty is 0.0.
- A lab that is to be graded again has empty scores, and never a 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.formats.csv_table import Cell, csv_text, labs_of
from grader.formats.exported import ClassRecord, Record
from grader.formats.registry import ClassExport

HEADER = (
    "assignment",
    "duedate",
    "timestamp",
    "student_id",
    "last_name",
    "first_name",
    "email",
    "raw_score",
    "late_submission_penalty",
    "score",
    "max_score",
)


def nbgrader_csv(records: Sequence[Record]) -> str:
    """The class, in the order of the labs and then of the students."""
    rows = (row for lab in labs_of(records) for record in records for row in _rows(lab.id, record))
    return csv_text([HEADER, *rows])


def _rows(lab_id: str, record: Record) -> Iterator[list[Cell]]:
    for lab in record.labs:
        if lab.id == lab_id:
            points = None if lab.points is None else float(lab.points)
            who: list[Cell] = [_student_id(record), "", record.student.name, record.student.email]
            yield [lab.id, None, None, *who, points, 0.0, points, float(lab.max_points)]


def _student_id(record: Record) -> str:
    student = record.student
    known = (student.login, student.sid, student.number, student.email, record.submission, student.name)
    return next((one for one in known if one), "")


def _of_class(graded: ClassRecord) -> str:
    return nbgrader_csv(graded.students)


EXPORTS = (ClassExport("nbgrader", "nbgrader.csv", "scripts that read `nbgrader export`", _of_class),)
