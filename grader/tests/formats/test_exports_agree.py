"""The score that is shown and every score that is exported agree; our own faults are no zeros."""

from __future__ import annotations

import base64
import csv
import io
import json
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as for_all

from grader.core.visible import visible
from grader.formats.canvas import canvas_csv
from grader.formats.csv_table import FORMULA_STARTS, checks_csv, class_csv, safe_cell
from grader.formats.exported import MESSAGE_LENGTH, Record, record_of
from grader.formats.github import classroom_result
from grader.formats.gradescope import gradescope_json
from grader.formats.junit import junit_xml
from grader.grading.join import join_outcome
from grader.machine.runner import Fault, Outcome
from grader.schema.class_results import Person
from grader.schema.results import LabResult, Results, Status
from grader.tests.exports_results import ANN, GOOD, HOSTILE, KILLED, OURS, SKIPPED, check, given, lab, results
from grader.tests.fake_project import FakeProject


def table(text: str) -> list[dict[str, str]]:
    header, *lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    return [dict(zip(header, line, strict=True)) for line in lines]


def gradescope_score(record: Record) -> float | None:
    """As Gradescope adds it up: the top's score, else the sum over the tests, else no grade."""
    data: dict[str, Any] = json.loads(gradescope_json(record))
    scores = [test["score"] for test in data["tests"] if "score" in test]
    assert "score" not in data
    return sum(scores) if scores else None


def classroom_score(record: Record) -> float | None:
    """As notify-classroom.js adds it up: without max_score there is nothing to send."""
    data = json.loads(base64.b64decode(classroom_result(record)))
    return sum(test["score"] for test in data["tests"]) if data["max_score"] else None


def junit_scores(record: Record) -> dict[str, int | None]:
    found: dict[str, int | None] = {}
    for suite in Xml.fromstring(junit_xml(record)):
        points = suite.find("properties/property[@name='points']")
        found[str(suite.get("name"))] = None if points is None else int(points.get("value", ""))
    return found


def long_scores(record: Record) -> dict[str, int | None]:
    found: dict[str, int | None] = {lab.id: 0 for lab in record.labs}
    for row in table(checks_csv([record])):
        known = found[row["lab"]]
        found[row["lab"]] = None if row["points"] == "" or known is None else known + int(row["points"])
    return found


def cell(text: str) -> int | None:
    return int(text) if text else None


def broken(lab: LabResult) -> bool:
    return lab.ours or any(check.status is Status.ERROR for check in lab.checks)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@for_all(outcome=results())
def test_every_export_adds_up_to_the_results(outcome: Results) -> None:
    record = record_of(ANN, outcome)
    labs = {lab.id: None if broken(lab) else lab.points for lab in outcome.labs}
    total = None if None in labs.values() else outcome.points
    assert record.points == total
    assert junit_scores(record) == labs
    assert long_scores(record) == labs

    row = table(class_csv([record]))[0]
    assert {name: cell(row[name]) for name in labs} == labs
    assert (cell(row["total"]), cell(row["max_points"])) == (total, outcome.max_points)

    canvas = list(table(canvas_csv([record]))[1].values())[5:]
    assert [cell(text) for text in canvas] == list(labs.values())

    assert gradescope_score(record) == total
    assert classroom_score(record) == (total if outcome.max_points else None)


@pytest.mark.parametrize("ours", [OURS, KILLED], ids=["a check did not report", "the run was killed"])
def test_our_fault_is_a_zero_nowhere(ours: LabResult) -> None:
    record = record_of(ANN, given(GOOD, ours))
    data = json.loads(gradescope_json(record))
    assert gradescope_score(record) is None
    assert "will be graded again" in data["output"]
    assert "lab1: Lab 1: 40 of 100 points" in data["output"]
    assert f"{ours.id}: {ours.title}: to be graded again" in data["output"]
    assert data["extra_data"]["regrade"] is True

    result = json.loads(base64.b64decode(classroom_result(record)))
    assert (result["status"], result["max_score"]) == ("error", 0)
    assert not any("score" in test for test in result["tests"])

    assert Xml.fromstring(junit_xml(record)).find(f"testsuite[@name='{ours.id}']/testcase/error") is not None
    row = table(class_csv([record]))[0]
    assert (row["lab1"], row[ours.id], row["total"], row["status"]) == ("40", "", "", "regrade")
    canvas = table(canvas_csv([record]))[1]
    assert canvas[f"{ours.id}: {ours.title}"] == ""
    assert canvas["lab1: Lab 1"] == "40"


