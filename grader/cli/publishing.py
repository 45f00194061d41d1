"""What `grade` and `merge` share: publish the class, and stop so that the same command resumes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from grader.classroom.folder import ClassFolder
from grader.classroom.publish import Publisher, publish_class, publish_students, stub_hashes
from grader.classroom.same_files import shapes_of
from grader.cli.interrupted import STOPPED
from grader.cli.session import Course, notice, progress_line
from grader.core.visible import visible
from grader.core.wording import plural, some_of
from grader.isolation.confinement import Confinement
from grader.report.terminal.progress_bar import progress_bar
from grader.schema.class_results import ClassRun

GRADED, AGAIN = 0, 1


@dataclass(frozen=True)
class Published:
    """What is published of a run. jobs: so many processes write it, None for as many as there are cores.

    compare_within: what clang compares the students' files in, None where nobody asked for that.
    """

    formats: tuple[str, ...]
    jobs: int | None = None
    compare_within: Confinement | None = None


def publish(folder: ClassFolder, run: ClassRun, course: Course, wanted: Published) -> int:
    """Write what people read, and print where it is. Returns the exit status.

    Raises GraderError, after everything is written, when a table had to leave out students.
    """
    stubs = stub_hashes(course.project, course.known_labs)
    graded_at = datetime.fromisoformat(run.started)
    publisher = Publisher(folder, run, course.known_labs, wanted.formats, graded_at, stubs, course.title)
    rows = []
    with progress_bar("scorecards", len(run.students)) as advance:
        for row in publish_students(publisher, wanted.jobs or cores()):
            rows.append(row)
            advance()
    shapes = None
    if wanted.compare_within is not None:
        with progress_line() as progress:
            progress("comparing the files")
            shapes = shapes_of(run, folder, course.project, course.known_labs, wanted.compare_within)
    problems = publish_class(publisher, rows, shapes)
    again = [row for row in rows if row.record.regrade]
    print(
        f"{plural(len(rows), 'submission')}: {len(rows) - len(again)} graded, {len(again)} to be graded again"
    )
    noted = [row.entry.id for row in rows if row.notes]
    if noted:
        print(visible(f"{plural(len(noted), 'submission')} with notes on the page: {some_of(noted)}"))
    print(f"class: {folder.root / 'index.html'}")
    for row in again:
        notice(f"{row.entry.id} must be graded again because of a grading error: run the same command again")
    for problem in problems:
        raise problem
    return AGAIN if again else GRADED


@contextmanager
def stoppable(folder: ClassFolder) -> Iterator[None]:
    """Ctrl-C ends the work with a message on how to resume, and a status of its own."""
    try:
        yield
    except KeyboardInterrupt:
        say(f"stopped; the results so far are kept in {folder.root}: run the same command again to resume")
        raise SystemExit(STOPPED) from None


def say(line: str) -> None:
    """Print how far the work is."""
    print(visible(line), file=sys.stderr, flush=True)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0))
