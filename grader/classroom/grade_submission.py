"""Grades one kernel file of a class, and keeps the result.

A job is one file and one lab; GradeOne does the work on it, in this process or in another one. The result
goes into the class's folder under the job's key, with the file named as students know it, so that equal jobs
have equal results on every machine. An exception, of whatever kind, is the result of that one job: it is to
be graded again.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from grader.classroom.class_run import is_ours
from grader.classroom.folder import GO_ON, ClassFolder
from grader.core.disk import FULL, refuse_full
from grader.core.errors import GraderError
from grader.core.files import name_file
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.grading.grade_labs import Grading, Submission, grade_lab
from grader.schema.class_results import GRADED, Graded, Job
from grader.schema.document import write_document
from grader.schema.results import CheckResult, LabResult, Status


@dataclass(frozen=True)
class JobProject(Project):
    """The checkout as one job sees it: modules go to its folder, and its file is shown as the lab's own."""

    kernel: Path
    name: str

    @property
    def modules(self) -> Path:
        return self.kernel.parent / "modules"

    def shown(self, path: str | Path) -> str:
        """The path as a reader knows it."""
        return self.name if str(path) and Path(path).resolve() == self.kernel else super().shown(path)


@dataclass(frozen=True)
class Done:
    """A job that is finished. ours: whether the grader failed, so that it is to be graded again."""

    job: Job
    ours: bool


@dataclass(frozen=True)
class GradeOne:
    """The work on one job. It holds only data, so that an executor can send it to another process."""

    folder: ClassFolder
    grading: Grading
    labs: tuple[Lab, ...]
    kernel_of: Callable[[Job], bytes]

    def __call__(self, job: Job) -> Done:
        """Raises GraderError when the result cannot be kept. Every other failure is the job's result."""
        lab = next(lab for lab in self.labs if lab.id == job.lab)
        place = self.folder.work / job.key
        try:
            kernel = self._write_kernel(job, lab, place)
            project = self._project(lab, kernel)
            graded = self._graded(project, lab, kernel)
        except OSError as error:
            name_file(error, place)
            raise GraderError(f"cannot grade in {place}: {error.strerror or error}", GO_ON) from error
        finally:
            shutil.rmtree(place, ignore_errors=True)
        self.folder.write_result(job.key, write_document(GRADED, graded, partial(_without_paths, project)))
        return Done(job, is_ours(graded.result))

    def _write_kernel(self, job: Job, lab: Lab, place: Path) -> Path:
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        kernel = place / lab.kernel_file
        kernel.write_bytes(self.kernel_of(job))
        return kernel

    def _project(self, lab: Lab, kernel: Path) -> JobProject:
        known = self.grading.project
        return JobProject(known.root, known.build, kernel, f"labs/{lab.folder}/{lab.kernel_file}")

    def _graded(self, project: JobProject, lab: Lab, kernel: Path) -> Graded:
        grading = replace(self.grading, project=project)
        try:
            graded = grade_lab(grading, Submission(lab, kernel))
        except Exception as error:  # Whatever one submission does to us, the others must still be graded.
            if isinstance(error, OSError) and error.errno in FULL:
                raise
            graded = Graded(could_not_grade(lab, f"{type(error).__name__}: {error}"))
        if not _passed(graded.result):
            refuse_full(self.folder.root, Path(tempfile.gettempdir()))
        return graded


def could_not_grade(lab: Lab, why: str) -> LabResult:
    """The result of a lab that the grader failed to grade: no verdict on any check."""
    return _without_verdict(lab, Status.ERROR, f"This check did not report: {why}", why, ours=True)


def not_handed_in(lab: Lab, unread: str = "") -> LabResult:
    """The result of a lab for which a submission has no file. unread: why it could not be read, if so."""
    why = (
        f"the submission could not be read: {unread}"
        if unread
        else f"no file {lab.kernel_file} was handed in"
    )
    return _without_verdict(lab, Status.FAILED, f"Not checked: {why}.", why, ours=False)


def _without_verdict(lab: Lab, status: Status, message: str, trouble: str, *, ours: bool) -> LabResult:
    checks = tuple(
        CheckResult(check.id, check.title, status, 0, check.points, message=message) for check in lab.checks
    )
    return LabResult(
        lab.id, lab.title, checks, lab.summary, lab.hints, trouble=trouble, ours=ours, refused=not ours
    )


def _passed(result: LabResult) -> bool:
    return all(check.status is Status.PASSED for check in result.checks)


def _without_paths(project: JobProject, text: str) -> str:
    """The text with the file named as students know it, and no path of this machine."""
    for path, shown in ((str(project.kernel), project.name), (f"{project.root}/", "")):
        if path in text:
            text = re.sub(rf"(?<![\w./-]){re.escape(path)}", shown, text)
    return text
