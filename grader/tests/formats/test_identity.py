"""Whose row a result becomes: what a platform calls unique decides, and never a name.

Canvas is played by CanvasCourse, which looks students up as Canvas's own importer does. The other exports
name nobody, or have one row for each submission, whose id is unique in the class.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from grader.formats.canvas import SOURCE, canvas_csv, readings_of, students_left_out
from grader.formats.csv_table import FORMULA_STARTS, checks_csv, class_csv
from grader.formats.exported import ClassRecord, Record, record_of
from grader.formats.github import classroom_data, github_json
from grader.formats.gradescope import METADATA, gradescope_json
from grader.formats.junit import junit_xml
from grader.intake.submission import Intake
from grader.schema.class_results import Person
from grader.schema.results import LabResult, Status
from grader.tests.exports_results import check, given, lab
from grader.tests.handed_in import TILED, Files, folder, read, zipped

FULL = lab(1, check("safe", Status.PASSED, 100))
NONE = lab(1, check("safe", Status.FAILED, 100))
# A namesake, a name that is a classmate's number, quotes with commas and a newline, and a formula.
NAMES = ("Ann Lee", "Ann Lee", "1001", 'Bob "B", O\'Hara\nJr', '=HYPERLINK("http://x")', "Points Possible")
GRADESCOPE = "a Gradescope export"


def record(person: Person, result: LabResult = FULL, submission: str = "") -> Record:
    return record_of(person, given(result), submission=submission)


def a_class(source: str) -> ClassRecord:
    """The students of NAMES, of whom only the first has full points. Their numbers begin at 1001."""
    students = [
        record(
            Person(name, number=str(number), sid=f"S{number}", email=f"s{number}@example.edu"),
            FULL if number == 1001 else NONE,
            f"submission_{number}",
        )
        for number, name in enumerate(NAMES, start=1001)
    ]
    return ClassRecord(tuple(students), source=source)


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


@dataclass(frozen=True)
class CanvasCourse:
    """A Canvas course that imports a table as GradebookImporter#process_student does.

    users: by ID, each with SIS ID, login and name.
    """

    users: Mapping[int, tuple[str, str, str]]

    def find(self, row: list[str]) -> int | None:
        """The ID of the row's user; None where Canvas asks the instructor."""
        name, number, sis, login, *_ = row
        if number and int(number) in self.users:
            return int(number)
        for at, text in ((0, sis), (1, login), (2, name)):
            for user, known in self.users.items():
                if text and known[at] == text:
                    return user
        return None

    def imports(self, text: str) -> dict[int | None, list[str]]:
        """The points that each user gets, by ID."""
        got: dict[int | None, list[str]] = {}
        for row in rows(text)[1:]:
            if "Points Possible" not in row[0]:
                got.setdefault(self.find(row), []).append(row[5])
        return got


def course_of(graded: ClassRecord) -> CanvasCourse:
    return CanvasCourse(
        {
            number: (one.student.sid, one.student.email, one.student.name)
            for number, one in enumerate(graded.students, start=1001)
        }
    )


@pytest.mark.parametrize("source", [SOURCE, GRADESCOPE])
def test_canvas_gives_each_student_their_own_points(source: str) -> None:
    graded = a_class(source)
    got = course_of(graded).imports(canvas_csv(graded.students, source=source))
    assert got == {1001: ["100"], **{number: ["0"] for number in range(1002, 1001 + len(NAMES))}}
    assert students_left_out(graded) is None


def test_canvas_takes_no_namesake_for_a_student_whom_it_does_not_know() -> None:
    left = record(Person("Ann Lee", sid="S9", email="gone@example.edu"), FULL)
    course = CanvasCourse({1002: ("S1002", "ann", "Ann Lee")})
    assert course.imports(canvas_csv([left], source=GRADESCOPE)) == {None: ["100"]}


@pytest.mark.parametrize(
    "person",
    [
        Person("1001"),
        Person("Ann Lee"),
        Person("x", number="²"),
        Person("x", number="=1001"),
        Person("x", sid="-7"),
        Person("x", login="=ann"),
        Person("x", sid="1.2.3"),
    ],
)
def test_canvas_gets_no_row_of_a_student_without_a_usable_identifier(person: Person) -> None:
    graded = ClassRecord((record(person, submission="ann"), record(Person("Bob", number="1"))), source=SOURCE)
    assert [row[1] for row in rows(canvas_csv(graded.students))[2:]] == ["1"]
    problem = students_left_out(graded)
    assert problem is not None
    assert problem.message == (
        "canvas.csv leaves out 1 student of 2: there is no Canvas ID, SIS ID or login of ann"
    )
    assert "never assigned by name" in problem.fix and "class.csv" in problem.fix


