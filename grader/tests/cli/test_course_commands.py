"""A course of chosen labs, through every command: the same labs and the same points everywhere."""

from __future__ import annotations

import csv
import json
import re
import shutil
from pathlib import Path

import pytest

from grader.tests.class_of_fakes import FORMATS, KERNEL, FakeClass
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject

Capture = pytest.CaptureFixture[str]
# 75 of 100 points in lab4, 100 of 100 in the others; lab3 is not in the course.
COURSE = """\
title = "Day 4 <in winter>"
labs = ["lab5", "lab4", "lab2"]

[points]
lab4 = 200
lab5 = 33.33
"""


@pytest.fixture
def labs(fake: FakeProject) -> FakeProject:
    fake.reports("conflict", 1)
    for lab in ("lab2", "lab3", "lab5"):
        fake.another_lab(lab, "passing", 0)
    (fake.root / "course.toml").write_text(COURSE, encoding="utf-8")
    return fake


def said(course: Command, capsys: Capture, *arguments: str) -> str:
    capsys.readouterr()
    course(*arguments)
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.usefixtures("labs")
def test_check_has_the_courses_labs_in_its_order_and_its_points(course: Command, capsys: Capture) -> None:
    out = said(course, capsys, "check")
    assert re.findall(r"(lab\d) Tiled transpose ([\d.]+/[\d.]+)", out) == [
        ("lab5", "33.33/33.33"),
        ("lab4", "150/200"),
        ("lab2", "100/100"),
    ]
    assert "✗ failed 0/30 transpose_padded has no bank conflict" in out
    assert "Total 283.33/333.33" in out


@pytest.mark.usefixtures("labs")
def test_a_lab_outside_the_course_can_be_worked_on(course: Command, capsys: Capture) -> None:
    assert "Total 100/100" in said(course, capsys, "check", "lab3")
    assert "Total 250/300" in said(course, capsys, "check", "lab3", "lab4")
    assert "lab3" not in said(course, capsys, "progress")


@pytest.mark.usefixtures("labs")
def test_progress_watch_and_hint_follow_the_course(course: Command, capsys: Capture) -> None:
    out = said(course, capsys, "progress")
    assert "0 of 3 labs done, 0 of 333.33 points" in out
    assert "Try: ./course watch lab5" in out
    assert out.index("lab5") < out.index("lab4") < out.index("lab2")
    assert said(course, capsys, "hint").startswith("lab5")
    out = said(course, capsys, "progress", "--run")
    assert "2 of 3 labs done, 283.33 of 333.33 points" in out
    assert "Next: lab4" in out


def test_points_that_change_later_change_no_verdict(
    course: Command, labs: FakeProject, capsys: Capture
) -> None:
    course("check")
    (labs.root / "course.toml").write_text('labs = ["lab4"]\n[points]\nlab4 = 10', encoding="utf-8")
    out = said(course, capsys, "progress")
    assert "7.5 of 10 points" in out and "7.5/10" in out
    assert "changed since" not in out


@pytest.mark.usefixtures("labs")
def test_scorecard_and_results_say_the_same(course: Command) -> None:
    assert course("scorecard", "--json", "r.json") == 0
    page = Path("scorecard.html").read_text(encoding="utf-8")
    assert "<h1>Day 4 &lt;in winter&gt; <span>Scorecard" in page
    assert "<strong>283.33</strong> <span>of 333.33 points</span>" in page
    contents = page[page.index('<nav class="jump"') : page.index("</nav>")]
    assert re.findall(r'href="#(lab\d)"', contents) == ["lab5", "lab4", "lab2"]
    assert re.findall(r'<article class="lab[^"]*" id="(\w+)"', page) == ["lab4", "lab5", "lab2"]
    data = json.loads(Path("r.json").read_text(encoding="utf-8"))
    assert data["course"] == {"title": "Day 4 <in winter>", "points": 283.33, "max_points": 333.33}
    keys = ("id", "points", "max_points", "course_points", "course_max_points")
    assert [tuple(lab[key] for key in keys) for lab in data["labs"]] == [
        ("lab5", 100, 100, 33.33, 33.33),
        ("lab4", 75, 100, 150, 200),
        ("lab2", 100, 100, 100, 100),
    ]


@pytest.mark.usefixtures("labs")
def test_another_file_can_be_named(course: Command, capsys: Capture) -> None:
    Path("mine.toml").write_text('labs = ["lab3"]\n[points]\nlab3 = 7\n', encoding="utf-8")
    assert "Total 7/7" in said(course, capsys, "check", "--course-file", "mine.toml")
    assert "0 of 7" not in said(course, capsys, "progress"), "the checkout's own file counts again"


