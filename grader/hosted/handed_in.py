"""Takes the kernel files out of one submission, as a service hands it over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.manifest import Lab
from grader.intake.drafts import Draft, read_draft
from grader.intake.submission import Limits
from grader.intake.tree import FolderTree, open_tree

# Its name in the class of one that it is graded as.
STUDENT = "submission"


@dataclass(frozen=True)
class HandedIn:
    """The class of one. notes: what an instructor should know of the submission's files."""

    folder: Path
    notes: tuple[str, ...]


def take_submission(source: Path, labs: Sequence[Lab], to: Path) -> HandedIn:
    """Copy the labs' kernel files, and nothing else, from `source` into a class of one below `to`.

    `source` is read as a submission of a class is: links are not followed, archives are opened, limits hold.
    Raises GraderError when it is no folder, OSError when `to` cannot be written.
    """
    if not source.is_dir():
        raise GraderError(f"{source} is no folder", "Name the folder that holds one student's files.")
    with open_tree(source, Limits()) as tree:
        parts = [tree.folder.walk(tree.top)] if isinstance(tree, FolderTree) else []
        found = read_draft(Draft(STUDENT, STUDENT, (), list(parts)), labs, Limits())
    place = to / STUDENT
    place.mkdir(parents=True)
    for lab in labs:
        if lab.id in found.kernels:
            kernel = place / "labs" / lab.folder / lab.kernel_file
            kernel.parent.mkdir(parents=True)
            kernel.write_bytes(found.kernels[lab.id])
    return HandedIn(to, found.notes)
