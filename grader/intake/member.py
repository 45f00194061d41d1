"""A member: one file or folder inside a folder or an archive, described alike whatever contains it.

A member is described first and read later, if at all: `problem` says why it must not be read, and `read`
gives its bytes up to a limit. Only files are ever read; no link is followed.
"""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

Path = tuple[str, ...]
Read = Callable[[int], bytes]


class Kind(Enum):
    """What a member is. Only FILE is ever read."""

    FILE = "a file"
    FOLDER = "a folder"
    SYMLINK = "a symbolic link"
    HARD_LINK = "a hard link"
    DEVICE = "a device"
    FIFO = "a FIFO"
    SOCKET = "a socket"
    OTHER = "neither a file nor a folder"


class Unreadable(Exception):
    """A member or an archive cannot be read. The message is the reason, and completes 'NAME: …'."""


@dataclass(frozen=True)
class Member:
    """path: the names from the top of the container. size: as its header claims, at least 0.

    read: returns at most so many bytes of the content; raises Unreadable. problem: why it is not read, else
    ''. remark: what the instructor should know although it is read.
    """

    path: Path
    kind: Kind
    size: int
    read: Read
    problem: str = ""
    remark: str = ""

    @property
    def name(self) -> str:
        return self.path[-1] if self.path else ""


def no_content(_: int) -> bytes:
    """The content of a member that is not read."""
    return b""


def kind_of_mode(mode: int) -> Kind:
    """The kind for the file type bits of a Unix mode. Without such bits it is a file."""
    types = {
        0: Kind.FILE,
        stat.S_IFREG: Kind.FILE,
        stat.S_IFDIR: Kind.FOLDER,
        stat.S_IFLNK: Kind.SYMLINK,
        stat.S_IFCHR: Kind.DEVICE,
        stat.S_IFBLK: Kind.DEVICE,
        stat.S_IFIFO: Kind.FIFO,
        stat.S_IFSOCK: Kind.SOCKET,
    }
    return types.get(stat.S_IFMT(mode), Kind.OTHER)


def problem_of(kind: Kind) -> str:
    """Why a member of that kind is not read; '' for files and folders."""
    if kind in (Kind.FILE, Kind.FOLDER):
        return ""
    links = (Kind.SYMLINK, Kind.HARD_LINK)
    return f"is {kind.value}: {'not followed' if kind in links else 'not read'}"
