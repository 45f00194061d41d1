"""`progress`, and what `check` says to do next: both live on what is remembered."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from grader.core.wording import ago
from grader.grading.standing_file import standing_path
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject

Capture = pytest.CaptureFixture[str]
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=timezone.utc)


def said(course: Command, capsys: Capture, *arguments: str) -> str:
    capsys.readouterr()
    course(*arguments)
    return " ".join(capsys.readouterr().out.split())


def test_before_anything_it_says_where_to_begin(course: Command, capsys: Capture) -> None:
    assert course("progress") == 0
    out = said(course, capsys, "progress")
    assert "0 of 1 lab done, 0 of 100 points" in out
    assert "not checked yet" in out
    assert "read labs/lab4_tiled_transpose/README.md" in out
    assert "Try: ./course watch lab4" in out


def test_it_shows_what_the_last_check_found(course: Command, fake: FakeProject, capsys: Capture) -> None:
    fake.reports("conflict", 1)
    course("check")
    course("hint", "lab4")
    out = said(course, capsys, "progress")
    assert "0 of 1 lab done, 75 of 100 points" in out
    assert "5 of 7 checks" in out
    assert "1 of 3 hints" in out
    assert "checked just now" in out
    assert "Next: lab4, transpose_padded has no bank conflict" in out
    assert "Try: ./course explain lab4 (shows what each line costs)" in out


def test_a_count_that_no_launch_stands_behind_leads_to_a_hint(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    record = json.loads(fake.data("conflict.json"))
    for check in record["checks"]:
        check["launches"] = []
    (fake.root / "predictions.json").write_text(json.dumps(record), encoding="utf-8")
    fake.program(f"cp '{fake.root / 'predictions.json'}' \"$results\"\nexit 1\n")
    course("check")
    assert "Try: ./course hint lab4 (gives hint 1 of 3)" in said(course, capsys, "progress")


def test_a_file_changed_since_is_told(course: Command, fake: FakeProject, capsys: Capture) -> None:
    course("check")
    assert "Every lab is done." in said(course, capsys, "progress")
    fake.kernel.write_text("// another", encoding="utf-8")
    out = said(course, capsys, "progress")
    assert "changed since its check" in out
    assert "0 of 1 lab done" in out
    assert "Try: ./course check lab4" in out


def test_run_grades_first(course: Command, fake: FakeProject, capsys: Capture) -> None:
    fake.reports("conflict", 1)
    assert "75 of 100 points" in said(course, capsys, "progress", "--run")
    assert course("progress", "--run") == 0


@pytest.mark.parametrize("options", [("--solutions",), ("--kernel", "mine.cu", "lab4")])
def test_what_is_not_the_students_own_is_never_remembered(
    course: Command, fake: FakeProject, options: tuple[str, ...]
) -> None:
    Path("mine.cu").write_text("// mine", encoding="utf-8")
    for command in ("check", "scorecard"):
        assert course(command, *options) == 0
    assert not standing_path(fake.project).exists()


@pytest.mark.parametrize("command", ["check", "scorecard", "explain"])
def test_each_grading_of_the_students_own_file_is_remembered(
    course: Command, capsys: Capture, command: str
) -> None:
    assert course(command, "lab4") == 0
    assert "1 of 1 lab done, 100 of 100 points" in said(course, capsys, "progress")


def test_check_names_the_next_lab_that_is_not_done(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.another_lab("lab2", "passing", 0)
    fake.another_lab("lab5", "conflict", 1)
    assert "Try: ./course watch lab5 (continues with lab5" in said(course, capsys, "check", "lab4")
    assert "Next: lab5, transpose_padded" in said(course, capsys, "check", "lab5")
    assert "Try: ./course watch lab5" in said(course, capsys, "check", "lab2")
    out = said(course, capsys, "progress")
    assert "2 of 3 labs done, 275 of 300 points" in out
    assert "Next: lab5" in out


def test_check_says_when_every_lab_is_done(course: Command, capsys: Capture) -> None:
    out = said(course, capsys, "check")
    assert "All checks passed: every lab is done." in out
    assert "Try:" not in out


def test_check_names_the_command_that_helps(course: Command, fake: FakeProject, capsys: Capture) -> None:
    fake.refuses()
    assert "Try: ./course watch lab4 (checks again at each save)" in said(course, capsys, "check")
    fake.simtcc()
    fake.kernel.write_text("// wrong index", encoding="utf-8")
    fake.reports("out_of_bounds", 1)
    for number in (1, 2, 3):
        hint = f"Try: ./course hint lab4 (gives hint {number} of 3)"
        assert hint in said(course, capsys, "check")
        course("hint", "lab4")
    assert "Try: ./course explain lab4" in said(course, capsys, "check")


def test_another_file_gets_no_advice_about_ones_own(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.reports("conflict", 1)
    Path("mine.cu").write_text("// mine", encoding="utf-8")
    assert "Try:" not in said(course, capsys, "check", "--kernel", "mine.cu", "lab4")


def test_a_broken_memory_stops_no_check(course: Command, fake: FakeProject, capsys: Capture) -> None:
    standing_path(fake.project).parent.mkdir()
    standing_path(fake.project).write_text("{ half a file", encoding="utf-8")
    assert course("progress") == 0
    assert "not valid JSON" in capsys.readouterr().err
    assert course("check") == 0
    assert "kept as .course/progress-unreadable-1.json" in capsys.readouterr().err
    assert "1 of 1 lab done" in said(course, capsys, "progress")


@pytest.mark.parametrize("width", [30, 40, 80, 91, 92, 120])
def test_no_line_is_wider_than_the_terminal(
    course: Command, fake: FakeProject, capsys: Capture, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    fake.another_lab("lab5", "conflict", 1)
    course("check")
    course("hint", "lab5")
    monkeypatch.setenv("COLUMNS", str(width))
    capsys.readouterr()
    course("progress")
    lines = [line for line in capsys.readouterr().out.splitlines() if line]
    for line in lines:
        # A path stays whole, so that it can be copied.
        assert len(line) <= width or "/" in line.split()[-1]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (5, "just now"),
        (60, "1 minute ago"),
        (7199, "1 hour ago"),
        (90000, "1 day ago"),
        (-9, "just now"),
    ],
)
def test_how_long_ago(seconds: int, words: str) -> None:
    assert ago(NOW - timedelta(seconds=seconds), NOW) == words
