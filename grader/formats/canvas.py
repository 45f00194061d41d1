"""Canvas: the CSV for its gradebook import, and its "Download Submissions" of an assignment.

The import. Format: https://teaching.resources.osu.edu/toolsets/carmencanvas/guides/calculating-final-grades/import-csv-file-carmen-grades
and, for what each row and column means, the importer itself
(https://github.com/instructure/canvas-lms/blob/master/lib/gradebook_importer.rb): the columns Student, ID,
SIS User ID, SIS Login ID, Section, then one for each assignment; a row whose first cell holds "Points
Possible" describes the assignments. Decisions:

- A lab that is to be graded again, or was not graded, has an empty cell, which is "no grade" to Canvas.
- There is no column of totals: Canvas computes its own, and would import ours as one more assignment.
- Every cell is quoted, so that Canvas's guess between comma and semicolon cannot go wrong.
- A student named "Points Possible" would be read as that row and change the assignments: such a name gets a
  no-break space.

The download. How Canvas names the files is in its class ContentZipper
(https://github.com/instructure/canvas-lms/blob/master/lib/content_zipper.rb): the sortable name in lower
case without anything but word characters, LATE if it was late, the student's number, the file's
number and its name; an anonymous assignment has no name and anon_ before its own number. Typed text and
links are HTML pages:

    leeann_12345_67890_lab4.zip    leeann_LATE_12345_67890_tiled_transpose.cu    leeann_12345_text.html

A file that is handed in again gets a number behind its stem: tiled_transpose-1.cu.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from grader.formats.csv_table import Cell, csv_text
from grader.formats.exported import ClassRecord, LabRecord, Record, one_line
from grader.formats.registry import ClassExport, Download
from grader.intake.found import FoundSubmission, FoundSubmissions, in_folder, is_hidden, renamed
from grader.intake.member import Kind, Member
from grader.intake.names import shown
from grader.intake.tree import Tree
from grader.schema.class_results import Person

HEADER = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
POINTS_POSSIBLE = "Points Possible"
# Canvas reserves columns with these words and does not import them (NON_ASSIGNMENT_COLUMN_HEADERS).
RESERVED_TITLE = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)")


def canvas_csv(records: Sequence[Record], assignments: Mapping[str, str] | None = None) -> str:
    """The class as Canvas imports it.

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
    if not title or title in HEADER or RESERVED_TITLE.search(title):
        raise ValueError(f"Canvas takes a column called {title!r} for one of its own: give {lab.id} another")
    return title


def _row(record: Record, labs: Sequence[LabRecord]) -> list[Cell]:
    points = {lab.id: lab.points for lab in record.labs}
    student = record.student
    name = student.name.replace(POINTS_POSSIBLE, POINTS_POSSIBLE.replace(" ", "\u00a0"))
    login = student.login or student.email
    who: list[Cell] = [name, student.number, student.sid, login, student.section]
    return [*who, *(points.get(lab.id) for lab in labs)]


def _canvas_of_class(graded: ClassRecord) -> str:
    return canvas_csv(graded.students)


EXPORTS = (ClassExport("canvas", "canvas.csv", "Canvas's gradebook import", _canvas_of_class),)

SOURCE = "a Canvas download"
WHO = r"(?:(?P<name>\w+?)_)??(?P<late>LATE_)?(?P<number>\d+|anon_[A-Za-z0-9]+)"
FILE = re.compile(WHO + r"_\d+_(?P<file>.+)", re.DOTALL)
PAGE = re.compile(WHO + r"_(?P<page>text|link)\.html")


def find_canvas_download(tree: Tree) -> Tree | None:
    """The tree, when at least half of its entries are named as Canvas names files; else None."""
    names = [entry.name for entry in tree.entries() if not is_hidden(entry.name)]
    is_canvas = bool(names) and 2 * len([name for name in names if _match(name)]) >= len(names)
    return tree if is_canvas else None


def list_canvas_submissions(tree: Tree) -> FoundSubmissions:
    """One submission for each student, who may have several files."""
    found: dict[str, FoundSubmission] = {}
    notes: list[str] = []
    for entry in tree.entries():
        match = _match(entry.name)
        if match is None:
            if not is_hidden(entry.name):
                notes.append(f"{shown(entry.name)}: is not named as Canvas names files: passed over")
            continue
        number = match["number"]
        name = match["name"] or number
        person = Person(shown(name), number=number if number.isdigit() else "")
        submission = found.setdefault(number, FoundSubmission(f"{name}_{number}", name, (person,)))
        _add(submission, tree, entry, match)
    return FoundSubmissions(SOURCE, list(found.values()), notes)


def _match(name: str) -> re.Match[str] | None:
    return FILE.fullmatch(name) or PAGE.fullmatch(name)


def _add(submission: FoundSubmission, tree: Tree, entry: Member, match: re.Match[str]) -> None:
    if match["late"] and not submission.late:
        submission.late = True
        submission.notes.append("was handed in late")
    if entry.problem:
        submission.notes.append(f"{shown(entry.name)}: {entry.problem}")
    elif "page" in match.re.groupindex:
        submission.notes.append(f"{shown(entry.name)}: is a page, not a file, not read: ask for the file")
    elif entry.kind is Kind.FOLDER:
        # An archive that somebody unpacked in its place.
        submission.parts.append(in_folder((match["file"],), tree.below(entry.name)))
    else:
        submission.parts.append([renamed(entry, match["file"])])


DOWNLOAD = Download("Canvas", find_canvas_download, list_canvas_submissions, has_unique_sign=False)
