"""Temporary folders: what killed processes leave is removed, and nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from grader.core.temporary import MOST_REMOVED, STRANGERS_AGE_S, remove_leftovers, temporary_folder

ROOT = Path(__file__).resolve().parents[3]
# Works in a temporary folder, with a program that writes there, until it is ended.
WORK = """
import sys
from threading import Thread
from grader.core.process import run_limited
from grader.core.temporary import temporary_folder, tidy_up_when_ended
tidy_up_when_ended()
with temporary_folder() as folder:
    (folder / "file").touch()
    words = ["sh", "-c", f"echo $$ > {folder}/shell; exec sleep 60"]
    worker = Thread(target=run_limited, args=(words, 60), daemon=True)
    worker.start()
    while not (folder / "shell").exists() or not (folder / "shell").read_text():
        pass
    print(folder, (folder / "shell").read_text().strip(), flush=True)
    # Not join() alone: a signal that comes just before it waits is not seen before it has waited.
    while worker.is_alive():
        worker.join(0.1)
    print("the worker saw its program end", flush=True)
"""
Start = Callable[[], tuple["subprocess.Popen[str]", Path, int]]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "place"
    place.mkdir()
    return place


@pytest.fixture
def start(place: Path) -> Start:
    """A process at work: with its folder, and the program that it runs."""

    def started() -> tuple[subprocess.Popen[str], Path, int]:
        environment = {**os.environ, "TMPDIR": str(place), "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen([sys.executable, "-c", WORK], env=environment, stdout=-1, text=True)
        assert process.stdout is not None
        folder, program = process.stdout.readline().split()
        return process, Path(folder), int(program)

    return started


def kill(process: subprocess.Popen[str], program: int) -> None:
    process.kill()
    process.communicate(timeout=30)
    with suppress(ProcessLookupError):
        os.kill(program, signal.SIGKILL)


def within_seconds(holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + 20
    while not holds() and time.monotonic() < until:
        time.sleep(0.02)
    return holds()


def is_running(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False


def test_a_folder_is_removed_at_the_end() -> None:
    with temporary_folder() as folder:
        (folder / "deep" / "down").mkdir(parents=True)
        assert folder.stat().st_mode & 0o777 == 0o700
    assert not folder.exists()


def test_a_folder_may_be_made_elsewhere_and_what_was_left_there_goes(place: Path, start: Start) -> None:
    killed, left, program = start()
    kill(killed, program)
    with temporary_folder(place) as folder:
        assert folder.parent == place and folder.stat().st_mode & 0o777 == 0o700
        assert not left.exists()
    assert not [*place.iterdir()]


def test_what_a_killed_process_leaves_goes_with_the_next_one(place: Path, start: Start) -> None:
    killed, left, program = start()
    kill(killed, program)
    assert (left / "file").exists()
    alive, kept, other = start()
    assert not left.exists()
    assert remove_leftovers(place) == 0
    assert (kept / "file").exists()
    kill(alive, other)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_process_that_is_asked_to_end_removes_its_folder(start: Start, number: signal.Signals) -> None:
    process, folder, program = start()
    process.send_signal(number)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == -number
    # No thread went on with a program that was killed: in a class that would have become somebody's result.
    assert out == ""
    assert within_seconds(lambda: not folder.exists())
    assert within_seconds(lambda: not is_running(program))


def test_nohup_is_respected(start: Start) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process, folder, program = start()
    finally:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    process.send_signal(signal.SIGHUP)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(timeout=0.5)
    assert folder.exists()
    kill(process, program)


def dead(start: Start) -> str:
    """The name of a folder whose process is gone."""
    process, folder, program = start()
    kill(process, program)
    return folder.name


def test_what_is_no_folder_of_a_killed_process_stays(place: Path, tmp_path: Path, start: Start) -> None:
    name = dead(start)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "thesis.tex").touch()
    (place / f"{name}1").symlink_to(elsewhere)
    (place / f"{name}2").touch()
    (place / "coalesce-notes").mkdir()
    (place / f"my-{name}").mkdir()
    (place / name / "link").symlink_to(elsewhere)
    assert remove_leftovers(place) == 1
    assert {path.name for path in place.iterdir()} == {f"{name}1", f"{name}2", "coalesce-notes", f"my-{name}"}
    assert (elsewhere / "thesis.tex").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give folders away")
def test_what_belongs_to_somebody_else_stays(place: Path, start: Start) -> None:
    name = dead(start)
    os.chown(place / name, 65534, 65534)
    assert remove_leftovers(place) == 0
    assert (place / name).exists()


def test_a_number_that_another_process_has_now_keeps_no_folder(place: Path, start: Start) -> None:
    boot = dead(start).split("-")[1]
    (place / f"coalesce-{boot}-{os.getpid()}-1-x").mkdir()
    assert remove_leftovers(place) == 2
    assert list(place.iterdir()) == []


def test_folders_of_another_boot_go_when_they_are_a_day_old(place: Path) -> None:
    other = place / "coalesce-00000000-7-7-x"
    other.mkdir()
    assert remove_leftovers(place) == 0
    long_ago = time.time() - STRANGERS_AGE_S - 60
    os.utime(other, (long_ago, long_ago))
    assert remove_leftovers(place) == 1


def test_the_work_at_a_start_is_bounded(place: Path) -> None:
    long_ago = time.time() - STRANGERS_AGE_S - 60
    for number in range(MOST_REMOVED + 5):
        folder = place / f"coalesce-00000000-7-7-{number}"
        folder.mkdir()
        os.utime(folder, (long_ago, long_ago))
    assert remove_leftovers(place) == MOST_REMOVED
    assert remove_leftovers(place) == 5


def test_what_a_killed_simtcc_leaves_goes_too(place: Path, start: Start) -> None:
    name = dead(start).replace("coalesce-", "simtcc-", 1)
    (place / name).mkdir()
    ours = dead_name_of_ours()
    (place / ours).mkdir()
    assert remove_leftovers(place) >= 1
    assert not (place / name).exists()
    assert (place / ours).exists()


def dead_name_of_ours() -> str:
    """A folder as a simtcc would make it that had this living process's number."""
    with temporary_folder() as folder:
        return folder.name.replace("coalesce-", "simtcc-", 1)


def test_every_command_clears_what_was_left(place: Path, start: Start) -> None:
    left = place / dead(start)
    environment = {**os.environ, "TMPDIR": str(place), "PYTHONPATH": str(ROOT)}
    subprocess.run(
        [sys.executable, "-m", "grader", "progress", "--help"], env=environment, check=True, stdout=-1
    )
    assert not left.exists()
