"""The student edition: the checkout without what gives the answers away, with a README of its own."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from jinja2 import Environment, StrictUndefined

from grader import COURSE
from grader.errors import GraderError
from grader.manifest import Lab
from grader.paths import Project

README = Path(__file__).parent / "templates" / "student_readme.md.j2"
# Answers, and what exists to try answers. The grader's tests hold right answers as samples.
LEFT_OUT = (
    "solutions",
    "grader/catalogue",
    "grader/attacks",
    "grader/attack_bank.py",
    "docs/trust.md",
    "grader/tests",
    ".github",
    ".ci",
    "CONTRIBUTING.md",
    "README.md",
)


def release_edition(project: Project, labs: Sequence[Lab], out: Path) -> int:
    """Copy the edition to `out`; returns the number of files. Only what git tracks is in it.

    Texts are as they are now, kernel files as they were committed: the checkout may be at work on them.
    Raises GraderError when this is no git checkout, or `out` holds something.
    """
    target = out.resolve()
    if target.is_relative_to(project.root):
        raise GraderError(f"{out} lies inside the course itself", "Name a folder elsewhere.")
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise GraderError(f"{out} is not empty", "Name a new folder.")
    stubs = {f"labs/{lab.folder}/{lab.kernel_file}" for lab in labs}
    files = [name for name in _tracked(project) if not _is_left_out(name)]
    try:
        for name in files:
            _copy(project, name, target / name, committed=name in stubs)
        (target / "README.md").write_text(_readme(labs), encoding="utf-8")
    except OSError as error:
        raise GraderError(f"cannot write the student edition: {error}") from error
    return len(files) + 1


def _is_left_out(name: str) -> bool:
    path = PurePosixPath(name)
    return any(path.is_relative_to(left) for left in LEFT_OUT)


def _tracked(project: Project) -> Iterator[str]:
    names = _git(project, "ls-files", "-z").decode("utf-8", "surrogateescape").split("\0")
    # What was deleted and not committed yet is still tracked.
    return (name for name in names if name and (project.root / name).is_file())


def _copy(project: Project, name: str, to: Path, *, committed: bool) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(project.root / name, to, follow_symlinks=False)
    if committed:
        to.write_bytes(_git(project, "show", f"HEAD:{name}"))


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
        raise GraderError(
            f"git {arguments[0]} failed: {words}", "The student edition is made of a git checkout."
        )
    return ended.stdout


def _readme(labs: Sequence[Lab]) -> str:
    # Markdown of our own manifests: nothing in it is a stranger's.
    template = Environment(
        undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    ).from_string(README.read_text(encoding="utf-8"))
    return template.render(course=COURSE, labs=labs)
