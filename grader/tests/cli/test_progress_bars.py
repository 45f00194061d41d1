"""Long work as a user sees it: a bar in a terminal, plain lines in a pipe, and Ctrl-C with what is kept."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.tests.class_of_fakes import FakeClass
from grader.tests.fake_project import FakeProject
from grader.tests.terminal import in_a_terminal

ROOT = Path(__file__).resolve().parents[3]
PIECES = 40
HALF = PIECES // 2
# As Ninja prints its steps. The step in the middle lasts so long that even a busy machine shows it.
CMAKE = """#!/bin/sh
i=0
while [ $i -lt {pieces} ]; do
  i=$((i + 1))
  echo "[$i/{pieces}] Building CXX object lab.o"
  if [ $i -eq {half} ]; then sleep {middle}; fi
done
"""
STEPS = """
import time
from grader.core.steps import Step
from grader.cli.session import progress_line
with progress_line() as progress:
    for done in range({count}):
        progress(Step(f"grading lab{{done}}", done, {count}))
        time.sleep({each})
"""


def steps(count: int, each: float) -> list[str]:
    return [sys.executable, "-c", STEPS.format(count=count, each=each)]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.fixture
def school(fake: FakeProject, tmp_path: Path) -> FakeClass:
    return FakeClass(fake, tmp_path)


def build_in_steps(school: FakeClass, middle: float) -> None:
    """A build of 40 steps. middle: how many seconds the 20th takes."""
    words = CMAKE.format(pieces=PIECES, half=HALF, middle=middle)
    school.fake.script(school.folder / "tools" / "cmake", words)


@pytest.mark.slow
def test_work_of_over_two_seconds_has_a_bar_with_what_is_left() -> None:
    screen = in_a_terminal(steps(8, 0.5), environment())
    assert screen.status == 0
    counts = [int(count) for count in re.findall(r"(\d)/8", " ".join(screen.with_a_bar))]
    assert counts and min(counts) >= 3, "none before two seconds"
    assert counts == sorted(counts)
    assert re.search(r"\d:\d\d left", screen.text)
    assert "grading lab0" in screen.text


def test_short_work_has_no_bar() -> None:
    screen = in_a_terminal(steps(3, 0.2), environment())
    assert screen.with_a_bar == []
    assert "left" not in screen.text


@pytest.mark.slow
@pytest.mark.parametrize("columns", [40, 80])
def test_the_bar_stays_on_one_line(columns: int) -> None:
    screen = in_a_terminal(steps(6, 0.5), environment(), columns=columns)
    assert screen.with_a_bar or columns < 60
    for line in re.split(r"[\r\n]+", screen.text):
        assert len(line) <= columns, line


def test_a_pipe_has_the_steps_as_plain_lines() -> None:
    ended = subprocess.run(steps(3, 0.0), env=environment(), capture_output=True, check=True, text=True)
    assert ended.stderr.splitlines() == ["grading lab0", "grading lab1", "grading lab2"]
    assert ended.stdout == ""


@pytest.mark.slow
def test_a_build_has_a_bar_and_ctrl_c_says_what_is_kept(school: FakeClass) -> None:
    build_in_steps(school, middle=120)
    screen = in_a_terminal(school.command("build", "lab4"), school.environment, stop_at=f"{HALF}/{PIECES}")
    assert screen.status == 130
    assert screen.with_a_bar
    assert "building" in screen.text
    ending = "Stopped. What was built is kept. Run the same command again to resume."
    assert ending in " ".join(screen.text.split())
    assert "Traceback" not in screen.text


@pytest.mark.slow
def test_ctrl_c_while_checking_keeps_the_last_verdicts(school: FakeClass) -> None:
    school.fake.program("sleep 20\n")
    screen = in_a_terminal(school.command("check", "lab4"), school.environment, stop_at="grading lab4")
    assert screen.status == 130
    said = " ".join(screen.text.split())
    assert "What was built is kept, and so are the verdicts of your last check." in said
    assert "Traceback" not in screen.text


def test_a_pipe_has_no_line_of_a_build_and_no_control_code(school: FakeClass) -> None:
    build_in_steps(school, middle=0)
    code, words = school.runs_apart("build", "lab4")
    assert code == 0, words
    assert "[1/" not in words and "\x1b" not in words
    assert "building simtcc, cuda_headers, lab4_test\n" in words
