"""`build`: the labs' test programs, made ready before the first grading."""

from __future__ import annotations

from grader.cli.options import CourseFile, Labs, split_names
from grader.cli.session import open_course, progress_line
from grader.machine.toolchain import build_programs


def build(labs: Labs = None, course_file: CourseFile = None) -> int:
    """Build the labs' test programs, so that the first grading does not have to.

    Exit status: 0 built.
    """
    course = open_course(course_file)
    chosen = course.choose(split_names(labs))
    with progress_line() as progress:
        build_programs(course.project, chosen, progress)
    print(f"built: {', '.join(lab.id for lab in chosen)}")
    return 0
