"""The checkout without solutions and catalogue: it builds, stubs fail, and one file solves a lab."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.grading import Grading, Submission, grade_lab
from grader.manifest import Lab, read_labs
from grader.paths import Project, current_project
from grader.standing import is_done
from grader.toolchain import build_programs

pytestmark = pytest.mark.slow

REAL = current_project()
LABS = read_labs(REAL) if any(REAL.labs.glob("*/lab.toml")) else ()
AT_TOP = (".git", ".venv", "build", "solutions", ".course")
ANYWHERE = ("__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis")
# No more than a lab needs; unoptimised, since it is the build that is tried here and not the speed.
LEAN = (
    "-DSIMT_TESTS=OFF",
    "-DSIMT_TOOLS=OFF",
    "-DSIMT_BENCHMARK=OFF",
    "-DCMAKE_BUILD_TYPE=",
    "-DCMAKE_CXX_FLAGS=-O0",
)


def left_out(folder: str, names: list[str]) -> set[str]:
    """What the student edition has not: for shutil.copytree."""
    here = Path(folder)
    out = {name for name in names if name in ANYWHERE}
    if here == REAL.root:
        out |= {name for name in names if name in AT_TOP}
    return out | ({"catalogue"} if here == REAL.root / "grader" else set())


def copied(to: Path) -> Project:
    shutil.copytree(REAL.root, to, ignore=left_out, symlinks=True)
    root = to.resolve()
    for lab in LABS:
        # The checkout may belong to somebody at work: what is tried here is the stub that was handed out.
        stub = root / "labs" / lab.folder / lab.kernel_file
        handed_out = subprocess.run(
            ["git", "show", f"HEAD:labs/{lab.folder}/{lab.kernel_file}"],
            cwd=REAL.root,
            capture_output=True,
            check=False,
        )
        if handed_out.returncode == 0:
            stub.write_bytes(handed_out.stdout)
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
    """A student edition with every lab's program built in it."""
    project = copied(tmp_path_factory.mktemp("student") / "edition")
    # As it is handed out, tests and all: a dry run names every source file that is missing.
    done(project, "cmake", "--preset", "default")
    done(project, "cmake", "--build", str(project.build), "--", "-n")
    done(project, "cmake", "--preset", "default", *LEAN)
    done(project, "cmake", "--build", str(project.build), "--target", *(f"{lab.id}_test" for lab in LABS))
    yield project
    shutil.rmtree(project.root)


# One test for all, so that parallel test processes do not each build an edition.
def test_it_builds_each_stub_fails_and_the_solutions_file_alone_passes(edition: Project) -> None:
    assert not edition.solutions.exists()
    assert not edition.catalogue.exists()
    for lab in LABS:
        stub = edition.labs / lab.folder / lab.kernel_file
        checked = ran(edition, sys.executable, "-m", "grader", "check", lab.id)
        assert checked.returncode == 1, f"{lab.id}: {checked.stdout}{checked.stderr}"
        assert f"{lab.id}.build" in ctest(edition, lab, passes=False)
        shutil.copy(REAL.solutions / lab.folder / lab.kernel_file, stub)
        ctest(edition, lab, passes=True)
        checked = ran(edition, sys.executable, "-m", "grader", "check", lab.id)
        assert checked.returncode == 0, f"{lab.id}: {checked.stdout}{checked.stderr}"
    assert "solutions" in ran(edition, sys.executable, "-m", "grader", "check", "--solutions").stderr


def ctest(edition: Project, lab: Lab, passes: bool) -> str:
    ended = ran(edition, "ctest", "--test-dir", str(edition.build), "-L", lab.id, "--no-tests=error")
    assert (ended.returncode == 0) == passes, f"{lab.id}: {ended.stdout[-3000:]}{ended.stderr[-3000:]}"
    return ended.stdout


def test_solving_a_lab_takes_no_file_but_the_students(tmp_path: Path) -> None:
    """With the programs of this checkout: a second opinion on all labs in seconds."""
    build_programs(REAL, LABS, lambda _: None)
    project = copied(tmp_path / "edition")
    project.build.mkdir(parents=True)
    (project.build / "labs").symlink_to(REAL.build / "labs")
    for lab in LABS:
        stub = project.labs / lab.folder / lab.kernel_file
        assert not is_done(grade_lab(Grading(project), Submission(lab, stub)).result), lab.id
        shutil.copy(REAL.solutions / lab.folder / lab.kernel_file, stub)
        assert is_done(grade_lab(Grading(project), Submission(lab, stub)).result), lab.id
