"""Two commits of one file: each commit's tree is written to its own folder, so that its headers are its own.

git's index and working tree are left alone: the tree is read into an index beside the folder.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.temporary import temporary_folder


@dataclass(frozen=True)
class CommitRange:
    """The commits before and after, as the user named them. after: '' for the working tree."""

    before: str
    after: str


def range_of(text: str) -> CommitRange:
    """'OLD..NEW', or 'OLD..' and 'OLD' for the working tree. Raises GraderError for anything else."""
    before, dots, after = text.partition("..")
    if not before or after.startswith(".") or (dots and ".." in after):
        raise GraderError(
            f"--commits {text}: not a range of commits",
            "Write OLD..NEW; OLD.. compares with the working tree.",
        )
    return CommitRange(before, after)


@dataclass(frozen=True)
class Checkout:
    """A git repository's working tree. top: its real path."""

    top: Path

    @classmethod
    def around(cls, file: Path) -> Checkout:
        """The repository that a file is in. Raises GraderError when it is in none."""
        folder = file.absolute().parent
        said = _git(folder if folder.is_dir() else Path.cwd(), "rev-parse", "--show-toplevel")
        if said.returncode != 0:
            raise GraderError(
                f"{file} is in no git repository", "Compare two files: ./course compare A.cu B.cu"
            )
        return cls(Path(said.stdout.strip()).resolve())

    @contextmanager
    def exported(self, commit: str) -> Iterator[Path]:
        """The commit's tree, in a folder that is removed at the end. Raises GraderError for no commit."""
        known = _git(self.top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}")
        if known.returncode != 0:
            raise GraderError(
                f"{commit} names no commit of {self.top.name}", "git log --oneline lists the commits."
            )
        with temporary_folder() as folder:
            tree = folder.resolve() / "tree"
            tree.mkdir()
            index = {"GIT_INDEX_FILE": str(folder / "index")}
            steps = [("read-tree", known.stdout.strip()), ("checkout-index", "--all", f"--prefix={tree}/")]
            for step in steps:
                ended = _git(self.top, *step, **index)
                if ended.returncode != 0:
                    raise GraderError(f"cannot write the tree of {commit}: {ended.stderr.strip()}")
            yield tree

    def inside(self, tree: Path, path: Path) -> Path:
        """Where a path of the working tree is in an exported one; a path elsewhere stays what it is."""
        real = path.resolve()
        return tree / real.relative_to(self.top) if real.is_relative_to(self.top) else path


def _git(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            ["git", "-C", str(folder), *words],
            env={**os.environ, **variables},
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise GraderError(f"cannot start git: {error.strerror}", "Install it.") from error