def test_a_number_of_another_system_is_no_canvas_id() -> None:
    moodle = record(Person("Ann Lee", number="1001"))
    assert len(rows(canvas_csv([moodle], source="a Moodle download"))) == 2
    graded = ClassRecord((moodle,), source="a Moodle download")
    assert students_left_out(graded) is not None


@pytest.mark.parametrize(
    ("source", "first", "second", "said"),
    [
        (SOURCE, Person("A", number="7"), Person("B", number="7"), "ID 7"),
        (GRADESCOPE, Person("A", sid="7", email="a@x"), Person("B", sid="7", email="b@x"), "SIS User ID 7"),
        (GRADESCOPE, Person("A", email="a@x"), Person("B", email="a@x"), "SIS Login ID a@x"),
    ],
)
def test_canvas_gets_no_row_of_students_who_share_an_identifier(
    source: str, first: Person, second: Person, said: str
) -> None:
    records = (record(first, submission="one"), record(second, submission="two"))
    assert len(rows(canvas_csv(records, source=source))) == 2
    problem = students_left_out(ClassRecord(records, source=source))
    assert problem is not None
    assert f"one ({said}), two ({said})" in problem.message


def test_names_in_tables_are_quoted_and_never_formulas() -> None:
    graded = a_class(SOURCE)
    for text in (class_csv(graded.students), checks_csv(graded.students), canvas_csv(graded.students)):
        table = rows(text)
        assert len({len(row) for row in table}) == 1
        assert not any(cell.lstrip(" ").startswith(FORMULA_STARTS) for row in table for cell in row)
        names = [cell for row in table for cell in row]
        assert any(cell.startswith('\'=HYPERLINK("http://x")') for cell in names)
        assert any(cell.startswith('Bob "B", O\'Hara Jr') for cell in names)


@pytest.mark.parametrize("write", [class_csv, checks_csv])
def test_tables_have_one_submission_a_row_whatever_the_names(write: object) -> None:
    assert callable(write)
    header, *lines = rows(write(a_class(SOURCE).students))
    ids = [line[header.index("submission")] for line in lines]
    assert ids == [f"submission_{number}" for number in range(1001, 1001 + len(NAMES))]
    earned = header.index("total") if "total" in header else header.index("points")
    assert [line[earned] for line in lines] == ["100", *["0"] * (len(NAMES) - 1)]


@pytest.mark.parametrize("name", NAMES)
def test_a_students_own_files_do_not_depend_on_the_name(name: str) -> None:
    """They lie in the folder of the submission; only JUnit's report has the name, as a title."""
    named, other = record(Person(name, number="1")), record(Person("Zoe", number="2"))
    assert gradescope_json(named) == gradescope_json(other)
    assert classroom_data(named) == classroom_data(other)
    assert github_json(named) == github_json(other)
    titled = Xml.fromstring(junit_xml(named))
    assert titled.get("name") == " ".join(name.split())
    assert [*map(Xml.tostring, titled)] == [*map(Xml.tostring, Xml.fromstring(junit_xml(other)))]


def numbers(intake: Intake) -> dict[str, tuple[str, bytes]]:
    """Each submission's file by the number of its only person, by the submission's id."""
    return {
        found.id: (found.people[0].number, found.kernels.get("lab4", b"")) for found in intake.submissions
    }


def test_a_canvas_user_whose_name_is_all_digits_is_not_the_classmate_of_that_number(tmp_path: Path) -> None:
    files: Files = {
        "leeann_777_67890_tiled.cu": b"ann\n",
        "777_12345_67891_tiled.cu": b"digits\n",
        "_12346_67892_tiled.cu": b"no letters\n",
        "777_LATE_12347_67893_tiled.cu": b"late\n",
    }
    intake = read(folder(tmp_path / "download", files))
    assert numbers(intake) == {
        "leeann_777": ("777", b"ann\n"),
        "777_12345": ("12345", b"digits\n"),
        "12346_12346": ("12346", b"no letters\n"),
        "777_12347": ("12347", b"late\n"),
    }
    assert [found.id for found in intake.submissions if found.late] == ["777_12347"]


