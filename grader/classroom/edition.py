"""The course as it may be given to others: what git tracks, without what gives the answers away."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from grader.errors import GraderError
from grader.manifest import Lab
from grader.paths import Project

# Answers, and what exists to try answers. The grader's tests hold right answers as samples.
ANSWERS = ("solutions", "grader/catalogue", "grader/attacks", "grader/attack_bank.py", "grader/tests")


@dataclass(frozen=True)
class EditionFile:
    """One file. name: relative to the checkout's root, with slashes."""

    name: str
    data: bytes
    executable: bool


def edition_files(project: Project, labs: Sequence[Lab], left_out: Sequence[str]) -> Iterator[EditionFile]:
    """The files in git's order, without `left_out`: files, and folders with all that is in them.

    Texts are as they are now, kernel files as they were committed: the checkout may be at work on them.
    Raises GraderError when this is no git checkout, OSError when a file cannot be read.
    """
    stubs = {f"labs/{lab.folder}/{lab.kernel_file}" for lab in labs}
    for name in _tracked(project):
        if not any(PurePosixPath(name).is_relative_to(left) for left in left_out):
            path = project.root / name
            data = _git(project, "show", f"HEAD:{name}") if name in stubs else path.read_bytes()
            yield EditionFile(name, data, os.access(path, os.X_OK))


def _tracked(project: Project) -> Iterator[str]:
    names = _git(project, "ls-files", "-z").decode("utf-8", "surrogateescape").split("\0")
    # What was deleted and not committed yet is still tracked.
    return (name for name in names if name and (project.root / name).is_file())


def _git(project: Project, *arguments: str) -> bytes:
    command = ["git", "-C", str(project.root), *arguments]
    try:
        ended = subprocess.run(command, capture_output=True, check=False)
    except OSError as error:
        raise GraderError(
            f"git cannot be started: {error.strerror}", "Install it: apt-get install git"
        ) from error
    if ended.returncode != 0:
        words = ended.stderr.decode("utf-8", "replace").strip()
        raise GraderError(f"git {arguments[0]} failed: {words}", "This is made of a git checkout.")
    return ended.stdout
