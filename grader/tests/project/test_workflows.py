"""The workflows: GitHub's schema, shell that shellcheck takes, and what student code must not reach."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from grader.classroom.student_edition import release_edition
from grader.cli.main import main
from grader.core.manifest import read_labs
from grader.core.paths import current_project
from grader.formats.exported import record_of
from grader.formats.github import step_outputs
from grader.tests.exports_results import ANN, GOOD, given
from grader.tests.fake_project import DATA

REAL = current_project()
FOLDER = REAL.root / ".github" / "workflows"
WORKFLOWS = sorted(FOLDER.glob("*.yml"))
SCHEMA = json.loads((DATA / "workflows" / "github-workflow.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)
GRADE = FOLDER / "grade.yml"
pytestmark = pytest.mark.skipif(not GRADE.is_file(), reason="a student edition has other workflows")

Json = dict[str, Any]


class Loader(yaml.SafeLoader):
    """As YAML 1.2, and GitHub, have it: `on` is a word and no truth value."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in found if tag != "tag:yaml.org,2002:bool"]
    for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), list("tf"))


def read(file: Path) -> Json:
    data: Json = yaml.load(file.read_text(encoding="utf-8"), Loader)
    return data


def steps(workflow: Json) -> Iterator[Json]:
    for job in workflow["jobs"].values():
        yield from job.get("steps", ())


def edition_workflow(folder: Path, *course: str) -> Json:
    release_edition(REAL, read_labs(REAL), folder, *course)
    return read(folder / ".github" / "workflows" / "autograding.yml")


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: str(file.name))
def test_it_keeps_to_githubs_schema(file: Path) -> None:
    VALIDATOR.validate(read(file))


def test_the_students_workflow_keeps_to_githubs_schema(tmp_path: Path) -> None:
    VALIDATOR.validate(edition_workflow(tmp_path / "blank"))
    VALIDATOR.validate(edition_workflow(tmp_path / "filled", "uni/day4", "v1.0"))


@pytest.mark.parametrize(
    "change",
    [
        {"on": "pushed"},
        {"permissions": {"content": "read"}},
        {"jobs": {"grade": {"steps": [{"run": "true"}]}}},
        {"jobs": {"grade": {"runs-on": "ubuntu-24.04", "step": []}}},
    ],
)
def test_the_schema_refuses_what_github_does(change: Json) -> None:
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate({**read(GRADE), **change})


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: str(file.name))
def test_each_action_is_pinned_by_commit_and_named_by_version(file: Path) -> None:
    for line in file.read_text(encoding="utf-8").splitlines():
        if "uses:" in line:
            assert re.search(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line), line


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: str(file.name))
def test_shell_is_clean_and_quotes_nothing_of_githubs(file: Path, tmp_path: Path) -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("needs shellcheck: ./course setup --dev")
    scripts = [step["run"] for step in steps(read(file)) if "run" in step]
    assert scripts
    for script in scripts:
        # An expression in a script is replaced before the shell reads it: whatever it holds would be run.
        assert "${{" not in script
        path = tmp_path / "step.sh"
        path.write_text(f"#!/bin/bash\nset -eo pipefail\n{script}\n", encoding="utf-8")
        ended = subprocess.run(["shellcheck", path], capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: str(file.name))
def test_rights_are_said_and_no_more_than_to_read(file: Path) -> None:
    workflow = read(file)
    # One job publishes releases: test_release.py holds it to running nothing of the repository.
    jobs = {
        name: job for name, job in workflow["jobs"].items() if (file.name, name) != ("release.yml", "publish")
    }
    asked = [workflow["permissions"], *(job.get("permissions", {}) for job in jobs.values())]
    assert all(set(rights) <= {"contents"} and set(rights.values()) <= {"read"} for rights in asked)
    assert not {"pull_request_target", "workflow_run"} & set(workflow["on"])
    for step in steps(workflow):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


def test_the_job_that_runs_student_code_knows_no_secret() -> None:
    jobs = read(GRADE)["jobs"]
    assert "secrets." not in json.dumps(jobs["grade"])
    assert "github.token" not in json.dumps(jobs["grade"])
    runs = json.dumps(jobs["course"])
    assert "grade-one" not in runs and "submission" not in runs


def test_what_is_cached_was_made_before_student_code_ran_and_is_of_this_very_course() -> None:
    jobs = read(GRADE)["jobs"]
    assert "cache" not in json.dumps(jobs["course"]), "what a student's run has kept must not meet the token"
    order = [step.get("name", step.get("uses")) for step in jobs["grade"]["steps"]]
    named = {step.get("name"): step for step in jobs["grade"]["steps"]}
    chain = ["Start afresh", "Fetch what an earlier run built", "Unpack the course", "Build the course"]
    chain += ["Keep what was built", "Grade"]
    assert [order.index(name) for name in chain] == sorted(order.index(name) for name in chain)
    fetched, kept = named["Fetch what an earlier run built"], named["Keep what was built"]
    assert (fetched["id"], fetched["with"]["path"], kept["with"]["path"]) == (
        "built",
        "autograder",
        "autograder",
    )
    assert "hashFiles('course.zip')" in fetched["with"]["key"] and "restore-keys" not in fetched["with"]
    assert kept["with"]["key"] == "${{ steps.built.outputs.cache-primary-key }}"
    for name in ("Unpack the course", "Build the course", "Keep what was built"):
        assert named[name]["if"] == "steps.built.outputs.cache-hit != 'true'"
    red = named["Every check has passed"]["if"]
    assert red == "inputs.must-pass && steps.grade.outputs.asked-passed != 'true'"


