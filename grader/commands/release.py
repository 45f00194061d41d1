"""`release`: the student edition."""

from __future__ import annotations

import shlex
from pathlib import Path

from grader.classroom.release import OWN, PLACEHOLDER, release_edition
from grader.commands.session import open_course


def run_release(folder: Path, repository: str | None, ref: str) -> int:
    """Writes the edition, says where, and returns 0."""
    course = open_course()
    count = release_edition(course.project, course.labs, folder, repository or PLACEHOLDER, ref)
    print(f"student edition: {folder.resolve()} ({count:,} files)")
    print(f"Try it:  {shlex.join(['cd', str(folder.resolve())])} && ./course check")
    if repository is None:
        workflow = OWN["student_workflow.yml.j2"]
        print(f"For grading on GitHub: fill in {PLACEHOLDER} in its {workflow}, or use --course OWNER/NAME.")
    return 0
