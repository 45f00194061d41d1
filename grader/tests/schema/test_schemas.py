"""The JSON Schema files in docs/schema: up to date, and true of what is really written."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from grader.cli.commands.trace import EXAMPLE
from grader.cli.main import main
from grader.core.errors import GraderError
from grader.core.paths import current_project
from grader.grading.grade_labs import Grading, Submission, grade_lab
from grader.grading.standing_file import change_standings, standing_path
from grader.machine import runner
from grader.schema.class_results import (
    CLASS_RUN,
    GRADED,
    RUN_FORMAT,
    ClassRun,
    Entry,
    Graded,
    Person,
    Settings,
)
from grader.schema.document import Document, read_document, write_document
from grader.schema.program_report import parse_report
from grader.schema.results import Results
from grader.schema.results_json import results_to_json
from grader.schema.trace_document import parse_trace
from grader.schema.write_schemas import READ, WRITTEN, schema_files
from grader.tests import program_document
from grader.tests.exports_results import GOOD, KILLED, OURS, SKIPPED
from grader.tests.fake_project import FakeProject
from grader.tests.grading.test_standing import NOW
from grader.tests.program_document import group
from grader.tests.trace_document import PREDICTED, document

ROOT = current_project().root
FOLDER = ROOT / "docs" / "schema"
RECORDS = ("passing", "conflict", "strided", "out_of_bounds", "incomplete")


def schema_of(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))


def validate(name: str, text: str) -> None:
    """Raises ValidationError when text is not what the checked-in schema says."""
    Draft202012Validator(schema_of(name)).validate(json.loads(text))


def test_the_files_are_those_of_the_models() -> None:
    """`python -m grader.schema.write_schemas` writes them again."""
    there = {file: file.read_text(encoding="utf-8") for file in FOLDER.iterdir()}
    assert there == schema_files(FOLDER)


@pytest.mark.parametrize("name", sorted(kind.name for kind in (*READ, *WRITTEN)))
def test_each_file_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(
        json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    )


@pytest.mark.parametrize("name", RECORDS)
def test_run_records_are_as_their_schema_says(fake: FakeProject, name: str) -> None:
    validate("run-record", fake.data(f"{name}.json"))


def test_a_trace_is_as_its_schema_says() -> None:
    validate("trace", document("k.cu", faults=True))
    validate("trace", document("k.cu", found=PREDICTED))
    validate("program-report", program_document.document("k.cu", faults=True, host=True))
    validate("program-report", program_document.document("k.cu", launches=[group(1, **PREDICTED)]))


@pytest.mark.parametrize(
    "change", [{"predicted_us": "63"}, {"line_times": [{"file": "k.cu", "line": -1, "share": 1}]}]
)
def test_a_time_that_is_none_is_refused(change: dict[str, Any]) -> None:
    wrong = {**PREDICTED, **change}
    with pytest.raises(ValidationError):
        validate("trace", document("k.cu", found=wrong))
    with pytest.raises(GraderError):
        parse_trace(document("k.cu", found=wrong), "test")
    with pytest.raises(GraderError):
        parse_report(program_document.document("k.cu", launches=[group(1, **wrong)]), "test")


def test_recorded_measurements_are_as_their_schema_says() -> None:
    files = sorted((ROOT / "docs" / "measurements").glob("*/measurements.json"))
    assert files
    for file in files:
        validate("measurements", file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["passing", "conflict", "out_of_bounds", "strided"])
def test_what_grading_writes_is_as_its_schemas_say(fake: FakeProject, name: str) -> None:
    fake.reports(name, 0 if name == "passing" else 1)
    graded = grade_lab(Grading(fake.project), Submission(fake.lab, fake.kernel))
    results = Results("simt", "clang 14.0.6", (graded.result,))
    validate("results", results_to_json(results))
    validate("class-result", write_document(GRADED, graded))
    change_standings(fake.project, lambda known: known.with_results(results, NOW), print)
    validate("standings", standing_path(fake.project).read_text(encoding="utf-8"))


def test_what_is_kept_of_a_class_is_as_its_schemas_say() -> None:
    settings = Settings("v", "clang 14.0.6", 7, 120.0, "none")
    entry = Entry("ann", "Ann", (Person("Ann"),), False, ("a note",), {"lab1": "00"})
    run = ClassRun(RUN_FORMAT, settings, NOW.isoformat(), ("lab1",), (1, 2), "w", "a folder", (), (entry,))
    text = write_document(CLASS_RUN, run)
    validate("class", text)
    # The defaults of Settings are not those of a class.
    with pytest.raises(GraderError, match="seed"):
        read_document(CLASS_RUN, text.replace('"seed"', '"sead"'), "class.json")
    for lab in (GOOD, SKIPPED, OURS, KILLED):
        validate("class-result", write_document(GRADED, Graded(lab)))
        validate("results", results_to_json(Results("simt", "clang 14.0.6", (lab,))))


@pytest.mark.parametrize(
    ("old", "new"), [('"labs"', '"laps"'), ('"passed"', '"great"'), ('"version": 1', '"version": 2')]
)
def test_another_document_is_not(old: str, new: str) -> None:
    text = results_to_json(Results("simt", "clang 14.0.6", (GOOD,)))
    assert old in text
    with pytest.raises(ValidationError):
        validate("results", text.replace(old, new))


@pytest.mark.slow
def test_what_the_programs_write_is_as_their_schemas_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The records of a lab's test program, and simt_trace's document, as C++ writes them today."""
    texts: list[str] = []

    def kept(kind: Document[Any], text: str, where: str) -> Any:
        texts.append(text)
        return read_document(kind, text, where)

    monkeypatch.setattr(runner, "read_document", kept)
    monkeypatch.chdir(ROOT)
    assert main(["check", "lab2", "--solutions"]) == 0
    assert texts
    for text in texts:
        validate("run-record", text)
    out = tmp_path / "trace.json"
    words = shlex.split(" ".join(EXAMPLE))
    assert main([*words[1:], "--json", str(out)]) == 0
    validate("trace", out.read_text(encoding="utf-8"))
