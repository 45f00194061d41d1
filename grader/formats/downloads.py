"""Reads the submissions of a whole class, from a folder or from another system's bulk download.

In goes a path, out comes an Intake: every submission with its kernel files in memory, in the order of the
ids, and notes on whatever is wrong. Nothing is written. A submission that is only odd keeps no other from
being read; read_apart.py does the same in processes of their own, for those that may be hostile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.manifest import Lab
from grader.formats.registry import downloads
from grader.intake.found import FoundSubmissions, read_found
from grader.intake.names import unique_ids
from grader.intake.plain_folder import list_folder_submissions
from grader.intake.submission import Intake, Limits, Submission
from grader.intake.tree import FolderTree, Tree, open_tree

DEFAULT_LIMITS = Limits()


def read_submissions(source: Path, labs: Sequence[Lab], limits: Limits = DEFAULT_LIMITS) -> Intake:
    """The submissions at that path. Raises GraderError when the input as a whole cannot be read."""
    with open_tree(source, limits) as tree:
        found = list_submissions(tree, labs)
        read = [read_found(submission, labs, limits) for submission in found.submissions]
    return Intake(found.source, tuple(with_unique_ids(read)), tuple(found.notes))


def list_submissions(tree: Tree, labs: Sequence[Lab]) -> FoundSubmissions:
    """The submissions of the first download that recognizes the tree; else those of a plain folder."""
    known = downloads()
    for download in known:
        inner = download.find(tree)
        if inner is not None:
            return download.list_submissions(inner)
    if isinstance(tree, FolderTree):
        return list_folder_submissions(tree, labs)
    raise GraderError(
        f"{tree.shown} is not a download of {_alternatives([download.system for download in known])}",
        "Unpack it, and name the folder that holds one folder, archive or .cu file for each student.",
    )


def _alternatives(names: Sequence[str]) -> str:
    """The names as a sentence lists them: 'A, B or C'."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def with_unique_ids(read: Sequence[Submission]) -> list[Submission]:
    """Sorted by id and student; each id that occurs twice gets a number and a note."""
    ordered = sorted(read, key=lambda submission: (submission.id, submission.student))
    ids = unique_ids([submission.id for submission in ordered])
    named = Counter(submission.id.casefold() for submission in ordered)
    return [
        replace(submission, id=unique, notes=(_same_id_note(submission, unique), *submission.notes))
        if named[submission.id.casefold()] > 1
        else submission
        for submission, unique in zip(ordered, ids, strict=True)
    ]


def _same_id_note(submission: Submission, unique: str) -> str:
    return f"several submissions are called {submission.id}; this one is kept as {unique}"
