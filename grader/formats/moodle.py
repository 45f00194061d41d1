r"""Moodle: two tables of grades, feedback files, and "Download all submissions" of an assignment.

The gradebook's import. Format: https://docs.moodle.org/en/Grade_import ("CSV grade import": a table as the
gradebook exports it, whose columns the instructor maps), and what each row does, the importer itself
(https://github.com/moodle/moodle/blob/main/grade/import/csv/classes/load_data.php). Decisions:

- One column says who a student is, the e-mail address, the user name or the ID number: the one that most
  students of the class have. Moodle takes a row whose cell is empty for one of the student before.
- A student without it, or who shares it, has no row, and the command says so. An identifier that a
  spreadsheet would evaluate is none: with an apostrophe before it, Moodle would know nobody.
- "-" is "no grade", as in Moodle's own tables: a lab that is to be graded again, or was not graded. An empty
  cell would be a grade where the column becomes a new item.
- There is no column of totals: Moodle computes its own.

The grading worksheet of an assignment ("Upload grading worksheet"). Format: its importer
(https://github.com/moodle/moodle/blob/main/mod/assign/feedback/offline/importgradeslib.php), which looks for
the columns Identifier, Grade and Last modified (grade), and for "Participant 12345" in the first. The number
is in the names of the files that Moodle packs, so this table needs no address; other sources have no such
numbers. An assignment has one grade: the total of the labs that were graded. Moodle skips an empty one. No
time is known: where the assignment has grades already, its form has a box that allows to replace them.

Feedback files ("Upload multiple feedback files in a zip"): a folder for each participant, named as those that
Moodle packs, with the scorecard in it
(https://github.com/moodle/moodle/blob/main/mod/assign/feedback/file/importziplib.php). The underscore at its
end is for versions before 4.1; later ones take both.

The download. How Moodle names what it packs is in its class mod_assign\downloader
(https://github.com/moodle/moodle/blob/main/mod/assign/classes/downloader.php): the full name with spaces
for underscores (under blind marking "Participant"), the participant's number, the kind of plugin and its
name, all joined by underscores. "Download submissions in folders" (the default since Moodle 3.1) makes
that a folder, in older versions with one more underscore at its end; else it goes before each file's name:

    Ann Lee_12345_assignsubmission_file/labs/...
    Ann Lee_12345_assignsubmission_file_tiled_transpose.cu
    Ann Lee_12345_assignsubmission_onlinetext/onlinetext.html
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from grader.core.errors import GraderError
from grader.core.wording import plural, some_of
from grader.formats.csv_table import Bare, Cell, csv_text, labs_of, safe_cell
from grader.formats.exported import ClassRecord, Record, one_line
from grader.formats.registry import ClassExport, Download, FeedbackArchive
from grader.intake.found import FoundSubmission, FoundSubmissions, in_folder, is_hidden, renamed
from grader.intake.member import Kind, Member
from grader.intake.names import shown
from grader.intake.tree import Tree
from grader.schema.class_results import Person

SOURCE = "a Moodle download"
GRADES_FILE, WORKSHEET_FILE, FEEDBACK_FILE = "moodle.csv", "moodle_worksheet.csv", "moodle_feedback.zip"
# What Moodle can know a student by, under its own names for the columns, in the order of preference.
IDENTIFIERS: dict[str, Callable[[Person], str]] = {
    "Email address": lambda student: student.email,
    "Username": lambda student: student.login,
    "ID number": lambda student: student.sid,
}
NO_GRADE = "-"
WORKSHEET = ("Identifier", "Full name", "Grade", "Maximum grade", "Last modified (grade)")
PARTICIPANT = re.compile(r"[0-9]+")
# An underscore ends a part of a folder's name; the others are none of a file system's.
NOT_IN_FOLDERS = re.compile(r'[_/\\:*?"<>|\x00-\x1f]+')
# The students that an error names.
MOST_NAMED = 20


def moodle_csv(records: Sequence[Record]) -> str:
    """The class as Moodle's gradebook imports it, without the students that it could not tell apart."""
    labs = labs_of(records)
    column, known = _identified(records)
    header = ["Full name", column, *(f"{lab.id}: {lab.title}" for lab in labs)]
    rows: list[Sequence[Cell]] = [header]
    for record, identifier in zip(records, known, strict=True):
        points = {lab.id: lab.points for lab in record.labs}
        # A hyphen by itself is no formula, and with an apostrophe it would be no hyphen to Moodle.
        grades = (points.get(lab.id) for lab in labs)
        cells = [Bare(NO_GRADE) if grade is None else grade for grade in grades]
        if identifier:
            rows.append([record.student.name, identifier, *cells])
    return csv_text(rows)


def moodle_worksheet(graded: ClassRecord) -> str:
    """The grading worksheet of the assignment that the submissions were downloaded from."""
    rows: list[Sequence[Cell]] = [WORKSHEET]
    for record in graded.students:
        if number := participant_of(record.student, graded.source):
            total = record.points if record.labs else None
            rows.append([f"Participant {number}", record.student.name, total, record.max_points, None])
    return csv_text(rows)


