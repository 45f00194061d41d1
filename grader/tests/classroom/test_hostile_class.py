"""A class of 300 with 30 hostile submissions: each is its own failed result, soon, and nobody else's.

The full run alone grades it. The honest ones share some twenty different files, so that most of the time goes
to the hostile ones.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.core.lab_files import solution_of, stub_of
from grader.core.manifest import read_labs
from grader.core.paths import current_project
from grader.proof.answer_text import read_answers
from grader.report.scorecard.page_limits import LARGEST_PAGE
from grader.tests.class_of_fakes import files_in
from grader.tests.hostile_submissions import HOSTILE, KERNEL, hand_in_all, unpacked_name

PROJECT = current_project()
LAB = next(lab for lab in read_labs(PROJECT) if lab.id == "lab4")
HONEST, DIFFERENT = 270, 20
LONGEST_S = 60.0

pytestmark = [pytest.mark.slow, pytest.mark.full, pytest.mark.sandbox]


def hand_in_honest(place: Path) -> None:
    """Answers of the catalogue, the stub and the solution, each by several students."""
    texts = [answer.text for answer in read_answers(PROJECT, LAB)[: DIFFERENT - 2]]
    texts += [file.read_text("utf-8") for file in (stub_of(PROJECT, LAB), solution_of(PROJECT, LAB))]
    for number in range(HONEST):
        own = place / f"honest{number:03}"
        own.mkdir(parents=True)
        (own / KERNEL).write_text(texts[number % len(texts)], encoding="utf-8")


class Watch(threading.Thread):
    """Notes how long each file is at work: its folder in grading/work is there as long."""

    def __init__(self, out: Path) -> None:
        super().__init__(daemon=True)
        self.work, self.began, self.took = out / "grading" / "work", dict[str, float](), dict[str, float]()
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.05):
            now = time.monotonic()
            there = set(os.listdir(self.work)) if self.work.is_dir() else set()  # noqa: PTH208
            for key in there:
                self.took[key] = now - self.began.setdefault(key, now)


def grade(submissions: Path, out: Path, temporary: Path) -> tuple[str, Watch, float]:
    """Grade a class as the command line does; what it said, how long files took, and how long it took."""
    temporary.mkdir(exist_ok=True)
    fixed = {"SOURCE_DATE_EPOCH": "1760000000", "PYTHONPATH": str(PROJECT.root), "TMPDIR": str(temporary)}
    command = [sys.executable, "-m", "grader", "grade", str(submissions), "--out", str(out)]
    watch, began = Watch(out), time.monotonic()
    watch.start()
    ended = subprocess.run(
        [*command, "--labs", "lab4", "--seed", "7", "--formats", "junit,csv-long,gradescope,github"],
        env={**os.environ, **fixed},
        capture_output=True,
        text=True,
        check=False,
        timeout=3_000,
    )
    watch.over.set()
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout + ended.stderr, watch, time.monotonic() - began


def of_honest(out: Path) -> dict[str, bytes]:
    return {name: data for name, data in files_in(out / "students").items() if name.startswith("honest")}


def hides(text: str) -> bool:
    return any(char in text for char in "\x1b\x07\u202e\u200b\u2066\x00")


@pytest.fixture
def submissions(tmp_path: Path) -> Iterator[Path]:
    """Removed by rm: Python gives up on folders that lie so deep."""
    yield tmp_path / "class"
    subprocess.run(["rm", "-rf", tmp_path / "class"], check=True)


def test_a_class_with_hostile_submissions(submissions: Path, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    hand_in_honest(submissions)
    _, _, alone_s = grade(submissions, tmp_path / "alone", temporary)
    hand_in_all(submissions)
    said, watch, all_s = grade(submissions, tmp_path / "all", temporary)
    print(f"{HONEST} alone: {alone_s:.0f} s; with {len(HOSTILE)} hostile ones: {all_s:.0f} s")
    assert len(HOSTILE) == 30
    assert f"{HONEST + len(HOSTILE)} submissions: {HONEST + len(HOSTILE)} graded, 0 to be" in said
    assert of_honest(tmp_path / "all") == of_honest(tmp_path / "alone")

    run = json.loads((tmp_path / "all/grading/class.json").read_text(encoding="utf-8"))
    students = {entry["student"]: entry for entry in run["students"]}
    stub_points = points_of(tmp_path / "alone", f"honest{DIFFERENT - 2:03}")
    for name in HOSTILE:
        entry = students[unpacked_name(name)]
        assert points_of(tmp_path / "all", entry["id"]) <= stub_points, name
        assert reason_of(tmp_path / "all", entry), name
    slowest = max(watch.took.values())
    print(f"the slowest file took {slowest:.1f} s")
    assert slowest < LONGEST_S
    assert list(temporary.iterdir()) == []
    for path in (tmp_path / "all").rglob("*"):
        if path.is_file() and path.suffix in (".html", ".json", ".csv", ".xml"):
            text = path.read_text(encoding="utf-8")
            assert not hides(text), path
            assert path.name != "scorecard.html" or len(text.encode()) <= LARGEST_PAGE


def points_of(out: Path, student: str) -> int:
    results = json.loads((out / "students" / student / "results.json").read_text(encoding="utf-8"))
    return int(sum(lab["points"] for lab in results["labs"]))


def reason_of(out: Path, entry: dict[str, object]) -> str:
    """What the student reads of the first check that failed."""
    results = json.loads((out / f"students/{entry['id']}/results.json").read_text(encoding="utf-8"))
    checks = [check for lab in results["labs"] for check in lab["checks"] if check["status"] == "failed"]
    return str(checks[0]["message"]) if checks else ""
