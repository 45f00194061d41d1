"""`grade-one`: one submission, as a service hands it over. A result is left in every case.

The submission is graded by grader.hosted.class_of_one; here are the options, the messages, and what is
written when there is no result: a gradescope.json that says so, and the same for a GitHub workflow.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from grader.cli.session import notice, open_course
from grader.core.errors import GraderError
from grader.core.files import unwritable
from grader.core.temporary import temporary_folder
from grader.core.visible import visible
from grader.formats.exported import REGRADE, one_line
from grader.formats.gradescope import gradescope_without_result
from grader.hosted.child import Ended
from grader.hosted.class_of_one import (
    Counted,
    OneSubmission,
    collect_results,
    grade_class_of_one,
    result_files,
    take_submission,
    why_no_result,
)
from grader.hosted.github_step import report_no_result, report_result, without_commands
from grader.isolation.bubblewrap import find_sandbox, sandbox_trouble
from grader.isolation.confinement import NoSandbox

GRADED, AGAIN = 0, 1


@dataclass(frozen=True)
class GradeOneRequest:
    """The options of `grade-one`.

    container_user: who grades without a sandbox where bubblewrap cannot be used. github: whether this runs
    in a step of a workflow. course_file: None for the checkout's own.
    """

    submission: OneSubmission
    out: Path
    labs: list[str]
    container_user: str | None = None
    github: bool = False
    course_file: Path | None = None


def run_grade_one(request: GradeOneRequest) -> int:
    """Returns 0 graded, 1 to be graded again: a grading error. Raises GraderError when it cannot be done.

    gradescope.json is there in each case, unless the folder cannot be written.
    """
    _require_empty(request.out)
    try:
        # Notes quote the submission's names, errors its code: the runner must execute neither.
        with without_commands() if request.github else nullcontext():
            ended, asked = _grade(request)
    except Exception as error:
        _write_no_result(request, f"The grader failed: {error}")
        raise
    why = why_no_result(request.submission, ended, request.out)
    if why:
        _write_no_result(request, why)
        return AGAIN
    exported = json.loads((request.out / "gradescope.json").read_text(encoding="utf-8"))
    labs = exported["extra_data"]["labs"]
    print(f"graded: {', '.join(map(_lab_line, labs))}")
    print(f"scorecard: {(request.out / 'scorecard.html').resolve()}", flush=True)
    if request.github:
        passed = all(lab["points"] == lab["max_points"] for lab in labs if lab["id"] in asked)
        report_result((request.out / "github.json").read_text(encoding="utf-8"), asked_passed=passed)
    return GRADED if ended.code == GRADED else AGAIN


def _lab_line(lab: dict[str, object]) -> str:
    points = REGRADE if lab["points"] is None else f"{lab['points']}/{lab['max_points']}"
    return f"{lab['id']} {points}"


def _grade(request: GradeOneRequest) -> tuple[Ended, Sequence[str]]:
    """How the grader ended, and the labs that were asked for.

    Those are the named ones, or those of the course file; where there is neither, those that were begun.
    """
    one, course = request.submission, open_course(request.course_file)
    labs = course.choose_counted(request.labs)
    user = _user_without_sandbox(request)
    within = NoSandbox() if user is not None or one.unsafe else find_sandbox()
    with temporary_folder() as work:
        taken = take_submission(one.folder, labs, work / "class", within)
        for note in taken.notes:
            notice(f"submission: {note}")
        ended = grade_class_of_one(one, Counted(labs, course.file), taken, work, user)
        collect_results(work, request.out)
    is_said = bool(request.labs) or course.file is not None
    return ended, [lab.id for lab in labs] if is_said else taken.begun


def _user_without_sandbox(request: GradeOneRequest) -> str | None:
    """The user who grades without a sandbox; None where there is one, or where none is wanted."""
    if request.container_user is None or request.submission.unsafe:
        return None
    trouble = sandbox_trouble()
    if not trouble:
        return None
    notice(f"no sandbox can be made inside this container: {visible(trouble)}")
    notice(
        "the container itself is the sandbox: it holds only this submission and is discarded afterwards; "
        f"everything is compiled and run as user {request.container_user}, who cannot write the results"
    )
    return request.container_user


def _require_empty(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
        if any(out.iterdir()):
            raise GraderError(f"{out} is not empty", "Choose a new folder: --out DIR")
    except OSError as error:
        raise unwritable(out, error.strerror or str(error)) from error


def _write_no_result(request: GradeOneRequest, why: str) -> None:
    # Half a result is none.
    for name in result_files():
        (request.out / name).unlink(missing_ok=True)
    sentence = one_line(visible(why))
    (request.out / "gradescope.json").write_text(gradescope_without_result(sentence), encoding="utf-8")
    if request.github:
        report_no_result(sentence)
    notice(sentence)
