"""The class page: every student's points, how they are distributed, and which checks fail most often.

In go the run and one Row for each submission that is published; out comes one HTML document that loads
nothing. class_view() settles every text and number of the page, so that the template only places them. A
submission that is to be graded again counts in no statistic. A file that does not compile, and one that is
untouched, are kinds of their own: they say nothing about a single check.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import median
from urllib.parse import quote

from grader import COURSE, __version__
from grader.classroom.class_run import SANDBOXES, jobs_of
from grader.core.points import Points
from grader.core.wording import figure, plural
from grader.formats.exported import LabRecord, Record
from grader.intake.names import shown
from grader.report.scorecard.html_page import TEMPLATES as SCORECARD
from grader.report.scorecard.html_page import environment, share
from grader.schema.class_results import ClassRun, Entry
from grader.schema.results import Status

BINS = 10
# A page with more labs folds what fails, lab by lab.
MOST_OPEN = 3
AGAIN = "again"
NOT_DRAWN = "the scorecard's charts and source could not be drawn and are left out"
MACHINES = {
    "simt": "SIMT machine (simt), nothing timed on a GPU",
    "cuda": "SIMT machine (simt), and a GPU for the checks that can be measured",
}


@dataclass(frozen=True)
class Row:
    """One submission, published. records: one a person. drawn: the scorecard has all its drawings.

    missing, untouched: the labs without a file, and those whose file is the one that was handed out.
    """

    entry: Entry
    records: tuple[Record, ...]
    missing: tuple[str, ...]
    drawn: bool
    untouched: tuple[str, ...] = ()

    @property
    def record(self) -> Record:
        return self.records[0]

    @property
    def notes(self) -> tuple[str, ...]:
        """What the instructor should know of the submission."""
        remarks = (f"{lab.id}: {lab.remark}" for lab in self.record.labs if lab.remark)
        return (*self.entry.notes, *remarks, *(() if self.drawn else (NOT_DRAWN,)))


@dataclass(frozen=True)
class Cell:
    """One number of the table. sort: by which the column is sorted. css: full, none, broken, again or ''."""

    text: str
    sort: float
    css: str = ""
    title: str = ""


@dataclass(frozen=True)
class StudentView:
    """One line of the table."""

    name: str
    id: str
    href: str
    marks: tuple[str, ...]
    cells: tuple[Cell, ...]
    total: Cell
    notes: tuple[str, ...]


@dataclass(frozen=True)
class HeadView:
    """The head of a lab's column. explained: its title, and what it counts."""

    id: str
    explained: str


@dataclass(frozen=True)
class BinView:
    """One bar of the distribution."""

    label: str
    count: int
    percent: float
    words: str


@dataclass(frozen=True)
class FailureView:
    """How often one thing went wrong in a lab: a check, or the file as a whole.

    count: of the submissions of which total could have failed so. words: of both. css: check or file.
    """

    lab: str
    title: str
    count: int
    total: int
    words: str
    percent: float
    css: str


@dataclass(frozen=True)
class LabFailures:
    """What goes wrong in one lab, behind one line. words: the most frequent of it. is_open: shown at once."""

    lab: str
    words: str
    failures: tuple[FailureView, ...]
    is_open: bool


@dataclass(frozen=True)
class ClassView:
    """Everything that the page prints. title: the course's own, or else what the project is called."""

    course: str
    title: str
    version: str
    graded_at: str
    graded_at_iso: str
    headline: str
    median: str
    max_points: Points
    again: tuple[str, ...]
    notes: tuple[str, ...]
    labs: tuple[HeadView, ...]
    students: tuple[StudentView, ...]
    bins: tuple[BinView, ...]
    failures: tuple[FailureView, ...]
    failing: tuple[LabFailures, ...]
    facts: tuple[tuple[str, str], ...]


def class_view(run: ClassRun, graded_at: datetime, rows: Sequence[Row], title: str = "") -> ClassView:
    """graded_at: an aware UTC time. title: the course's, or ''."""
    totals = [row.record.points for row in rows if row.record.points is not None]
    again = [row for row in rows if row.record.regrade]
    most = max((row.record.max_points for row in rows), default=0)
    failures = tuple(failure for lab in run.labs for failure in _failures(lab, rows))
    return ClassView(
        course=COURSE,
        title=title or COURSE,
        version=__version__,
        graded_at=graded_at.strftime("%d %B %Y, %H:%M UTC").lstrip("0"),
        graded_at_iso=graded_at.isoformat(timespec="seconds"),
        headline=plural(len(rows), "submission"),
        median=figure(median(totals)) if totals else "–",
        max_points=most,
        again=tuple(_name(row.entry) for row in again),
        notes=tuple(shown(note) for note in run.notes),
        labs=tuple(_head(lab, rows) for lab in run.labs),
        students=tuple(_student(row) for row in rows),
        bins=_bins(totals, most),
        failures=failures,
        failing=_by_lab(failures),
        facts=_facts(run),
    )


def _facts(run: ClassRun) -> tuple[tuple[str, str], ...]:
    files = sum(len(entry.kernels) for entry in run.students)
    facts = [
        ("Taken from", run.source),
        ("Kernel files", f"{files:,}, {len(jobs_of(run)):,} different"),
        ("Machine", MACHINES[run.settings.machine]),
        ("Compiler", run.settings.compiler_name),
        ("Sandbox", SANDBOXES[run.settings.sandbox]),
        ("Seed", str(run.settings.seed)),
    ]
    if run.shard[1] > 1:
        facts.append(("Shard", f"{run.shard[0]} of {run.shard[1]}"))
    return tuple(facts)


