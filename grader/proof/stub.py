"""Whether a lab's kernel file is still the stub that was committed."""

from __future__ import annotations

from pathlib import Path

from grader.manifest import Lab
from grader.paths import Project
from grader.process import run_limited

GIT_LIMIT_S = 20.0
STUB = "stub"


def edited_stub(project: Project, lab: Lab) -> str:
    """What to do about a kernel file that differs from the committed one; '' where none is known to.

    Without git, without a repository, or for a file that git does not track, nothing can be told.
    """
    name = f"labs/{lab.folder}/{lab.kernel_file}"
    # Without locks: git would else write its index, in the middle of whatever another git does.
    command: list[str | Path] = ["git", "--no-optional-locks", "-C", project.root]
    command += ["status", "--porcelain", "--untracked-files=no", "--", name]
    try:
        ended = run_limited(command, GIT_LIMIT_S)
    except OSError:
        return ""
    # "A" is a file that was added and not committed yet.
    if ended.code != 0 or not ended.output or ended.output.startswith("A"):
        return ""
    return (
        f"{name} differs from the committed stub, and prove expects the stub.\n"
        f"See the changes:     git diff HEAD -- {name}\n"
        f"Set them aside:      git stash push -- {name}\n"
        f"Or throw them away:  git checkout HEAD -- {name}"
    )
