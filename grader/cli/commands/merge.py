"""`merge`: joins the shards of a class that were graded apart, and publishes the class."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grader.classroom.class_run import NO_SANDBOX
from grader.classroom.folder import alone_in, open_folder
from grader.classroom.merge_shards import merge_into, read_shards
from grader.classroom.plan import course_version
from grader.cli.options import CourseFile, Formats, Jobs, Out, SameFiles, split_names
from grader.cli.publishing import Published, publish, stoppable
from grader.cli.session import open_course
from grader.core.errors import GraderError
from grader.formats.registry import choose_exports
from grader.isolation.bubblewrap import find_sandbox
from grader.isolation.confinement import NoSandbox


def merge(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="The shards' --out folders.")],
    out: Out,
    formats: Formats = None,
    jobs: Jobs = None,
    same_files: SameFiles = False,
    course_file: CourseFile = None,
) -> int:
    """Join the shards of a class that were graded with --shard.

    Exit status: as for grade.
    """
    course = open_course(course_file)
    exports = choose_exports(split_names(formats))
    shards = read_shards(folders)
    if shards[0][1].settings.course != course_version(course.project, course.known_labs):
        raise GraderError(
            "the shards were graded by a different version of the course",
            "Merge them with the checkout that graded them.",
        )
    if out.resolve() in {folder.root for folder, _ in shards}:
        raise GraderError(f"{out} is one of the shards", "Choose another folder: --out DIR")
    folder = open_folder(out)
    with alone_in(folder), stoppable(folder):
        begun = folder.read_run()
        if begun is not None and (begun.whole, begun.shard) != (shards[0][1].whole, (1, 1)):
            raise GraderError(f"{out} contains another class", "Choose a new folder: --out DIR")
        run = merge_into(folder, shards)
        unsafe = run.settings.sandbox == NO_SANDBOX
        compare_within = (NoSandbox() if unsafe else find_sandbox()) if same_files else None
        return publish(folder, run, course, Published(exports, jobs, compare_within))
