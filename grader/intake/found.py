"""Submissions as a source lists them: found, told apart by student, but not read yet.

Each kind of source (a plain folder, or another system's download) has a function that takes the tree and
returns FoundSubmissions. `read_found` then reads one of them: it keeps the kernel files, and turns whatever
is wrong with the submission into notes for the instructor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from grader.core.manifest import Lab
from grader.intake.collect import Collector
from grader.intake.member import Member, Path
from grader.intake.names import make_id, shown
from grader.intake.submission import Limits, Submission
from grader.schema.class_results import Person


@dataclass
class FoundSubmission:
    """A submission that is not read yet. id: the preferred one. parts: its members, as they are listed."""

    id: str
    student: str
    people: tuple[Person, ...]
    parts: list[Iterable[Member]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    late: bool = False


@dataclass(frozen=True)
class FoundSubmissions:
    """All submissions of a source. source: its kind. notes: on entries that belong to no submission."""

    source: str
    submissions: Sequence[FoundSubmission]
    notes: Sequence[str] = ()


def read_found(found: FoundSubmission, labs: Sequence[Lab], limits: Limits) -> Submission:
    """Reads the submission's members. Never raises for anything that a student may have made."""
    collector = Collector(labs, limits)
    for note in found.notes:
        collector.note(note)
    for members in found.parts:
        collector.inspect(members)
    return Submission(
        id=make_id(found.id),
        student=shown(found.student),
        kernels=collector.kernels,
        notes=collector.notes,
        people=found.people,
        late=found.late,
        other_files=collector.other_files,
    )


def renamed(member: Member, name: str) -> Member:
    """The member under the name that its author gave it."""
    return replace(member, path=(name,))


def in_folder(path: Path, members: Iterable[Member]) -> Iterator[Member]:
    """The members with paths that begin at the folder above them."""
    return (replace(member, path=(*path, *member.path)) for member in members)


def is_hidden(name: str) -> bool:
    """Whether the name is one of those that systems leave behind, such as .DS_Store."""
    return (name.startswith((".", "~$")) and name != "..") or name.lower() in ("thumbs.db", "desktop.ini")