def _head(lab_id: str, rows: Sequence[Row]) -> HeadView:
    known = (lab for row in rows for lab in row.record.labs if lab.id == lab_id)
    lab = next(known, None)
    return HeadView(lab_id, f"{lab.title}: {lab.max_points} points" if lab else "")


def _student(row: Row) -> StudentView:
    marks = (["late"] if row.entry.late else []) + ([AGAIN] if row.record.regrade else [])
    return StudentView(
        name=_name(row.entry),
        id=row.entry.id,
        href=f"students/{quote(row.entry.id)}/scorecard.html",
        marks=tuple(marks),
        cells=tuple(_cell(row, lab) for lab in row.record.labs),
        total=_points(row.record.points, row.record.max_points),
        notes=tuple(shown(note, 600) for note in row.notes),
    )


def _name(entry: Entry) -> str:
    return shown(entry.student) or entry.id


def _cell(row: Row, lab: LabRecord) -> Cell:
    kind = _kind(row, lab)
    return kind.cell if kind is not None else _points(lab.points, lab.max_points)


@dataclass(frozen=True)
class _Kind:
    """What a file can be besides an answer. title: what the page calls such files."""

    title: str
    cell: Cell


NO_FILE = _Kind("no file", Cell("no file", -1, "none", "nothing was handed in for this lab: 0 points"))
STUB = _Kind(
    "untouched stub", Cell("stub", -0.5, "none", "the file as it was handed out, untouched: 0 points")
)
BROKEN = _Kind(
    "does not compile", Cell("compile error", -0.4, "broken", "the compiler refuses the file: 0 points")
)


def _kind(row: Row, lab: LabRecord) -> _Kind | None:
    """None of a file whose checks say something."""
    if lab.id in row.missing:
        return NO_FILE
    if lab.regrade:
        return None
    if lab.id in row.untouched:
        return STUB
    return None if lab.compiles else BROKEN


def _points(points: Points | None, most: Points) -> Cell:
    if points is None:
        return Cell("again", -2, AGAIN, "grading error: to be graded again, which is not 0 points")
    return Cell(str(points), points, "full" if points == most and most else "")


def _bins(totals: Sequence[Points], most: Points) -> tuple[BinView, ...]:
    """Ten bars over the percentage of the points; all points are in the last one."""
    if not totals or not most:
        return ()
    counts = [0] * BINS
    for total in totals:
        counts[min(BINS - 1, int(total * BINS / most))] += 1
    top = max(counts)
    step = 100 // BINS
    views = []
    for number, count in enumerate(counts):
        label = f"{number * step}–{(number + 1) * step}"
        views.append(BinView(label, count, share(count, top), f"{label} %: {plural(count, 'submission')}"))
    return tuple(views)


def _failures(lab_id: str, rows: Sequence[Row]) -> list[FailureView]:
    """Files that could not be checked, then the checks that failed, in the lab's order."""
    found = [(row, lab) for row in rows for lab in row.record.labs if lab.id == lab_id and not lab.regrade]
    kinds = [_kind(row, lab) for row, lab in found]
    files = [kind for kind in kinds if kind is not NO_FILE]
    judged = [lab for (_, lab), kind in zip(found, kinds, strict=True) if kind is None]
    views = [_of_files(lab_id, kind, files.count(kind), len(files)) for kind in (BROKEN, STUB)]
    statuses: dict[tuple[str, str], list[Status]] = {}
    for lab in judged:
        for check in lab.checks:
            statuses.setdefault((check.id, check.title), []).append(check.status)
    views += [_of_check(lab_id, title, found) for (_, title), found in statuses.items()]
    return [view for view in views if view.count]


def _by_lab(failures: Sequence[FailureView]) -> tuple[LabFailures, ...]:
    """The failures of each lab. Those of many labs are folded: they would be ten screens."""
    labs = {failure.lab: [one for one in failures if one.lab == failure.lab] for failure in failures}
    return tuple(
        LabFailures(lab, _most_frequent(found), tuple(found), len(labs) <= MOST_OPEN)
        for lab, found in labs.items()
    )


def _most_frequent(failures: Sequence[FailureView]) -> str:
    most = max(failures, key=lambda failure: failure.percent)
    return f"most often: {most.title}, {most.count} {most.words}"


def _of_files(lab: str, kind: _Kind, count: int, total: int) -> FailureView:
    words = f"of {plural(total, 'file')}"
    return FailureView(lab, kind.title, count, total, words, share(count, total), "file")


def _of_check(lab: str, title: str, found: Sequence[Status]) -> FailureView:
    failed, skipped = found.count(Status.FAILED), found.count(Status.SKIPPED)
    words = f"of {len(found)} failed" + (f", {skipped} skipped" if skipped else "")
    return FailureView(lab, title, failed, len(found), words, share(failed, len(found)), "check")


TEMPLATES = Path(__file__).parent / "templates"


def class_page(run: ClassRun, graded_at: datetime, rows: Sequence[Row], title: str = "") -> str:
    """One HTML document that loads nothing; its script only sorts the table. title: the course's, or ''."""
    template = environment(TEMPLATES, SCORECARD).get_template("class.html.j2")
    return template.render(page=class_view(run, graded_at, rows, title))
