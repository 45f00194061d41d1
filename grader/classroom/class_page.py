"""The class page: who needs help, what the class does not understand, whom to look at, who handed in what.

In go the run and one Row for each submission that is published; out comes one HTML document that loads
nothing. class_view() settles every text and number of the page, so that the template only places them. What
is found in the rows is class_findings.py's business. A submission that is to be graded again counts in no
statistic. A file that does not compile, and one that is untouched, are kinds of their own: they say nothing
about a single check.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import median
from urllib.parse import quote

from grader import COURSE, __version__
from grader.classroom.class_findings import (
    Help,
    Look,
    Misunderstood,
    nothing_begun,
    what_is_misunderstood,
    who_needs_help,
    whom_to_look_at,
)
from grader.classroom.class_row import Row
from grader.classroom.class_run import SANDBOXES, jobs_of
from grader.classroom.same_files import SameFiles
from grader.core.points import Points
from grader.core.wording import figure, plural
from grader.formats.exported import LabRecord
from grader.intake.names import shown
from grader.report.scorecard.html_page import TEMPLATES as SCORECARD
from grader.report.scorecard.html_page import Html, environment, share, with_code_spans
from grader.schema.class_results import ClassRun, Entry

BINS = 10
# What is shown at once; the rest is behind a line that unfolds.
MOST_HELP, MOST_CHECKS = 12, 6
AGAIN = "again"
# The states of a lab's file that the table can be filtered by, and their names in the filter.
STATES = {
    "none": "no file",
    "stub": "untouched",
    "broken": "does not compile",
    "partly": "some points missing",
    "full": "all points",
}
MACHINES = {
    "simt": "SIMT machine (simt), nothing timed on a GPU",
    "cuda": "SIMT machine (simt), and a GPU for the checks that can be measured",
}


@dataclass(frozen=True)
class Cell:
    """One number of the table. sort: by which the column is sorted. css: full, none, broken, again or ''.

    state: a key of STATES, or ''.
    """

    text: str
    sort: float
    css: str = ""
    title: str = ""
    state: str = ""


@dataclass(frozen=True)
class PersonView:
    """A student as every part of the page names them. id: '' where it is the name."""

    name: str
    id: str
    href: str


@dataclass(frozen=True)
class StudentView:
    """One line of the table. notes: how many there are; anchor: of the place where they are.

    flags, states, searched: for the filter, such as "help late", "lab1:full lab2:none" and the name.
    """

    person: PersonView
    marks: tuple[str, ...]
    cells: tuple[Cell, ...]
    total: Cell
    notes: int
    anchor: str
    flags: str
    states: str
    searched: str


@dataclass(frozen=True)
class LabColumn:
    """The head of a lab's column, and the lab's line of the overview. explained: its title and points."""

    id: str
    explained: str
    title: str
    handed_in: str
    untouched: str
    broken: str
    full: str
    median: str


@dataclass(frozen=True)
class BinView:
    """One bar of the distribution."""

    label: str
    count: int
    percent: float
    words: str


@dataclass(frozen=True)
class HelpView:
    """One lab of a student who needs help."""

    person: PersonView
    lab: str
    check: Html
    said: Html
    tries: str
    is_stuck: bool
    points: str


@dataclass(frozen=True)
class FailureView:
    """One check that the class fails. words: the counts. cause: the most common; shared: by how many.

    lines: what the files say there, each with how often.
    """

    lab: str
    title: Html
    count: int
    words: str
    percent: float
    shared: str
    cause: Html
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class LookView:
    """A submission that a person should see."""

    person: PersonView
    anchor: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class SameView:
    """Students whose files of one lab are the same. how: in what sense."""

    lab: str
    people: tuple[PersonView, ...]
    how: str
    own: str


@dataclass(frozen=True)
class ClassView:
    """Everything that the page prints. title: the course's own, or else what the project is called.

    help, failures: what is shown at once; more_help, more_failures: the rest. same: None where nobody asked.
    """

    course: str
    title: str
    version: str
    graded_at: str
    graded_at_iso: str
    headline: str
    median: str
    max_points: Points
    again: tuple[PersonView, ...]
    notes: tuple[str, ...]
    labs: tuple[LabColumn, ...]
    states: tuple[tuple[str, str], ...]
    students: tuple[StudentView, ...]
    bins: tuple[BinView, ...]
    help: tuple[HelpView, ...]
    more_help: tuple[HelpView, ...]
    helped: str
    nothing: tuple[PersonView, ...]
    failures: tuple[FailureView, ...]
    more_failures: tuple[FailureView, ...]
    looks: tuple[LookView, ...]
    harmless: tuple[LookView, ...]
    same: tuple[SameView, ...] | None
    facts: tuple[tuple[str, str], ...]


def class_view(
    run: ClassRun,
    graded_at: datetime,
    rows: Sequence[Row],
    title: str = "",
    same: Sequence[SameFiles] | None = None,
) -> ClassView:
    """graded_at: an aware UTC time. title: the course's, or ''. same: None where nobody asked for it."""
    totals = [row.record.points for row in rows if row.record.points is not None]
    most = max((row.record.max_points for row in rows), default=0)
    people = {row.entry.id: _person(row.entry) for row in rows}
    helped = who_needs_help(rows)
    help_views = tuple(_help(one, people) for one in helped)
    nothing = nothing_begun(rows)
    failures = tuple(_failure(one) for one in what_is_misunderstood(rows, run.labs))
    looks = whom_to_look_at(rows)
    flagged = {
        "help": {one.row.entry.id for one in helped},
        "look": {one.row.entry.id for one in looks if one.why},
        "late": {row.entry.id for row in rows if row.entry.late},
        "nothing": {row.entry.id for row in nothing},
    }
    anchors = {look.row.entry.id: f"note-{number}" for number, look in enumerate(looks, start=1)}
    return ClassView(
        course=COURSE,
        title=title or COURSE,
        version=__version__,
        graded_at=graded_at.strftime("%d %B %Y, %H:%M UTC").lstrip("0"),
        graded_at_iso=graded_at.isoformat(timespec="seconds"),
        headline=plural(len(rows), "submission"),
        median=figure(median(totals)) if totals else "–",
        max_points=most,
        again=tuple(people[row.entry.id] for row in rows if row.record.regrade),
        notes=tuple(shown(note) for note in run.notes),
        labs=tuple(_column(lab, rows) for lab in run.labs),
        states=tuple(STATES.items()),
        students=tuple(_student(row, people, flagged, anchors) for row in rows),
        bins=_bins(totals, most),
        help=help_views[:MOST_HELP],
        more_help=help_views[MOST_HELP:],
        helped=plural(len(flagged["help"]), "student"),
        nothing=tuple(people[row.entry.id] for row in nothing),
        failures=failures[:MOST_CHECKS],
        more_failures=failures[MOST_CHECKS:],
        looks=tuple(_look(look, look.why, people, anchors) for look in looks if look.why),
        harmless=tuple(_look(look, look.harmless, people, anchors) for look in looks if not look.why),
        same=None if same is None else tuple(_same(group, people) for group in same),
        facts=_facts(run),
    )


