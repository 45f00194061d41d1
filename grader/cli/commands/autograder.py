"""`release`, `autograder` and `build`: the course as others get it, and what makes it ready to grade."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from grader.classroom.student_edition import OWN, PLACEHOLDER, release_edition
from grader.cli.session import open_course, progress_line
from grader.core.files import refuse_unwritable
from grader.core.points import add
from grader.core.wording import plural
from grader.hosted.autograder_zip import Autograder, require_zip_name, write_autograder
from grader.machine.toolchain import build_programs


def run_release(folder: Path, repository: str | None, ref: str, course_file: Path | None = None) -> int:
    """Writes the edition, says where, and returns 0."""
    course = open_course(course_file)
    where = (folder, repository or PLACEHOLDER, ref)
    count = release_edition(course.project, course.known_labs, *where, course_file=course.file)
    print(f"student edition: {folder.resolve()} ({count:,} files)")
    print(f"Try it:  {shlex.join(['cd', str(folder.resolve())])} && ./course check")
    if repository is None:
        workflow = OWN["student_workflow.yml.j2"]
        print(f"For grading on GitHub: replace {PLACEHOLDER} in its {workflow}, or use --course OWNER/NAME.")
    return 0


@dataclass(frozen=True)
class AutograderRequest:
    """What the user requested. labs: all of the course when none is named. minutes: for one submission."""

    out: Path
    labs: list[str]
    minutes: float
    seed: int | None
    course_file: Path | None = None


def run_autograder(request: AutograderRequest) -> int:
    """Writes the .zip, says what to do with it, and returns 0."""
    require_zip_name(request.out)
    refuse_unwritable(request.out)
    course = open_course(request.course_file)
    labs = course.choose_counted(request.labs)
    settings = Autograder(labs, request.minutes, request.seed, course.file)
    count = write_autograder(course.project, course.known_labs, settings, request.out)
    points = add(lab.points for lab in labs)
    size = request.out.stat().st_size / 1024
    print(f"autograder: {request.out.resolve()} ({plural(count, 'file')}, {size:,.0f} KiB)")
    print(f"grades {', '.join(lab.id for lab in labs)}: {points} points in total")
    print("Upload it under 'Configure Autograder'; base image: Ubuntu 24.04 or 22.04, variant 'Base'.")
    return 0


def run_build(names: list[str], course_file: Path | None = None) -> int:
    """Builds the test programs and returns 0. Raises GraderError when that fails."""
    course = open_course(course_file)
    labs = course.choose(names)
    with progress_line() as progress:
        build_programs(course.project, labs, progress)
    print(f"built: {', '.join(lab.id for lab in labs)}")
    return 0
