"""What to do next, and which command helps with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.core.lab_files import lab_folder, stub_of
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.grading.standing import Standings, next_open
from grader.schema.results import CheckResult, LabResult, Status


@dataclass(frozen=True)
class Move:
    """One command to run, and what it is good for."""

    command: str
    why: str


def first_to_fix(result: LabResult) -> CheckResult | None:
    """The first check that failed or did not report; None when all checks passed."""
    return next((c for c in result.checks if c.status in (Status.FAILED, Status.ERROR)), None)


def handout_of(project: Project, lab: Lab) -> str:
    """The lab's handout, as a user reads the path."""
    return project.shown(lab_folder(project, lab) / "README.md")


def kernel_of(project: Project, lab: Lab) -> str:
    """The one file that a student edits, as a user reads the path."""
    return project.shown(stub_of(project, lab))


def move_in(lab: Lab, result: LabResult, hints_given: int) -> Move:
    """What helps most with a lab that is not done, judged by its first check to fix."""
    check = first_to_fix(result)
    if result.compile_output or result.refused or not (result.points or hints_given):
        return Move(f"./course watch {lab.id}", "checks again at each save")
    if check is not None and check.value is not None and check.launches:
        return Move(f"./course explain {lab.id}", "shows what each line costs")
    if hints_given < len(lab.hints):
        return Move(f"./course hint {lab.id}", f"gives hint {hints_given + 1} of {len(lab.hints)}")
    return Move(f"./course explain {lab.id}", "shows what each line costs; all hints were given")


def move_on(project: Project, labs: Sequence[Lab], standings: Standings, done: Lab) -> Move | None:
    """Where to continue once a lab is done; None when every lab is."""
    lab = next_open(project, labs, standings, done)
    return None if lab is None else Move(f"./course watch {lab.id}", f"continues with {lab.id}, {lab.title}")
