"""Grading as a node of a cluster does it: on its own disk, and with an eye on its memory limit."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from grader.classroom.class_run import Job
from grader.classroom.folder import ClassFolder
from grader.classroom.grade_submission import Done, GradeOne, JobProject, could_not_grade
from grader.core.manifest import Lab
from grader.grading.grade_labs import Graded
from grader.isolation.bubblewrap import Sandbox, find_sandbox

ENDED_BY_LIMIT = (
    "the task's memory limit on the cluster ended a program; a higher one: --slurm-option mem-per-cpu=4G"
)


@dataclass(frozen=True)
class NodeFolder(ClassFolder):
    """The shared folder, but for the work: two tasks, or a task and another start, shall not meet there."""

    @property
    def work(self) -> Path:
        return Path(tempfile.gettempdir()) / "work"


@dataclass(frozen=True)
class GradeOnNode(GradeOne):
    """The same work for a task of a cluster, in a sandbox that was tried out there."""

    def __call__(self, job: Job) -> Done:
        sandbox = _own_sandbox() if isinstance(self.grading.sandbox, Sandbox) else self.grading.sandbox
        grading = replace(self.grading, sandbox=sandbox)
        return _Here(NodeFolder(self.folder.root), grading, self.labs, self.kernel_of)(job)


@cache
def _own_sandbox() -> Sandbox:
    return find_sandbox()


class _Here(GradeOne):
    def _graded(self, project: JobProject, lab: Lab, kernel: Path) -> Graded:
        before = memory_kills()
        graded = super()._graded(project, lab, kernel)
        # Slurm's own limit is none of a submission's: what it ended says nothing about the kernels.
        return graded if memory_kills() == before else Graded(could_not_grade(lab, ENDED_BY_LIMIT))


def memory_kills(
    own: Path = Path("/proc/self/cgroup"), groups: Path = Path("/sys/fs/cgroup")
) -> tuple[int, ...]:
    """How often the kernel has ended a process of our control groups for want of memory, by group."""
    try:
        lines = own.read_text(encoding="utf-8").splitlines()
    except OSError:
        return ()
    places = []
    for line in lines:
        _, kinds, path = line.split(":", 2)
        if not kinds:
            places.append(groups / path.lstrip("/") / "memory.events")
        elif "memory" in kinds.split(","):
            places.append(groups / "memory" / path.lstrip("/") / "memory.oom_control")
    return tuple(_kills(place) for place in places)


def _kills(events: Path) -> int:
    try:
        found = re.search(r"^oom_kill (\d+)$", events.read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) if found else 0
