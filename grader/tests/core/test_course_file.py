"""course.toml: what it holds, and the message with its line for each way to get it wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.core.course_file import LARGEST, CourseFile, read_course_file
from grader.core.errors import GraderError
from grader.core.manifest import read_labs
from grader.core.toml_file import line_of
from grader.tests.fake_project import FakeProject

GOOD = """\
title = "Parallel programming, day 4"
labs = [
  "lab5", # not "lab2"
  "lab2",
]

[points]
lab5 = 12.5
"""


@pytest.fixture
def course(fake: FakeProject) -> FakeProject:
    """A checkout of three labs."""
    for lab in ("lab2", "lab5"):
        fake.another_lab(lab, "passing", 0)
    return fake


def read(course: FakeProject, text: str | bytes, given: Path | None = None) -> CourseFile | None:
    file = given or course.root / "course.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_course_file(course.project, read_labs(course.project), given)


def test_without_a_file_there_is_no_choice(course: FakeProject) -> None:
    assert read_course_file(course.project, read_labs(course.project)) is None


def test_it_says_labs_in_order_points_and_title(course: FakeProject) -> None:
    found = read(course, GOOD)
    assert found is not None
    assert [(lab.id, lab.points) for lab in found.labs] == [("lab5", 12.5), ("lab2", 100)]
    assert found.title == "Parallel programming, day 4"


def test_only_the_labs_must_be_named(course: FakeProject) -> None:
    found = read(course, 'labs = ["lab4"]')
    assert found is not None and found.title == ""
    assert [(lab.id, lab.points) for lab in found.labs] == [("lab4", 100)]


def test_a_file_from_windows_is_read(course: FakeProject) -> None:
    found = read(course, b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert found is not None and [lab.id for lab in found.labs] == ["lab5", "lab2"]


def test_another_file_can_be_named(course: FakeProject, tmp_path: Path) -> None:
    (course.root / "course.toml").write_text("broken", encoding="utf-8")
    found = read(course, GOOD, tmp_path / "autumn.toml")
    assert found is not None and found.shown == str(tmp_path / "autumn.toml")


@pytest.mark.parametrize(
    ("text", "said", "fix"),
    [
        ('labs = [\n  "lab2",\n  "lba4",\n]', "3: there is no lab 'lba4'", "Did you mean lab4?"),
        ('# lab9\nlabs = ["lab9"]', "2: there is no lab 'lab9'", "Known labs: lab2"),
        ('labs = ["lab2",\n"lab4",\n"lab2"]', "3: lab2 is listed twice", "Remove one"),
        ('labs = ["LAB2"]', "1: there is no lab 'LAB2'", "Did you mean lab2?"),
        ("\nlabs = [2, 4]", "2: labs[0] is not the id of a lab", 'labs = ["lab1", "lab3"]'),
        ('labs = "lab2"', "1: 'labs' must be a list, not text", ""),
        ("\n\nlabs = []", "3: 'labs' is empty", 'labs = ["lab2"]'),
        ('title = "Day 4"', " the key 'labs' is missing", "Add labs"),
        ('labs = ["lab2"]\n[points]\n\nlab2 = nan', "4: points: 'lab2' is nan", "more than 0"),
        ('labs = ["lab2"]\n[points]\nlab2 = inf', "3: points: 'lab2' is inf", "at most 100,000"),
        ('labs = ["lab2"]\n[points]\nlab2 = -1', "3: points: 'lab2' is -1", "more than 0"),
        ('labs = ["lab2"]\n[points]\nlab2 = 0', "3: points: 'lab2' is 0", "more than 0"),
        ('labs = ["lab2"]\n[points]\nlab2 = 1' + "0" * 400, "3: points: 'lab2' is 10", "at most 100,000"),
        ('labs = ["lab2"]\n[points]\nlab2 = 33.333', "3: points: 'lab2' is 33.333", "2 decimals"),
        ('labs = ["lab2"]\n[points]\nlab2 = "50"', "3: points: 'lab2' must be a number", "lab2 = 100"),
        ('labs = ["lab2"]\n[points]\nlab2 = true', "3: points: 'lab2' must be a number", "lab2 = 100"),
        ('labs = ["lab2"]\n[points]\nlab4 = 5', "3: points: 'lab4' is not among", "Its labs are lab2."),
        (
            'labs = ["lab2"]\n[points]\nlab2 = 5\nlab2 = 6',
            "not valid TOML: Cannot overwrite a value (at line 4",
            "",
        ),
        ('labs = ["lab2"]\npoints = 200', "2: points: must be a table of keys, not a number", ""),
        ('labs = ["lab2"]\nponits = { lab2 = 5 }', "2: unknown key 'ponits'", "labs"),
        ('labs = ["lab2"]\ntitle = ""', "2: 'title' is empty", ""),
        ('labs = ["lab2"]\ntitle = 4', "2: 'title' must be text, not a number", ""),
        ('labs = ["lab2"]\ntitle = "a\\nb"', "2: 'title' is not a title", "one line"),
        ("labs: lab2", "not valid TOML: ", "(at line 1"),
        ('{"labs": ["lab2"]}', "not valid TOML: ", ""),
        ("labs = " + "[" * 900 + "]" * 900, "not valid TOML: lists or tables are nested too deeply", ""),
        (b"labs = ['\xff']", "is not UTF-8 text", "UTF-8"),
        ("# " + "x" * LARGEST, "a course file has at most 65,536", ""),
    ],
)
def test_a_fault_is_named_with_its_line(course: FakeProject, text: str | bytes, said: str, fix: str) -> None:
    with pytest.raises(GraderError) as caught:
        read(course, text)
    assert caught.value.message.startswith("course.toml:")
    assert said in caught.value.message
    assert fix in str(caught.value)


def test_what_is_no_file_is_refused_unread(course: FakeProject, tmp_path: Path) -> None:
    labs = read_labs(course.project)
    for place in (tmp_path, Path("/dev/zero")):
        with pytest.raises(GraderError, match="is not a file"):
            read_course_file(course.project, labs, place)
    with pytest.raises(GraderError, match=r"none\.toml: cannot be read: No such file"):
        read_course_file(course.project, labs, tmp_path / "none.toml")


def test_a_link_that_leads_nowhere_is_no_missing_file(course: FakeProject) -> None:
    (course.root / "course.toml").symlink_to("gone.toml")
    with pytest.raises(GraderError, match=r"course\.toml: cannot be read: No such file"):
        read_course_file(course.project, read_labs(course.project))


def test_lines_are_those_of_the_value_and_not_of_the_word() -> None:
    text = '# lab4\ntitle = """lab4\nlab4 = 3"""\n\npoints.lab4 = 3\nmore = { lab4 = 5 }\n'
    assert line_of(text, "points", "lab4") == 5
    assert line_of(text, "more", "lab4") == 6
    assert line_of(text, "title") == 3, "where the text ends, since until then nothing is there"
    assert line_of(text, "nothing") == 0