def _person(entry: Entry) -> PersonView:
    name = shown(entry.student) or entry.id
    href = f"students/{quote(entry.id)}/scorecard.html"
    return PersonView(name, entry.id if entry.id != name else "", href)


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


def _column(lab_id: str, rows: Sequence[Row]) -> LabColumn:
    found = [(row, lab) for row in rows for lab in row.record.labs if lab.id == lab_id]
    kinds = [_kind(row, lab) for row, lab in found]
    points = [lab.points for (_, lab), kind in zip(found, kinds, strict=True) if kind is not NO_FILE]
    known = [one for one in points if one is not None]
    most = found[0][1].max_points if found else 0
    title = found[0][1].title if found else ""
    return LabColumn(
        id=lab_id,
        explained=f"{title}: {most} points" if found else "",
        title=title,
        handed_in=f"{len(found) - kinds.count(NO_FILE)} of {len(found)}",
        untouched=str(kinds.count(STUB)),
        broken=str(kinds.count(BROKEN)),
        full=str(sum(one == most for one in known)),
        median=f"{figure(median(known))} of {most}" if known else "–",
    )


def _student(
    row: Row, people: dict[str, PersonView], flagged: dict[str, set[str]], anchors: dict[str, str]
) -> StudentView:
    person = people[row.entry.id]
    marks = (["late"] if row.entry.late else []) + ([AGAIN] if row.record.regrade else [])
    cells = tuple(_cell(row, lab) for lab in row.record.labs)
    states = (f"{lab.id}:{cell.state}" for lab, cell in zip(row.record.labs, cells, strict=True))
    return StudentView(
        person=person,
        marks=tuple(marks),
        cells=cells,
        total=_points(row.record.points, row.record.max_points),
        notes=len(row.notes),
        anchor=anchors.get(row.entry.id, ""),
        flags=" ".join(flag for flag, members in flagged.items() if row.entry.id in members),
        states=" ".join(states),
        searched=f"{person.name} {row.entry.id}".casefold(),
    )


