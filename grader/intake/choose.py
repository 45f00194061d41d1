"""Chooses the kernel file of each lab among all files of a submission.

A file is a candidate if it has the lab's own file name, or that of a copy ('name (1).cu'). A better name, a
place like the checkout's and a shorter path win, whatever the order in which the candidates come. The
instructor is told what was chosen whenever that could be doubted: other candidates that differ, a copy's
name, odd content.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from grader.core.lab_files import solution_parents
from grader.core.manifest import Lab
from grader.intake.member import Path
from grader.intake.names import shown_path

Rank = tuple[int, int, int, Path]
BOM = b"\xef\xbb\xbf"
# Notes that end so change nothing about how a file is graded.
BYTE_ORDER_MARK, WINDOWS_ENDS = "a byte order mark, left as it is", "has Windows line ends, left as they are"
UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass
class Choice:
    """The candidates for one lab; the lowest rank wins. Of all but the best one only the hashes are kept."""

    lab: Lab
    digests: dict[Path, bytes] = field(default_factory=dict)
    best: Path = ()
    data: bytes = b""
    refused: list[Path] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def is_candidate(self, name: str) -> bool:
        """Whether a file of that name may be this lab's: it has the name, or that of a copy."""
        return _copy_of(self.lab.kernel_file, name) is not None

    def offer(self, path: Path, data: bytes) -> None:
        """Add a candidate. It replaces one of the same path, as unpacking an archive would."""
        if self._is_part_of_course(path):
            self.refused.append(path)
            return
        if path in self.digests:
            self.notes.append(f"{shown_path(path)}: is there twice: the last one counts")
        if not self.best or self._rank(path) <= self._rank(self.best):
            self.best, self.data = path, data
        self.digests[path] = hashlib.sha256(data).digest()

    @property
    def kernel(self) -> bytes | None:
        """The chosen file's bytes, None when there is none."""
        return self.data if self.best else None

    def remarks(self) -> list[str]:
        """What the instructor should know about the choice."""
        if not self.best:
            refused = (f"{shown_path(path)}: is the course's own file: not taken" for path in self.refused)
            return [*self.notes, *refused]
        place = shown_path(self.best)
        remarks = [*self.notes]
        chosen = self.digests[self.best]
        others = sorted(path for path, digest in self.digests.items() if digest != chosen)
        if others:
            also = ", ".join(map(shown_path, others[:3])) + (" …" if len(others) > 3 else "")
            remarks.append(f"{place}: taken for {self.lab.id}; others differ from it: {also}")
        elif self.best[-1] != self.lab.kernel_file:
            remarks.append(f"{place}: taken as {self.lab.kernel_file}")
        return remarks + [f"{place}: {word}" for word in _content_remarks(self.data)]

    def _is_part_of_course(self, path: Path) -> bool:
        """Whether the path is that of a solution or of test data in a checkout of the whole course."""
        return path[-3:-1] in solution_parents(self.lab) or ("grader", "tests") in pairwise(path)

    def _rank(self, path: Path) -> Rank:
        if path[-3:-1] == ("labs", self.lab.folder):
            place = 0
        else:
            place = 1 if path[-2:-1] == (self.lab.folder,) else 2
        return (_copy_of(self.lab.kernel_file, path[-1]) or 0, place, len(path), path)


def _copy_of(wanted: str, name: str) -> int | None:
    """0 for the name itself, 1 for a copy's ('name (2).cu', or 'name-2.cu' from Canvas), else None."""
    if name == wanted:
        return 0
    stem, dot, suffix = wanted.rpartition(".")
    copy = rf"{re.escape(stem)}( \(\d{{1,3}}\)|-\d{{1,3}}){re.escape(dot + suffix)}"
    return 1 if re.fullmatch(copy, name) else None


def _content_remarks(data: bytes) -> list[str]:
    if not data.strip():
        return ["is empty"]
    if data.startswith(UTF16):
        return ["is UTF-16 text, which compilers refuse: ask for it as UTF-8"]
    remarks = []
    if b"\0" in data:
        remarks.append("holds null bytes")
    if data.startswith(BOM):
        remarks.append(f"begins with {BYTE_ORDER_MARK}")
    if b"\r\n" in data:
        remarks.append(WINDOWS_ENDS)
    elif b"\r" in data:
        remarks.append("has carriage returns that end no line")
    return remarks


def is_harmless(note: str) -> bool:
    """Whether a note on a file tells of nothing that a person need look at."""
    return note.endswith((BYTE_ORDER_MARK, WINDOWS_ENDS))


def choices_for(labs: Sequence[Lab]) -> list[Choice]:
    """An empty choice for each lab."""
    return [Choice(lab) for lab in labs]
