"""A full disk, called by its name: whatever noticed it, and however deep in a compiler's words."""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.temporary import is_temporary

# The disk has no room left; this user's part of it has none.
FULL = (errno.ENOSPC, errno.EDQUOT)
# If less is free, a compiler or a program may have failed because the disk is full, whatever it says.
LEAST_FREE = 4 * 1024 * 1024
# Matches strerror's words after the colon that compilers, linkers, ninja and CMake put before them. A file's
# own #error may contain the words too.
SAYS_SO = re.compile(
    r"^(?!.*#\s*error)(?P<before>.*): ['‘(]?(?P<why>No space left on device|Disk quota exceeded)\b",
    re.MULTILINE,
)
PATH = re.compile(r"(?<![\w.])/[^\s:'\"‘’]+")
QUOTA = "Disk quota exceeded"


def full_disk_error(text: str, place: Path | None = None) -> GraderError | None:
    """The error to raise where a program's output says that the disk is full; None where it does not.

    place: where that program writes, unless its words name a file.
    """
    found = SAYS_SO.search(text)
    if found is None:
        return None
    named = [Path(one) for one in PATH.findall(found["before"])]
    # "/usr/bin/ld: final link failed: No space left on device" names who says so.
    written = next((one for one in named if not os.access(one, os.X_OK) or one.is_dir()), place)
    return full_disk(written, quota=found["why"] == QUOTA)


def full_disk_behind(error: BaseException) -> GraderError | None:
    """The same for an exception that is an OSError of a full disk, or was raised from one."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError) and cause.errno in FULL:
            name = cause.filename if isinstance(cause.filename, str) else None
            return full_disk(Path(name) if name else None, quota=cause.errno == errno.EDQUOT)
        cause = cause.__cause__
    return None


def refuse_full(*places: Path) -> None:
    """Raise the error where one of the places has no room left: for who failed there and did not say why."""
    for place in places:
        if shutil.disk_usage(place).free < LEAST_FREE:
            raise full_disk(place)


def full_disk(place: Path | None = None, *, quota: bool = False) -> GraderError:
    """The error itself. place: what could not be written, or where; None when that is unknown."""
    folder = _folder_of(place) if place is not None else _fullest((Path(tempfile.gettempdir()), Path.cwd()))
    why = f"your quota in {folder} is used up" if quota else f"no space is left in {folder}"
    look = "quota -s" if quota else f"df -h {folder}"
    return GraderError(
        f"the disk is full: {why}",
        f"Free some space ({look}), then run the same command again: nothing is lost.",
    )


def _folder_of(place: Path) -> Path:
    """The place, or the nearest folder around it that is there, and will be when the user looks."""
    around = (place.absolute(), *place.absolute().parents)
    ours = next((number for number, folder in enumerate(around) if is_temporary(folder)), -1)
    return next((folder for folder in around[ours + 1 :] if folder.is_dir()), place)


def _fullest(places: Iterable[Path]) -> Path:
    return min(places, key=lambda place: shutil.disk_usage(place).free)
