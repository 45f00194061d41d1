"""Reads a whole class's submissions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.manifest import Lab
from grader.formats.canvas import is_canvas, sort_canvas
from grader.formats.gradescope import find_gradescope, sort_gradescope
from grader.formats.moodle import is_moodle, sort_moodle
from grader.intake.drafts import Sorted, read_draft
from grader.intake.names import unique_ids
from grader.intake.plain_folder import sort_plain
from grader.intake.submission import Intake, Limits, Submission
from grader.intake.tree import FolderTree, Tree, open_tree

DEFAULT_LIMITS = Limits()


def read_submissions(source: Path, labs: Sequence[Lab], limits: Limits = DEFAULT_LIMITS) -> Intake:
    """The submissions in a folder, or in a bulk download of Gradescope, Moodle or Canvas.

    The kernel files alone are read, into memory; nothing is written. Whatever is wrong with one
    submission is a note on it. Raises GraderError when the input as a whole cannot be read.
    """
    with open_tree(source, limits) as tree:
        found = _sort(tree, labs)
        read = [read_draft(draft, labs, limits) for draft in found.drafts]
    return Intake(found.source, tuple(_in_order(read)), tuple(found.notes))


def _sort(tree: Tree, labs: Sequence[Lab]) -> Sorted:
    export = find_gradescope(tree)
    if export is not None:
        return sort_gradescope(export)
    if is_moodle(tree):
        return sort_moodle(tree)
    if is_canvas(tree):
        return sort_canvas(tree)
    if isinstance(tree, FolderTree):
        return sort_plain(tree, labs)
    raise GraderError(
        f"{tree.shown} is no download of Gradescope, Moodle or Canvas",
        "Unpack it, and name the folder that holds one folder, archive or .cu file for each student.",
    )


def _in_order(read: Sequence[Submission]) -> list[Submission]:
    """Sorted by id and student; each id that occurs twice gets a number and a note."""
    ordered = sorted(read, key=lambda submission: (submission.id, submission.student))
    ids = unique_ids([submission.id for submission in ordered])
    named = [submission.id.casefold() for submission in ordered]
    return [
        replace(submission, id=unique, notes=(_twin_note(submission, unique), *submission.notes))
        if named.count(submission.id.casefold()) > 1
        else submission
        for submission, unique in zip(ordered, ids, strict=True)
    ]


def _twin_note(submission: Submission, unique: str) -> str:
    return f"several submissions are called {submission.id}; this one is kept as {unique}"
