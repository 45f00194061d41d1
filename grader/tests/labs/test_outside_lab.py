"""An instructor's own lab, in a folder of its own, added to a course; and one of the course's labs taken out.

In a copy of this checkout, which is built: nothing in grader/, docs/ or common/ is touched.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.core.manifest import read_labs
from grader.core.paths import Project, current_project
from grader.machine.toolchain import mark_configured

REAL = current_project()
MINE = "lab12_mine"
# Unoptimised, since it is the build that is tried here and not the speed.
LEAN = ("-DCMAKE_BUILD_TYPE=", "-DCMAKE_CXX_FLAGS=-O0")
TOUCHED_BY_NOBODY = ("grader", "docs", "common")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.full,
    pytest.mark.skipif(not (REAL.root / ".git").exists(), reason="no git checkout here"),
    pytest.mark.skipif(not REAL.solutions.is_dir(), reason="this is a student edition"),
]


@dataclass(frozen=True)
class Course:
    """The copy, and the folder of the instructor's own labs beside it."""

    project: Project
    labs: Path

    @property
    def lab(self) -> Path:
        return self.labs / MINE

    def run(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        environment = {k: v for k, v in os.environ.items() if k != "COALESCE_BUILD_DIR"}
        environment["PYTHONPATH"] = str(self.project.root)
        root = self.project.root
        return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)

    def done(self, *command: str | Path) -> str:
        ended = self.run(*command)
        assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr[-3000:]
        return ended.stdout

    def course(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return self.run(sys.executable, "-m", "grader", *arguments)

    def handbook(self, name: str) -> Path:
        """The folder of the labs' pages in a handbook that is built under that name."""
        out = self.labs / "handbook" / name
        self.done(sys.executable, "-m", "sphinx", "-W", "--keep-going", "-n", "-q", "docs", out)
        return out / "labs"

    def changed(self) -> list[str]:
        """The files that differ from the copied checkout's, or are new in it."""
        status = self.done("git", "status", "--porcelain", "--untracked-files=all")
        return [line[3:] for line in status.splitlines()]


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@b.example"]
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


def committed(folder: Path) -> None:
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "All")


def copy_of_this_checkout(to: Path) -> None:
    """What git knows, or would add: without build folders and the environment."""
    command = ["git", "-C", str(REAL.root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split("\0")
    for name in names:
        if name and (REAL.root / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REAL.root / name, to / name)


# One course for all tests, which are steps: so it is built once.
@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    base = tmp_path_factory.mktemp("school").resolve()
    (base / "mine").mkdir()
    root = base / "course"
    copy_of_this_checkout(root)
    committed(root)
    one = Course(Project(root, root / "build" / "default"), base / "mine")
    made = one.course("new-lab", "lab12", "mine", "--in", one.labs, "--title", "A lab of mine")
    assert made.returncode == 0, made.stderr
    committed(one.lab)
    one.done("cmake", "--preset", "default", *LEAN)
    mark_configured(one.project)
    yield one
    shutil.rmtree(base)


def test_one_link_is_all_that_it_takes(school: Course) -> None:
    assert school.changed() == [f"labs/{MINE}"]


def test_its_stub_is_red_with_causes_and_its_solution_earns_all(school: Course) -> None:
    stub = school.course("check", "lab12")
    assert stub.returncode == 1, stub.stdout + stub.stderr
    said = " ".join(stub.stdout.split())
    assert "A lab of mine 0/100" in said
    assert "the kernel writes nothing to `out`: is it still the stub?" in said
    solution = school.course("check", "lab12", "--solutions")
    assert solution.returncode == 0, solution.stdout + solution.stderr
    assert "Total 100/100" in solution.stdout


def test_its_catalogue_is_proved(school: Course) -> None:
    proof = school.course("prove", "lab12")
    assert proof.returncode == 0, proof.stdout + proof.stderr
    assert "a-piece-a-thread" in proof.stdout


def test_ctest_knows_it(school: Course) -> None:
    red = school.run("ctest", "-L", "lab12", "--no-tests=error")
    assert red.returncode != 0
    assert "is it still the stub?" in red.stdout
    stub = school.lab / "mine.cu"
    shutil.copy(school.lab / "solution" / "mine.cu", stub)
    green = school.run("ctest", "-L", "lab12", "--no-tests=error")
    git(school.lab, "checkout", "--", "mine.cu")
    assert green.returncode == 0, green.stdout


def test_progress_and_the_handbook_list_it(school: Course) -> None:
    assert re.search("^lab12 +A lab of mine", school.course("progress").stdout, re.MULTILINE)
    page = (school.handbook("with") / "lab12.html").read_text(encoding="utf-8")
    assert "You will reverse an array" in page
    assert school.changed() == [f"labs/{MINE}"]


def test_a_class_is_graded_and_the_students_get_it_without_answers(school: Course) -> None:
    student = school.labs / "class" / "ann"
    student.mkdir(parents=True)
    answer = school.course("prove", "lab12", "--show", "written-backwards").stdout
    (student / "mine.cu").write_text(answer, encoding="utf-8")
    out = school.labs / "graded"
    graded = school.course("grade", student.parent, "--out", out, "--labs", "lab12", "--unsafe-no-sandbox")
    assert graded.returncode == 0, graded.stdout + graded.stderr
    assert "100" in (out / "class.csv").read_text(encoding="utf-8")
    edition = school.labs / "edition"
    assert school.course("release", edition).returncode == 0
    given = {path.name for path in (edition / "labs" / MINE).iterdir()}
    assert {"lab.toml", "mine.cu", "mine_test.cpp"} <= given
    assert "solution" not in given
    assert f"labs/{MINE}/mine.cu" in (edition / "README.md").read_text(encoding="utf-8")


def test_a_lab_of_the_course_can_be_taken_out(school: Course) -> None:
    """The last step: it changes the copy."""
    lab = next(lab for lab in read_labs(school.project) if lab.id == "lab3")
    shutil.rmtree(school.project.labs / lab.folder)
    shutil.rmtree(school.project.solutions / lab.folder)
    assert school.course("check", "lab12", "--solutions").returncode == 0
    school.done("cmake", "--build", "--preset", "default", "--target", "all")
    assert "lab3" not in school.done("ctest", "-N")
    progress = school.course("progress").stdout
    assert "lab4" in progress and "lab3" not in progress
    pages = {page.name for page in school.handbook("without").iterdir()}
    assert "lab4.html" in pages and "lab3.html" not in pages
    assert [name for name in school.changed() if name.split("/")[0] in TOUCHED_BY_NOBODY] == []
