"""One submission, published: all that the class's page and tables know of it.

What a page says of a failure is kept with the line of source that it names, so that nothing has to open a
student's results again. An instructor may show that line to the class: comments and texts, in which people
write names, are taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from grader.core.wording import first_sentence
from grader.formats.exported import Record
from grader.report.scorecard.colouring import COMMENT, TEXT, coloured
from grader.schema.class_results import Entry
from grader.schema.results import CheckResult, LabResult, Source, Status

NOT_DRAWN = "the scorecard's charts and source could not be drawn and are left out"
LONGEST_LINE = 160
# In front of the compiler's words (grader/grading/join.py), where the title says the same.
NO_FILE_COMPILED = "The file does not compile: "
# "transpose_tiled, 33 x 65: " in front of what went wrong there.
SUBJECT = re.compile(r"^\w+, [^:]{1,80}: ")


@dataclass(frozen=True)
class Failed:
    """One check that a file failed. said: the message's first line. code: the line that it names, or ''."""

    lab: str
    check: str
    fault: str
    said: str
    code: str = ""


@dataclass(frozen=True)
class Stuck:
    """Where a student is stuck in one lab. check: its title.

    tries: attempts in a row that ended there. attempts: all of them.
    """

    lab: str
    check: str
    said: str
    tries: int
    attempts: int


@dataclass(frozen=True)
class Row:
    """One submission, published. records: one a person. drawn: the scorecard has all its drawings.

    missing, untouched: the labs without a file, and those whose file is the one that was handed out.
    stuck: a lab each, for those that were begun and are not done.
    """

    entry: Entry
    records: tuple[Record, ...]
    missing: tuple[str, ...]
    drawn: bool
    untouched: tuple[str, ...] = ()
    failed: tuple[Failed, ...] = ()
    stuck: tuple[Stuck, ...] = ()

    @property
    def record(self) -> Record:
        return self.records[0]

    @property
    def notes(self) -> tuple[str, ...]:
        """What the instructor should know of the submission."""
        remarks = (f"{lab.id}: {lab.remark}" for lab in self.record.labs if lab.remark)
        return (*self.entry.notes, *remarks, *(() if self.drawn else (NOT_DRAWN,)))


def failures_of(lab: LabResult) -> Iterator[Failed]:
    """The failed checks of a file that compiles."""
    for check in lab.checks:
        if check.status is Status.FAILED and not lab.compile_output:
            yield Failed(lab.id, check.id, check.fault, said_of(check), _code(check, lab.source))


def said_of(check: CheckResult) -> str:
    """What went wrong, without the kernel and the shape that it went wrong with."""
    return SUBJECT.sub("", first_sentence(check.message).removeprefix(NO_FILE_COMPILED))


def _code(check: CheckResult, source: Source | None) -> str:
    if source is None or check.file != source.file:
        return ""
    lines = source.text.split("\n")
    if not 0 < check.line <= len(lines):
        return ""
    # Whether a comment is open there depends on all the lines above.
    pieces = coloured(lines[: check.line])[-1]
    texts = ("…" if piece.css == TEXT else piece.text for piece in pieces if piece.css != COMMENT)
    code = " ".join("".join(texts).split())
    return code if len(code) <= LONGEST_LINE else f"{code[:LONGEST_LINE]}…"
