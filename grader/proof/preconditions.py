"""What must be true before a proof: the stub is the committed one, and manifest and program agree.

Both are checked against the source of truth: git for the stub, the program's own list of tests for lab.toml.
"""

from __future__ import annotations

from pathlib import Path

from grader.core.errors import GraderError
from grader.core.lab_files import include_folder, lab_folder
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.core.process import run_limited

GIT_LIMIT_S = 20.0


def edited_stub(project: Project, lab: Lab) -> str:
    """What to do about a kernel file that differs from the committed one; '' if it does not differ.

    Also '' without git, outside a repository, or for a file that git does not track: nothing is known there.
    """
    place, git, name = project.root, "git", f"labs/{lab.folder}/{lab.kernel_file}"
    if lab_folder(project, lab).is_symlink():
        # Git does not follow links: the question is for the checkout that the lab is in.
        place, name = include_folder(project, lab), lab.kernel_file
        git = f"git -C {place}"
    # git is told to take no locks, because it would otherwise write its index while another git may be at
    # work.
    command: list[str | Path] = ["git", "--no-optional-locks", "-C", place]
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
        f"See the changes:     {git} diff HEAD -- {name}\n"
        f"Set them aside:      {git} stash push -- {name}\n"
        f"Or throw them away:  {git} checkout HEAD -- {name}"
    )


def compare_tests(lab: Lab, in_program: tuple[str, ...], shown: str) -> None:
    """Raise GraderError when only one of lab.toml and the program has a test. shown: the lab.toml's name."""
    listed = {check.test for check in lab.checks}
    held = set(in_program)
    if listed - held:
        names = ", ".join(sorted(listed - held))
        raise GraderError(
            f"{shown}: {lab.id}_test has no test {names}", f"It has: {', '.join(sorted(held))}."
        )
    if held - listed:
        names = ", ".join(sorted(held - listed))
        raise GraderError(
            f"{shown}: {lab.id}_test holds {names}, which no check lists",
            "Add a [[checks]] table for it (points = 0 if it is worth none).",
        )
