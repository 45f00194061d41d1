"""A class graded on a real cluster: as on one machine, also when tasks are lost or the command is ended."""

from __future__ import annotations

import csv
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.core.manifest import read_labs
from grader.core.paths import current_project
from grader.isolation.bubblewrap import find_sandbox
from grader.proof.answer_text import read_answers
from grader.tests.class_of_fakes import FakeClass, files_in
from grader.tests.fake_project import FakeProject
from grader.tests.slurm_cluster import PARTITION, one_node_cluster, said

REAL = current_project()
pytestmark = [pytest.mark.slow, pytest.mark.full, pytest.mark.cluster]
ON_SLURM = ("--executor", "slurm", "--slurm-tasks", 2, "--jobs", 1)
# A kernel file that says slow is at work until the file `go` is there.
ENDING = """
case $(head -n 1 "$module") in
  *slow*) touch '@ROOT@/began'; until [ -e '@ROOT@/go' ]; do sleep 0.1; done ;;
esac
case $(head -n 1 "$module") in
  *bad*) cp '@ROOT@/conflict.json' "$results"; exit 1 ;;
  *) cp '@ROOT@/passing.json' "$results"; exit 0 ;;
esac
"""


@pytest.fixture(scope="module")
def conf() -> Iterator[Path]:
    with one_node_cluster() as conf:
        yield conf


