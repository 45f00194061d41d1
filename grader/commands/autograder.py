"""`autograder`: what is uploaded to Gradescope. `build`: the test programs, before anybody waits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grader.commands.session import open_course, progress_line
from grader.files import refuse_unwritable
from grader.hosted.autograder import Autograder, refuse_other_names, write_autograder
from grader.lookup import choose_labs
from grader.toolchain import build_programs
from grader.wording import plural


@dataclass(frozen=True)
class AutograderRequest:
    """What the user asked for. labs: all when none is named. minutes: for one submission."""

    out: Path
    labs: list[str]
    minutes: float
    seed: int | None


def run_autograder(request: AutograderRequest) -> int:
    """Writes the .zip, says what to do with it, and returns 0."""
    refuse_other_names(request.out)
    refuse_unwritable(request.out)
    course = open_course()
    labs = choose_labs(course.labs, request.labs)
    settings = Autograder(labs, request.minutes, request.seed)
    count = write_autograder(course.project, course.labs, settings, request.out)
    points = sum(check.points for lab in labs for check in lab.checks)
    size = request.out.stat().st_size / 1024
    print(f"autograder: {request.out.resolve()} ({plural(count, 'file')}, {size:,.0f} KiB)")
    print(f"grades {', '.join(lab.id for lab in labs)}: {points} points in all")
    print("Upload it under 'Configure Autograder'; base image: Ubuntu 24.04 or 22.04, variant 'Base'.")
    return 0


def run_build(names: list[str]) -> int:
    """Builds the test programs and returns 0. Raises GraderError when that fails."""
    course = open_course()
    labs = choose_labs(course.labs, names)
    with progress_line() as progress:
        build_programs(course.project, labs, progress)
    print(f"built: {', '.join(lab.id for lab in labs)}")
    return 0
