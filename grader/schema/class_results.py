"""What is kept of a class: the run over it (grading/class.json), and each different file's result.

The results are in grading/results, named by what they depend on (grader/classroom/class_run.py), so that a
result of another grader is never looked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from grader.core.run_defaults import DEFAULT_LIMIT_S, DEFAULT_SEED
from grader.schema.document import Complete, Document, Flag, Items, Number, Whole
from grader.schema.results import LabResult

RUN_FORMAT: Final = 2
RESULT_FORMAT: Final = 1


@dataclass(frozen=True)
class Person:
    """Who handed in, as far as the source tells; '' where it does not.

    number: the person's number in the system that the download came from. sid: the school's own.
    """

    name: str
    number: str = ""
    sid: str = ""
    login: str = ""
    email: str = ""
    section: str = ""


@dataclass(frozen=True)
class Entry:
    """One submission of the class. kernels: the SHA-256 of each kernel file, by lab id.

    unread: why nothing of it could be read, '' where it was. earlier: the SHA-256 of each file that was
    graded into this folder before, by lab id, the oldest first.
    """

    id: str
    student: str
    people: Items[Person]
    late: Flag
    notes: Items[str]
    kernels: Mapping[str, str]
    unread: str = ""
    earlier: Mapping[str, Items[str]] = field(default_factory=dict)

    @property
    def persons(self) -> tuple[Person, ...]:
        """Whom the result belongs to; a group's members share it."""
        return self.people or (Person(self.student),)


# A class keeps its settings in class.json, and whatever compiles and runs gets the same object. What is of
# one run on one computer is no setting: the number of jobs is the command's; the checkout, the GPU and the
# sandbox at work are in Grading (grader/grading/grade_labs.py).
@dataclass(frozen=True)
class Settings(Complete):
    """How kernel files are graded: all that a result depends on besides the file itself.

    course: the fingerprint of the checkout, compiler_name: as simtcc calls it; both '' where no result is
    kept. seed: of all random inputs. limit_s: seconds of processor time for each lab's run. sandbox: what
    kept the submissions apart, a key of SANDBOXES. machine: simt, or cuda where a GPU measures what it can.
    schedule: the only order of threads that launches are repeated in; 0: those that the seed draws.
    """

    optional = frozenset({"machine", "schedule"})

    course: str = ""
    compiler_name: str = ""
    seed: Whole = DEFAULT_SEED
    limit_s: Number = DEFAULT_LIMIT_S
    sandbox: str = "none"
    machine: str = "simt"
    schedule: Whole = 0


@dataclass(frozen=True)
class ClassRun:
    """One run over a class, or over one shard of it; kept in the output folder.

    started: ISO 8601, in UTC. shard: its number, and how many there are. whole: the fingerprint of all
    submissions, of which a shard has a part.
    """

    format: Literal[2]
    settings: Settings
    started: str
    labs: Items[str]
    shard: tuple[Whole, Whole]
    whole: str
    source: str
    notes: Items[str]
    students: Items[Entry]


@dataclass(frozen=True)
class Job:
    """One kernel file to be graded against one lab. key: names its result."""

    lab: str
    kernel: str
    key: str


@dataclass(frozen=True)
class Graded:
    """A lab's result and what graded it. compiler: '' when the file did not compile."""

    result: LabResult
    compiler: str = ""
    format: Literal[1] = RESULT_FORMAT


# ASCII, so that no letter of a student's can spoil these files.
CLASS_RUN = Document(
    "class", "grading/class.json: a run over a class", ClassRun, "format", RUN_FORMAT, ascii=True
)
GRADED = Document(
    "class-result",
    "grading/results/*.json.gz: one kernel file's result",
    Graded,
    "format",
    RESULT_FORMAT,
    ascii=True,
)