def test_each_output_of_the_workflow_is_one_of_its_grading_step() -> None:
    workflow = read(GRADE)
    outputs = workflow["on"]["workflow_call"]["outputs"]
    assert {name: each["value"] for name, each in outputs.items()} == {
        name: f"${{{{ jobs.grade.outputs.{name} }}}}" for name in workflow["jobs"]["grade"]["outputs"]
    }
    said = {line.split("=")[0] for line in step_outputs(record_of(ANN, given(GOOD))).splitlines()}
    assert set(outputs) == said | {"asked-passed"}


def test_it_asks_for_commands_and_options_that_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    listed = (REAL.root / "course").read_text(encoding="utf-8")
    said = "\n".join(step.get("run", "") for step in steps(read(GRADE)))
    for command, options in re.findall(r"/?course ((?:autograder|build|grade-one)) ([^\n]*)", said):
        assert re.search(rf"^  {command} ", listed, re.MULTILINE), command
        assert main([command, "--help"]) == 0
        explained = capsys.readouterr().out
        for option in re.findall(r"--[a-z-]+", options):
            assert option in explained, (command, option)
    assert "grade-one" in said


def test_the_students_workflow_calls_it_with_what_it_takes(tmp_path: Path) -> None:
    called = read(GRADE)["on"]["workflow_call"]
    caller = edition_workflow(tmp_path / "edition", "uni/day4", "v1.0")
    [job] = caller["jobs"].values()
    assert job["uses"] == "uni/day4/.github/workflows/grade.yml@v1.0"
    assert (job["with"]["course"], job["with"]["ref"]) == ("uni/day4", "v1.0")
    assert set(job["with"]) <= set(called["inputs"])
    assert set(job["secrets"]) <= set(called["secrets"])
    required = {name for name, value in called["inputs"].items() if value.get("required")}
    assert required <= set(job["with"])
    assert caller["permissions"] == {"contents": "read"}
    assert "labs" not in job["with"], "which labs count is said in course.toml"


def test_an_edition_without_a_course_says_what_to_fill_in(tmp_path: Path) -> None:
    edition_workflow(tmp_path / "edition")
    text = (tmp_path / "edition/.github/workflows/autograding.yml").read_text(encoding="utf-8")
    assert "Instructor: put the repository that grades in place of OWNER/COURSE" in text
    assert text.count("OWNER/COURSE") == 3
    assert (tmp_path / "edition/.github/workflows/grade.yml").read_bytes() == GRADE.read_bytes()
    edition_workflow(tmp_path / "filled", "uni/day4")
    filled = (tmp_path / "filled/.github/workflows/autograding.yml").read_text(encoding="utf-8")
    assert "OWNER/COURSE" not in filled and "Instructor" not in filled


def test_the_page_shows_the_workflow_that_the_edition_has(tmp_path: Path) -> None:
    page = (REAL.root / "docs/instructors/github.md").read_text(encoding="utf-8")
    shown = [yaml.load(text, Loader) for text in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    edition = edition_workflow(tmp_path / "edition", "OWNER/day4", "main")
    assert edition in shown
    for workflow in shown:
        VALIDATOR.validate(workflow)


def test_ci_runs_each_stage_once_and_the_labs_on_three_systems() -> None:
    jobs = read(FOLDER / "ci.yml")["jobs"]
    stages = {
        name: re.findall(r"\./course test --only (\w+)", json.dumps(job["steps"]))
        for name, job in jobs.items()
    }
    assert stages == {name: [name] for name in ("labs", "sanitizers", "style")}
    systems = [system["name"] for system in jobs["labs"]["strategy"]["matrix"]["include"]]
    assert systems == ["ubuntu-22.04", "ubuntu-24.04", "debian-12"]
    assert "strategy" not in jobs["sanitizers"] and "strategy" not in jobs["style"]
    scorecard = next(step for step in jobs["labs"]["steps"] if "scorecard" in step.get("run", ""))
    assert scorecard["env"] == {"COALESCE_BUILD_DIR": "build/ci"}, "nothing is built a second time for it"


@pytest.mark.parametrize(
    ("file", "job", "kept"),
    [
        ("ci.yml", "labs", {"build/ccache", "build/pip"}),
        ("ci.yml", "sanitizers", {"build/ccache", "build/pip"}),
        ("ci.yml", "style", {"build/tidy-batches/passed", "build/pip"}),
        ("nightly.yml", "full", {"build/ccache", "build/tidy/passed"}),
        ("nightly.yml", "elsewhere", {"build/ccache"}),
    ],
)
def test_what_was_compiled_is_kept_for_the_next_run(file: str, job: str, kept: set[str]) -> None:
    workflow = read(FOLDER / file)
    parts = workflow["jobs"][job]["steps"]
    [at] = [number for number, step in enumerate(parts) if step.get("uses", "").startswith("actions/cache@")]
    cache, before = parts[at]["with"], json.dumps(parts[:at])
    assert set(cache["path"].split()) == kept
    # Each commit keeps its own, and begins with the last one's: a key that exists is never written again.
    assert cache["key"] == cache["restore-keys"] + "${{ github.sha }}"
    for variable in re.findall(r"matrix\.\w+", json.dumps(workflow["jobs"][job].get("runs-on"))):
        assert variable in cache["key"] or "matrix.name" in cache["key"]
    if "build/ccache" in kept:
        assert "CCACHE_DIR=$GITHUB_WORKSPACE/build/ccache" in before


def test_the_tidy_cache_is_the_folder_that_clang_tidys_runner_writes() -> None:
    runner, script = (
        (REAL.root / "tools" / name).read_text(encoding="utf-8") for name in ("tidy.py", "lint.sh")
    )
    assert 'build / "passed"' in runner and "folder=build/tidy${IN_BATCHES:+-batches}" in script
