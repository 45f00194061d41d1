"""Writes everything that people read: a folder for each student, the class's page, and its tables.

In go the run and the results that are kept in the class's folder; no result is made here. Every file is
written whole or not at all. A file of a format that was requested last time and is not now is removed,
because it would no longer be true. Several processes write the students' files: making a card keeps a core
busy, and Python's threads take turns.
"""

from __future__ import annotations

import ctypes
import hashlib
import io
import multiprocessing
import os
import signal
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from itertools import islice
from pathlib import Path

from grader.classroom.attempts import attempts_at, stuck_at
from grader.classroom.class_page import class_page
from grader.classroom.class_row import Row, Stuck, failures_of, said_of
from grader.classroom.class_run import is_ours, result_key
from grader.classroom.folder import ClassFolder, write_safely
from grader.classroom.grade_submission import could_not_grade, not_handed_in
from grader.classroom.same_files import Shapes, same_files
from grader.core.errors import GraderError
from grader.core.lab_files import stub_of
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.formats.csv_table import class_csv
from grader.formats.exported import ClassRecord, record_of
from grader.formats.registry import FeedbackArchive, class_exports, feedback_archives, student_exports
from grader.grading.grade_labs import in_course
from grader.grading.guidance import first_to_fix
from grader.report.scorecard.scorecard_page import render_scorecard
from grader.schema.class_results import ClassRun, Entry, Graded
from grader.schema.results import LabResult, Results, goal_of
from grader.schema.results_json import results_to_json

# The files that each student gets, whatever formats were requested.
RESULTS, SCORECARD = "results.json", "scorecard.html"
PR_SET_PDEATHSIG = 1
# A smaller class is written sooner than a process has started.
MIN_STUDENTS_FOR_PROCESSES = 8
CHUNK = 4


@dataclass(frozen=True)
class Publisher:
    """Writes one student's files. It holds data only, so that another process can do it.

    labs: with what each counts in the course now: what a run keeps are the labs' own points. stubs: the
    SHA-256 of each lab's kernel file as it is handed out. title: the course's, or ''.
    """

    folder: ClassFolder
    run: ClassRun
    labs: tuple[Lab, ...]
    formats: tuple[str, ...]
    graded_at: datetime
    stubs: Mapping[str, str]
    title: str = ""

    def __call__(self, entry: Entry) -> Row:
        results = self._results(entry)
        record = record_of(entry.persons[0], results, submission=entry.id)
        card, drawn = self._card(results)
        place = self.folder.students / entry.id
        _write(place / RESULTS, results_to_json(results))
        _write(place / SCORECARD, card)
        for export in student_exports():
            text = export.text(record) if export.name in self.formats else None
            _write_or_remove(place / export.file, text)
        records = tuple(record_of(person, results, submission=entry.id) for person in entry.persons)
        missing = tuple(lab for lab in self.run.labs if lab not in entry.kernels)
        untouched = tuple(lab.id for lab in results.labs if lab.untouched)
        judged = [lab for lab in results.labs if lab.id not in (*missing, *untouched) and not is_ours(lab)]
        failed = tuple(failure for lab in judged for failure in failures_of(lab))
        stuck = tuple(self._stuck(entry, lab) for lab in judged if stuck_at(lab))
        return Row(entry, records, missing, drawn, untouched, failed, stuck)

    def _stuck(self, entry: Entry, lab: LabResult) -> Stuck:
        def stuck_of(digest: str) -> str | None:
            return _stuck_before(self.folder, result_key(self.run.settings, lab.id, digest))

        tries = attempts_at(entry, lab.id, self.stubs.get(lab.id, ""), stuck_at(lab), stuck_of)
        check = first_to_fix(lab)
        said = said_of(check) if check else ""
        return Stuck(lab.id, goal_of(lab, check) if check else "", said, tries.stuck, tries.count)

    def _results(self, entry: Entry) -> Results:
        by_id = {lab.id: lab for lab in self.labs}
        graded = [self._lab(entry, by_id[lab]) for lab in self.run.labs if lab in by_id]
        settings = self.run.settings
        compiler = next((item.compiler for item in graded if item.compiler), settings.compiler_name)
        labs = tuple(item.result for item in graded)
        return Results(_machine(graded), compiler, labs, seed=settings.seed, title=self.title)

    def _lab(self, entry: Entry, lab: Lab) -> Graded:
        graded = self._graded(entry, lab)
        result = in_course(graded.result, lab)
        is_stub = lab.id in entry.kernels and entry.kernels[lab.id] == self.stubs.get(lab.id)
        return replace(graded, result=replace(result, untouched=result.untouched or is_stub))

    def _graded(self, entry: Entry, lab: Lab) -> Graded:
        digest = entry.kernels.get(lab.id)
        if digest is None:
            return Graded(not_handed_in(lab, entry.unread))
        found = self.folder.read_result(result_key(self.run.settings, lab.id, digest))
        return found or Graded(could_not_grade(lab, "it was not graded to its end, or its result is spoilt"))

    def _card(self, results: Results) -> tuple[str, bool]:
        """The scorecard, and whether all of it could be drawn."""
        try:
            return render_scorecard(results, self.graded_at), True
        except (
            Exception
        ):  # Hostile data that breaks a drawing costs this scorecard its drawings, and no other.
            return render_scorecard(_without_drawings(results), self.graded_at), False


