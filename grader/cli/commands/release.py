"""`release`: the student edition of the course."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from grader.classroom.student_edition import OWN, PLACEHOLDER, release_edition
from grader.cli.options import CourseFile
from grader.cli.session import open_course


def release(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder.")],
    course: Annotated[
        str | None,
        typer.Option(
            "--course", metavar="OWNER/NAME", help="GitHub repository that grades the students' pushes."
        ),
    ] = None,
    ref: Annotated[
        str, typer.Option("--ref", metavar="REF", help="Branch or tag of that repository.")
    ] = "main",
    course_file: CourseFile = None,
) -> int:
    """Write the student edition: the course without solutions, with a README and a workflow for students.

    Exit status: 0 written.
    """
    ours = open_course(course_file)
    count = release_edition(
        ours.project, ours.known_labs, folder, course or PLACEHOLDER, ref, course_file=ours.file
    )
    print(f"student edition: {folder.resolve()} ({count:,} files)")
    print(f"Try it:  {shlex.join(['cd', str(folder.resolve())])} && ./course check")
    if course is None:
        workflow = OWN["student_workflow.yml.j2"]
        print(f"For grading on GitHub: replace {PLACEHOLDER} in its {workflow}, or use --course OWNER/NAME.")
    return 0
