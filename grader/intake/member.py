"""One thing inside a folder or an archive, whatever holds it."""

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
    """A member or an archive cannot be read; the message says why, as a sentence's end."""


@dataclass(frozen=True)
class Member:
    """path: cleaned names from the container's top. size: as its header claims, at least 0.

    read: the content, at most so many bytes; raises Unreadable. problem: why it is not read, else ''.
    remark: worth a note though it is read.
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


def nothing(_: int) -> bytes:
    """The content of a member that is not read."""
    return b""


def kind_of_mode(mode: int) -> Kind:
    """The kind that the file type bits of a Unix mode stand for; no such bits are a file's."""
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
