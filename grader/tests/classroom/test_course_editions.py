"""What is handed on carries the course: the student edition, the autograder, and a service's submission."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

from grader.classroom.student_edition import edition_files, release_edition
from grader.core.course_file import CourseFile, read_course_file
from grader.core.manifest import read_labs
from grader.core.paths import current_project
from grader.core.points import add
from grader.hosted.autograder_zip import Autograder, write_autograder
from grader.tests.fake_project import FakeProject
from grader.tests.hosted.test_grade_one import Service

REAL = current_project()
LABS = read_labs(REAL) if any(REAL.labs.glob("*/lab.toml")) else ()
TEXT = 'title = "Winter school"\nlabs = ["lab4", "lab2"]\n[points]\nlab4 = 62.5\n'


def course_of(folder: Path) -> CourseFile:
    file = folder / "winter.toml"
    file.write_text(TEXT, encoding="utf-8")
    found = read_course_file(REAL, LABS, file)
    assert found is not None
    return found


def test_the_student_edition_carries_the_file_and_hides_nothing_else(tmp_path: Path) -> None:
    course = course_of(tmp_path)
    whole, chosen = tmp_path / "whole", tmp_path / "chosen"
    release_edition(REAL, LABS, whole)
    count = release_edition(REAL, LABS, chosen, course_file=course)
    files = {str(path.relative_to(chosen)) for path in chosen.rglob("*") if path.is_file()}
    assert len(files) == count
    assert files == {str(p.relative_to(whole)) for p in whole.rglob("*") if p.is_file()} | {"course.toml"}
    assert (chosen / "course.toml").read_text(encoding="utf-8") == TEXT
    readme = (chosen / "README.md").read_text(encoding="utf-8")
    assert readme.startswith("# Winter school\n")
    table = [line for line in readme.splitlines() if line.startswith("| ")]
    assert table[:2] == ["| lab | you edit | points |", "| --- | --- | ---: |"]
    assert [line.split("]")[0] for line in table[2:]] == ["| [lab4", "| [lab2"]
    assert table[2].endswith("tiled_transpose.cu` | 62.5 |")
    assert "./course check lab4 " in readme


def test_its_workflow_takes_the_labs_from_the_file_that_grades(tmp_path: Path) -> None:
    release_edition(REAL, LABS, tmp_path / "edition", "uni/day4", course_file=course_of(tmp_path))
    text = (tmp_path / "edition/.github/workflows/autograding.yml").read_text(encoding="utf-8")
    [job] = yaml.safe_load(text)["jobs"].values()
    assert job["with"] == {"course": "uni/day4", "ref": "main"}, "so a change of the file reaches everyone"
    assert "course.toml" in text


def test_without_a_file_the_readme_has_no_points(tmp_path: Path) -> None:
    release_edition(REAL, LABS, tmp_path / "edition")
    assert not (tmp_path / "edition" / "course.toml").exists()
    readme = (tmp_path / "edition" / "README.md").read_text(encoding="utf-8")
    first = LABS[0]
    handout, kernel = f"labs/{first.folder}/README.md", f"labs/{first.folder}/{first.kernel_file}"
    row = f"| [{first.id}]({handout}) {first.title} | `{kernel}` |"
    assert f"| lab | you edit |\n| --- | --- |\n{row}\n| [{LABS[1].id}]" in readme


def test_the_autograder_carries_the_file_and_the_courses_labs(tmp_path: Path) -> None:
    course = course_of(tmp_path)
    settings = Autograder(course.labs, 9.0, None, course)
    write_autograder(REAL, LABS, settings, tmp_path / "a.zip")
    with zipfile.ZipFile(tmp_path / "a.zip") as content:
        assert content.read("course/course.toml").decode() == TEXT
        assert content.read("labs").decode() == "lab4,lab2\n"
    assert add(lab.points for lab in settings.labs) == 162.5


def git(fake: FakeProject, *arguments: str) -> None:
    subprocess.run(["git", "-C", fake.root, *arguments], check=True)


def test_of_a_lab_outside_the_course_the_committed_stub_is_handed_on(fake: FakeProject) -> None:
    outside = fake.another_lab("lab9", "passing", 0)
    (fake.root / "course.toml").write_text("tracked", encoding="utf-8")
    git(fake, "init", "--quiet")
    git(fake, "add", "labs", "course.toml")
    git(fake, "-c", "user.name=A", "-c", "user.email=a@b.example", "commit", "--quiet", "-m", "all")
    stub = fake.project.labs / outside.folder / outside.kernel_file
    stub.write_text("// an answer", encoding="utf-8")
    course = CourseFile("winter.toml", TEXT, "", (fake.lab,))
    files = {file.name: file.data for file in edition_files(fake.project, (fake.lab, outside), (), course)}
    assert b"an answer" not in files[f"labs/{outside.folder}/{outside.kernel_file}"]
    assert files["course.toml"] == TEXT.encode(), "the file that was named, and not the one in its place"
    without = {file.name for file in edition_files(fake.project, (fake.lab, outside), ())}
    assert "course.toml" not in without


@pytest.mark.slow
def test_a_service_grades_with_the_courses_points(fake: FakeProject, tmp_path: Path) -> None:
    service = Service(fake, tmp_path)
    service.hands_in("bad")
    (fake.root / "course.toml").write_text('labs = ["lab4"]\n', encoding="utf-8")
    own = tmp_path / "autumn.toml"
    own.write_text('title = "Autumn"\nlabs = ["lab4"]\n[points]\nlab4 = 30\n', encoding="utf-8")
    status, said = service.grades("--course-file", str(own))
    assert status == 0, said
    assert "graded: lab4 22.5/30" in said
    course = json.loads(service.file("results.json"))["course"]
    assert course == {"title": "Autumn", "points": 22.5, "max_points": 30}
    # A submission cannot bring a file of its own.
    service.hands_in('labs = ["lab4"]\n[points]\nlab4 = 1000\n', "course.toml")
    status, said = service.grades(out="again")
    assert status == 0, said
    assert "graded: lab4 75/100" in said


def test_the_whole_of_it_in_a_process_of_its_own(tmp_path: Path) -> None:
    course_of(tmp_path)
    command = [sys.executable, "-m", "grader", "release", str(tmp_path / "edition")]
    ended = subprocess.run(
        [*command, "--course-file", str(tmp_path / "winter.toml")],
        cwd=REAL.root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "edition" / "course.toml").read_text(encoding="utf-8") == TEXT
