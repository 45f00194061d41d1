"""`merge`: the shards of a class, graded apart, become one."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from grader.classroom.folder import alone_in, open_folder
from grader.classroom.merge import merge_into, read_shards
from grader.classroom.version import course_version
from grader.commands.grade import known_formats, publish, stoppable
from grader.commands.session import open_course
from grader.errors import GraderError


@dataclass(frozen=True)
class MergeRequest:
    """The shards' folders, and where the whole goes."""

    folders: list[Path]
    out: Path
    formats: list[str]
    jobs: int | None = None


def run_merge(request: MergeRequest) -> int:
    """Returns 0 all graded, 1 some to be graded again. Raises GraderError when they do not fit together."""
    course = open_course()
    formats = known_formats(request.formats)
    shards = read_shards(request.folders)
    if shards[0][1].settings.course != course_version(course.project, course.labs):
        raise GraderError(
            "the shards were graded by another version of the course than this one",
            "Merge them with the checkout that graded them.",
        )
    if request.out.resolve() in {folder.root for folder, _ in shards}:
        raise GraderError(f"{request.out} is one of the shards", "Name another folder: --out DIR")
    folder = open_folder(request.out)
    with alone_in(folder), stoppable(folder):
        begun = folder.read_run()
        if begun is not None and (begun.whole, begun.shard) != (shards[0][1].whole, (1, 1)):
            raise GraderError(f"{request.out} holds another class", "Name a new folder: --out DIR")
        run = merge_into(folder, shards)
        return publish(folder, run, course, formats, request.jobs or len(os.sched_getaffinity(0)))
