"""The input as a whole: a folder of submissions or a bulk download's .zip, seen alike."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import Protocol

from grader.errors import GraderError
from grader.submissions.folder import SKIPPED, Folder
from grader.submissions.member import Kind, Member, Unreadable, nothing
from grader.submissions.member import Path as Parts
from grader.submissions.model import Limits
from grader.submissions.zip_file import ZipArchive


class Tree(Protocol):
    """A container of submissions. shown: its name for messages."""

    @property
    def shown(self) -> str: ...

    def entries(self) -> list[Member]:
        """What lies at the top, each with a path of one name, in the order of the names."""
        ...

    def below(self, name: str) -> Iterator[Member]:
        """Everything below the top entry of that name; paths begin behind it."""
        ...

    def inside(self, name: str) -> Tree:
        """The tree below that top entry."""
        ...


@dataclass(frozen=True)
class FolderTree:
    """A folder, or one inside of it."""

    shown: str
    folder: Folder
    top: Parts = ()

    def entries(self) -> list[Member]:
        return [replace(member, path=member.path[-1:]) for member in self.folder.entries(self.top)]

    def below(self, name: str) -> Iterator[Member]:
        top = (*self.top, name)
        for member in self.folder.walk(top):
            yield replace(member, path=member.path[len(top) :])

    def inside(self, name: str) -> FolderTree:
        return FolderTree(f"{self.shown}/{name}", self.folder, (*self.top, name))


class ZipTree:
    """A .zip file's members, sorted once by their top folders."""

    def __init__(self, shown: str, members: list[Member]) -> None:
        self.shown = shown
        self._top: dict[str, Member] = {}
        self._below: dict[str, list[Member]] = {}
        for member in members:
            if member.path and member.path[0] not in SKIPPED:
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
        self._top.setdefault(name, Member((name,), Kind.FOLDER, 0, nothing))
        self._below.setdefault(name, []).append(replace(member, path=rest))


@contextmanager
def open_tree(source: FilePath, limits: Limits) -> Iterator[Tree]:
    """The tree at that path, readable inside the with. Raises GraderError when there is none."""
    try:
        if source.is_dir():
            with _open_folder(source, limits) as folder:
                yield FolderTree(source.name or str(source), folder)
        elif source.is_file() and source.suffix.lower() == ".zip":
            with source.open("rb") as file:
                yield ZipTree(source.name, list(ZipArchive(file, most_members=None).members()))
        else:
            wrong = "it is neither a folder nor a .zip file" if source.exists() else "there is no such place"
            raise GraderError(
                f"cannot read submissions from {source}: {wrong}",
                "Name the folder that holds the submissions, or the .zip as Gradescope, Moodle or "
                "Canvas gave it.",
            )
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
