"""What the readers of the several sources share: drafts, which become submissions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from grader.core.manifest import Lab
from grader.intake.collect import Collector
from grader.intake.member import Member, Path
from grader.intake.names import make_id, shown
from grader.intake.submission import Limits, Person, Submission


@dataclass
class Draft:
    """A submission that is found but not read. id: as wished. parts: its members."""

    id: str
    student: str
    people: tuple[Person, ...]
    parts: list[Iterable[Member]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    late: bool = False


@dataclass(frozen=True)
class Sorted:
    """The input, sorted by who handed in. source: what it was taken for. notes: on what is nobody's."""

    source: str
    drafts: Sequence[Draft]
    notes: Sequence[str] = ()


def read_draft(draft: Draft, labs: Sequence[Lab], limits: Limits) -> Submission:
    """Reads the draft's members. Never raises for anything that a student may have made."""
    collector = Collector(labs, limits)
    for note in draft.notes:
        collector.note(note)
    for members in draft.parts:
        collector.look_at(members)
    return Submission(
        id=make_id(draft.id),
        student=shown(draft.student),
        kernels=collector.kernels,
        notes=collector.notes,
        people=draft.people,
        late=draft.late,
    )


def renamed(member: Member, name: str) -> Member:
    """The member under the name that its author gave it."""
    return replace(member, path=(name,))


def in_folder(path: Path, members: Iterable[Member]) -> Iterator[Member]:
    """The members, seen from the folder above."""
    return (replace(member, path=(*path, *member.path)) for member in members)


def is_hidden(name: str) -> bool:
    """Whether the name is one of those that systems leave behind, such as .DS_Store."""
    return (name.startswith((".", "~$")) and name != "..") or name.lower() in ("thumbs.db", "desktop.ini")
