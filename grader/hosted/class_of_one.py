"""Grades one submission, as a service hands it over: as a class of one, by `grade` in a child process.

In goes the folder of one student's files; out come those files of result_files() that could be made. Two
rules protect the service. Only the kernel files are copied out of the submission, read like those of a class.
And the child, which compiles and runs them, works in a temporary folder: when it has ended, with all that it
started, the results are copied from there, as plain files of bounded size and nothing else.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.core.course_file import NAME, CourseFile
from grader.core.errors import GraderError
from grader.core.manifest import Lab
from grader.core.run_defaults import CLASS_LIMIT_S
from grader.formats.registry import student_exports
from grader.grading.standing import is_stub
from grader.hosted.child import Ended, run_child
from grader.isolation.confinement import Confinement
from grader.reading.read_apart import read_one_apart

# The submission's name in its class of one.
STUDENT = "submission"
# The command that starts the grader.
GRADER = (sys.executable, "-m", "grader")
# The exit statuses of `grade` after which there is a result.
HAS_RESULT = (0, 1)
REQUIRED_FILES = ("results.json", "gradescope.json", "github.json")
LARGEST_FILE = 64 * 1024 * 1024


@dataclass(frozen=True)
class OneSubmission:
    """What to grade, and how. minutes: for all of it. unsafe: without a sandbox."""

    folder: Path
    minutes: float
    seed: int | None = None
    limit_s: float | None = None
    unsafe: bool = False
    machine: str = "simt"


@dataclass(frozen=True)
class Counted:
    """The labs to grade, and the course file that says what they count; None for their own points."""

    labs: Sequence[Lab]
    course: CourseFile | None = None


@dataclass(frozen=True)
class TakenFiles:
    """The kernel files of a submission, as a class of one. notes: what an instructor should know of it.

    begun: the labs that have a file which is not the stub.
    """

    folder: Path
    notes: tuple[str, ...]
    begun: tuple[str, ...] = ()


def result_files() -> tuple[str, ...]:
    """The names of the files that `grade` writes for a student when every format is requested."""
    return ("scorecard.html", "results.json", *(export.file for export in student_exports()))


def take_submission(source: Path, labs: Sequence[Lab], to: Path, within: Confinement) -> TakenFiles:
    """Copy the labs' kernel files, and nothing else, from `source` into a class of one below `to`.

    `source` is read like a submission of a class, by a process in `within`: links are not followed, archives
    are opened, limits apply. Raises GraderError when it is no folder, OSError when `to` cannot be written.
    """
    if not source.is_dir():
        raise GraderError(f"{source} is no folder", "Name the folder that holds one student's files.")
    read = read_one_apart(source, STUDENT, labs, within)
    place = to / STUDENT
    place.mkdir(parents=True)
    begun = []
    for lab in labs:
        if lab.id in read.kernels:
            kernel = place / "labs" / lab.folder / lab.kernel_file
            kernel.parent.mkdir(parents=True)
            kernel.write_bytes(read.kernels[lab.id])
            if not is_stub(lab, read.kernels[lab.id].decode("utf-8", "replace")):
                begun.append(lab.id)
    return TakenFiles(to, (*read.missing(labs), *read.notes), tuple(begun))


def grade_class_of_one(
    one: OneSubmission, counted: Counted, taken: TakenFiles, work: Path, user: str | None
) -> Ended:
    """Run `grade` on the taken files below the folder `work`, which holds them.

    user: who grades without a sandbox; None for us, with one. Raises GraderError when that is impossible.
    """
    command = _command(one, counted.labs, taken.folder, _graded(work), unsafe=one.unsafe or user is not None)
    if counted.course is not None:
        # A copy, which whoever grades can read.
        file = work / NAME
        file.write_text(counted.course.text, encoding="utf-8")
        command += ["--course-file", file]
    if user is not None:
        _give(work, user)
    return run_child(command, 60 * one.minutes, work, user)


def _graded(work: Path) -> Path:
    return work / "graded"


def _command(
    one: OneSubmission, labs: Sequence[Lab], folder: Path, out: Path, *, unsafe: bool
) -> list[str | Path]:
    command: list[str | Path] = [*GRADER, "grade", folder, "--out", out]
    command += ["--labs", ",".join(lab.id for lab in labs)]
    command += ["--formats", ",".join(export.name for export in student_exports())]
    if one.seed is not None:
        command += ["--seed", str(one.seed)]
    command += ["--machine", one.machine, "--time-limit", f"{_time_limit(one, labs):g}"]
    return [*command, "--unsafe-no-sandbox"] if unsafe else command


def _time_limit(one: OneSubmission, labs: Sequence[Lab]) -> float:
    """Seconds of processor time for each lab's run: when all reach it, half of an idle computer's is left."""
    return one.limit_s or max(1.0, min(CLASS_LIMIT_S, 30 * one.minutes / len(labs)))


def _give(work: Path, user: str) -> None:
    """Make that user the owner of the folder and of everything in it."""
    try:
        for path in (work, *work.rglob("*")):
            shutil.chown(path, user)
    except (OSError, LookupError) as error:
        raise GraderError(f"cannot give {work} to user {user}: {error}", "Run it as root.") from error


def collect_results(work: Path, out: Path) -> None:
    """Copy the results that were graded below `work` into `out`."""
    for name in result_files():
        data = _read(_graded(work) / "students" / STUDENT / name)
        if data is not None:
            (out / name).write_bytes(data)


def _read(path: Path) -> bytes | None:
    """The file's bytes. Where there was no sandbox, the folder may hold a submission's links and pipes."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST_FILE:
            return None
        return file.read()


def why_no_result(one: OneSubmission, ended: Ended, out: Path) -> str:
    """Why there is no result in `out`; '' when there is one, with or without labs to be graded again."""
    if ended.timed_out:
        return f"The grader was stopped: it took more than {one.minutes:g} minutes."
    if ended.code < 0:
        return f"The grader was ended by signal {-ended.code}."
    if ended.code not in HAS_RESULT:
        return f"The grader could not do its work (status {ended.code}); its output says why."
    if not all(_is_json_object(out / name) for name in REQUIRED_FILES):
        return "The grader left no result that can be read."
    return ""


def _is_json_object(file: Path) -> bool:
    try:
        return isinstance(json.loads(file.read_text(encoding="utf-8")), dict)
    except (OSError, ValueError, RecursionError):
        return False
