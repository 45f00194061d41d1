"""`autograder`: the file that Gradescope makes its autograder of."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grader.cli.options import CourseFile, LabList, Minutes, Seed, split_names
from grader.cli.session import open_course
from grader.core.files import refuse_unwritable
from grader.core.points import add
from grader.core.wording import plural
from grader.hosted.autograder_zip import Autograder, require_zip_name, write_autograder


def autograder(
    out: Annotated[Path, typer.Argument(metavar="OUT.zip")],
    labs: LabList = None,
    # Gradescope stops a submission after ten unless the assignment's settings say more.
    minutes: Minutes = 9.0,
    seed: Seed = None,
    course_file: CourseFile = None,
) -> int:
    """Write the autograder to upload to Gradescope.

    Exit status: 0 written.
    """
    require_zip_name(out)
    refuse_unwritable(out)
    course = open_course(course_file)
    chosen = course.choose_counted(split_names(labs))
    settings = Autograder(chosen, minutes, seed, course.file)
    count = write_autograder(course.project, course.known_labs, settings, out)
    points = add(lab.points for lab in chosen)
    size = out.stat().st_size / 1024
    print(f"autograder: {out.resolve()} ({plural(count, 'file')}, {size:,.0f} KiB)")
    print(f"grades {', '.join(lab.id for lab in chosen)}: {points} points in total")
    print("Upload it under 'Configure Autograder'; base image: Ubuntu 24.04 or 22.04, variant 'Base'.")
    return 0
