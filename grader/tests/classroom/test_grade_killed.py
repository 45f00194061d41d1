"""A grader that is killed at any moment, and started again, ends as one that was left alone.

Every ./course test kills it a few times over a small class. The full run does so more often and over a larger
class, which is drawn by several processes, and also with the real lab.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader.core.manifest import read_labs
from grader.core.paths import current_project
from grader.proof.answer_text import read_answers
from grader.tests.class_of_fakes import FakeClass, files_in
from grader.tests.fake_project import FakeProject

full = pytest.mark.full
REAL = current_project()


def killed(process: subprocess.Popen[str], after: float) -> bool:
    """Kill it after so many seconds; whether it was still at work then."""
    try:
        process.communicate(timeout=after)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=120)  # its own children hold the pipes until they end
        return True
    return False


def left_behind(out: str) -> list[str]:
    """The Python processes that were started to work on that folder, once they had time to end."""
    found: list[str] = []
    for _ in range(50):
        found = [
            words
            for process in Path("/proc").glob("[0-9]*")
            if f"GRADED_INTO={out}" in read(process / "environ")
            and "python" in (words := read(process / "cmdline"))
        ]
        if not found:
            break
        time.sleep(0.2)
    return found


def read(file: Path) -> str:
    with contextlib.suppress(OSError):
        return file.read_text(encoding="utf-8", errors="replace")
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("delays", [(0.0, 0.3), pytest.param((0.1, 0.2, 0.5, 0.8), marks=full)])
def test_killed_while_it_draws_it_leaves_no_process_behind(
    fake: FakeProject, tmp_path: Path, delays: tuple[float, ...]
) -> None:
    school = FakeClass(fake, tmp_path)
    for number in range(9):
        school.hands_in(f"student{number}", "good")
    out = tmp_path / "out"
    school.grade(out)
    hits = 0
    for delay in delays:
        process = school.start("grade", school.submissions, "--out", out, "--jobs", 2, into=out)
        # Killed so many seconds after it has begun to start processes for the drawing.
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while process.poll() is None and "spawn_main" not in said_by(children):
            time.sleep(0.005)
        hits += killed(process, delay + 0.001)
        assert not left_behind(str(out)), delay
    assert hits > 0


def said_by(children: Path) -> str:
    return " ".join(read(Path("/proc") / child / "cmdline") for child in read(children).split())


@pytest.mark.slow
@pytest.mark.parametrize(("students", "kills"), [(7, 5), pytest.param(30, 50, marks=full)])
def test_killed_at_random_moments_it_loses_nothing(
    fake: FakeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, students: int, kills: int
) -> None:
    monkeypatch.setenv("APART", "yes")
    school = FakeClass(fake, tmp_path)
    for number in range(students):
        school.hands_in(f"student{number:02}", f"{'good' if number % 4 else 'bad'} {number}")
    grade = ("grade", school.submissions, "--seed", 3, "--jobs", 2, "--formats", "junit,csv-long")
    began = time.monotonic()
    assert school.runs_apart(*grade, "--out", tmp_path / "whole")[0] == 0
    took, alone = time.monotonic() - began, school.runs
    out, dice, hits = tmp_path / "out", random.Random(4), 0
    for _ in range(kills):
        hits += killed(school.start(*grade, "--out", out, into=out), dice.uniform(0.1, 1.0) * took)
    status, said = school.runs_apart(*grade, "--out", out)
    assert status == 0, said
    assert files_in(out) == files_in(tmp_path / "whole")
    print(f"killed {hits} times of {kills}; undisturbed it took {took:.1f} s")
    assert hits > 0
    assert not left_behind(str(out))
    # What the last killed one left, this one has removed.
    assert list(school.temporary.iterdir()) == []
    # At each kill at most the two that were at work are lost.
    assert school.runs - alone <= alone + 2 * hits


def test_what_a_killed_writer_leaves_is_cleared_away(fake: FakeProject, tmp_path: Path) -> None:
    school = FakeClass(fake, tmp_path)
    school.hands_in("ann", "good")
    out = tmp_path / "out"
    school.grade(out)
    (out / "students/ann/.writing-abc").write_text("half", encoding="utf-8")
    (out / "grading" / "work" / "key").mkdir(parents=True)
    school.grade(out)
    assert not list(out.rglob(".writing-*"))
    assert not list((out / "grading/work").rglob("*"))


@pytest.mark.slow
@full
@pytest.mark.sandbox
def test_killed_with_the_real_lab_it_loses_nothing(tmp_path: Path) -> None:
    lab = next(lab for lab in read_labs(REAL) if lab.id == "lab4")
    kernels = [answer.written_to(tmp_path / "answers") for answer in read_answers(REAL, lab)[:4]]
    for number, kernel in enumerate([*kernels, REAL.solutions / lab.folder / lab.kernel_file]):
        place = tmp_path / "class" / f"student{number}"
        place.mkdir(parents=True)
        shutil.copy(kernel, place / lab.kernel_file)

    def start(out: Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "grader", "grade", str(tmp_path / "class"), "--out", str(out)]
        environment = {**os.environ, "PYTHONPATH": str(REAL.root), "SOURCE_DATE_EPOCH": "1760000000"}
        return subprocess.Popen(
            [*command, "--seed", "3"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    whole, out = tmp_path / "whole", tmp_path / "out"
    process = start(whole)
    assert "5 graded" in process.communicate(timeout=300)[0]
    began = time.monotonic()
    hits = sum(killed(start(out), seconds) for seconds in (2.5, 3.5, 4.5))
    said = start(out).communicate(timeout=300)[0]
    assert "5 submissions: 5 graded" in said, f"{said} after {time.monotonic() - began:.0f} s"
    assert files_in(out) == files_in(whole)
    assert hits


@pytest.mark.slow
def test_ctrl_c_says_how_to_go_on_and_has_a_status_of_its_own(fake: FakeProject, tmp_path: Path) -> None:
    school = FakeClass(fake, tmp_path)
    for number in range(4):
        school.hands_in(f"student{number}", f"good {number}")
    fake.program("touch '@ROOT@/began'; sleep 2; cp '@ROOT@/passing.json' \"$results\"\n")
    process = school.start("grade", school.submissions, "--out", tmp_path / "out", "--jobs", 1)
    while not (fake.root / "began").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130, said
    assert "run the same command again to resume" in said
    assert "Traceback" not in said
