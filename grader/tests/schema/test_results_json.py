"""results.json: its schema, and reading it back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.core.files import write_whole
from grader.grading.join import join_outcome
from grader.machine.runner import Outcome
from grader.schema.results import Results
from grader.schema.results_json import results_from_json, results_to_json
from grader.tests.fake_project import FakeProject

CHECK_KEYS: dict[str, type | tuple[type, ...]] = {
    "id": str, "title": str, "status": str, "points": int, "max_points": int, "evidence": str,
    "value": (float, int, type(None)), "required": (float, int, type(None)), "comparison": str,
    "unit": str, "message": str, "file": str, "line": int, "fault": str,
    "bytes_in_flight": (float, int, type(None)),
}  # fmt: skip


def results_of(fake: FakeProject, name: str) -> Results:
    lab = join_outcome(fake.project, fake.lab, fake.source, Outcome(fake.record(name)))
    return Results("simt", "clang 14.0.6", (lab,))


@pytest.mark.parametrize("name", ["passing", "conflict", "strided", "out_of_bounds"])
def test_every_key_is_there_with_its_type(fake: FakeProject, name: str) -> None:
    data = json.loads(results_to_json(results_of(fake, name)))
    assert set(data) == {"version", "machine", "compiler", "seed", "labs", "course"}
    for lab in data["labs"]:
        counted = {"course_points", "course_max_points"}
        assert set(lab) == {"id", "title", "points", "max_points", "checks", *counted}
        assert (lab["course_points"], lab["course_max_points"]) == (lab["points"], lab["max_points"])
        assert lab["points"] == sum(check["points"] for check in lab["checks"])
        for check in lab["checks"]:
            assert set(check) == set(CHECK_KEYS)
            assert all(isinstance(check[key], kind) for key, kind in CHECK_KEYS.items())
            assert check["status"] in {"passed", "failed", "skipped", "error"}
            assert not Path(check["file"]).is_absolute()


def test_what_is_written_can_be_read_back(fake: FakeProject) -> None:
    text = results_to_json(results_of(fake, "conflict"))
    again = results_from_json(text, "results.json")
    assert results_to_json(again) == text
    assert again.points == 75


def test_what_the_course_counts_stands_beside_the_labs_own_points(fake: FakeProject) -> None:
    results = results_of(fake, "conflict")
    weighed = replace(results, labs=(replace(results.labs[0], worth=33.33),), title="Day 4")
    data = json.loads(results_to_json(weighed))
    assert (data["labs"][0]["points"], data["labs"][0]["max_points"]) == (75, 100)
    assert (data["labs"][0]["course_points"], data["labs"][0]["course_max_points"]) == (25.0, 33.33)
    assert data["course"] == {"title": "Day 4", "points": 25.0, "max_points": 33.33}
    again = results_from_json(results_to_json(weighed), "results.json")
    assert results_to_json(again) == results_to_json(weighed)


def test_a_file_of_an_older_grader_is_read(fake: FakeProject) -> None:
    data = json.loads(results_to_json(results_of(fake, "conflict")))
    for table, keys in ((data, ("course",)), (data["labs"][0], ("course_points", "course_max_points"))):
        for key in keys:
            del table[key]
    again = results_from_json(json.dumps(data), "results.json")
    assert (again.course_points, again.course_max_points) == (75, 100)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"version": 1', '"version": 2', "'version' is 2"),
        ('"points": 75', '"points": 99', "the checks sum to 75"),
        ('"status": "failed"', '"status": "fine"', "'status' is 'fine'"),
        ('"labs"', '"laps"', "'labs' is missing"),
    ],
)
def test_other_peoples_files_are_read_strictly(fake: FakeProject, old: str, new: str, said: str) -> None:
    text = results_to_json(results_of(fake, "conflict")).replace(old, new)
    with pytest.raises(GraderError, match=r"results\.json") as caught:
        results_from_json(text, "results.json")
    assert said in caught.value.message


def test_a_failed_write_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    target = tmp_path / "results.json"
    target.write_text("old", encoding="utf-8")
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(GraderError, match="No space left on device"):
        write_whole(target, "new")
    assert target.read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["results.json"]