@pytest.fixture
def school(
    conf: Path, fake: FakeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[FakeClass]:
    """Six students: even ones in the first task, odd ones in the second, where one of three is slow."""
    monkeypatch.setenv("SLURM_CONF", str(conf))
    school = FakeClass(fake, tmp_path)
    fake.program(ENDING)
    for number in range(6):
        text = "slow" if number == 3 else "bad" if number % 3 == 2 else "good"
        school.hands_in(f"student{number}", f"{text} {number}")
    yield school
    (fake.root / "go").touch()


def queued() -> list[str]:
    return said(dict(os.environ), "squeue", "--noheader", "--array", "--format=%i").split()


def wait_until(ready: Callable[[], object], process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + 60
    while not ready():
        assert process.poll() is None and time.monotonic() < until, process.communicate(timeout=5)
        time.sleep(0.1)


def grade(school: FakeClass, out: Path, *more: object) -> tuple[int, str]:
    """In a process of its own: what is sent to the nodes must not hang on this one."""
    return school.runs_apart("grade", school.submissions, "--out", out, *more)


def started(school: FakeClass, out: Path) -> subprocess.Popen[str]:
    """Grading into `out`, with the slow student being at work, and the first task over."""
    process = school.start("grade", school.submissions, "--out", out, "--seed", 3, *ON_SLURM)
    wait_until((school.fake.root / "began").exists, process)
    wait_until(lambda: len(list(out.glob("grading/results/*.gz"))) == 4 and len(queued()) == 1, process)
    return process


def assert_as_local(school: FakeClass, out: Path) -> None:
    """A start after all leads to what one machine makes of the class."""
    (school.fake.root / "go").touch()
    status, words = grade(school, out, "--seed", 3, *ON_SLURM)
    assert status == 0, words
    local = school.folder / "local"
    assert grade(school, local, "--seed", 3)[0] == 0
    assert files_in(out) == files_in(local)
    assert not queued()


def test_two_tasks_grade_as_one_machine_does(school: FakeClass, tmp_path: Path) -> None:
    (school.fake.root / "go").touch()
    status, words = grade(school, tmp_path / "out", "--seed", 3, *ON_SLURM, "--slurm-partition", PARTITION)
    assert status == 0, words
    assert "2 tasks of 3 files each, 1 core a task" in words
    assert "grading: 6 of 6" in words
    assert_as_local(school, tmp_path / "out")


def test_a_task_that_is_lost_costs_nobody_a_point(school: FakeClass, tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = started(school, out)
    [task] = queued()
    assert task.endswith("_1")
    said(dict(os.environ), "scancel", task)
    words = "".join(process.communicate(timeout=60))
    assert process.returncode == 1, words
    assert f"Slurm's task {task} on " in words
    assert "ended (CANCELLED) with 1 of its 3 files graded" in words
    with (out / "class.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["submission"]: (row["status"], row["total"]) for row in csv.DictReader(file)}
    assert rows.pop("student3") == rows.pop("student5") == ("regrade", "")
    assert {status for status, _ in rows.values()} == {"graded"}
    assert "not graded to its end" in (out / "students/student5/results.json").read_text(encoding="utf-8")
    assert_as_local(school, out)


def test_what_a_lost_task_had_compiled_is_gone(school: FakeClass, tmp_path: Path) -> None:
    process = started(school, tmp_path / "out")
    of_tasks = "coalesce-??????"  # other folders are named by processes
    assert list(school.temporary.glob(f"{of_tasks}/*"))
    said(dict(os.environ), "scancel", *queued())
    process.communicate(timeout=60)
    assert not list(school.temporary.glob(of_tasks))


def test_ctrl_c_cancels_the_tasks(school: FakeClass, tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = started(school, out)
    process.send_signal(signal.SIGINT)
    words = "".join(process.communicate(timeout=60))
    assert process.returncode == 130, words
    assert "run the same command again to resume" in words
    assert "Traceback" not in words
    assert not queued()
    assert_as_local(school, out)


def test_the_tasks_of_a_killed_command_are_found_again(school: FakeClass, tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = started(school, out)
    process.kill()
    process.communicate(timeout=60)
    [task] = queued()
    again = school.start("grade", school.submissions, "--out", out, "--seed", 3, *ON_SLURM)
    wait_until(lambda: task not in queued(), again)
    (school.fake.root / "go").touch()
    words = "".join(again.communicate(timeout=60))
    assert again.returncode == 0, words
    assert "an earlier start's tasks still wait or run: they are cancelled" in words
    assert_as_local(school, out)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--slurm-partition", "nope"), f"no partition 'nope' here\n       Its partitions: {PARTITION}."),
        (
            ("--slurm-option", "mem=900G"),
            "Slurm refused the tasks: Memory specification can not be satisfied",
        ),
        (("--slurm-option", "array=1"), "--slurm-option array cannot be given"),
    ],
)
def test_what_slurm_refuses_is_told_in_its_words(
    school: FakeClass, tmp_path: Path, more: tuple[str, ...], words: str
) -> None:
    status, told = grade(school, tmp_path / "out", "--seed", 3, *ON_SLURM, *more)
    assert status == 2 and words in told, told
    assert "Traceback" not in told
    assert not queued()


def test_why_tasks_wait_is_told(school: FakeClass, tmp_path: Path) -> None:
    held = school.start(
        "grade", school.submissions, "--out", tmp_path / "out", *ON_SLURM, "--slurm-option", "hold"
    )
    wait_until(lambda: len(queued()) == 2, held)
    time.sleep(6)
    held.send_signal(signal.SIGINT)
    words = "".join(held.communicate(timeout=60))
    assert "2 tasks waiting, says Slurm, for: JobHeldUser" in words
    assert not queued()


def can_confine() -> bool:
    """Whether there is a sandbox here: a cluster alone is what the tests of this file need."""
    try:
        find_sandbox()
    except GraderError:
        return False
    return True


def test_the_real_lab_is_graded_on_nodes_as_here(
    conf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLURM_CONF", str(conf))
    lab = next(lab for lab in read_labs(REAL) if lab.id == "lab4")
    kernels = [answer.written_to(tmp_path / "answers") for answer in read_answers(REAL, lab)[:3]]
    for number, kernel in enumerate([*kernels, REAL.solutions / lab.folder / lab.kernel_file]):
        place = tmp_path / "class" / f"student{number}"
        place.mkdir(parents=True)
        shutil.copy(kernel, place / lab.kernel_file)
    environment = {**os.environ, "PYTHONPATH": str(REAL.root), "SOURCE_DATE_EPOCH": "1760000000"}
    confined = () if can_confine() else ("--unsafe-no-sandbox",)
    for out, more in (("local", confined), ("slurm", (*confined, *ON_SLURM))):
        command = [sys.executable, "-m", "grader", "grade", tmp_path / "class", "--out", tmp_path / out]
        ended = subprocess.run(
            [*map(str, command), "--seed", "3", *map(str, more)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=400,
            check=False,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
    assert files_in(tmp_path / "slurm") == files_in(tmp_path / "local")
