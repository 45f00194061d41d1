"""Collects the labs' kernel files from one submission's members, archives inside it included.

In go members, however hostile; out come the bytes of at most one file for each lab, and notes for the
instructor on everything that was skipped or refused. All limits are enforced here: the number of members, the
bytes unpacked, and the depth of archives inside archives.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.core.manifest import Lab
from grader.intake.archives import archive_members, archive_suffix
from grader.intake.choose import choices_for
from grader.intake.member import Kind, Member, Path, Unreadable
from grader.intake.names import NOTE_LENGTH, shown, shown_path
from grader.intake.submission import Limits
from grader.intake.tree import IGNORED_NAMES
from grader.intake.unpacking import Budget

# The number of .cu files without a lab that are named: enough to find the one that was meant.
MOST_OTHER_FILES = 3

# The archives that a member lies in, the outermost first.
Archives = tuple[Path, ...]


class _LimitReached(Exception):
    """A limit for the submission is reached. The message is the note."""


class Collector:
    """Inspects every member of one submission, opens its archives, and keeps its kernel files."""

    def __init__(self, labs: Sequence[Lab], limits: Limits) -> None:
        self._limits = limits
        self._choices = choices_for(labs)
        self._notes: dict[str, None] = {}
        self._members = 0
        self._other_kernels: list[str] = []
        self._budget = Budget(limits.unpacked_bytes)

    def inspect(self, members: Iterable[Member]) -> None:
        """Inspects the members and keeps the kernel files among them. Never raises, whatever they are."""
        try:
            self._walk(members, ())
        except _LimitReached as error:
            self.note(str(error))

    def note(self, text: str) -> None:
        """Add a note for the instructor."""
        # A library's message on a damaged archive may quote its bytes.
        self._notes[shown(text, NOTE_LENGTH)] = None

    @property
    def kernels(self) -> dict[str, bytes]:
        """The chosen files by lab id, in the labs' order."""
        found = ((choice.lab.id, choice.kernel) for choice in self._choices)
        return {lab: data for lab, data in found if data is not None}

    @property
    def notes(self) -> tuple[str, ...]:
        """All notes, up to the limit; those on the kernel files come first."""
        remarks = [remark for choice in self._choices for remark in choice.remarks()]
        every = list(dict.fromkeys([*remarks, *self._notes]))
        kept, left = every[: self._limits.notes], len(every) - self._limits.notes
        return (*kept, f"and {left:,} more of such notes") if left > 0 else tuple(kept)

    @property
    def other_files(self) -> tuple[str, ...]:
        """The first .cu files that are no lab's."""
        return tuple(self._other_kernels[:MOST_OTHER_FILES])

    def _walk(self, members: Iterable[Member], above: Archives) -> None:
        try:
            for member in members:
                self._count()
                if member.path and not IGNORED_NAMES.intersection(member.path):
                    self._one(member, above)
        except Unreadable as error:
            self.note(f"{_place(above)}{error}")

    def _count(self) -> None:
        self._members += 1
        if self._members > self._limits.members:
            raise _LimitReached(f"holds more than {self._limits.members:,} files: the rest is not looked at")

    def _one(self, member: Member, above: Archives) -> None:
        wanted = any(choice.is_candidate(member.name) for choice in self._choices)
        if member.problem:
            self.note(f"{_shown(above, member)}: {member.problem}")
        elif member.kind is Kind.FOLDER:
            if wanted:
                self.note(f"{_shown(above, member)}: is a folder, not a file")
        elif wanted:
            self._take(member, above)
        elif archive_suffix(member.name):
            self._open(member, above)
        elif member.name.lower().endswith(".cu"):
            self._other_kernels.append(_shown(above, member))
        if member.remark and (wanted or archive_suffix(member.name)):
            self.note(f"{_shown(above, member)}: {member.remark}")

    def _take(self, member: Member, above: Archives) -> None:
        data = self._read(member, self._limits.kernel_bytes, above)
        if data is None:
            return
        for choice in self._choices:
            if choice.is_candidate(member.name):
                choice.offer((*_parts(above), *member.path), data)

    def _open(self, member: Member, above: Archives) -> None:
        if len(above) >= self._limits.nesting:
            self.note(f"{_shown(above, member)}: is inside too many archives: not opened")
            return
        data = self._read(member, self._limits.archive_bytes, above)
        if data is None:
            return
        try:
            inside = archive_members(member.name, data, self._limits, self._budget)
            self._walk(inside, (*above, member.path))
        except Unreadable as error:
            self.note(f"{_shown(above, member)}: {error}")

    def _read(self, member: Member, most: int, above: Archives) -> bytes | None:
        """The member's bytes; None, with a note, when it is larger than `most` or unreadable."""
        try:
            data = b"" if member.size > most else member.read(most + 1)
            self._budget.spend(len(data))
        except Unreadable as error:
            self.note(f"{_shown(above, member)}: {error}")
            return None
        if max(member.size, len(data)) > most:
            size = max(member.size, len(data))
            self.note(f"{_shown(above, member)}: is too large ({size:,} bytes; {most:,} allowed): not read")
            return None
        return data


def _parts(above: Archives) -> Path:
    return tuple(part for archive in above for part in archive)


def _place(above: Archives) -> str:
    return f"{shown_path(_parts(above))}: " if above else ""


def _shown(above: Archives, member: Member) -> str:
    """The place as notes name it: 'alice.zip: labs/name.cu'."""
    return f"{_place(above)}{shown_path(member.path)}"
