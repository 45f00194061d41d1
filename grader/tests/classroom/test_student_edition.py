"""The checkout without solutions: it builds, stubs fail, and one file solves a lab.

Every ./course test goes through the edition's build without carrying it out, and grades with this checkout's
programs. The full run also builds the edition's own programs and tries the labs with those.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest

from grader.classroom.student_edition import release_edition
from grader.core.errors import GraderError
from grader.core.manifest import Lab, read_labs
from grader.core.paths import Project, current_project
from grader.grading.grade_labs import Grading, Submission, grade_lab
from grader.grading.standing import is_done
from grader.machine.toolchain import build_programs, mark_configured

REAL = current_project()
LABS = read_labs(REAL) if any(REAL.labs.glob("*/lab.toml")) else ()
# Unoptimised, since it is the build that is tried here and not the speed.
LEAN = ("-DCMAKE_BUILD_TYPE=", "-DCMAKE_CXX_FLAGS=-O0")


def released(to: Path) -> Project:
    release_edition(REAL, LABS, to)
    root = to.resolve()
    return Project(root, root / "build" / "default")


def ran(edition: Project, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k != "COALESCE_BUILD_DIR"}
    return subprocess.run(
        command,
        cwd=edition.root,
        env={**environment, "PYTHONPATH": str(edition.root)},
        capture_output=True,
        text=True,
        check=False,
    )


def done(edition: Project, *command: str) -> str:
    ended = ran(edition, *command)
    assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr[-3000:]
    return ended.stdout


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """A student edition that is configured; each lab's program is built by what needs it first."""
    project = released(tmp_path_factory.mktemp("student") / "edition")
    done(project, "cmake", "--preset", "default", *LEAN)
    mark_configured(project)
    yield project
    shutil.rmtree(project.root)


@pytest.mark.slow
def test_its_build_lacks_no_file(tmp_path: Path) -> None:
    """As it is handed out, the machine's tests and all: a dry run names every source file that is missing."""
    project = released(tmp_path / "edition")
    done(project, "cmake", "--preset", "full", "-B", str(project.build))
    # Under another name: a dry run of build.ninja goes no further than to say that CMake would run again.
    shutil.copy(project.build / "build.ninja", project.build / "dry.ninja")
    said = done(project, "cmake", "--build", str(project.build), "--", "-f", "dry.ninja", "-n")
    assert all(f"{lab.id}_test" in said for lab in LABS)
    (project.root / "common" / "lab" / "measuring" / "measuring.cu").unlink()
    ended = ran(project, "cmake", "--build", str(project.build), "--", "-f", "dry.ninja", "-n")
    assert "measuring.cu" in ended.stdout + ended.stderr, "a dry run that misses nothing proves nothing"


# One test for all, so that parallel test processes do not each build an edition.
@pytest.mark.slow
@pytest.mark.full
def test_it_builds_each_stub_fails_and_the_solutions_file_alone_passes(edition: Project) -> None:
    assert not edition.solutions.exists()
    check(edition, LABS[0], passes=False)
    for lab in LABS:
        # Nothing has built the other labs yet: ctest builds what it needs by itself.
        assert re.search(rf"{lab.id}\.build \.+ +Passed", ctest(edition, lab, passes=False))
        check(edition, lab, passes=False)
        stub = edition.labs / lab.folder / lab.kernel_file
        shutil.copy(REAL.solutions / lab.folder / lab.kernel_file, stub)
        ctest(edition, lab, passes=True)
        check(edition, lab, passes=True)
    assert "solutions" in ran(edition, sys.executable, "-m", "grader", "check", "--solutions").stderr


def check(edition: Project, lab: Lab, passes: bool) -> None:
    ended = ran(edition, sys.executable, "-m", "grader", "check", lab.id)
    assert ended.returncode == (0 if passes else 1), f"{lab.id}: {ended.stdout}{ended.stderr}"


def ctest(edition: Project, lab: Lab, passes: bool) -> str:
    """At the top of the edition, as its README says."""
    ended = ran(edition, "ctest", "-L", lab.id, "--no-tests=error")
    assert (ended.returncode == 0) == passes, f"{lab.id}: {ended.stdout[-3000:]}{ended.stderr[-3000:]}"
    return ended.stdout