def test_a_canvas_file_that_fits_two_users_is_graded_and_counts_for_neither(tmp_path: Path) -> None:
    files: Files = {
        "leeann_777_67890_tiled.cu": b"ann\n",
        "lee_777_12345_67891_tiled.cu": b"whose?\n",
        "stone_12348_67894_2026_11_lab4.zip": zipped({TILED: b"stone\n"}),
    }
    intake = read(folder(tmp_path / "download", files))
    assert numbers(intake) == {
        "leeann_777": ("777", b"ann\n"),
        "lee_777_or_12345": ("", b"whose?\n"),
        "stone_12348_or_67894_or_2026": ("", b"stone\n"),
    }
    unsure = next(found for found in intake.submissions if found.id == "lee_777_or_12345")
    fits = "lee_777_12345_67891_tiled.cu: its name fits several Canvas users (777, 12345)"
    assert any(note.startswith(fits) for note in unsure.notes)


def test_two_canvas_users_of_one_name_are_two_students(tmp_path: Path) -> None:
    files: Files = {"leeann_11_1_tiled.cu": b"one\n", "leeann_12_2_tiled.cu": b"two\n"}
    intake = read(folder(tmp_path / "download", files))
    assert numbers(intake) == {"leeann_11": ("11", b"one\n"), "leeann_12": ("12", b"two\n")}


@pytest.mark.parametrize(
    "name", ["", "lab4.zip", "ann_1.cu", "ann b_12_34_x.cu", "ann_²_34_x.cu", "12_34_x.cu"]
)
def test_other_names_are_not_canvass(name: str) -> None:
    assert readings_of(name) == []


def test_moodle_participants_are_known_by_their_number(tmp_path: Path) -> None:
    files: Files = {
        "Ann Lee_777_assignsubmission_file/tiled.cu": b"one\n",
        "Ann Lee_778_assignsubmission_file/tiled.cu": b"two\n",
        "777_12345_assignsubmission_file/tiled.cu": b"digits\n",
        '=1+1, "x"_12346_assignsubmission_file_tiled.cu': b"formula\n",
        "Bob_12347_assignsubmission_file_x_777_assignsubmission_file_tiled.cu": b"other name\n",
    }
    intake = read(folder(tmp_path / "download", files))
    found = dict(numbers(intake).values())
    assert found == {
        "777": b"one\n",
        "778": b"two\n",
        "12345": b"digits\n",
        "12346": b"formula\n",
        "12347": b"",
    }


def test_gradescope_submitters_are_known_by_sid_and_email(tmp_path: Path) -> None:
    people = {
        "101": ("Ann Lee", "3031"),
        "102": ("Ann Lee", "3032"),
        "103": ("'3031'", "3033"),
        "104": ('"Bob \\"B\\", O\'Hara\\n:sid: 3031"', "3034"),
        "105": ("'=1+1'", "3035"),
    }
    metadata = "---\n" + "".join(
        f"submission_{number}:\n  :submitters:\n  - :name: {name}\n    :sid: '{sid}'\n"
        f"    :email: s{sid}@example.edu\n"
        for number, (name, sid) in people.items()
    )
    files: Files = {
        METADATA: metadata.encode(),
        **{f"submission_{number}/{TILED}": number.encode() for number in people},
    }
    intake = read(folder(tmp_path / "download", files))
    found = {one.id: (one.people[0].sid, one.kernels["lab4"]) for one in intake.submissions}
    assert found == {f"submission_{number}": (sid, number.encode()) for number, (_, sid) in people.items()}


def test_entries_of_a_plain_folder_are_told_apart_whatever_they_are_called(tmp_path: Path) -> None:
    files: Files = {
        "Ann Lee/tiled.cu": b"one\n",
        "Ann_Lee/tiled.cu": b"two\n",
        "1001/tiled.cu": b"digits\n",
        '=1+1, "x"/tiled.cu': b"formula\n",
    }
    intake = read(folder(tmp_path / "class", files))
    assert sorted(kernel for _, kernel in numbers(intake).values()) == [
        b"digits\n",
        b"formula\n",
        b"one\n",
        b"two\n",
    ]
    assert {found.people[0].number for found in intake.submissions} == {""}