@cache  # many students are stuck with the same file
def _stuck_before(folder: ClassFolder, key: str) -> str | None:
    """Where an earlier file was stuck; None where its result is not there, or was the grader's failure."""
    found = folder.read_result(key)
    return None if found is None or is_ours(found.result) else stuck_at(found.result)


def stub_hashes(project: Project, labs: Sequence[Lab]) -> dict[str, str]:
    """The SHA-256 of each lab's kernel file in this checkout, to recognise untouched stubs."""
    files = ((lab.id, stub_of(project, lab)) for lab in labs)
    return {lab: hashlib.sha256(file.read_bytes()).hexdigest() for lab, file in files if file.is_file()}


def _machine(graded: Sequence[Graded]) -> str:
    checks = (check for item in graded for check in item.result.checks)
    return "cuda" if any(check.evidence == "measured" for check in checks) else "simt"


def _without_drawings(results: Results) -> Results:
    return replace(results, labs=tuple(_lab_without_drawings(lab) for lab in results.labs))


def _lab_without_drawings(lab: LabResult) -> LabResult:
    checks = tuple(replace(check, launches=(), charts=()) for check in lab.checks)
    return replace(lab, checks=checks, source=None)


def publish_students(publisher: Publisher, jobs: int) -> Iterator[Row]:
    """Write each student's files; yields their rows in the students' order."""
    students = publisher.run.students
    if jobs == 1 or len(students) < MIN_STUDENTS_FOR_PROCESSES:
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
    # The parent handles Ctrl-C; when it is killed, the worker must end, too (prctl(2), Linux).
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)  # the parent was killed before the line above


def publish_class(
    publisher: Publisher, rows: Sequence[Row], shapes: Shapes | None = None
) -> list[GraderError]:
    """Write the class's page and tables. Returns what is wrong with tables that leave out students.

    shapes: of the files, where the page is to name students whose files are the same.
    """
    root = publisher.folder.root
    run = publisher.run
    sandbox = run.settings.sandbox
    graded = ClassRecord(tuple(record for row in rows for record in row.records), sandbox, run.source)
    same = None if shapes is None else same_files(run, shapes, publisher.stubs)
    page = class_page(run, publisher.graded_at, rows, publisher.title, same)
    _write(root / "index.html", page)
    _write(root / "class.csv", class_csv(graded.students, sandbox))
    problems = []
    for export in class_exports():
        is_wanted = export.name in publisher.formats
        _write_or_remove(root / export.file, export.text(graded) if is_wanted else None)
        if is_wanted and (problem := export.problem(graded)):
            problems.append(problem)
    for archive in feedback_archives():
        if archive.name in publisher.formats:
            write_safely(root / archive.file, _packed_feedback(archive, publisher.folder, graded))
            problems += [problem] if (problem := archive.problem(graded)) else []
        else:
            (root / archive.file).unlink(missing_ok=True)
    return problems


def _packed_feedback(archive: FeedbackArchive, folder: ClassFolder, graded: ClassRecord) -> bytes:
    """The zip. Equal scorecards make an equal zip: its times say nothing."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        for record in graded.students:
            if place := archive.folder(record.student, graded.source):
                card = folder.students / record.submission / SCORECARD
                entry = zipfile.ZipInfo(f"{place}/{SCORECARD}")
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                out.writestr(entry, card.read_bytes())
    return packed.getvalue()


def _write_or_remove(file: Path, text: str | None) -> None:
    if text is None:
        file.unlink(missing_ok=True)
    else:
        _write(file, text)


def _write(file: Path, text: str) -> None:
    write_safely(file, text.encode("utf-8", "replace"))
