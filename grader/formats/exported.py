"""The record that every export is written from, with texts that are safe in any file.

`record_of` takes a student and the results; the Record it returns is all that an export sees. Three rules
hold for every record:

- A lab that the grader failed to grade has no points, and neither has the total: None, never 0.
- Points are those that count in the course (grader/core/points.py): checks add up to their lab, labs to the
  total, exactly.
- A text that a student may have written is visible text (grader/core/visible.py), which is valid in UTF-8,
  JSON and XML, and no message is longer than MESSAGE_LENGTH. What characters mean to a format, such as a
  formula's `=` in CSV, is the business of that format.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from grader.core.points import Points, Share, add
from grader.core.visible import cut, visible, visible_line
from grader.schema.class_results import Person
from grader.schema.results import CheckResult, LabResult, Results, Status

# The seconds that each check took, by lab id and check id. Those of a check may be unknown.
Times = Mapping[str, Mapping[str, float]]
# The words in exports for points that do not exist yet.
REGRADE = "to be graded again"
# A message says what is wrong and where; the scorecard has more of it. A file's name needs less.
MESSAGE_LENGTH = 4_000
FILE_LENGTH = 400


@dataclass(frozen=True)
class CheckRecord:
    """One check. seconds: None when unknown. message: cleaned, and of bounded length."""

    lab: str
    id: str
    title: str
    status: Status
    points: Points
    max_points: Points
    message: str = ""
    file: str = ""
    line: int = 0
    seconds: float | None = None


@dataclass(frozen=True)
class LabRecord:
    """One lab.

    regrade: whether the grader failed to grade it; its checks then say nothing about points.
    remark: what a person should look at. compiles: False where the compiler refused the file.
    untouched: the file is the stub.
    """

    id: str
    title: str
    checks: tuple[CheckRecord, ...]
    max_points: Points
    regrade: bool = False
    trouble: str = ""
    remark: str = ""
    compiles: bool = True
    untouched: bool = False

    @property
    def points(self) -> Points | None:
        """The points; None when the lab is to be graded again, which is not 0."""
        return None if self.regrade else add(check.points for check in self.checks)

    @property
    def seconds(self) -> float | None:
        return _sum_of(check.seconds for check in self.checks)


@dataclass(frozen=True)
class Record:
    """One student's results. submission: its id in the intake, '' when there was none."""

    student: Person
    labs: tuple[LabRecord, ...]
    submission: str = ""

    @property
    def regrade(self) -> bool:
        """Whether some lab is to be graded again, so that there is no total yet."""
        return any(lab.regrade for lab in self.labs)

    @property
    def points(self) -> Points | None:
        """The total; None as long as any lab is to be graded again."""
        return None if self.regrade else add(lab.points or 0 for lab in self.labs)

    @property
    def max_points(self) -> Points:
        return add(lab.max_points for lab in self.labs)

    @property
    def seconds(self) -> float | None:
        return _sum_of(lab.seconds for lab in self.labs)


@dataclass(frozen=True)
class ClassRecord:
    """The results of a class. sandbox: what isolated the submissions while they were graded.

    source: where the submissions come from, as its reader calls it, such as "a Canvas download".
    """

    students: tuple[Record, ...]
    sandbox: str = ""
    source: str = ""


def record_of(student: Person, results: Results, times: Times | None = None, submission: str = "") -> Record:
    """The record of one student's results."""
    known = times or {}
    return Record(
        student=_clean_person(student),
        labs=tuple(_lab(lab, known.get(lab.id, {})) for lab in results.labs),
        submission=visible(submission),
    )


def _lab(lab: LabResult, times: Mapping[str, float]) -> LabRecord:
    return LabRecord(
        id=lab.id,
        title=visible(lab.title),
        checks=tuple(
            _check(lab.id, check, share, times.get(check.id))
            for check, share in zip(lab.checks, lab.shares, strict=True)
        ),
        max_points=lab.course_max_points,
        # A check that did not report may have been passed: its lab has no score, as exit_status() has it.
        regrade=lab.ours or any(check.status is Status.ERROR for check in lab.checks),
        trouble=_message(lab.trouble),
        remark=_message(lab.remark),
        compiles=not lab.compile_output,
        untouched=lab.untouched,
    )


def _check(lab: str, check: CheckResult, share: Share, seconds: float | None) -> CheckRecord:
    return CheckRecord(
        lab=lab,
        id=check.id,
        title=visible(check.title),
        status=check.status,
        points=share.points,
        max_points=share.max_points,
        message=_message(check.message).strip(),
        file=visible_line(check.file, FILE_LENGTH),
        line=check.line,
        seconds=seconds,
    )


def _clean_person(person: Person) -> Person:
    fields = (person.name, person.number, person.sid, person.login, person.email, person.section)
    return Person(*(one_line(visible(field)) for field in fields))


def _message(text: str) -> str:
    return visible(cut(text, MESSAGE_LENGTH))


def _sum_of(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def one_line(text: str) -> str:
    """The text with every run of white space as one space."""
    return " ".join(text.split())
