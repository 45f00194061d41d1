"""Which of a submission's files is a lab's kernel file."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.manifest import Lab
from grader.submissions.member import Path
from grader.submissions.names import shown_path

Rank = tuple[int, int, int, Path]
BOM = b"\xef\xbb\xbf"
UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass
class _Seen:
    """One candidate. Only the best one's bytes are kept."""

    rank: Rank
    digest: bytes
    data: bytes | None


@dataclass
class Choice:
    """A lab's candidates; the lowest rank wins, whatever the order in which they come."""

    lab: Lab
    seen: dict[Path, _Seen] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def takes(self, name: str) -> bool:
        """Whether a file of that name may be this lab's: by its name, or as a copy, 'name (1).cu'."""
        return _copy_of(self.lab.kernel_file, name) is not None

    def offer(self, path: Path, data: bytes) -> None:
        """One more candidate; one of the same path takes its place, as it does when unpacked."""
        if path[-3:-1] == ("solutions", self.lab.folder):
            self.notes.append(f"{shown_path(path)}: lies in the course's solutions: not taken")
            return
        if path in self.seen:
            self.notes.append(f"{shown_path(path)}: is there twice: the last one counts")
        self.seen[path] = _Seen(self._rank(path), hashlib.sha256(data).digest(), data)
        best = self._best()
        for seen in self.seen.values():
            if seen is not best:
                seen.data = None

    @property
    def kernel(self) -> bytes | None:
        """The chosen file's bytes, None when there is none."""
        return self._best().data if self.seen else None

    def remarks(self) -> list[str]:
        """What the instructor should know of the choice."""
        if not self.seen:
            return self.notes
        path, best = min(self.seen.items(), key=lambda item: item[1].rank)
        remarks = [*self.notes]
        others = [p for p, seen in sorted(self.seen.items()) if seen.digest != best.digest]
        if others:
            also = ", ".join(shown_path(p) for p in others[:3]) + (" …" if len(others) > 3 else "")
            remarks.append(f"{shown_path(path)}: taken for {self.lab.id}; others differ from it: {also}")
        elif path[-1] != self.lab.kernel_file:
            remarks.append(f"{shown_path(path)}: taken as {self.lab.kernel_file}")
        remarks += [f"{shown_path(path)}: {word}" for word in _content_remarks(best.data or b"")]
        return remarks

    def _best(self) -> _Seen:
        return min(self.seen.values(), key=lambda seen: seen.rank)

    def _rank(self, path: Path) -> Rank:
        if path[-3:-1] == ("labs", self.lab.folder):
            place = 0
        else:
            place = 1 if path[-2:-1] == (self.lab.folder,) else 2
        copies = _copy_of(self.lab.kernel_file, path[-1]) or 0
        return (int(copies > 0), place, len(path), path)


def _copy_of(wanted: str, name: str) -> int | None:
    """0 for the name itself, the number of a copy ('name (2).cu', or 'name-2.cu' from Canvas), else None."""
    if name == wanted:
        return 0
    stem, dot, suffix = wanted.rpartition(".")
    copy = re.fullmatch(rf"{re.escape(stem)}(?: \((\d{{1,3}})\)|-(\d{{1,3}})){re.escape(dot + suffix)}", name)
    return max(1, int(copy[1] or copy[2])) if copy else None


def _content_remarks(data: bytes) -> list[str]:
    if not data.strip():
        return ["is empty"]
    if data.startswith(UTF16):
        return ["is UTF-16 text, which compilers refuse: ask for it as UTF-8"]
    remarks = []
    if b"\0" in data:
        remarks.append("holds null bytes")
    if data.startswith(BOM):
        remarks.append("begins with a byte order mark, left as it is")
    if b"\r\n" in data:
        remarks.append("has Windows line ends, left as they are")
    elif b"\r" in data:
        remarks.append("has carriage returns that end no line")
    return remarks


def choices_for(labs: Sequence[Lab]) -> list[Choice]:
    """A fresh choice for each lab."""
    return [Choice(lab) for lab in labs]
