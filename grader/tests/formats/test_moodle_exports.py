"""What goes back to Moodle and to scripts of nbgrader's, read as their own importers read it."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as for_all

from grader.formats import nbgrader
from grader.formats.exported import ClassRecord, Record, record_of
from grader.formats.moodle import SOURCE, feedback_folder, moodle_csv, moodle_worksheet
from grader.formats.registry import ClassExport, FeedbackArchive, class_exports, feedback_archives
from grader.schema.class_results import Person
from grader.schema.results import Results
from grader.tests.class_of_fakes import FakeClass
from grader.tests.exports_results import ANN, GOOD, OURS, PERSON, SKIPPED, given, results
from grader.tests.fake_project import FakeProject

BOB = Person("Bob O'Hara", number="12346", email="bob@example.edu")
ZOE = Person("Zoë Nuñez", number="12347", login="zoe", email="zoe@example.edu")


def records(*people: Person, outcome: Results | None = None) -> list[Record]:
    return [record_of(person, outcome or given(GOOD, SKIPPED)) for person in people]


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def problem_of(name: str, graded: ClassRecord) -> str:
    exports: list[ClassExport | FeedbackArchive] = [*class_exports(), *feedback_archives()]
    [problem] = [export.problem for export in exports if export.name == name]
    found = problem(graded)
    return str(found) if found else ""


# ------------------------------------------------------------------------------------------- the gradebook


def imported(text: str, column: str) -> dict[str, dict[str, str | None]]:
    """What Moodle's gradebook takes from the table, by the identifier: None is no grade.

    As grade/import/csv/classes/load_data.php does it. A blank identifier keeps the student before.
    """
    taken: dict[str, dict[str, str | None]] = {}
    who = ""
    for row in rows(text):
        who = row[column].strip() or who
        grades = {title: value for title, value in row.items() if title not in ("Full name", column)}
        taken[who] = {title: None if value in ("", "-") else value for title, value in grades.items()}
    return taken


def test_a_table_has_the_form_of_moodles_own_example() -> None:
    """grade/tests/fixtures/grade_import_multiple_mappings.csv: names, Email address, a column an item."""
    text = moodle_csv(records(ANN, BOB))
    assert text.split("\r\n")[0] == '"Full name","Email address","lab1: Lab 1","lab2: Lab 2"'
    assert imported(text, "Email address") == {
        "ann@example.edu": {"lab1: Lab 1": "40", "lab2: Lab 2": "0"},
        "bob@example.edu": {"lab1: Lab 1": "40", "lab2: Lab 2": "0"},
    }


def test_a_lab_that_is_to_be_graded_again_is_no_grade_also_for_a_new_item() -> None:
    text = moodle_csv(records(ANN, outcome=given(GOOD, OURS)))
    assert rows(text)[0]["lab3: Lab 3"] == "-"
    assert imported(text, "Email address")["ann@example.edu"]["lab3: Lab 3"] is None


@pytest.mark.parametrize(
    ("people", "column", "known"),
    [
        ((ANN, BOB, ZOE), "Email address", ["ann@example.edu", "bob@example.edu", "zoe@example.edu"]),
        ((Person("A", login="a"), Person("B", login="b"), BOB), "Username", ["a", "b"]),
        ((Person("A", sid="1"), Person("B", sid="2")), "ID number", ["1", "2"]),
    ],
)
def test_one_column_tells_the_students_apart_and_is_never_blank(
    people: tuple[Person, ...], column: str, known: list[str]
) -> None:
    text = moodle_csv(records(*people))
    assert list(rows(text)[0])[1] == column and [row[column] for row in rows(text)] == known


@pytest.mark.parametrize("address", ["", "ann@example.edu", "=1+1@example.edu", "+ann@example.edu"])
def test_who_cannot_be_told_has_no_row_and_is_named(address: str) -> None:
    class_of = records(ANN, ZOE, Person("Eve", email="eve@example.edu"), Person("Adam", email=address))
    known = [row["Email address"] for row in rows(moodle_csv(class_of))]
    shared = address == ANN.email
    assert known == [*([] if shared else [ANN.email]), ZOE.email, "eve@example.edu"]
    said = problem_of("moodle", ClassRecord(tuple(class_of)))
    count = "2 students" if shared else "1 student"
    assert said.startswith(f"moodle.csv leaves out {count} of 4: ") and "Adam" in said
    assert "--formats moodle-worksheet" in said
    assert not problem_of("moodle", ClassRecord(tuple(class_of[:3])))


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@for_all(person=PERSON, outcome=results())
def test_no_text_of_a_student_breaks_a_table_or_becomes_a_formula(person: Person, outcome: Results) -> None:
    record = record_of(person, outcome)
    tables = (moodle_csv([record]), moodle_worksheet(ClassRecord((record,), source=SOURCE)))
    for text in (*tables, nbgrader.nbgrader_csv([record])):
        table = list(csv.reader(io.StringIO(text, newline=""), strict=True))
        assert len({len(row) for row in table}) == 1
        cells = [cell.lstrip() for row in table for cell in row if cell != "-"]
        assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


# ------------------------------------------------------------------------------------------- the worksheet


def uploaded(text: str) -> dict[str, str]:
    """The grades by participant, as mod/assign/feedback/offline/importgradeslib.php reads them."""
    table = rows(text)
    assert {"Identifier", "Grade", "Last modified (grade)"} <= set(table[0])
    return {row["Identifier"][len("Participant ") :]: row["Grade"] for row in table if row["Grade"] != ""}


def test_a_worksheet_gives_the_total_to_the_participants_of_the_download() -> None:
    class_of = ClassRecord((*records(ANN, BOB), *records(ZOE, outcome=given(GOOD, OURS))), source=SOURCE)
    text = moodle_worksheet(class_of)
    # What is to be graded again has an empty grade, which Moodle skips.
    assert uploaded(text) == {"12345": "40", "12346": "40"}
    assert [row["Identifier"] for row in rows(text)] == [f"Participant {n}" for n in (12345, 12346, 12347)]
    assert rows(text)[0]["Maximum grade"] == "200" and not problem_of("moodle-worksheet", class_of)


def test_numbers_of_another_system_are_no_participants() -> None:
    class_of = ClassRecord(tuple(records(ANN)), source="a Canvas download")
    assert not rows(moodle_worksheet(class_of)) and feedback_folder(ANN, class_of.source) == ""
    for name in ("moodle-worksheet", "moodle-feedback"):
        assert "leaves out 1 student of 1: Ann Lee" in problem_of(name, class_of)


# ---------------------------------------------------------------------------------------------- feedback


def unpacked(names: list[str], participants: Mapping[str, str]) -> dict[str, str]:
    """Whose each file is, and what it is called, as mod/assign/feedback/file/importziplib.php finds out."""
    found = {}
    for name in names:
        parts = f"/{name}".split("/")
        while parts:
            info = parts.pop(0).split("_", 4)
            if len(info) >= 4 and info[1] in participants and info[2:4] == ["assignsubmission", "file"]:
                found[participants[info[1]]] = "/".join([info[4] if len(info) > 4 else "", *parts])
                break
    return found


@pytest.mark.parametrize(
    "name", ["Ann Lee", "Ann_Lee_9_assignsubmission_file", "a/b", "../..", "", ".", "Zoë", "A:*?<>|B"]
)
def test_moodle_finds_the_participant_whatever_the_name(name: str) -> None:
    [record] = records(Person(name, number="12345"))
    folder = feedback_folder(record.student, SOURCE)
    assert unpacked([f"{folder}/scorecard.html"], {"12345": "ann", "9": "eve"}) == {"ann": "/scorecard.html"}
    assert "/" not in folder and folder.endswith("_12345_assignsubmission_file_")


def test_the_class_of_a_moodle_download_goes_back_to_moodle(fake: FakeProject, tmp_path: Path) -> None:
    school, out = FakeClass(fake, tmp_path), tmp_path / "out"
    school.hands_in("Ann Lee_12345_assignsubmission_file", "good")
    school.hands_in("Bob_12346_assignsubmission_file", "bad")
    status, said = school.grade(out, "--formats", "moodle-worksheet,moodle-feedback", "--jobs", 1)
    assert status == 0, said
    worksheet = (out / "moodle_worksheet.csv").read_text(encoding="utf-8")
    assert uploaded(worksheet) == {"12345": "100", "12346": "75"}
    with zipfile.ZipFile(out / "moodle_feedback.zip") as packed:
        assert unpacked(packed.namelist(), {"12345": "ann", "12346": "bob"}) == {
            "ann": "/scorecard.html",
            "bob": "/scorecard.html",
        }
        card = packed.read("Bob_12346_assignsubmission_file_/scorecard.html")
    assert card == (out / "students" / "Bob_12346" / "scorecard.html").read_bytes()
    before = (out / "moodle_feedback.zip").read_bytes()
    school.grade(out, "--formats", "moodle-feedback", "--jobs", 1)
    assert len((out / "moodle_feedback.zip").read_bytes()) == len(before)
    assert not (out / "moodle_worksheet.csv").exists()
    school.grade(out, "--jobs", 1)
    assert not (out / "moodle_feedback.zip").exists()


# ---------------------------------------------------------------------------------------------- nbgrader


def test_nbgraders_rows_are_those_of_its_documentation() -> None:
    """ps1,2015-02-02 17:00:00,2015-02-02 22:58:23.948203,bitdiddle,Bitdiddle,Ben,,1.5,0.0,1.5,9.0"""
    keys = "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score"
    text = nbgrader.nbgrader_csv(records(ANN, BOB))
    assert text.split("\r\n")[0].replace('"', "") == f"{keys},late_submission_penalty,score,max_score"
    first, second, third, _ = rows(text)
    assert list(first.values()) == [
        *("lab1", "", "", "ann", "", "Ann Lee", "ann@example.edu", "40.0", "0.0", "40.0", "100.0"),
    ]
    assert (second["student_id"], third["assignment"], third["score"]) == ("12346", "lab2", "0.0")


def test_nbgrader_has_no_score_of_a_lab_that_is_to_be_graded_again() -> None:
    again = rows(nbgrader.nbgrader_csv(records(ANN, outcome=given(OURS))))[0]
    assert (again["raw_score"], again["score"], again["max_score"]) == ("", "", "100.0")
