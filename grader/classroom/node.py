"""Grading on a node of a cluster: on the node's own disk, and with attention to the task's memory limit.

When the cluster's limit, rather than the grader's own, ends a program, that says nothing about the
submission. So the kernel's counters of such ends are compared before and after each job, and the job is then
to be graded again.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from grader.classroom.folder import ClassFolder
from grader.classroom.grade_submission import Done, GradeOne, JobProject, could_not_grade
from grader.core.manifest import Lab
from grader.isolation.bubblewrap import Sandbox, find_sandbox
from grader.schema.class_results import Graded, Job

ENDED_BY_LIMIT = (
    "the task's memory limit on the cluster ended a program; a higher one: --slurm-option mem-per-cpu=4G"
)


@dataclass(frozen=True)
class NodeFolder(ClassFolder):
    """The shared folder, except for the work: two tasks, or a task and a later start, must not share that."""

    @property
    def work(self) -> Path:
        return Path(tempfile.gettempdir()) / "work"


@dataclass(frozen=True)
class GradeOnNode(GradeOne):
    """The same work as a task of a cluster, in a sandbox that was tried on the node."""

    def __call__(self, job: Job) -> Done:
        sandbox = _sandbox_of_node() if isinstance(self.grading.sandbox, Sandbox) else self.grading.sandbox
        grading = replace(self.grading, sandbox=sandbox)
        return _GradeLocally(NodeFolder(self.folder.root), grading, self.labs, self.kernel_of)(job)


@cache
def _sandbox_of_node() -> Sandbox:
    return find_sandbox()


class _GradeLocally(GradeOne):
    def _graded(self, project: JobProject, lab: Lab, kernel: Path) -> Graded:
        before = memory_kills()
        graded = super()._graded(project, lab, kernel)
        # Slurm's limit is not the submission's: what it ended says nothing about the kernels.
        return graded if memory_kills() == before else Graded(could_not_grade(lab, ENDED_BY_LIMIT))


def memory_kills(
    own: Path = Path("/proc/self/cgroup"), groups: Path = Path("/sys/fs/cgroup")
) -> tuple[int, ...]:
    """How many processes of our control groups the kernel has ended because of memory, by group."""
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
