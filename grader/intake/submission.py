"""A submission that is read: the student, the kernel files' bytes, and notes for the instructor.

Limits says how much of a submission is read at all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from grader.core.manifest import Lab
from grader.schema.class_results import Person

KIB = 1024
MIB = 1024 * KIB


@dataclass(frozen=True)
class Limits:
    """How much of one submission is read: far more than an honest one has, far less than a machine's memory.

    kernel_bytes: of a kernel file. archive_bytes: of an archive that is read into memory.
    members, unpacked_bytes: files, folders and bytes inspected, over all of its archives.
    nesting: archives inside each other. depth: folders inside each other. notes: the most that are kept.
    """

    kernel_bytes: int = MIB
    archive_bytes: int = 64 * MIB
    members: int = 50_000
    unpacked_bytes: int = 256 * MIB
    nesting: int = 2
    depth: int = 40
    notes: int = 40


@dataclass(frozen=True)
class Submission:
    """What one student, or one group, handed in.

    id: unique in its intake, and fit to be a file's name. student: as the source gives it.
    kernels: the bytes of each lab's kernel file, by lab id, unchanged. notes: for the instructor.
    unread: why nothing of it could be read, '' where it was. other_files: .cu files that are no lab's, as
    notes name them.
    """

    id: str
    student: str
    kernels: Mapping[str, bytes] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    people: tuple[Person, ...] = ()
    late: bool = False
    unread: str = ""
    other_files: tuple[str, ...] = ()

    @property
    def hashes(self) -> dict[str, str]:
        """The SHA-256 of each kernel file, by lab id: equal files need to be graded only once."""
        return {lab: hashlib.sha256(data).hexdigest() for lab, data in self.kernels.items()}

    def missing(self, labs: Sequence[Lab]) -> tuple[str, ...]:
        """Notes on the labs among these that have no file, and on the files that may have been meant."""
        names = [f"{lab.kernel_file} ({lab.id})" for lab in labs if lab.id not in self.kernels]
        if not names or self.unread:
            return ()
        notes = [f"found no {', '.join(names)}"]
        if self.other_files:
            others = ", ".join(self.other_files)
            notes.append(f"there is {others}: a kernel file is recognised only by its exact name")
        return tuple(notes)


@dataclass(frozen=True)
class Intake:
    """All submissions, in the order of their ids. source: the kind of the input, as people read it.

    notes: on what belongs to no submission.
    """

    source: str
    submissions: tuple[Submission, ...]
    notes: tuple[str, ...] = ()
