"""The registry of formats: a new export, or a new download, is one new file in grader/formats."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader import formats
from grader.core.errors import GraderError
from grader.formats.registry import (
    choose_exports,
    class_exports,
    downloads,
    export_names,
    feedback_archives,
    student_exports,
)
from grader.tests.class_of_fakes import FakeClass, files_in
from grader.tests.fake_project import FakeProject

ROOT = Path(__file__).resolve().parents[3]
# An export for each student, one for the class, and a download, as an instructor may add them.
INVENTED = '''"""Points as plain text, and submissions that a courier brings."""

from grader.formats.exported import ClassRecord, Record
from grader.formats.registry import ClassExport, Download, StudentExport
from grader.intake.found import FoundSubmission, FoundSubmissions


def points(record: Record) -> str:
    return f"{record.student.name}: {record.points}\\n"


def names(graded: ClassRecord) -> str:
    return "".join(f"{record.student.name}\\n" for record in graded.students)


def find(tree):
    return tree if any(entry.name == "courier.txt" for entry in tree.entries()) else None


def list_submissions(tree):
    folders = [entry.name for entry in tree.entries() if entry.name != "courier.txt"]
    return FoundSubmissions(
        "a courier's bag", [FoundSubmission(name, f"Dr. {name}", (), [tree.below(name)]) for name in folders]
    )


EXPORTS = (
    StudentExport("points", "points.txt", "people", points),
    ClassExport("names", "names.txt", "people", names),
)
DOWNLOAD = Download("Courier", find, list_submissions, has_unique_sign=True)
'''


@pytest.fixture
def invented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that was dropped into grader/formats, as far as Python can tell."""
    folder = tmp_path / "formats"
    folder.mkdir()
    (folder / "invented.py").write_text(INVENTED, encoding="utf-8")
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(folder)])
    monkeypatch.delitem(sys.modules, "grader.formats.invented", raising=False)


@pytest.mark.usefixtures("invented")
def test_a_new_module_is_offered_and_its_files_are_written(fake: FakeProject, tmp_path: Path) -> None:
    school, out = FakeClass(fake, tmp_path), tmp_path / "out"
    school.hands_in("ann", "good")
    school.hands_in("bob", "bad")
    status, said = school.grade(out, "--formats", "points,names", "--jobs", 1)
    assert status == 0, said
    files = files_in(out)
    assert files["students/ann/points.txt"] == b"ann: 100\n"
    assert files["students/bob/points.txt"] == b"bob: 75\n"
    assert files["names.txt"] == b"ann\nbob\n"
    school.grade(out)
    assert not [name for name in files_in(out) if name.endswith(("points.txt", "names.txt"))]
    status, said = school.grade(out, "--formats", "pdf")
    assert (status, "Known formats: canvas" in said, "names" in said, "points" in said) == (
        2,
        True,
        True,
        True,
    )


@pytest.mark.usefixtures("invented")
def test_a_new_module_reads_its_download(fake: FakeProject, tmp_path: Path) -> None:
    school, out = FakeClass(fake, tmp_path), tmp_path / "out"
    school.hands_in("ann", "good")
    (school.submissions / "courier.txt").write_text("one bag", encoding="utf-8")
    assert school.grade(out, "--formats", "names")[0] == 0
    assert (out / "names.txt").read_text(encoding="utf-8") == "Dr. ann\n"
    assert "a courier" in (out / "index.html").read_text(encoding="utf-8")


def test_one_file_in_a_copy_of_the_grader_is_all_that_the_help_needs(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "grader", tmp_path / "grader", ignore=shutil.ignore_patterns("tests"))
    (tmp_path / "grader" / "formats" / "invented.py").write_text(INVENTED, encoding="utf-8")
    for command in ("grade", "merge"):
        ended = subprocess.run(
            [sys.executable, "-m", "grader", command, "--help"],
            env={**os.environ, "PYTHONPATH": str(tmp_path), "COLUMNS": "200"},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        listed = ", ".join(sorted([*export_names(), "names", "points"]))
        assert f"{listed}." in " ".join(ended.stdout.split())


def test_the_formats_are_those_that_scripts_name() -> None:
    """Others may be added; these stay."""
    of_students = {export.name: export.file for export in student_exports()}
    of_class = {export.name: export.file for export in class_exports()}
    assert of_students.items() >= {
        ("classroom", "classroom.txt"),
        ("github", "github.json"),
        ("gradescope", "gradescope.json"),
        ("junit", "junit.xml"),
    }
    assert of_class.items() >= {
        ("canvas", "canvas.csv"),
        ("csv-long", "checks.csv"),
        ("moodle", "moodle.csv"),
        ("moodle-worksheet", "moodle_worksheet.csv"),
        ("nbgrader", "nbgrader.csv"),
    }
    archives = {export.name: export.file for export in feedback_archives()}
    assert archives.items() >= {("moodle-feedback", "moodle_feedback.zip")}


def test_no_two_formats_have_one_name_or_write_one_file() -> None:
    of_student = ["results.json", "scorecard.html", *(export.file for export in student_exports())]
    of_class = ["index.html", "class.csv", *(export.file for export in class_exports())]
    of_class += [export.file for export in feedback_archives()]
    for files in (of_student, of_class):
        assert len(set(files)) == len(files)
    assert len(set(export_names())) == len(export_names())


def test_formats_are_chosen_by_name_each_once() -> None:
    assert choose_exports(["junit", "canvas", "junit"]) == ("canvas", "junit")
    assert choose_exports([]) == ()
    with pytest.raises(GraderError, match="there is no format 'pdf'"):
        choose_exports(["canvas", "pdf"])


def test_a_download_with_a_sign_of_its_own_is_tried_before_one_that_is_guessed_from_names() -> None:
    """A Moodle participant named Ann_12 makes a file name that has the form of Canvas's."""
    assert [download.system for download in downloads()] == ["Gradescope", "Moodle", "Canvas"]