def test_who_earned_nothing_has_a_zero_and_who_was_not_graded_none() -> None:
    nothing = record_of(ANN, given(lab(1, check("safe", Status.FAILED, 100))))
    absent = record_of(Person("Bob", login="bob"), given())
    first, second = table(class_csv([nothing, absent]))
    assert (first["lab1"], first["total"], first["status"]) == ("0", "0", "graded")
    assert (second["lab1"], second["total"], second["status"]) == ("", "", "not graded")
    assert list(table(canvas_csv([nothing, absent]))[2].values())[5:] == [""]


def test_a_skipped_check_earns_nothing_and_says_why() -> None:
    record = record_of(ANN, given(SKIPPED))
    assert gradescope_score(record) == classroom_score(record) == 0
    assert table(checks_csv([record]))[1]["status"] == "skipped"


@pytest.mark.parametrize("start", FORMULA_STARTS)
def test_no_cell_is_a_formula(start: str) -> None:
    assert safe_cell(f"{start}1+1") == f"'{start}1+1"
    assert safe_cell(f" {start}1+1") == f"' {start}1+1"
    person = Person(f"{start}cmd|'/c calc'!A1", sid=f"{start}2", login=f" {start}3")
    outcome = given(lab(1, check(f"{start}x", Status.FAILED, 1, f"{start}HYPERLINK(1)")))
    records = [record_of(person, outcome, submission=f"{start}ann")]
    for text in (class_csv(records), checks_csv(records), canvas_csv(records)):
        for row in csv.reader(io.StringIO(text, newline="")):
            assert not any(field.lstrip(" ").startswith(FORMULA_STARTS) for field in row)


@for_all(text=HOSTILE)
def test_visible_text_is_valid_everywhere(text: str) -> None:
    found = visible(text)
    found.encode("utf-8")
    root = Xml.Element("a")
    root.text = found
    assert (Xml.fromstring(Xml.tostring(root)).text or "") == found


def test_a_long_message_is_cut_with_a_note() -> None:
    record = record_of(ANN, given(lab(1, check("safe", Status.FAILED, 1, "x" * 1_000_000))))
    message = record.labs[0].checks[0].message
    assert message.endswith("[996,000 more characters are left out]")
    assert len(message) < MESSAGE_LENGTH + 100


def joined(fake: FakeProject, outcome: Outcome) -> tuple[LabResult, Record]:
    lab = join_outcome(fake.project, fake.lab, fake.source, outcome)
    return lab, record_of(ANN, Results("simt", "clang 14.0.6", (lab,)))


def test_what_the_grader_joins_is_exported_with_its_points(fake: FakeProject) -> None:
    lab, record = joined(fake, Outcome(fake.record("conflict")))
    assert record.points == lab.points == 75
    assert gradescope_score(record) == classroom_score(record) == 75


def test_a_run_that_ended_early_by_our_fault_is_to_be_graded_again(fake: FakeProject) -> None:
    _, record = joined(fake, Outcome(fake.record("incomplete"), Fault.CRASH, "the test program crashed"))
    assert record.regrade
    assert table(class_csv([record]))[0]["status"] == "regrade"


def test_a_time_out_is_the_submissions_own_fault(fake: FakeProject) -> None:
    lab, record = joined(fake, Outcome(fake.record("incomplete"), Fault.TIME_OUT, "stopped after 10 s"))
    assert not record.regrade
    assert record.points == lab.points
