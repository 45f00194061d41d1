"""Temporary folders that go away, also after a process that was killed.

Each is called coalesce-BOOT-PID-START-xxxxxxxx, is in the system's folder for temporary files unless
another is asked for, and is locked by its process; simtcc's, simtcc-BOOT-PID-START-xxxxxx, are made alike.
Every command begins with removing what killed processes have left: folders of the same user whose process
is gone and whose lock is free. No link is followed. A process that SIGTERM or SIGHUP ends removes its own
folders.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FrameType
from typing import NoReturn

from grader.core.process import end_groups, running_groups

NAME = re.compile(r"(?:coalesce|simtcc)-(?P<boot>[0-9a-f]{8})-(?P<pid>\d+)-(?P<start>\d+)-\w+")
# Bounds what a process spends on others' folders.
MOST_REMOVED = 50
# The age at which folders of another boot or another computer are removed. Their processes cannot be looked
# up here, and no run takes as long.
STRANGERS_AGE_S = 24 * 3600.0
MOST_HANDLES = 65_536
FATAL = (signal.SIGTERM, signal.SIGHUP)

_ours: set[str] = set()


@contextmanager
def temporary_folder(place: Path | None = None) -> Iterator[Path]:
    """A new empty folder for this user alone, removed at the end.

    place: the folder that it is made in; None for the system's.
    """
    remove_leftovers_once()
    if place is not None:
        remove_leftovers(place)
    prefix = f"coalesce-{_boot()}-{os.getpid()}-{_started(os.getpid())}-"
    with tempfile.TemporaryDirectory(prefix=prefix, dir=place) as name, _locked(name):
        _ours.add(name)
        try:
            yield Path(name)
        finally:
            _ours.discard(name)


def is_temporary(folder: Path) -> bool:
    """Whether its name says that it is one of these folders."""
    return NAME.fullmatch(folder.name) is not None


def remove_leftovers(place: Path) -> int:
    """Remove the folders in place that killed processes of this user have left. Returns how many."""
    removed = 0
    with suppress(OSError), os.scandir(place) as entries:
        for entry in entries:
            found = NAME.fullmatch(entry.name)
            if found and _is_left_over(Path(entry.path), found):
                shutil.rmtree(entry.path, ignore_errors=True)
                removed += 1
            if removed == MOST_REMOVED:
                break
    return removed


def tidy_up_when_ended() -> None:
    """Make SIGTERM and SIGHUP, which end this process, also end what it runs and remove its folders."""
    for number in FATAL:
        # With nohup a process ignores SIGHUP, and must continue to do so.
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, _frame: FrameType | None) -> None:
    """A child tidies up once this process is gone: threads of ours would take what happens for a verdict."""
    for fatal in FATAL:
        signal.signal(fatal, signal.SIG_IGN)
    gone, _alive = os.pipe()
    running = running_groups()
    if os.fork() == 0:
        _tidy_up_after_parent(gone, running)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _tidy_up_after_parent(gone: int, running: set[int]) -> NoReturn:
    try:
        # The parent's files are closed, so that nobody waits for this process, neither for its output nor for
        # its locks.
        os.dup2(gone, 0)
        os.closerange(1, MOST_HANDLES)
        os.read(0, 1)  # ends when the last of its other end is closed: by our parent's end
        end_groups(running)
        for name in _ours:
            shutil.rmtree(name, ignore_errors=True)
    finally:
        os._exit(0)


@cache
def remove_leftovers_once() -> None:
    """Remove what killed processes have left in the system's folder; the first call alone looks."""
    remove_leftovers(Path(tempfile.gettempdir()))


@contextmanager
def _locked(name: str) -> Iterator[None]:
    """Hold a lock on the folder, which ends when this process does; some file systems know no locks."""
    handle = os.open(name, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _lock(handle)
        yield
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_left_over(path: Path, name: re.Match[str]) -> bool:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        status = os.fstat(handle)
        if name["boot"] == _boot():
            ended = _started(int(name["pid"])) != name["start"]
        else:
            ended = time.time() - status.st_mtime > STRANGERS_AGE_S
        return status.st_uid == os.geteuid() and ended and _lock(handle)
    finally:
        os.close(handle)


@cache
def _boot() -> str:
    """Tells this computer, since it was last started, from others that use the same folder."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii")[:8]
    return "0" * 8


def _started(pid: int) -> str:
    """When the process began, in ticks since boot, for process ids are reused; '0' where there is none."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "0"
    # The fields follow the program's name, which may contain anything: the state is field 3, the time field
    # 22.
    return text.rpartition(")")[2].split()[19]
