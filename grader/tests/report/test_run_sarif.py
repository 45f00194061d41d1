"""SARIF: what is wrong and what is slow, as code scanning reads it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.program.limits import excesses, limit_of
from grader.report.program_view.program_sarif import ROOT, Failing, sarif
from grader.schema.program_report import parse_report
from grader.tests.program_document import FAULT, HOST_FAULT, document, group
from grader.tests.trace_document import SOURCE


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "k.cu"
    source.write_text(SOURCE, encoding="utf-8")
    return source


def run_of(file: Path, limit: str = "", failing_remarks: bool = False, **changes: Any) -> dict[str, Any]:
    report = parse_report(document(str(file), **changes), "the report")
    failing = Failing(failing_remarks, excesses(report, [limit_of(limit)] if limit else []))
    whole = json.loads(sarif(report, "1.2.3", failing))
    assert whole["version"] == "2.1.0"
    (run,) = whole["runs"]
    return dict(run)


def of_rule(run: dict[str, Any], rule: str) -> list[dict[str, Any]]:
    return [result for result in run["results"] if result["ruleId"] == rule]


def test_a_race_has_both_its_lines(file: Path) -> None:
    run = run_of(file, faults=True)
    (race,) = of_rule(run, "race")
    assert race["level"] == "error"
    assert race["message"]["text"].startswith("Race in shared memory: `tile` is read in line 3")
    assert race["message"]["text"].endswith("in k. Put a __syncthreads() between.")
    (place,) = race["locations"]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "k.cu", "uriBaseId": ROOT},
        "region": {"startLine": 3},
    }
    (other,) = race["relatedLocations"]
    assert other["physicalLocation"]["region"]["startLine"] == FAULT["other_line"]
    assert run["originalUriBaseIds"][ROOT]["uri"] == f"{file.parent.as_uri()}/"


def test_waste_is_a_note_and_told_once_for_all_launches(file: Path) -> None:
    run = run_of(file)
    store, fetch = of_rule(run, "uncoalesced-access")
    assert store["level"] == "note"
    assert store["message"]["text"] == "Global store: 32 sectors a request, where 4 would do, in k."
    assert fetch["message"]["text"].startswith("Texture load: 6 sectors")
    assert len(of_rule(run, "bank-conflict")) == 1
    assert len(of_rule(run, "divergent-constant")) == 1
    assert not of_rule(run, "race")


def test_a_viewer_can_mark_each_waste_at_its_line(file: Path) -> None:
    """A viewer marks a result that has a file below the root and a region that lies within it."""
    run = run_of(file)
    notes = [result for result in run["results"] if result["level"] == "note"]
    assert {note["ruleId"] for note in notes} >= {"uncoalesced-access", "bank-conflict"}
    lines = file.read_text(encoding="utf-8").split("\n")
    for note in notes:
        (place,) = (location["physicalLocation"] for location in note["locations"])
        assert place["artifactLocation"] == {"uri": "k.cu", "uriBaseId": ROOT}
        assert 1 <= place["region"]["startLine"] <= len(lines)


def test_a_request_above_a_limit_is_an_error_and_no_note(file: Path) -> None:
    run = run_of(file, limit="k=8")
    (above,) = of_rule(run, "sectors-above-limit")
    assert above["level"] == "error"
    assert above["message"]["text"] == "Global store: 32 sectors a request, at most 8 allowed, in k."
    assert above["locations"][0]["physicalLocation"]["region"]["startLine"] == 3
    (other,) = of_rule(run, "uncoalesced-access")
    assert other["message"]["text"].startswith("Texture load")


def test_a_remark_that_fails_the_run_is_a_warning(file: Path) -> None:
    remark = {"message": "seldom meant", "file": str(file), "line": 1}
    launches = [group(1, remarks=[remark])]
    for fails, level in ((False, "note"), (True, "warning")):
        (found,) = of_rule(run_of(file, failing_remarks=fails, launches=launches), "remark")
        assert found["level"] == level


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("cudaDeviceSynchronize returned an error", "cudaDeviceSynchronize returned an error"),
        ("`out` was never freed", "`out` was never freed"),
        ("out-of-bounds copy", "Out-of-bounds copy"),
    ],
)
def test_a_name_at_the_beginning_stays_as_it_is(file: Path, message: str, text: str) -> None:
    run = run_of(file, host_faults=[{**HOST_FAULT, "message": message}])
    (fault,) = of_rule(run, "memory-never-freed")
    assert fault["message"]["text"] == f"{text}. Call cudaFree."


def test_what_host_code_did_is_a_warning(file: Path) -> None:
    run = run_of(file, host=True)
    (fault,) = of_rule(run, "memory-never-freed")
    assert fault["level"] == "warning"
    assert fault["occurrenceCount"] == 2


def test_rules_are_those_of_the_results(file: Path) -> None:
    run = run_of(file, faults=True, host=True)
    driver = run["tool"]["driver"]
    ids = [rule["id"] for rule in driver["rules"]]
    assert driver["semanticVersion"] == "1.2.3"
    assert len(set(ids)) == len(ids)
    assert all(ids[result["ruleIndex"]] == result["ruleId"] for result in run["results"])


def test_a_file_elsewhere_and_an_unknown_line(file: Path) -> None:
    elsewhere = "/somewhere/else/main.cu"
    fault = {**FAULT, "file": elsewhere, "other_line": 0}
    run = run_of(file, launches=[group(1, faults=[fault, {**fault, "line": 0}])])
    (known, unknown) = of_rule(run, "race")
    artifact = known["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact == {"uri": f"file://{elsewhere}"}
    assert "locations" not in unknown
