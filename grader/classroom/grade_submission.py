"""Grades one kernel file of a class, and keeps the result."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from grader.classroom.class_run import Job, is_ours
from grader.classroom.codec import encode
from grader.classroom.folder import GO_ON, ClassFolder
from grader.core.disk import FULL, refuse_full
from grader.core.errors import GraderError
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.grading.grade_labs import Graded, Grading, Submission, grade_lab
from grader.schema.results import CheckResult, LabResult, Status


@dataclass(frozen=True)
class JobProject(Project):
    """The checkout as one job sees it: modules go to the job's folder, and its file has the lab's name."""

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
    """A job that has come to its end. ours: it is to be graded again."""

    job: Job
    ours: bool


@dataclass(frozen=True)
class GradeOne:
    """The work on one job. It holds data only, so that an executor may send it to another process."""

    folder: ClassFolder
    grading: Grading
    labs: tuple[Lab, ...]
    kernel_of: Callable[[Job], bytes]

    def __call__(self, job: Job) -> Done:
        """Raises GraderError when the result cannot be kept; what else goes wrong is the job's result."""
        lab = next(lab for lab in self.labs if lab.id == job.lab)
        place = self.folder.work / job.key
        try:
            kernel = self._placed(job, lab, place)
            project = self._project(lab, kernel)
            graded = self._graded(project, lab, kernel)
        except OSError as error:
            raise GraderError(f"cannot grade in {place}: {error.strerror or error}", GO_ON) from error
        finally:
            shutil.rmtree(place, ignore_errors=True)
        self.folder.write_result(job.key, encode(graded, partial(_relative, project)))
        return Done(job, is_ours(graded.result))

    def _placed(self, job: Job, lab: Lab, place: Path) -> Path:
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
        except Exception as error:  # One submission, whatever it does to us, must cost no other one anything.
            if isinstance(error, OSError) and error.errno in FULL:
                raise
            graded = Graded(could_not_grade(lab, f"{type(error).__name__}: {error}"))
        if not _passed(graded.result):
            refuse_full(self.folder.root, Path(tempfile.gettempdir()))
        return graded


def could_not_grade(lab: Lab, why: str) -> LabResult:
    """The result of a lab that we failed to grade: no verdict on any check."""
    return _without_verdict(lab, Status.ERROR, f"This check did not report: {why}", why, ours=True)


def not_handed_in(lab: Lab) -> LabResult:
    """The result of a lab for which a submission has no file."""
    why = f"no file {lab.kernel_file} was handed in"
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


def _relative(project: JobProject, text: str) -> str:
    """A text with the file named as the students know it, wherever this class is graded."""
    for path, shown in ((str(project.kernel), project.name), (f"{project.root}/", "")):
        if path in text:
            text = re.sub(rf"(?<![\w./-]){re.escape(path)}", shown, text)
    return text
