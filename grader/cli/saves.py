"""Waits for a file to be saved, whichever way the editor does that and wherever the file lies.

saved_texts() yields each new text of the file. It listens to the system's events and also reads the file
twice a second: a save by rename puts another file in its place, an editor may empty the file before it
writes, and a save that another machine makes to a shared drive raises no event here. shared_file_system()
recognizes such drives, so that they are polled from the start.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from watchfiles import watch

from grader.core.errors import GraderError
from grader.core.files import read_source

MOUNTS = Path("/proc/self/mountinfo")
# A save on another machine, or on the host of a virtual one, raises no event here.
SHARED = frozenset(
    {
        "9p",
        "afs",
        "beegfs",
        "ceph",
        "cifs",
        "drvfs",
        "fakeowner",
        "gfs2",
        "glusterfs",
        "gpfs",
        "lustre",
        "ncpfs",
        "nfs",
        "nfs4",
        "ocfs2",
        "prl_fs",
        "smb3",
        "smbfs",
        "vboxsf",
        "virtiofs",
        "vmhgfs",
        "wslfs",
    }
)
# The file is read this often, whatever events there are.
LOOK_MS = 500
POLL_MS = 250
# A save counts as finished when two reads this far apart are equal.
SETTLE_S = 0.03
# An editor may empty a file before it writes it.
EMPTY_S = 0.3

Say = Callable[[str], None]


def saved_texts(file: Path, first: str, poll: bool, say: Say) -> Iterator[str | None]:
    """Each text that is saved to the file from now on, without end; None when the file has disappeared.

    first: the text that is known already. A save by rename, a file that is missing for a moment, and
    several quick saves each yield only the final text.
    """
    known: str | None = first
    for _ in _ticks(file, poll, say):
        text = settled(file)
        if text is None:
            # It may be missing between the two halves of a save by rename.
            time.sleep(EMPTY_S)
            text = settled(file)
        if text != known:
            known = text
            yield text


def settled(file: Path) -> str | None:
    """The file's text once it no longer changes; None when there is no file."""
    text = _read(file)
    began = time.monotonic()
    while True:
        time.sleep(SETTLE_S)
        again = _read(file)
        waits = again == "" and time.monotonic() - began < EMPTY_S
        if again == text and not waits:
            return text
        text = again


def _read(file: Path) -> str | None:
    try:
        return read_source(file)
    except GraderError:
        return None


def _ticks(file: Path, poll: bool, say: Say) -> Iterator[None]:
    """Yields at each event near the file, and twice a second without any."""
    # The folder, not the file: a save by rename puts another file in its place. A link has two folders.
    folders = sorted({file.parent, file.resolve().parent})
    names = {file.name, file.resolve().name}
    for forced in (True,) if poll else (False, True):
        try:
            for _ in watch(
                *folders,
                watch_filter=lambda _, path: Path(path).name in names,
                debounce=200,
                step=20,
                rust_timeout=LOOK_MS,
                yield_on_timeout=True,
                force_polling=forced,
                poll_delay_ms=POLL_MS,
                recursive=False,
            ):
                yield
        except (OSError, RuntimeError) as error:
            say(f"the system gives no notice of saves ({error}); the file is looked at instead")
    while True:
        time.sleep(LOOK_MS / 1000)
        yield


def shared_file_system(folder: Path, mounts: Path = MOUNTS) -> str:
    """The type of the folder's file system, such as 'nfs4', where other machines may write to it; else ''."""
    kind = file_system_of(folder, mounts)
    return kind if kind in SHARED or kind.startswith("fuse") else ""


def file_system_of(folder: Path, mounts: Path = MOUNTS) -> str:
    """The type of the file system that holds the folder; '' when the system does not tell."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ""
    real = folder.resolve()
    best, found = -1, ""
    for line in lines:
        left, _, right = line.partition(" - ")
        fields = left.split()
        if len(fields) < 5 or not right:
            continue
        point = Path(_unescaped(fields[4]))
        # If two mounts have one path, the later one hides the other.
        if real.is_relative_to(point) and len(point.parts) >= best:
            best, found = len(point.parts), right.split()[0]
    return found


def _unescaped(path: str) -> str:
    # Blanks and backslashes are written as octal numbers: \040.
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), path)
