"""What must hold before anything is proved: the stub is as committed, and manifest and program agree."""

from __future__ import annotations

from pathlib import Path

from grader.core.errors import GraderError
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.core.process import run_limited

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


def parse_test_list(text: str) -> tuple[str, ...]:
    """The names 'Suite.Name' in the output of `--gtest_list_tests`."""
    names: list[str] = []
    suite = ""
    for line in text.splitlines():
        name = line.partition("#")[0].rstrip()
        if name.startswith("  ") and suite:
            names.append(suite + name.strip())
        elif name.endswith(".") and " " not in name:
            suite = name
    return tuple(names)


def compare_tests(lab: Lab, programs: tuple[str, ...], shown: str) -> None:
    """Raise GraderError when a test is listed on one side only. shown: the lab.toml's name."""
    listed = {check.test for check in lab.checks}
    held = set(programs)
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
