"""What protects us from a submission, on a machine that we do not choose."""

from __future__ import annotations

from grader.errors import GraderError
from grader.sandbox.bubblewrap import find_sandbox


def sandbox_trouble() -> str:
    """Why `grade` would find no sandbox here; '' where it would.

    Docker's default profile, for one, refuses containers new namespaces: docs/instructors/gradescope.md.
    """
    try:
        find_sandbox()
    except GraderError as error:
        return error.message
    return ""
