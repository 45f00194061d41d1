"""What an instructor can act on: who needs help, what is not understood, and whom a person should see.

In go the rows of a class; out come findings, the most urgent first. Each rule is one function here:

- A student needs help with a lab that was begun and is not done, if the same check has stopped three or more
  attempts in a row, or if the file does not compile or earned nothing.
- A check is not understood by those whose files compile, differ from the stub, and fail it. Failures with one
  cause are counted together: messages that differ in numbers and names alone, or one kind of fault.
- A person should see a submission that the grader could not grade, that was refused as hostile, or that was
  read in a way that could be doubted. What changes nothing, such as Windows line ends, is told apart.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.classroom.class_row import Failed, Row, Stuck
from grader.core.points import Points
from grader.formats.exported import LabRecord
from grader.intake.choose import is_harmless
from grader.schema.results import Status

MOST_LINES = 3
LONG_STUCK = 3
REGRADE = "grading failed here, which is no fault of the student's: run the same command again"
# What differs between two messages that say the same of two files.
VARIABLE = re.compile(r"`[^`]*`|\b\w+\[[^\]]*\](?:\.\w+)?|\d[\d,.]*")


@dataclass(frozen=True)
class Help:
    """One lab of a student who needs help. points: of the lab."""

    row: Row
    stuck: Stuck
    points: Points
    max_points: Points


@dataclass(frozen=True)
class Cause:
    """The most common cause of a check's failures. said: the message that was given most often."""

    said: str
    count: int
    lines: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Misunderstood:
    """One check: failed by `failed` of `judged` files, and skipped in `skipped` of them."""

    lab: str
    title: str
    failed: int
    judged: int
    skipped: int
    cause: Cause


@dataclass(frozen=True)
class Look:
    """A submission that a person should see, and why. harmless: notes that change nothing."""

    row: Row
    why: tuple[str, ...]
    harmless: tuple[str, ...]


def who_needs_help(rows: Sequence[Row]) -> list[Help]:
    """Those stuck for the most attempts first, then those with the fewest points."""
    found = [one for row in rows for one in _help_for(row)]
    return sorted(found, key=lambda one: (-one.stuck.tries, one.points / (one.max_points or 1)))


def _help_for(row: Row) -> Iterator[Help]:
    labs = {lab.id: lab for lab in row.record.labs}
    for stuck in row.stuck:
        lab = labs[stuck.lab]
        if lab.points is not None and (stuck.tries >= LONG_STUCK or not lab.compiles or not lab.points):
            yield Help(row, stuck, lab.points, lab.max_points)


def nothing_begun(rows: Sequence[Row]) -> list[Row]:
    """Students without a single file that differs from the stubs."""
    return [row for row in rows if {*row.missing, *row.untouched} >= {lab.id for lab in row.record.labs}]


def what_is_misunderstood(rows: Sequence[Row], labs: Sequence[str]) -> list[Misunderstood]:
    """Every check that anybody failed, those that most failed first."""
    causes: dict[tuple[str, str], list[Failed]] = defaultdict(list)
    for row in rows:
        for failed in row.failed:
            causes[failed.lab, failed.check].append(failed)
    statuses: dict[tuple[str, str, str], list[Status]] = defaultdict(list)
    for row in rows:
        for lab in judged_labs(row):
            for check in lab.checks:
                statuses[lab.id, check.id, check.title].append(check.status)
    found = [
        Misunderstood(
            lab,
            title,
            all_of_it.count(Status.FAILED),
            len(all_of_it),
            all_of_it.count(Status.SKIPPED),
            _most_common(causes[lab, check]),
        )
        for (lab, check, title), all_of_it in statuses.items()
        if Status.FAILED in all_of_it
    ]
    return sorted(found, key=lambda one: (-one.failed, -one.failed / one.judged, labs.index(one.lab)))


def judged_labs(row: Row) -> Iterator[LabRecord]:
    """The labs whose checks say something: of a file that was handed in, compiles and is not the stub."""
    for lab in row.record.labs:
        if lab.id not in row.missing and lab.id not in row.untouched and lab.compiles and not lab.regrade:
            yield lab


def _most_common(failures: Sequence[Failed]) -> Cause:
    by_cause: dict[str, list[Failed]] = defaultdict(list)
    for failed in failures:
        by_cause[failed.fault or VARIABLE.sub("…", failed.said)].append(failed)
    alike = max(by_cause.values(), key=len, default=[])
    said = Counter(failed.said for failed in alike)
    lines = Counter(failed.code for failed in alike if failed.code)
    return Cause(said.most_common(1)[0][0] if said else "", len(alike), tuple(lines.most_common(MOST_LINES)))


def whom_to_look_at(rows: Sequence[Row]) -> list[Look]:
    """In the students' order. Those with harmless notes alone have an empty `why`."""
    found = []
    for row in rows:
        why = [REGRADE] if row.record.regrade else []
        why += [note for note in row.notes if not is_harmless(note)]
        harmless = tuple(note for note in row.notes if is_harmless(note))
        if why or harmless:
            found.append(Look(row, tuple(why), harmless))
    return found