def feedback_folder(student: Person, source: str) -> str:
    """The folder of a participant's feedback; '' for a student whose number is unknown."""
    number = participant_of(student, source)
    name = one_line(NOT_IN_FOLDERS.sub(" ", student.name)) or "Participant"
    return f"{name}_{number}_assignsubmission_file_" if number else ""


def participant_of(student: Person, source: str) -> str:
    """The number by which the assignment knows the student; '' where another system gave the number."""
    return student.number if source == SOURCE and PARTICIPANT.fullmatch(student.number) else ""


def _identified(records: Sequence[Record]) -> tuple[str, list[str]]:
    """The column that tells most students apart, and each student's identifier in it, or ''."""
    known = {
        column: _unique([_unchanged(of(record.student)) for record in records])
        for column, of in IDENTIFIERS.items()
    }
    best = max(known, key=lambda column: sum(map(bool, known[column])))
    return best, known[best]


def _unique(identifiers: list[str]) -> list[str]:
    counted = Counter(identifiers)
    return [one if counted[one] == 1 else "" for one in identifiers]


def _unchanged(text: str) -> str:
    return text if safe_cell(text) == text else ""


def _without_row(graded: ClassRecord) -> GraderError | None:
    column, known = _identified(graded.students)
    left = [_name(record) for record, one in zip(graded.students, known, strict=True) if not one]
    fix = (
        f"These have no {column} of their own, and names are not unique. If the submissions are a Moodle "
        "download,\n--formats moodle-worksheet needs none; else enter their points by hand from class.csv."
    )
    return _left_out(GRADES_FILE, left, graded, fix)


def _without_number(file: str) -> Callable[[ClassRecord], GraderError | None]:
    def problem(graded: ClassRecord) -> GraderError | None:
        left = [_name(one) for one in graded.students if not participant_of(one.student, graded.source)]
        fix = "Only Moodle's 'Download all submissions' has the participants' numbers: grade that file."
        return _left_out(file, left, graded, fix)

    return problem


def _left_out(file: str, left: Sequence[str], graded: ClassRecord, fix: str) -> GraderError | None:
    if not left:
        return None
    count = f"{plural(len(left), 'student')} of {len(graded.students)}"
    return GraderError(f"{file} leaves out {count}: {some_of(left, MOST_NAMED)}", fix)


def _name(record: Record) -> str:
    return record.submission or record.student.name


def _grades_of_class(graded: ClassRecord) -> str:
    return moodle_csv(graded.students)


EXPORTS = (
    ClassExport("moodle", GRADES_FILE, "Moodle's gradebook import", _grades_of_class, _without_row),
    ClassExport(
        "moodle-worksheet",
        WORKSHEET_FILE,
        "a Moodle assignment, *Upload grading worksheet*",
        moodle_worksheet,
        _without_number(WORKSHEET_FILE),
    ),
    FeedbackArchive(
        "moodle-feedback",
        FEEDBACK_FILE,
        "a Moodle assignment, *Upload multiple feedback files in a zip*; it has the scorecards",
        feedback_folder,
        _without_number(FEEDBACK_FILE),
    ),
)

NAMED = re.compile(
    r"(?P<name>.+?)_(?P<number>[0-9]+)_assignsubmission_(?P<plugin>[a-z]+)(?:_(?P<file>.*))?", re.DOTALL
)


def find_moodle_download(tree: Tree) -> Tree | None:
    """The tree, when some entry is named as only Moodle names submissions; else None."""
    return tree if any(NAMED.fullmatch(entry.name) for entry in tree.entries()) else None


def list_moodle_submissions(tree: Tree) -> FoundSubmissions:
    """One submission for each participant, who may have several entries."""
    found: dict[str, FoundSubmission] = {}
    notes: list[str] = []
    for entry in tree.entries():
        match = NAMED.fullmatch(entry.name)
        if match is None:
            if not is_hidden(entry.name):
                notes.append(f"{shown(entry.name)}: is not named as Moodle names submissions: passed over")
            continue
        name, number = match["name"], match["number"]
        person = Person(shown(name), number=number)
        submission = found.setdefault(number, FoundSubmission(f"{name}_{number}", name, (person,)))
        _add(submission, tree, entry, match)
    return FoundSubmissions(SOURCE, list(found.values()), notes)


def _add(submission: FoundSubmission, tree: Tree, entry: Member, match: re.Match[str]) -> None:
    if entry.problem:
        submission.notes.append(f"{shown(entry.name)}: {entry.problem}")
    elif match["plugin"] == "onlinetext":
        submission.notes.append(f"{shown(entry.name)}: is text typed into Moodle, not read: ask for the file")
    elif entry.kind is Kind.FOLDER:
        submission.parts.append(in_folder((entry.name,), tree.below(entry.name)))
    else:
        submission.parts.append([renamed(entry, match["file"] or entry.name)])


DOWNLOAD = Download("Moodle", find_moodle_download, list_moodle_submissions, has_unique_sign=True)
