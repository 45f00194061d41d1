"""`grade-one`: one submission, as a service hands it over; always leaves a result."""

from __future__ import annotations

import json
import os
import shutil
import stat
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from grader.cli.session import notice, open_course
from grader.core.errors import GraderError
from grader.core.files import unwritable
from grader.core.manifest import Lab, choose_labs
from grader.core.temporary import temporary_folder
from grader.core.wording import printable
from grader.formats.exported import REGRADE
from grader.formats.gradescope import gradescope_nothing
from grader.hosted.child import Ended, run_child
from grader.hosted.github_step import commands_off, tell_github, tell_github_nothing
from grader.hosted.handed_in import STUDENT, take_submission
from grader.isolation.bubblewrap import sandbox_trouble

GRADED, AGAIN, COULD_NOT = 0, 1, 2
FILES = (
    "scorecard.html",
    "results.json",
    "gradescope.json",
    "github.json",
    "classroom.txt",
    "junit.xml",
)
FORMATS = "gradescope,github,classroom,junit"
GRADER = (sys.executable, "-m", "grader")
LARGEST_FILE = 64 * 1024 * 1024
NO_SANDBOX = "--unsafe-no-sandbox"


@dataclass(frozen=True)
class GradeOneRequest:
    """What the user asked for. minutes: for all of it. unsafe: without a sandbox.

    container_user: who grades without one where bubblewrap cannot be used. github: run in a workflow's step.
    """

    submission: Path
    out: Path
    labs: list[str]
    minutes: float
    seed: int | None = None
    compiler: str | None = None
    limit_s: float | None = None
    unsafe: bool = False
    container_user: str | None = None
    github: bool = False
    machine: str = "simt"


def run_grade_one(request: GradeOneRequest) -> int:
    """Returns 0 graded, 1 to be graded again by our fault. Raises GraderError when it cannot be done.

    gradescope.json is there in each case, unless the folder cannot be written.
    """
    _make_empty(request.out)
    try:
        # Notes quote the submission's names, errors its code: neither is to be a command to the runner.
        with commands_off() if request.github else nullcontext():
            ended = _grade(request)
    except Exception as error:
        _say_nothing(request, f"The grader could not do its work: {error}")
        raise
    why = _why_nothing(request, ended)
    if why:
        _say_nothing(request, why)
        return AGAIN
    told = json.loads((request.out / "gradescope.json").read_text(encoding="utf-8"))
    print(f"graded: {', '.join(_lab_line(lab) for lab in told['extra_data']['labs'])}")
    print(f"scorecard: {(request.out / 'scorecard.html').resolve()}", flush=True)
    if request.github:
        tell_github((request.out / "github.json").read_text(encoding="utf-8"))
    return GRADED if ended.code == GRADED else AGAIN


def _lab_line(lab: dict[str, object]) -> str:
    points = REGRADE if lab["points"] is None else f"{lab['points']}/{lab['max_points']}"
    return f"{lab['id']} {points}"


def _grade(request: GradeOneRequest) -> Ended:
    labs = choose_labs(open_course().labs, request.labs)
    with temporary_folder() as work:
        handed_in = take_submission(request.submission, labs, work / "class")
        for note in handed_in.notes:
            notice(f"submission: {note}")
        user = _without_sandbox(request)
        if user is not None:
            _give(work, user)
        command = _command(request, labs, handed_in.folder, work / "graded", unsafe=user is not None)
        ended = run_child(command, 60 * request.minutes, work, user)
        _collect(work / "graded" / "students" / STUDENT, request.out)
    return ended


def _without_sandbox(request: GradeOneRequest) -> str | None:
    """The user who grades without a sandbox; None where there is one, or where none is asked for."""
    if request.container_user is None or request.unsafe:
        return None
    trouble = sandbox_trouble()
    if not trouble:
        return None
    notice(f"no sandbox can be made inside this container: {printable(trouble)}")
    notice(
        "the container itself is the sandbox: it holds this one submission and is thrown away; all is "
        f"compiled and run as user {request.container_user}, who may not write the results"
    )
    return request.container_user


def _command(
    request: GradeOneRequest, labs: Sequence[Lab], folder: Path, out: Path, *, unsafe: bool
) -> list[str | Path]:
    command: list[str | Path] = [*GRADER, "grade", folder, "--out", out]
    command += ["--labs", ",".join(lab.id for lab in labs), "--formats", FORMATS]
    if request.seed is not None:
        command += ["--seed", str(request.seed)]
    if request.compiler is not None:
        command += ["--compiler", request.compiler]
    command += ["--machine", request.machine, "--time-limit", f"{_time_limit(request, labs):g}"]
    return [*command, NO_SANDBOX] if unsafe or request.unsafe else command


def _time_limit(request: GradeOneRequest, labs: Sequence[Lab]) -> float:
    """Seconds for each lab's run: with all of them at their limit, half of the time is left."""
    return request.limit_s or max(1.0, min(120.0, 30 * request.minutes / len(labs)))


def _give(work: Path, user: str) -> None:
    """The folder and what is in it become that user's."""
    try:
        for path in (work, *work.rglob("*")):
            shutil.chown(path, user)
    except (OSError, LookupError) as error:
        raise GraderError(f"cannot give {work} to user {user}: {error}", "Run it as root.") from error


def _make_empty(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
        if any(out.iterdir()):
            raise GraderError(f"{out} is not empty", "Name a new folder: --out DIR")
    except OSError as error:
        raise unwritable(out, error.strerror or str(error)) from error


def _collect(place: Path, out: Path) -> None:
    for name in FILES:
        data = _read(place / name)
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


def _why_nothing(request: GradeOneRequest, ended: Ended) -> str:
    """Why there is no result; '' when there is one, with or without labs that are to be graded again."""
    if ended.timed_out:
        return f"The grader was stopped: it took more than {request.minutes:g} minutes."
    if ended.code < 0:
        return f"The grader was ended by signal {-ended.code}."
    if ended.code not in (GRADED, AGAIN):
        return f"The grader could not do its work (status {ended.code}); its output says why."
    if not all(_is_json(request.out / name) for name in ("results.json", "gradescope.json", "github.json")):
        return "The grader left no result that can be read."
    return ""


def _is_json(file: Path) -> bool:
    try:
        return isinstance(json.loads(file.read_text(encoding="utf-8")), dict)
    except (OSError, ValueError, RecursionError):
        return False


def _say_nothing(request: GradeOneRequest, why: str) -> None:
    # Half a result is none.
    for name in FILES:
        (request.out / name).unlink(missing_ok=True)
    sentence = " ".join(printable(why).split())
    (request.out / "gradescope.json").write_text(gradescope_nothing(sentence), encoding="utf-8")
    if request.github:
        tell_github_nothing(sentence)
    notice(sentence)
