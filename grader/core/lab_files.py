"""Where a lab's files are.

The course's own labs are spread over three folders, so that a student edition can leave two of them out:
`labs/lab4_name/` (handout, stub, checks), `solutions/lab4_name/` (reference) and `grader/catalogue/lab4/`
(answers with their verdicts). A lab that comes from elsewhere is one folder, or a symbolic link to one, in
`labs/`, with its `solution/` and `catalogue/` inside. Everything that needs one of these files finds it here;
for CMake, common/cmake/lab_files.cmake keeps the same rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grader.core.manifest import Lab
from grader.core.paths import Project

# Folders of a lab that keeps its answers with it.
OWN_SOLUTION = "solution"
OWN_CATALOGUE = "catalogue"
OWN_ANSWERS = (OWN_SOLUTION, OWN_CATALOGUE)


def lab_folder(project: Project, lab: Lab) -> Path:
    """The lab's folder as a user finds it: in labs/, though it may be a link to another place."""
    return project.labs / lab.folder


def include_folder(project: Project, lab: Lab) -> Path:
    """The folder that a lab's kernel file may include from: the real one, which a sandbox can show."""
    return lab_folder(project, lab).resolve()


def manifest_of(lab: Lab) -> str:
    """The lab's manifest, as messages name it."""
    return f"labs/{lab.folder}/lab.toml"


def stub_of(project: Project, lab: Lab) -> Path:
    """The one file that a student edits."""
    return lab_folder(project, lab) / lab.kernel_file


def solution_folder(project: Project, lab: Lab) -> Path:
    """Where the reference solution and its notes are; a student edition has no such folder."""
    own = lab_folder(project, lab) / OWN_SOLUTION
    return own if own.is_dir() else project.solutions / lab.folder


def solution_of(project: Project, lab: Lab) -> Path:
    """The reference solution of the lab's kernel file."""
    return solution_folder(project, lab) / lab.kernel_file


def catalogue_folder(project: Project, lab: Lab) -> Path:
    """Where the catalogued answers are, each a .cu or a .diff that begins with its verdict."""
    own = lab_folder(project, lab) / OWN_CATALOGUE
    return own if own.is_dir() else project.catalogue / lab.id


def have_solutions(project: Project, labs: Sequence[Lab]) -> bool:
    """Whether this checkout has the reference solution of any of the labs."""
    return any(solution_folder(project, lab).is_dir() for lab in labs)
