"""Where a lab's files are.

`labs/lab4_name/` contains all that a student gets: handout, stub, checks. All that a student must not see is
in one folder too: the lab's own `solution/` if it has one, else `solutions/lab4_name/`. That folder contains
the reference, and in `answers/` the answers with their verdicts. A lab that comes from elsewhere is one
folder, or a symbolic link to one, in `labs/`, and has its own `solution/`. Only this module and, for CMake,
common/cmake/lab_files.cmake know the rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.manifest import Lab
from grader.core.paths import Project

# The folder of a lab that keeps with it what students must not see.
OWN_SOLUTION = "solution"


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
    """Where all that students must not see of the lab is; a student edition has no such folder."""
    own = lab_folder(project, lab) / OWN_SOLUTION
    return own if own.is_dir() else project.solutions / lab.folder


def solution_of(project: Project, lab: Lab) -> Path:
    """The reference solution of the lab's kernel file."""
    return solution_folder(project, lab) / lab.kernel_file


def answers_folder(project: Project, lab: Lab) -> Path:
    """Where the catalogued answers are, each a .cu or a .diff that begins with its verdict.

    Raises GraderError when the lab has them in their old place.
    """
    refuse_old_catalogue(project, lab)
    return solution_folder(project, lab) / "answers"


def refuse_old_catalogue(project: Project, lab: Lab) -> None:
    """Raise GraderError if the lab's answers are where a lab of one folder had them before."""
    old = lab_folder(project, lab) / "catalogue"
    if old.is_dir():
        raise GraderError(
            f"labs/{lab.folder} has a folder catalogue/, but a lab's answers belong in solution/answers/",
            f"Move it: cd labs/{lab.folder} && git mv catalogue solution/answers",
        )


def solution_parents(lab: Lab) -> tuple[tuple[str, str], ...]:
    """The last two folders of the path of a solution, in any checkout of the course."""
    return (("solutions", lab.folder), (lab.folder, OWN_SOLUTION))


def have_solutions(project: Project, labs: Sequence[Lab]) -> bool:
    """Whether this checkout has the reference solution of any of the labs."""
    return any(solution_folder(project, lab).is_dir() for lab in labs)
