"""What a run over a class is: its settings, its students, and the files that are to be graded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from grader.intake.submission import Person
from grader.machine.cache_key import text_key
from grader.schema.results import CheckResult, LabResult, Status

FORMAT = 2
# What the page and the tables call it, and what that means.
BUBBLEWRAP, NO_SANDBOX = "bubblewrap", "none"
SANDBOXES = {
    BUBBLEWRAP: "bubblewrap; every module vetted before it ran",
    NO_SANDBOX: "none (--unsafe-no-sandbox); every module vetted before it ran",
}


@dataclass(frozen=True)
class Entry:
    """One submission of the class. kernels: the SHA-256 of each kernel file, by lab id."""

    id: str
    student: str
    people: tuple[Person, ...]
    late: bool
    notes: tuple[str, ...]
    kernels: Mapping[str, str]

    @property
    def persons(self) -> tuple[Person, ...]:
        """Whom the result belongs to; a group's members share it."""
        return self.people or (Person(self.student),)


@dataclass(frozen=True)
class Settings:
    """What a result depends on besides the kernel file.

    course: the fingerprint of the checkout. compiler: as asked for, '' for the default;
    compiler_name: what it calls itself. limit_s: seconds for each lab's run. sandbox: what kept the
    submissions apart, a key of SANDBOXES. machine: simt, or cuda where a GPU measures what it can.
    """

    course: str
    compiler: str
    compiler_name: str
    seed: int
    limit_s: float
    sandbox: str
    machine: str = "simt"


@dataclass(frozen=True)
class ClassRun:
    """One run over a class, or over one shard of it; kept in the output folder.

    started: ISO 8601, in UTC. whole: the fingerprint of all submissions, of which a shard has a part.
    """

    format: int
    settings: Settings
    started: str
    labs: tuple[str, ...]
    shard: tuple[int, int]
    whole: str
    source: str
    notes: tuple[str, ...]
    students: tuple[Entry, ...]


@dataclass(frozen=True)
class Job:
    """One kernel file to be graded against one lab. key: names its result."""

    lab: str
    kernel: str
    key: str


def result_key(settings: Settings, lab: str, kernel: str) -> str:
    """The name of a result: another one for another file, lab, seed, limit, compiler or course."""
    return text_key(
        lab,
        kernel,
        settings.course,
        settings.compiler,
        settings.compiler_name,
        str(settings.seed),
        f"{settings.limit_s:g}",
        settings.machine,
        settings.sandbox,
    )


def jobs_of(run: ClassRun) -> tuple[Job, ...]:
    """Each different file once, in the order of the students."""
    return tuple(
        dict.fromkeys(
            Job(lab, entry.kernels[lab], result_key(run.settings, lab, entry.kernels[lab]))
            for entry in run.students
            for lab in run.labs
            if lab in entry.kernels
        )
    )


def is_ours(result: LabResult) -> bool:
    """Whether grading failed by our fault, so that the lab is to be graded again."""
    return result.ours or has_error(result.checks)


def has_error(checks: Iterable[CheckResult]) -> bool:
    """Whether a check did not report: it may have been passed."""
    return any(check.status is Status.ERROR for check in checks)
