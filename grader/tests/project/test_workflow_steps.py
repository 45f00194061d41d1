"""The steps of grade.yml, one after the other, for a repository made from the student edition."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.classroom.student_edition import GRADING, release_edition
from grader.core.manifest import read_labs
from grader.core.paths import Project, current_project
from grader.machine.toolchain import build_programs
from grader.tests.gradescope_root import install
from grader.tests.project.test_workflows import read

REAL = current_project()
LABS = read_labs(REAL) if any(REAL.labs.glob("*/lab.toml")) else ()
pytestmark = pytest.mark.skipif(not REAL.solutions.is_dir(), reason="this is a student edition")
AUTHOR = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")


@dataclass(frozen=True)
class Runner:
    """workspace: where the job's steps run."""

    workspace: Path
    edition: Path

    def runs(self, job: str, step: str, cwd: Path | None = None, **environment: str) -> tuple[int, str]:
        steps = read(self.edition / GRADING)["jobs"][job]["steps"]
        [script] = [each["run"] for each in steps if each.get("name") == step]
        places = {name: str(self.workspace / name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        places["COALESCE_BUILD_DIR"] = str(REAL.build)
        ended = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            cwd=cwd or self.workspace,
            env={**os.environ, **places, "LABS": "lab4", "MACHINE": "simt", **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=300,
        )
        return ended.returncode, ended.stdout

    def done(self, job: str, step: str, cwd: Path | None = None) -> str:
        status, said = self.runs(job, step, cwd)
        assert status == 0, said
        return said

    def outputs(self) -> dict[str, str]:
        """Of the steps since the last call."""
        file = self.workspace / "GITHUB_OUTPUT"
        found = dict(line.split("=", 1) for line in file.read_text(encoding="utf-8").splitlines())
        file.unlink()
        return found


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", folder, *AUTHOR, *arguments], check=True, capture_output=True)


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    """A job that has fetched the course, which is the student edition itself, and unpacked it."""
    lab4 = next(lab for lab in LABS if lab.id == "lab4")
    build_programs(REAL, (lab4,), lambda _: None)
    top = tmp_path_factory.mktemp("runner")
    edition, workspace = top / "edition", top / "workspace"
    release_edition(REAL, LABS, edition, "uni/day4")
    git(edition, "init", "--quiet", "-b", "main")
    git(edition, "add", ".")
    git(edition, "commit", "--quiet", "-m", "Day 4")
    (workspace / "submission").mkdir(parents=True)
    runner = Runner(workspace, edition)
    install(edition, REAL)
    runner.done("course", "Pack what grading needs of it", edition)
    shutil.move(edition / "course.zip", workspace)
    runner.done("grade", "Start afresh")
    runner.done("grade", "Unpack the course")
    install(workspace / "autograder" / "course", Project(edition, REAL.build))
    assert "built: lab4" in runner.done("grade", "Build the course")
    # As the cache hands it to a later run, which neither unpacks nor builds.
    for command in (["--create", "autograder"], ["--extract"]):
        subprocess.run(["tar", "--posix", "--file", "kept.tar", *command], cwd=workspace, check=True)
        if "--create" in command:
            runner.done("grade", "Start afresh")
            assert not (workspace / "autograder").exists()
    return runner


def hands_in(runner: Runner, folder: Path) -> None:
    place = runner.workspace / "submission" / "labs" / "lab4_tiled_transpose"
    place.mkdir(parents=True, exist_ok=True)
    shutil.copy(folder / "lab4_tiled_transpose" / "tiled_transpose.cu", place)
    shutil.rmtree(runner.workspace / "graded", ignore_errors=True)


@pytest.mark.slow
@pytest.mark.sandbox
def test_the_reference_passes_and_the_stub_is_told_its_lines(runner: Runner) -> None:
    hands_in(runner, REAL.solutions)
    runner.done("grade", "Grade")
    outputs = runner.outputs()
    assert (outputs["points"], outputs["max-points"], outputs["passed"]) == ("100", "100", "true")
    assert outputs["asked-passed"] == "true"
    hands_in(runner, REAL.labs)
    said = runner.done("grade", "Grade")
    outputs = runner.outputs()
    assert (outputs["points"], outputs["passed"], outputs["asked-passed"]) == ("0", "false", "false")
    assert re.search(r"^::error file=labs/lab4_tiled_transpose/tiled_transpose\.cu,", said, re.MULTILINE), (
        said
    )
    summary = (runner.workspace / "GITHUB_STEP_SUMMARY").read_text(encoding="utf-8")
    assert "# 100 of 100 points" in summary and "# 0 of 100 points" in summary
    kept = {path.name for path in (runner.workspace / "graded").iterdir()}
    assert {"scorecard.html", "results.json"} <= kept
    assert runner.runs("grade", "Every check has passed")[0] == 1


@pytest.mark.slow
def test_a_job_that_cannot_grade_is_red_and_has_no_points(runner: Runner) -> None:
    hands_in(runner, REAL.labs)
    status, said = runner.runs("grade", "Grade", LABS="lab99")
    assert status == 2 and "::error title=To be graded again::" in said
    given = runner.outputs()
    assert [given[name] for name in ("points", "passed", "asked-passed")] == ["", "false", "false"]
