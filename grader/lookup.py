"""Finds labs by the names that people type."""

from __future__ import annotations

from grader.errors import GraderError
from grader.manifest import Lab


def find_lab(labs: tuple[Lab, ...], name: str) -> Lab:
    """A lab by id ('lab4'), number ('4'), folder, or a file in that. GraderError lists the known ones."""
    wanted = name.strip().rstrip("/").lower().split("/")
    for lab in labs:
        if wanted[-1] in (lab.id, str(lab.number)) or lab.folder.lower() in wanted[-2:]:
            return lab
    known = ", ".join(f"{lab.id} ({lab.title})" for lab in labs)
    raise GraderError(f"there is no lab '{name}'", f"Known labs: {known}.")


def choose_labs(labs: tuple[Lab, ...], names: list[str]) -> tuple[Lab, ...]:
    """The named labs, each once, in the course's order; all of them when none is named."""
    if not names:
        return labs
    wanted = {find_lab(labs, name).id for name in names}
    return tuple(lab for lab in labs if lab.id in wanted)
