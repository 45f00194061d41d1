"""The input as a tree of members: a folder of submissions and the .zip of a bulk download look alike.

open_tree() yields a Tree, whose entries are Members; nothing is unpacked to disk. A folder is walked without
following a link and without opening anything but files and folders: every component of a path is opened
relative to the folder that holds it and with O_NOFOLLOW, so a link that is put in its place in the meantime
leads nowhere.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import Protocol

from grader.core.errors import GraderError
from grader.intake.archives import ZipArchive
from grader.intake.member import Kind, Member, Path, Unreadable, kind_of_mode, no_content, problem_of
from grader.intake.names import has_control, is_text
from grader.intake.submission import Limits

FOLDER_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# O_NONBLOCK is for FIFOs: without it, opening one would wait for its writer.
FILE_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
# The private folders of version control and macOS; a repository's history has thousands of files.
IGNORED_NAMES = frozenset({".git", ".hg", ".svn", "__MACOSX"})


@dataclass(frozen=True)
class Folder:
    """An open folder. descriptor: open as long as members are read. depth: how deep folders may be."""

    descriptor: int
    depth: int

    def entries(self, path: Path = ()) -> list[Member]:
        """The members of the folder at that path, sorted by name.

        Raises Unreadable when it cannot be opened.
        """
        descriptor = self._open_folder(path)
        try:
            with os.scandir(descriptor) as found:
                names = sorted(entry.name for entry in found)
            return [self._member(descriptor, (*path, name)) for name in names if name not in IGNORED_NAMES]
        except OSError as error:
            raise Unreadable(f"cannot be read: {error.strerror}") from error
        finally:
            os.close(descriptor)

    def walk(self, path: Path) -> Iterator[Member]:
        """The members below that folder, at any depth; each folder before its members."""
        for member in self.entries(path):
            yield from self._below(member)

    def read(self, path: Path, most: int) -> bytes:
        """At most so many bytes of the file at that path. Raises Unreadable."""
        parent = self._open_folder(path[:-1])
        try:
            if not stat.S_ISREG(os.stat(path[-1], dir_fd=parent, follow_symlinks=False).st_mode):
                raise Unreadable("is no file any more: not read")
            descriptor = os.open(path[-1], FILE_FLAGS, dir_fd=parent)
            with os.fdopen(descriptor, "rb") as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise Unreadable("is no file any more: not read")
                return file.read(most)
        except OSError as error:
            raise Unreadable(f"cannot be read: {error.strerror}") from error
        finally:
            os.close(parent)

    def _below(self, member: Member) -> Iterator[Member]:
        yield member
        if member.kind is not Kind.FOLDER or member.problem:
            return
        try:
            inside = self.entries(member.path)
        except Unreadable as error:
            yield Member(member.path, member.kind, 0, no_content, str(error))
            return
        for other in inside:
            yield from self._below(other)

    def _open_folder(self, path: Path) -> int:
        descriptor = os.dup(self.descriptor)
        try:
            for part in path:
                inner = os.open(part, FOLDER_FLAGS, dir_fd=descriptor)
                os.close(descriptor)
                descriptor = inner
        except OSError as error:
            os.close(descriptor)
            raise Unreadable(f"cannot be opened: {error.strerror}") from error
        return descriptor

    def _member(self, parent: int, path: Path) -> Member:
        try:
            found = os.stat(path[-1], dir_fd=parent, follow_symlinks=False)
        except OSError as error:
            return Member(path, Kind.OTHER, 0, no_content, f"cannot be read: {error.strerror}")
        kind = kind_of_mode(found.st_mode)
        problem = problem_of(kind)
        if not problem and has_control(path[-1]):
            problem = "has control characters in its name: not read"
        if not problem and kind is Kind.FOLDER and len(path) > self.depth:
            problem = f"lies more than {self.depth} folders deep: not looked into"
        remark = "" if is_text("/".join(path)) else "its name is not valid UTF-8"
        if kind is Kind.FILE and found.st_nlink > 1:
            remark = "is a file with several names (hard links): read, but see that it is the student's own"
        return Member(path, kind, found.st_size, lambda most: self.read(path, most), problem, remark)


class Tree(Protocol):
    """A container of submissions. shown: its name for messages."""

    @property
    def shown(self) -> str: ...

    def entries(self) -> list[Member]:
        """The members at the top, each with a path of one name, sorted by name."""
        ...

    def below(self, name: str) -> Iterator[Member]:
        """Everything below the top entry of that name, with paths relative to it."""
        ...

    def inside(self, name: str) -> Tree:
        """The tree below that top entry."""
        ...


@dataclass(frozen=True)
class FolderTree:
    """A folder on disk, or a folder inside it."""

    shown: str
    folder: Folder
    top: Path = ()

    def entries(self) -> list[Member]:
        return [replace(member, path=member.path[-1:]) for member in self.folder.entries(self.top)]

    def below(self, name: str) -> Iterator[Member]:
        top = (*self.top, name)
        for member in self.folder.walk(top):
            yield replace(member, path=member.path[len(top) :])

    def inside(self, name: str) -> FolderTree:
        return FolderTree(f"{self.shown}/{name}", self.folder, (*self.top, name))


class ZipTree:
    """The members of a .zip file, by top folder."""

    def __init__(self, shown: str, members: list[Member]) -> None:
        self.shown = shown
        self._top: dict[str, Member] = {}
        self._below: dict[str, list[Member]] = {}
        for member in members:
            if member.path and member.path[0] not in IGNORED_NAMES:
                self._add(member)

    def entries(self) -> list[Member]:
        return [self._top[name] for name in sorted(self._top)]

    def below(self, name: str) -> Iterator[Member]:
        return iter(self._below.get(name, ()))

    def inside(self, name: str) -> ZipTree:
        return ZipTree(f"{self.shown}/{name}", self._below.get(name, []))

    def _add(self, member: Member) -> None:
        name, rest = member.path[0], member.path[1:]
        if not rest:
            self._top[name] = member
            return
        self._top.setdefault(name, Member((name,), Kind.FOLDER, 0, no_content))
        self._below.setdefault(name, []).append(replace(member, path=rest))


def require_source(source: FilePath) -> None:
    """Raise GraderError unless submissions could be at that path: in a folder, or in a .zip."""
    if source.is_dir() or (source.is_file() and source.suffix.lower() == ".zip"):
        return
    wrong = "it is neither a folder nor a .zip file" if source.exists() else "there is no such place"
    raise GraderError(
        f"cannot read submissions from {source}: {wrong}",
        "Name the folder that holds the submissions, or the .zip as Gradescope, Moodle or Canvas gave it.",
    )


@contextmanager
def open_tree(source: FilePath, limits: Limits) -> Iterator[Tree]:
    """The tree at that path, readable inside the with. Raises GraderError when there is none."""
    try:
        require_source(source)
        if source.is_dir():
            with _open_folder(source, limits) as folder:
                yield FolderTree(source.name or str(source), folder)
        else:
            with source.open("rb") as file:
                yield ZipTree(source.name, list(ZipArchive(file, most_members=None).members()))
    except Unreadable as error:
        raise GraderError(f"cannot read submissions: {source} {error}") from error
    except OSError as error:
        raise GraderError(f"cannot read submissions from {source}: {error.strerror}") from error


@contextmanager
def _open_folder(source: FilePath, limits: Limits) -> Iterator[Folder]:
    descriptor = os.open(source, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield Folder(descriptor, limits.depth)
    finally:
        os.close(descriptor)