@pytest.mark.slow
def test_solving_a_lab_takes_no_file_but_the_students(tmp_path: Path) -> None:
    """With the programs of this checkout: a second opinion on all labs in seconds."""
    build_programs(REAL, LABS, lambda _: None)
    project = released(tmp_path / "edition")
    project.build.mkdir(parents=True)
    (project.build / "labs").symlink_to(REAL.build / "labs")
    project.simtcc.parent.parent.mkdir(parents=True)
    project.simtcc.parent.symlink_to(REAL.simtcc.parent)
    for lab in LABS:
        stub = project.labs / lab.folder / lab.kernel_file
        assert not is_done(grade_lab(Grading(project), Submission(lab, stub)).result), lab.id
        shutil.copy(REAL.solutions / lab.folder / lab.kernel_file, stub)
        assert is_done(grade_lab(Grading(project), Submission(lab, stub)).result), lab.id


def code_lines(text: str) -> list[str]:
    """The lines that say something, without blanks and comments."""
    plain = (re.sub(r"\s+", "", line) for line in text.splitlines())
    return [line for line in plain if len(re.sub(r"\W+", "", line)) > 6 and not line.startswith("//")]


def triples(lines: list[str]) -> set[tuple[str, ...]]:
    return {tuple(lines[at : at + 3]) for at in range(len(lines) - 2)}


def test_no_file_of_the_edition_holds_a_piece_of_a_solution(tmp_path: Path) -> None:
    if not REAL.solutions.is_dir():
        pytest.skip("this is a student edition")
    edition = released(tmp_path / "edition")
    given = {
        line
        for path in edition.labs.glob("*/*")
        if path.suffix in (".cu", ".h")
        for line in code_lines(path.read_text(encoding="utf-8"))
    }
    answers: set[tuple[str, ...]] = set()
    for path in REAL.solutions.glob("*/*.cu"):
        own = [line for line in code_lines(path.read_text(encoding="utf-8")) if line not in given]
        answers |= triples(own)
    assert len(answers) > 50
    for path in edition.root.rglob("*"):
        if path.is_file() and not path.is_symlink():
            text = path.read_text(encoding="utf-8", errors="replace")
            assert not triples(code_lines(text)) & answers, path


def test_the_edition_has_its_own_readme_and_nothing_untracked(tmp_path: Path) -> None:
    with NamedTemporaryFile(dir=REAL.labs, prefix="untracked-by-the-test-") as stray:
        edition = released(tmp_path / "edition")
    assert not list(edition.labs.glob("untracked-by-the-test-*")), stray.name
    readme = (edition.root / "README.md").read_text(encoding="utf-8")
    for lab in LABS:
        assert f"labs/{lab.folder}/{lab.kernel_file}" in readme
    for link in re.findall(r"\]\((?!http)([^)#]+)", readme):
        assert (edition.root / link).exists(), link
    assert (edition.root / "course").stat().st_mode & 0o111
    assert not (edition.root / "grader" / "tests").exists()
    assert not (edition.root / "docs" / "instructors").exists()
    assert "## Handing in" in readme and "commit and push" in readme
    # The course's CI stays behind; see test_workflows.py for these.
    workflows = {path.name for path in (edition.root / ".github" / "workflows").iterdir()}
    assert workflows == {"autograding.yml", "grade.yml"}


def test_a_command_imports_nothing_that_the_edition_lacks(tmp_path: Path) -> None:
    edition = released(tmp_path / "edition")
    modules = sorted(file.stem for file in (edition.root / "grader/cli/commands").glob("[a-z]*.py"))
    assert "measure" in modules
    done(edition, sys.executable, "-c", "".join(f"import grader.cli.commands.{name}\n" for name in modules))


@pytest.mark.parametrize("course", ["", "day4", "uni/day4/extra", "uni/day 4", "uni/x\n  evil: y", "-uni/x"])
def test_only_a_repository_is_filled_in(tmp_path: Path, course: str) -> None:
    with pytest.raises(GraderError, match="not a GitHub repository"):
        release_edition(REAL, LABS, tmp_path / "edition", course)


def test_it_is_written_to_an_empty_folder_only(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine", encoding="utf-8")
    with pytest.raises(GraderError, match="is not empty"):
        release_edition(REAL, LABS, tmp_path)
    with pytest.raises(GraderError, match="inside the course"):
        release_edition(REAL, LABS, REAL.root / "edition")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_without_git_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    (tmp_path / "checkout").mkdir()
    project = Project(tmp_path / "checkout", tmp_path / "build")
    with pytest.raises(GraderError, match="git ls-files failed"):
        release_edition(project, LABS, tmp_path / "edition")
