"""`release`: the student edition."""

from __future__ import annotations

from pathlib import Path

from grader.classroom.release import release_edition
from grader.commands.session import open_course


def run_release(folder: Path) -> int:
    """Writes the edition, says where, and returns 0."""
    course = open_course()
    count = release_edition(course.project, course.labs, folder)
    print(f"student edition: {folder.resolve()} ({count:,} files)")
    print("Try it:  cd there && ./course check")
    return 0