def _help(one: Help, people: dict[str, PersonView]) -> HelpView:
    stuck = one.stuck
    several = f"{stuck.tries} attempts in a row"
    if stuck.attempts > stuck.tries:
        several += f", {stuck.attempts} in all"
    first = "first attempt" if stuck.attempts == 1 else f"attempt {stuck.attempts}"
    return HelpView(
        person=people[one.row.entry.id],
        lab=stuck.lab,
        check=with_code_spans(stuck.check),
        said=with_code_spans(shown(stuck.said, LONGEST_SAID)),
        tries=several if stuck.tries > 1 else first,
        is_stuck=stuck.tries > 1,
        points=f"{one.points} of {one.max_points}",
    )


def _failure(one: Misunderstood) -> FailureView:
    words = f"of {plural(one.judged, 'file')} failed" + (f", {one.skipped} skipped" if one.skipped else "")
    return FailureView(
        lab=one.lab,
        title=with_code_spans(one.title),
        count=one.failed,
        words=words,
        percent=share(one.failed, one.judged),
        shared=_shared(one) if one.failed > 1 else "",
        cause=with_code_spans(shown(one.cause.said, LONGEST_SAID)),
        lines=tuple((code, f"× {count}" if count > 1 else "") for code, count in one.cause.lines),
    )


def _shared(one: Misunderstood) -> str:
    return (
        f"All {one.failed}:" if one.cause.count == one.failed else f"{one.cause.count} of the {one.failed}:"
    )


def _look(
    look: Look, notes: Sequence[str], people: dict[str, PersonView], anchors: dict[str, str]
) -> LookView:
    lines = tuple(shown(note, LONGEST_NOTE) for note in notes)
    return LookView(people[look.row.entry.id], anchors[look.row.entry.id], lines)


def _same(group: SameFiles, people: dict[str, PersonView]) -> SameView:
    how = "the same byte for byte" if group.identical else "the same but for formatting and names"
    own = f"{plural(group.own, 'token')} that the handed-out file has not"
    return SameView(group.lab, tuple(people[student] for student in group.students), how, own)


def _cell(row: Row, lab: LabRecord) -> Cell:
    kind = _kind(row, lab)
    return kind.cell if kind is not None else _points(lab.points, lab.max_points)


@dataclass(frozen=True)
class _Kind:
    """What a file can be besides an answer."""

    cell: Cell


NO_FILE = _Kind(Cell("no file", -1, "none", "nothing was handed in for this lab: 0 points", "none"))
STUB = _Kind(Cell("stub", -0.5, "none", "the file as it was handed out, untouched: 0 points", "stub"))
BROKEN = _Kind(Cell("compile error", -0.4, "broken", "the compiler refuses the file: 0 points", "broken"))
LONGEST_SAID, LONGEST_NOTE = 300, 600


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
    is_full = points == most and bool(most)
    return Cell(str(points), points, "full" if is_full else "", state="full" if is_full else "partly")


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


TEMPLATES = Path(__file__).parent / "templates"


def class_page(
    run: ClassRun,
    graded_at: datetime,
    rows: Sequence[Row],
    title: str = "",
    same: Sequence[SameFiles] | None = None,
) -> str:
    """One HTML document that loads nothing; its script only sorts and filters the table."""
    template = environment(TEMPLATES, SCORECARD).get_template("class.html.j2")
    return template.render(page=class_view(run, graded_at, rows, title, same))
