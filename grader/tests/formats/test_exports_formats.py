"""Each export against the documented format of the system that reads it."""

from __future__ import annotations

import base64
import csv
import io
import json
from typing import Any
from xml.etree import ElementTree as Xml

import jsonschema
import pytest
import xmlschema
from hypothesis import HealthCheck, settings
from hypothesis import given as for_all

from grader.formats.canvas import HEADER, canvas_csv
from grader.formats.csv_table import LONG, checks_csv, class_csv
from grader.formats.exported import Record, record_of
from grader.formats.github import classroom_result
from grader.formats.gradescope import gradescope_json, gradescope_without_result
from grader.formats.junit import junit_xml
from grader.schema.class_results import Person
from grader.schema.results import Results
from grader.tests.exports_results import ANN, GOOD, KILLED, OURS, PERSON, SKIPPED, given, results
from grader.tests.fake_project import DATA

SCHEMAS = DATA / "exports"
JUNIT = xmlschema.XMLSchema(str(SCHEMAS / "junit.xsd"))


def schema(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    return data


GRADESCOPE = jsonschema.Draft202012Validator(schema("gradescope"))
CLASSROOM = jsonschema.Draft202012Validator(schema("classroom"))


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@for_all(person=PERSON, outcome=results())
def test_every_export_is_valid_whatever_students_write(person: Person, outcome: Results) -> None:
    record = record_of(person, outcome)
    GRADESCOPE.validate(json.loads(gradescope_json(record)))
    CLASSROOM.validate(json.loads(base64.b64decode(classroom_result(record), validate=True)))
    JUNIT.validate(junit_xml(record))
    for text in (class_csv([record]), checks_csv([record]), canvas_csv([record])):
        text.encode("utf-8")
        assert len({len(row) for row in rows(text)}) == 1


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@for_all(person=PERSON, outcome=results())
def test_the_same_results_give_the_same_bytes(person: Person, outcome: Results) -> None:
    assert exports(record_of(person, outcome)) == exports(record_of(person, outcome))


def exports(record: Record) -> list[str]:
    one = [write(record) for write in (gradescope_json, classroom_result, junit_xml)]
    return [*one, *(write([record]) for write in (class_csv, checks_csv, canvas_csv))]


@pytest.mark.parametrize("wrong", ['{"output": "x"}', '{"score": null}', '{"tests": [{"status": "error"}]}'])
def test_the_gradescope_schema_refuses_what_gradescope_does(wrong: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        GRADESCOPE.validate(json.loads(wrong))


@pytest.mark.parametrize("change", [{"max_score": 5}, {"tests": []}, {"version": 2}, {"status": "failed"}])
def test_the_classroom_schema_refuses_what_the_reporter_cannot_read(change: dict[str, object]) -> None:
    words = {"name": "a", "status": "error", "message": "m", "test_code": "", "filename": "", "line_no": 0}
    good = {"version": 1, "status": "error", "max_score": 0, "tests": [words]}
    CLASSROOM.validate(good)
    with pytest.raises(jsonschema.ValidationError):
        CLASSROOM.validate({**good, **change})


def test_the_junit_schema_refuses_a_case_with_two_verdicts() -> None:
    text = junit_xml(record_of(ANN, given(GOOD)))
    broken = text.replace("</failure>", '</failure><error message="x"/>')
    assert not JUNIT.is_valid(broken)


def test_gradescope_numbers_tags_and_formats() -> None:
    record = record_of(ANN, given(GOOD, SKIPPED), {"lab1": {"safe": 0.25, "fast": 1.5}})
    data = json.loads(gradescope_json(record, visibility="after_due_date"))
    assert [test["number"] for test in data["tests"]] == ["1.1", "1.2", "2.1", "2.2"]
    assert [test["status"] for test in data["tests"]] == ["passed", "failed", "failed", "failed"]
    assert data["tests"][3]["tags"] == ["lab2", "skipped"]
    assert data["tests"][3]["output"] == "Skipped.\nneeds a GPU"
    assert {data["output_format"], *(test["output_format"] for test in data["tests"])} == {"text"}
    assert data["execution_time"] == 1.75
    assert data["visibility"] == "after_due_date"
    assert data["stdout_visibility"] == "hidden"
    assert "lab1: Lab 1: 40 of 100 points" in data["output"]


def test_gradescope_knows_no_other_visibility() -> None:
    with pytest.raises(ValueError, match="not a visibility"):
        gradescope_json(record_of(ANN, given(GOOD)), visibility="shown")


def test_a_run_without_results_leaves_a_file_for_gradescope() -> None:
    data = json.loads(gradescope_without_result("the grader was killed"))
    GRADESCOPE.validate(data)
    assert "score" not in data
    assert "not your fault" in data["output"]


def test_classroom_names_the_place_and_the_time() -> None:
    data = json.loads(
        base64.b64decode(classroom_result(record_of(ANN, given(GOOD), {"lab1": {"fast": 2.0}})))
    )
    fast = data["tests"][1]
    assert (data["version"], data["status"], data["max_score"]) == (1, "fail", 100)
    assert (fast["score"], fast["duration"], fast["test_code"]) == (0, 2.0, "./course check lab1")
    assert "duration" not in data["tests"][0]


def test_results_without_a_lab_are_an_error_to_classroom() -> None:
    data = json.loads(base64.b64decode(classroom_result(record_of(ANN, given()))))
    CLASSROOM.validate(data)
    assert (data["status"], data["max_score"], data["tests"][0]["status"]) == ("error", 0, "error")


def test_junit_has_a_suite_a_lab_and_a_case_a_check() -> None:
    root = Xml.fromstring(junit_xml(record_of(ANN, given(GOOD, SKIPPED, OURS, KILLED))))
    counts = [
        [suite.get(key) for key in ("name", "tests", "failures", "errors", "skipped")] for suite in root
    ]
    assert counts == [
        ["lab1", "2", "1", "0", "0"],
        ["lab2", "2", "1", "0", "1"],
        ["lab3", "2", "0", "1", "0"],
        ["lab4", "2", "1", "1", "0"],
    ]
    assert root.find(".//failure[@message='32 sectors per request']") is not None


def test_the_long_table_has_one_row_a_check() -> None:
    header, *lines = rows(checks_csv([record_of(ANN, given(GOOD, OURS), submission="ann")]))
    assert tuple(header) == LONG
    cells = [dict(zip(header, line, strict=True)) for line in lines]
    assert [(row["check"], row["status"], row["points"]) for row in cells] == [
        ("safe", "passed", "40"),
        ("fast", "failed", "0"),
        ("safe", "regrade", ""),
        ("values", "regrade", ""),
    ]
    assert {row["submission"] for row in cells} == {"ann"}


def test_canvas_gets_its_columns_and_the_row_of_points() -> None:
    table = rows(canvas_csv([record_of(ANN, given(GOOD, SKIPPED))], {"lab2": "Lab 2 (77)"}))
    assert table[0] == [*HEADER, "lab1: Lab 1", "Lab 2 (77)"]
    assert table[1] == ["    Points Possible", "", "", "", "", "100", "100"]
    assert table[2] == ["Ann Lee (ID 12345)", "12345", "S1", "ann", "Section 1", "40", "0"]


@pytest.mark.parametrize("title", ["", "Section", "Final Score", "Unposted Current Points"])
def test_canvas_would_take_some_titles_for_its_own(title: str) -> None:
    with pytest.raises(ValueError, match="of its own"):
        canvas_csv([record_of(ANN, given(GOOD))], {"lab1": title})


def test_canvas_needs_a_title_for_each_lab() -> None:
    with pytest.raises(ValueError, match="one Canvas column"):
        canvas_csv([record_of(ANN, given(GOOD, SKIPPED))], {"lab1": "Day 4", "lab2": "Day 4"})


def test_a_student_called_points_possible_changes_no_assignment() -> None:
    text = canvas_csv([record_of(Person("Points Possible", number="1"), given(GOOD))])
    assert len(rows(text)) == 3
    assert [row[0] for row in rows(text) if "Points Possible" in row[0]] == ["    Points Possible"]
