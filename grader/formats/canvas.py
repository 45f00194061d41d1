"""Canvas: the CSV for its gradebook import, and its "Download Submissions" of an assignment.

The import. Format: https://teaching.resources.osu.edu/toolsets/carmencanvas/guides/calculating-final-grades/import-csv-file-carmen-grades
and, for what each row and column means, the importer itself
(https://github.com/instructure/canvas-lms/blob/master/lib/gradebook_importer.rb): the columns Student, ID,
SIS User ID, SIS Login ID, Section, then one for each assignment; a row whose first cell holds "Points
Possible" describes the assignments. Decisions:

- A student is known by what is unique in Canvas: the ID, the SIS User ID, or the SIS Login ID. Canvas takes
  the first of them that it knows, and after all three it looks for a student of that name: so no cell holds
  a name alone. Where Canvas knows none of the three, it asks the instructor who is meant.
- A student without any of them, or who shares one with another student of the class, has no row, and
  students_left_out() says so. The ID is known from Canvas's own download only: numbers of other systems are
  not Canvas's.
- An identifier is written as it is or not at all: the apostrophe that keeps a spreadsheet from evaluating a
  cell would make it another one, and so would Canvas, which reads "1.2.3" as the number 12.3.
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

A file that is handed in again gets a number behind its stem: tiled_transpose-1.cu. The name may be empty or
all digits (777_12345_67890_lab4.zip is user 12345's). Names and files may also end or begin with digits, so
that two users fit (lee_777_12345_67890_lab4.zip): such a file is graded and is nobody's until a person says
whose it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.core.errors import GraderError
from grader.core.wording import plural, some_of
from grader.formats.csv_table import Cell, csv_text, labs_of, safe_cell
from grader.formats.exported import ClassRecord, LabRecord, Record, one_line
from grader.formats.registry import ClassExport, Download
from grader.intake.found import FoundSubmission, FoundSubmissions, in_folder, is_hidden, renamed
from grader.intake.member import Kind, Member
from grader.intake.names import shown
from grader.intake.tree import Tree
from grader.schema.class_results import Person

HEADER = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
POINTS_POSSIBLE = "Points Possible"
FILE_NAME = "canvas.csv"
SOURCE = "a Canvas download"
# The students that an error names; the others are those of class.csv without a row.
MOST_NAMED = 20
CANVAS_ID = re.compile(r"[0-9]+")
# Canvas takes these for numbers and rewrites them: CSV::Converters[:decimal_comma_to_period].
READ_AS_NUMBER = re.compile(r"-?[0-9.,]*[.,][0-9.,]*%?")
# Canvas reserves columns with these words and does not import them (NON_ASSIGNMENT_COLUMN_HEADERS).
RESERVED_TITLE = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)")


@dataclass(frozen=True)
class Identifiers:
    """What Canvas knows a student by; '' where it is unknown."""

    id: str = ""
    sis: str = ""
    login: str = ""

    def named(self) -> list[tuple[str, str]]:
        """The column and the text of each that is known, in the order in which Canvas looks them up."""
        columns = zip(HEADER[1:4], (self.id, self.sis, self.login), strict=True)
        return [(column, text) for column, text in columns if text]


def canvas_csv(
    records: Sequence[Record],
    assignments: Mapping[str, str] | None = None,
    source: str = SOURCE,
) -> str:
    """The class as Canvas imports it, without the students that Canvas could not tell apart.

    assignments: the titles of the labs' columns by lab id, each with the assignment's number where it is
    known, such as 'Lab 4 (1234)'; 'lab4: Its title' by default. source: where the submissions come from.
    Raises ValueError when a title cannot be an assignment's, or stands for two labs.
    """
    labs = labs_of(records)
    titles = [_title(lab, assignments or {}) for lab in labs]
    if len(set(titles)) != len(titles):
        raise ValueError("two labs have one Canvas column: give each assignment a title of its own")
    possible: list[Cell] = [
        f"    {POINTS_POSSIBLE}",
        *[None] * (len(HEADER) - 1),
        *(lab.max_points for lab in labs),
    ]
    known = [identifiers_of(record.student, source) for record in records]
    shared = _shared(known)
    rows = [
        _row(record, found, labs)
        for record, found in zip(records, known, strict=True)
        if found.named() and not shared.intersection(found.named())
    ]
    return csv_text([[*HEADER, *titles], possible, *rows])


def identifiers_of(student: Person, source: str) -> Identifiers:
    """What Canvas knows the student by, as far as the source of the submissions tells."""
    number = student.number if source == SOURCE and CANVAS_ID.fullmatch(student.number) else ""
    login = student.login or student.email
    return Identifiers(number, _unchanged(student.sid), _unchanged(login))


def students_left_out(graded: ClassRecord) -> GraderError | None:
    """The error that names the students without a row; None when each has one."""
    known = [identifiers_of(record.student, graded.source) for record in graded.students]
    shared = _shared(known)
    unknown: list[str] = []
    alike: list[str] = []
    for record, found in zip(graded.students, known, strict=True):
        name = record.submission or record.student.name
        both = [f"{column} {text}" for column, text in found.named() if (column, text) in shared]
        if both:
            alike.append(f"{name} ({', '.join(both)})")
        elif not found.named():
            unknown.append(name)
    if not unknown and not alike:
        return None
    why = []
    if unknown:
        why.append(f"there is no Canvas ID, SIS ID or login of {some_of(unknown, MOST_NAMED)}")
    if alike:
        why.append(f"an identifier that must be unique belongs to several: {some_of(alike, MOST_NAMED)}")
    left = plural(len(unknown) + len(alike), "student")
    return GraderError(
        f"{FILE_NAME} leaves out {left} of {len(graded.students)}: {'; '.join(why)}",
        "Names are not unique, so points are never assigned by name. All other files are complete: enter "
        "these points by hand from class.csv,\nor grade the file that Canvas's 'Download Submissions' gives, "
        "which has each student's ID.",
    )


def _shared(known: Sequence[Identifiers]) -> set[tuple[str, str]]:
    """The identifiers, each with its column, that several students have."""
    counted = Counter(one for found in known for one in found.named())
    return {one for one, count in counted.items() if count > 1}


def _unchanged(text: str) -> str:
    """The identifier; '' where a spreadsheet or Canvas would read another one."""
    return text if safe_cell(text) == text and not READ_AS_NUMBER.fullmatch(text) else ""


def _title(lab: LabRecord, assignments: Mapping[str, str]) -> str:
    title = one_line(assignments.get(lab.id, f"{lab.id}: {lab.title}"))
    if not title or title in HEADER or RESERVED_TITLE.search(title):
        raise ValueError(f"Canvas takes a column called {title!r} for one of its own: give {lab.id} another")
    return title


def _row(record: Record, known: Identifiers, labs: Sequence[LabRecord]) -> list[Cell]:
    points = {lab.id: lab.points for lab in record.labs}
    student = record.student
    column, text = known.named()[0]
    name = student.name.replace(POINTS_POSSIBLE, POINTS_POSSIBLE.replace(" ", "\u00a0"))
    # With the identifier, because Canvas also looks for names.
    who: list[Cell] = [f"{name} ({column} {text})", known.id, known.sis, known.login, student.section]
    return [*who, *(points.get(lab.id) for lab in labs)]


def _canvas_of_class(graded: ClassRecord) -> str:
    return canvas_csv(graded.students, source=graded.source)


EXPORTS = (
    ClassExport("canvas", FILE_NAME, "Canvas's gradebook import", _canvas_of_class, students_left_out),
)

# A user's number, and behind it the file's number and name. They are looked for at every underscore.
USERS_FILE = re.compile(r"(?=_(?P<late>LATE_)?(?P<number>[0-9]+)_[0-9]+_(?P<file>.+))", re.DOTALL)
USERS_PAGE = re.compile(r"(?P<name>\w*?)_(?P<late>LATE_)?(?P<number>[0-9]+)_(?:text|link)\.html")
ANONYMOUS = re.compile(
    r"(?P<late>LATE_)?(?P<number>anon_[A-Za-z0-9]+)_(?:[0-9]+_(?P<file>.+)|(?:text|link)\.html)", re.DOTALL
)
WORD = re.compile(r"\w*")


@dataclass(frozen=True)
class Reading:
    """One way to read a file's name. number: the user's, or anon_ and the submission's.

    file: the name that its author gave it; '' for a page that Canvas wrote.
    """

    name: str
    number: str
    late: bool
    file: str


def find_canvas_download(tree: Tree) -> Tree | None:
    """The tree, when at least half of its entries are named as Canvas names files; else None."""
    names = [entry.name for entry in tree.entries() if not is_hidden(entry.name)]
    is_canvas = bool(names) and 2 * len([name for name in names if readings_of(name)]) >= len(names)
    return tree if is_canvas else None


def list_canvas_submissions(tree: Tree) -> FoundSubmissions:
    """One submission for each student, who may have several files."""
    found: dict[tuple[str, ...], FoundSubmission] = {}
    notes: list[str] = []
    for entry in tree.entries():
        readings = readings_of(entry.name)
        if not readings:
            if not is_hidden(entry.name):
                notes.append(f"{shown(entry.name)}: is not named as Canvas names files: passed over")
            continue
        numbers = tuple(reading.number for reading in readings)
        # Of several readings, the last has the shortest file name: it is the one without digits before it.
        submission = found.setdefault(numbers, _submission(readings))
        if len(numbers) > 1:
            submission.notes.append(
                f"{shown(entry.name)}: its name fits several Canvas users ({', '.join(numbers)}), so its "
                "points are nobody's yet: find its author in Canvas and enter them by hand"
            )
        _add(submission, tree, entry, readings[-1])
    return FoundSubmissions(SOURCE, list(found.values()), notes)


def _submission(readings: Sequence[Reading]) -> FoundSubmission:
    """A submission without files; its person has a number only where there is one reading."""
    numbers = [reading.number for reading in readings]
    name = readings[0].name or numbers[0]
    number = numbers[0] if len(numbers) == 1 and CANVAS_ID.fullmatch(numbers[0]) else ""
    return FoundSubmission(f"{name}_{'_or_'.join(numbers)}", name, (Person(shown(name), number=number),))


def readings_of(name: str) -> list[Reading]:
    """Every way to read the name, by the user's number; empty when Canvas names no file so."""
    found: dict[str, Reading] = {}
    if match := ANONYMOUS.fullmatch(name):
        found[match["number"]] = Reading("", match["number"], bool(match["late"]), match["file"] or "")
    for match in USERS_FILE.finditer(name):
        before = name[: match.start()]
        if WORD.fullmatch(before):
            reading = Reading(before, match["number"], bool(match["late"]), match["file"])
            found.setdefault(reading.number, reading)
    if not found and (match := USERS_PAGE.fullmatch(name)):
        found[match["number"]] = Reading(match["name"], match["number"], bool(match["late"]), "")
    return list(found.values())


def _add(submission: FoundSubmission, tree: Tree, entry: Member, reading: Reading) -> None:
    if reading.late and not submission.late:
        submission.late = True
        submission.notes.append("was handed in late")
    if entry.problem:
        submission.notes.append(f"{shown(entry.name)}: {entry.problem}")
    elif not reading.file:
        submission.notes.append(f"{shown(entry.name)}: is a page, not a file, not read: ask for the file")
    elif entry.kind is Kind.FOLDER:
        # An archive that somebody unpacked in its place.
        submission.parts.append(in_folder((reading.file,), tree.below(entry.name)))
    else:
        submission.parts.append([renamed(entry, reading.file)])


DOWNLOAD = Download("Canvas", find_canvas_download, list_canvas_submissions, has_unique_sign=False)
