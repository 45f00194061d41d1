"""Writes everything that people read, from the results that are kept: no result is made here.

Publishes a class with several processes: making a card keeps a core busy, and threads of Python take turns.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import shutil
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path

from grader.classroom.class_page import Row, class_page
from grader.classroom.class_run import ClassRun, Entry, result_key
from grader.classroom.folder import ClassFolder, write_safely
from grader.classroom.grade_submission import could_not_grade, not_handed_in
from grader.core.manifest import Lab
from grader.formats.canvas import canvas_csv
from grader.formats.csv_table import checks_csv, class_csv
from grader.formats.exported import Record, record_of
from grader.formats.github import classroom_result, github_json
from grader.formats.gradescope import gradescope_json
from grader.formats.junit import junit_xml
from grader.grading.grade_labs import Graded
from grader.report.scorecard.scorecard_page import render_scorecard
from grader.schema.results import LabResult, Results
from grader.schema.results_json import results_to_json

# By format: the file that is written for each student, or for the class.
STUDENT_FILES = {
    "gradescope": "gradescope.json",
    "github": "github.json",
    "classroom": "classroom.txt",
    "junit": "junit.xml",
}
CLASS_FILES = {"canvas": "canvas.csv", "csv-long": "checks.csv"}
FORMATS = (*STUDENT_FILES, *CLASS_FILES)


@dataclass(frozen=True)
class Publisher:
    """Writes one student's files. It holds data only, so that another process can do it."""

    folder: ClassFolder
    run: ClassRun
    labs: tuple[Lab, ...]
    formats: tuple[str, ...]
    graded_at: datetime

    def __call__(self, entry: Entry) -> Row:
        results = self._results(entry)
        record = record_of(entry.persons[0], results, submission=entry.id)
        place = self.folder.students / entry.id
        card, drawn = self._card(results)
        files = {"results.json": results_to_json(results), "scorecard.html": card, **self._exports(record)}
        for name in (*STUDENT_FILES.values(), "results.json", "scorecard.html"):
            if name in files:
                write_safely(place / name, files[name].encode("utf-8", "replace"))
            else:
                # Of a run that was asked for more formats: it would no longer be true.
                (place / name).unlink(missing_ok=True)
        records = tuple(record_of(person, results, submission=entry.id) for person in entry.persons)
        missing = tuple(lab for lab in self.run.labs if lab not in entry.kernels)
        return Row(entry, records, missing, drawn)

    def _results(self, entry: Entry) -> Results:
        graded = [self._lab(entry, lab) for lab in self.labs if lab.id in self.run.labs]
        settings = self.run.settings
        used = next((item.compiler for item in graded if item.compiler), settings.compiler_name)
        return Results(_machine(graded), used, tuple(item.result for item in graded), seed=settings.seed)

    def _lab(self, entry: Entry, lab: Lab) -> Graded:
        digest = entry.kernels.get(lab.id)
        if digest is None:
            return Graded(not_handed_in(lab))
        found = self.folder.read_result(result_key(self.run.settings, lab.id, digest))
        return found or Graded(could_not_grade(lab, "it was not graded to its end, or its result is spoilt"))

    def _card(self, results: Results) -> tuple[str, bool]:
        """The scorecard, and whether all of it could be drawn."""
        try:
            return render_scorecard(results, self.graded_at), True
        except Exception:  # Hostile data that breaks a drawing costs that card its drawings, and no one else.
            return render_scorecard(_undrawn(results), self.graded_at), False

    def _exports(self, record: Record) -> dict[str, str]:
        writers = {
            "gradescope": gradescope_json,
            "github": github_json,
            "classroom": _classroom,
            "junit": junit_xml,
        }
        return {STUDENT_FILES[name]: write(record) for name, write in writers.items() if name in self.formats}


def _machine(graded: Sequence[Graded]) -> str:
    checks = (check for item in graded for check in item.result.checks)
    return "cuda" if any(check.evidence == "measured" for check in checks) else "simt"


def _classroom(record: Record) -> str:
    return classroom_result(record) + "\n"


def _undrawn(results: Results) -> Results:
    return replace(results, labs=tuple(_plain(lab) for lab in results.labs))


def _plain(lab: LabResult) -> LabResult:
    checks = tuple(replace(check, launches=(), charts=()) for check in lab.checks)
    return replace(lab, checks=checks, source=None)


def publish_class(publisher: Publisher, rows: Sequence[Row]) -> None:
    """Write the class's page and tables."""
    root = publisher.folder.root
    records = [record for row in rows for record in row.records]
    sandbox = publisher.run.settings.sandbox
    write_safely(root / "index.html", class_page(publisher.run, publisher.graded_at, rows).encode())
    write_safely(root / "class.csv", class_csv(records, sandbox).encode())
    texts = {"canvas": partial(canvas_csv, records), "csv-long": partial(checks_csv, records, sandbox)}
    for name, file in CLASS_FILES.items():
        if name in publisher.formats:
            write_safely(root / file, texts[name]().encode())
        else:
            (root / file).unlink(missing_ok=True)


def remove_stale_students(folder: ClassFolder, before: ClassRun | None, now: ClassRun) -> None:
    """Remove the files of students who were in the class at the last start and are not now."""
    known = {entry.id for entry in now.students}
    for entry in before.students if before else ():
        place: Path = folder.students / entry.id
        if entry.id not in known and place.parent == folder.students:
            shutil.rmtree(place, ignore_errors=True)


PR_SET_PDEATHSIG = 1
# Fewer are drawn sooner than a process has started.
WORTH_A_PROCESS = 8
CHUNK = 4


def publish_students(publisher: Publisher, jobs: int) -> Iterator[Row]:
    """Write each student's files; yields their rows in the students' order."""
    students = publisher.run.students
    if jobs == 1 or len(students) < WORTH_A_PROCESS:
        yield from map(publisher, students)
        return
    # Started afresh rather than forked: a fork would share our lock, and outlive us with it.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_prepare_worker, initargs=(os.getpid(),)
    ) as pool:
        left = iter(students)
        while chunk := list(islice(left, CHUNK * jobs)):
            yield from pool.map(publisher, chunk, chunksize=CHUNK)


def _prepare_worker(parent: int) -> None:
    # Ctrl-C is the grader's to answer; and when it is killed nothing of it stays behind (prctl(2), Linux).
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)  # it was killed before we asked to be told
