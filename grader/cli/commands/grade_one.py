"""`grade-one`: one submission, as a service hands it over. A result is left in every case.

The submission is graded by grader.hosted.class_of_one; here are the options, the messages, and what is
written when there is no result: a gradescope.json that says so, and the same for a GitHub workflow.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from grader.cli.options import CourseFile, LabList, Machine, Minutes, OnMachine, Out, Seed, split_names
from grader.cli.session import Course, notice, open_course
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


def grade_one(
    submission: Annotated[Path, typer.Argument(metavar="FOLDER", help="One student's files.")],
    out: Out,
    labs: LabList = None,
    minutes: Minutes = 30.0,
    seed: Seed = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit", metavar="S", min=1, help="Limit for each lab's run, in seconds of processor time."
        ),
    ] = None,
    machine: OnMachine = Machine.SIMT,
    github: Annotated[
        bool,
        typer.Option(
            "--github", help="Report to GitHub Actions: summary, annotations and outputs of the step."
        ),
    ] = False,
    container_user: Annotated[
        str | None,
        typer.Option(
            "--container-user",
            metavar="NAME",
            help="Where bubblewrap cannot be used, grade without a sandbox as this user. Only for a "
            "container that holds one submission and is discarded.",
        ),
    ] = None,
    unsafe_no_sandbox: Annotated[
        bool,
        typer.Option(
            "--unsafe-no-sandbox", help="Run the submission without a sandbox, with your own permissions."
        ),
    ] = False,
    course_file: CourseFile = None,
) -> int:
    """Grade one submission as `grade` does, for a service that sends one at a time.

    Writes the student's files into DIR in every format: scorecard.html, results.json, gradescope.json and
    others. Exit status: 0 graded, 1 must be graded again because of a grading error, 2 could not run.
    gradescope.json is written in every case, unless DIR is not empty or cannot be written.
    """
    one = OneSubmission(
        submission,
        minutes,
        seed=seed,
        limit_s=time_limit,
        unsafe=unsafe_no_sandbox,
        machine=machine.value,
    )
    _require_empty(out)
    try:
        # Notes quote the submission's names, errors its code: the runner must execute neither.
        with without_commands() if github else nullcontext():
            ended, asked = _grade(one, out, open_course(course_file), split_names(labs), container_user)
    except Exception as error:
        _write_no_result(out, f"The grader failed: {error}", github=github)
        raise
    why = why_no_result(one, ended, out)
    if why:
        _write_no_result(out, why, github=github)
        return AGAIN
    exported = json.loads((out / "gradescope.json").read_text(encoding="utf-8"))
    graded = exported["extra_data"]["labs"]
    print(f"graded: {', '.join(map(_lab_line, graded))}")
    print(f"scorecard: {(out / 'scorecard.html').resolve()}", flush=True)
    if github:
        passed = all(lab["points"] == lab["max_points"] for lab in graded if lab["id"] in asked)
        report_result((out / "github.json").read_text(encoding="utf-8"), asked_passed=passed)
    return GRADED if ended.code == GRADED else AGAIN


def _lab_line(lab: dict[str, object]) -> str:
    points = REGRADE if lab["points"] is None else f"{lab['points']}/{lab['max_points']}"
    return f"{lab['id']} {points}"


def _grade(
    one: OneSubmission, out: Path, course: Course, names: Sequence[str], container_user: str | None
) -> tuple[Ended, Sequence[str]]:
    """How the grader ended, and the labs that were asked for.

    Those are the named ones, or those of the course file; where there is neither, those that were begun.
    """
    labs = course.choose_counted(names)
    user = _user_without_sandbox(container_user, one)
    within = NoSandbox() if user is not None or one.unsafe else find_sandbox()
    with temporary_folder() as work:
        taken = take_submission(one.folder, labs, work / "class", within)
        for note in taken.notes:
            notice(f"submission: {note}")
        ended = grade_class_of_one(one, Counted(labs, course.file), taken, work, user)
        collect_results(work, out)
    is_said = bool(names) or course.file is not None
    return ended, [lab.id for lab in labs] if is_said else taken.begun


def _user_without_sandbox(container_user: str | None, one: OneSubmission) -> str | None:
    """The user who grades without a sandbox; None where there is one, or where none is wanted."""
    if container_user is None or one.unsafe:
        return None
    trouble = sandbox_trouble()
    if not trouble:
        return None
    notice(f"no sandbox can be made inside this container: {visible(trouble)}")
    notice(
        "the container itself is the sandbox: it holds only this submission and is discarded afterwards; "
        f"everything is compiled and run as user {container_user}, who cannot write the results"
    )
    return container_user


def _require_empty(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
        if any(out.iterdir()):
            raise GraderError(f"{out} is not empty", "Choose a new folder: --out DIR")
    except OSError as error:
        raise unwritable(out, error.strerror or str(error)) from error


def _write_no_result(out: Path, why: str, *, github: bool) -> None:
    # Half a result is none.
    for name in result_files():
        (out / name).unlink(missing_ok=True)
    sentence = one_line(visible(why))
    (out / "gradescope.json").write_text(gradescope_without_result(sentence), encoding="utf-8")
    if github:
        report_no_result(sentence)
    notice(sentence)
