"""Begins the grading of a class, or resumes one: its submissions, its settings, and the jobs that are left.

In go the submissions and how they are graded. Out come the run, which is written into the class's folder, and
the jobs whose results are not there yet; an executor runs those, and publish.py then writes what people read.
The rule: whatever a later start needs is in the folder before the work that depends on it begins. So a grader
that is killed at any point can resume, and no file is graded twice.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from grader.classroom.attempts import with_earlier_files
from grader.classroom.class_run import is_ours, jobs_of
from grader.classroom.folder import ClassFolder
from grader.classroom.grade_submission import GradeOne
from grader.classroom.node import GradeOnNode
from grader.classroom.plan import Shard, graded_labs, make_run
from grader.core.manifest import Lab
from grader.core.run_defaults import fixed_time, graded_at
from grader.formats.downloads import read_submissions
from grader.grading.grade_labs import Grading
from grader.intake.submission import Intake
from grader.isolation.confinement import Confinement
from grader.reading.read_apart import read_class_apart
from grader.schema.class_results import ClassRun, Job


@dataclass(frozen=True)
class ClassInput:
    """What is graded: the submissions, the labs, and the part of the class that is graded here."""

    intake: Intake
    labs: tuple[Lab, ...]
    shard: Shard


def read_class(
    source: Path, labs: tuple[Lab, ...], named: tuple[Lab, ...], shard: Shard, within: Confinement | None
) -> ClassInput:
    """Read the submissions at `source`. Raises GraderError when there is nothing to grade.

    labs: the course's. named: those to grade; empty for all that anybody handed in. within: what the
    submissions are read in; None reads them in this process, as for one's own.
    """
    # If labs were named, a file that is missing for another lab is not worth a note.
    wanted = named or labs
    intake = read_submissions(source, wanted) if within is None else read_class_apart(source, wanted, within)
    return ClassInput(intake, graded_labs(labs, named, intake), shard)


@dataclass(frozen=True)
class BegunClass:
    """A run that is written down, with the work on its jobs. is_changed: earlier results do not count."""

    folder: ClassFolder
    run: ClassRun
    labs: tuple[Lab, ...]
    grading: Grading
    kernels: KernelBytes
    is_changed: bool

    @property
    def jobs(self) -> tuple[Job, ...]:
        return jobs_of(self.run)

    def jobs_left(self) -> list[Job]:
        """The jobs without a result, and those that the grader failed to grade last time."""
        return [job for job in self.jobs if not self._has_result(job)]

    def work(self, *, on_cluster: bool) -> GradeOne:
        """The work on one job."""
        kind = GradeOnNode if on_cluster else GradeOne
        return kind(self.folder, self.grading, self.labs, self.kernels)

    def _has_result(self, job: Job) -> bool:
        found = self.folder.read_result(job.key)
        return found is not None and not is_ours(found.result)


class KernelBytes:
    """The bytes of a class's kernel files, by job. It holds data only, so that it can be sent to a node."""

    def __init__(self, intake: Intake) -> None:
        self._known = {
            (lab, digest): submission.kernels[lab]
            for submission in intake.submissions
            for lab, digest in submission.hashes.items()
        }

    def __call__(self, job: Job) -> bytes:
        return self._known[job.lab, job.kernel]


def begin_class(
    folder: ClassFolder, given: ClassInput, grading: Grading, before: ClassRun | None
) -> BegunClass:
    """Write the run into the folder, in place of the one before it, and remove what is no longer true."""
    planned = make_run(grading.settings, _start_time(before), given.labs, given.intake, given.shard)
    run = with_earlier_files(planned, before)
    # The order matters: if the grader is killed in between, the next start still knows who was there before.
    _remove_stale_students(folder, before, run)
    folder.write_run(run)
    # A killed grader has left files there.
    shutil.rmtree(folder.work, ignore_errors=True)
    is_changed = before is not None and before.settings != grading.settings
    return BegunClass(folder, run, given.labs, grading, KernelBytes(given.intake), is_changed)


def _start_time(before: ClassRun | None) -> str:
    """When the class was first graded; SOURCE_DATE_EPOCH overrides it."""
    if before is not None and fixed_time() is None:
        return before.started
    return graded_at().isoformat(timespec="seconds")


def _remove_stale_students(folder: ClassFolder, before: ClassRun | None, now: ClassRun) -> None:
    """Remove the files of students who were in the class at the last start and are not now."""
    known = {entry.id for entry in now.students}
    for entry in before.students if before else ():
        place = folder.students / entry.id
        if entry.id not in known and place.parent == folder.students:
            shutil.rmtree(place, ignore_errors=True)