@pytest.mark.parametrize(
    "command",
    [
        *(("check",), ("scorecard",), ("explain",), ("watch",), ("hint",), ("progress",), ("build",)),
        *(("release", "edition"), ("autograder", "a.zip"), ("grade", "work", "--out", "out")),
        ("grade-one", "work", "--out", "out"),
        ("merge", "work", "--out", "out"),
    ],
    ids=lambda command: command[0],
)
def test_a_broken_file_stops_each_command_with_its_line(
    course: Command, labs: FakeProject, capsys: Capture, command: tuple[str, ...]
) -> None:
    Path("work").mkdir()
    (labs.root / "course.toml").write_text('labs = [\n  "lab2",\n  "lba4",\n]\n', encoding="utf-8")
    assert course(*command) == 2
    err = capsys.readouterr().err
    assert "course.toml:3: there is no lab 'lba4'" in err
    assert "Did you mean lab4?" in err
    shutil.rmtree("out", ignore_errors=True)
    assert course(*command, "--course-file", "none.toml") == 2
    assert "none.toml: cannot be read: No such file or directory" in capsys.readouterr().err


def test_engineers_need_no_course(course: Command, labs: FakeProject) -> None:
    (labs.root / "course.toml").write_text("broken", encoding="utf-8")
    assert course("prove", "--table", "lab3") == 0


@pytest.fixture
def school(fake: FakeProject, tmp_path: Path) -> FakeClass:
    """Ann has everything right but lab4's padding, bob has handed in lab2 alone, nobody lab5."""
    made = FakeClass(fake, tmp_path)
    for lab in ("lab2", "lab3", "lab5"):
        manifest = fake.project.labs / fake.another_lab(lab, "passing", 0).folder / "lab.toml"
        # Kernel files of different names, as those of the real labs are.
        manifest.with_name(KERNEL).rename(manifest.with_name(f"{lab}.cu"))
        text = manifest.read_text(encoding="utf-8").replace(KERNEL, f"{lab}.cu")
        manifest.write_text(text, encoding="utf-8")
    (fake.root / "course.toml").write_text(COURSE, encoding="utf-8")
    made.hands_in("ann", "bad")
    for student, file in (("ann", "lab2.cu"), ("ann", "lab3.cu"), ("bob", "lab2.cu")):
        made.hands_in(student, f"good {student} {file}", file)
    return made


def rows(out: Path) -> dict[str, dict[str, str]]:
    with (out / "class.csv").open(encoding="utf-8", newline="") as file:
        return {row["submission"]: row for row in csv.DictReader(file)}


def test_grade_and_every_export_add_up_to_the_same(school: FakeClass, tmp_path: Path) -> None:
    out = tmp_path / "out"
    status, words = school.grade(out, "--formats", FORMATS)
    assert status == 0, words
    table = rows(out)
    assert "lab3" not in table["ann"] and "lab5" not in table["ann"]
    assert (table["ann"]["lab4"], table["ann"]["lab2"], table["ann"]["total"]) == ("150", "100", "250")
    assert (table["bob"]["total"], table["bob"]["max_points"]) == ("100", "300")
    ann = out / "students" / "ann"
    scored = json.loads((ann / "gradescope.json").read_text(encoding="utf-8"))
    assert sum(test["score"] for test in scored["tests"]) == 250
    assert sum(test["max_score"] for test in scored["tests"]) == 300
    assert json.loads((ann / "results.json").read_text(encoding="utf-8"))["course"]["points"] == 250
    junit = (ann / "junit.xml").read_text(encoding="utf-8")
    assert 'name="max_points" value="200"' in junit and 'name="points" value="150"' in junit
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "<h1>Day 4 &lt;in winter&gt; <span>Class" in page
    assert 'title="Tiled transpose: 200 points">lab4<' in page
    assert re.findall(r'class="n total \w*" data-sort="[\d.]+"[^>]*>([\d.]+)<', page) == ["250", "100"]
    # A plain folder does not say who is who in Canvas: the table has the labs and no students.
    assert school.grade(out, "--formats", "canvas")[0] == 2
    canvas = (out / "canvas.csv").read_text(encoding="utf-8")
    assert '"    Points Possible"' in canvas and '"200"' in canvas and "ann" not in canvas
    assert page.index(">lab4<") < page.index(">lab2<"), "in the course's order"


def test_points_that_change_are_published_without_grading_again(school: FakeClass, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert school.grade(out)[0] == 0
    before = school.runs
    text = COURSE.replace("lab4 = 200", "lab4 = 33.3")
    (school.fake.root / "course.toml").write_text(text, encoding="utf-8")
    status, words = school.grade(out)
    assert status == 0, words
    assert school.runs == before
    assert (rows(out)["ann"]["lab4"], rows(out)["ann"]["total"]) == ("24.98", "124.98")


def test_labs_narrow_the_course_and_never_widen_it(school: FakeClass, tmp_path: Path) -> None:
    assert school.grade(tmp_path / "one", "--labs", "lab4")[0] == 0
    assert rows(tmp_path / "one")["ann"]["total"] == "150"
    status, words = school.grade(tmp_path / "two", "--labs", "lab4,lab3")
    assert status == 2
    assert "lab3: not in the course that course.toml describes" in words
    assert "Its labs: lab5, lab4, lab2." in words


def test_without_a_file_all_labs_count_their_own_points(school: FakeClass, tmp_path: Path) -> None:
    (school.fake.root / "course.toml").unlink()
    assert school.grade(tmp_path / "out")[0] == 0
    table = rows(tmp_path / "out")
    assert (table["ann"]["total"], table["ann"]["max_points"]) == ("275", "300")
    assert [key for key in table["ann"] if key.startswith("lab")] == ["lab2", "lab3", "lab4"]
