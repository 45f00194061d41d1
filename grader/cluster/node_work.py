"""What the tasks of a cluster do, as files on the shared folder: data alone, checked before use.

node-work.json says how to grade, and which files; the kernel files are beside it, each named by its SHA-256.
Slurm itself keeps each task's command, which holds the SHA-256 of node-work.json: a task refuses a file that
another user of the shared folder has changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from grader.classroom.folder import ClassFolder
from grader.classroom.grade_submission import GradeOne
from grader.classroom.node import GradeOnNode
from grader.core.errors import GraderError
from grader.core.manifest import read_labs
from grader.core.paths import Project
from grader.grading.grade_labs import Grading
from grader.isolation.bubblewrap import Sandbox, find_sandbox
from grader.isolation.confinement import Confinement, NoSandbox
from grader.schema.class_results import Job, Settings
from grader.schema.document import Count, Document, Items, OneOf, read_document, write_document

FORMAT: Final = 2
FILE = "node-work.json"
BUBBLEWRAP, UNCONFINED, TRUSTED = "bubblewrap", "none", "trusted"


@dataclass(frozen=True)
class NodeWork:
    """root, build: of the checkout. out: of the class. labs: their ids. settings: of the class.

    sandbox: what is at work here; trusted where Grading has None. tasks, cores: how the work is shared.
    """

    root: str
    build: str
    out: str
    labs: Items[str]
    settings: Settings
    sandbox: Annotated[str, OneOf(BUBBLEWRAP, UNCONFINED, TRUSTED)]
    tasks: Count
    cores: Count
    jobs: Items[Job]
    format: Literal[2] = FORMAT


NODE_WORK = Document("node-work", "What a cluster's tasks grade, and how", NodeWork, "format", FORMAT)


@dataclass(frozen=True)
class KernelFiles:
    """The kernel files as they lie on the shared folder."""

    place: Path

    def __call__(self, job: Job) -> bytes:
        """Raises GraderError when the file is not the one that was handed in."""
        data = (self.place / job.kernel).read_bytes()
        if hashlib.sha256(data).hexdigest() != job.kernel:
            raise _changed(self.place / job.kernel)
        return data


def write_work(place: Path, jobs: Sequence[Job], work: GradeOne, tasks: int, cores: int) -> str:
    """Write all that the tasks need into the folder. Returns the SHA-256 of node-work.json."""
    kernels = _kernels(place)
    kernels.mkdir()
    for job in jobs:
        (kernels / job.kernel).write_bytes(work.kernel_of(job))
    text = write_document(NODE_WORK, _described(jobs, work, tasks, cores)).encode()
    (place / FILE).write_bytes(text)
    return hashlib.sha256(text).hexdigest()


def read_work(place: Path, digest: str) -> NodeWork:
    """Raises GraderError when the file is not the one with that SHA-256."""
    data = (place / FILE).read_bytes()
    if hashlib.sha256(data).hexdigest() != digest:
        raise _changed(place / FILE)
    return read_document(NODE_WORK, data.decode(), str(place / FILE))


def work_of(place: Path, order: NodeWork) -> GradeOnNode:
    """The work to do on each job."""
    project = Project(Path(order.root), Path(order.build))
    labs = tuple(lab for lab in read_labs(project) if lab.id in order.labs)
    grading = Grading(project, order.settings, sandbox=_sandbox(order))
    return GradeOnNode(ClassFolder(Path(order.out)), grading, labs, KernelFiles(_kernels(place)))


def _described(jobs: Sequence[Job], work: GradeOne, tasks: int, cores: int) -> NodeWork:
    grading = work.grading
    return NodeWork(
        root=str(grading.project.root),
        build=str(grading.project.build),
        out=str(work.folder.root),
        labs=tuple(lab.id for lab in work.labs),
        settings=grading.settings,
        sandbox=_name_of(grading.sandbox),
        tasks=tasks,
        cores=cores,
        jobs=tuple(jobs),
    )


def _name_of(sandbox: Confinement | None) -> str:
    if sandbox is None:
        return TRUSTED
    return BUBBLEWRAP if isinstance(sandbox, Sandbox) else UNCONFINED


def _sandbox(order: NodeWork) -> Confinement | None:
    if order.sandbox == TRUSTED:
        return None
    return find_sandbox() if order.sandbox == BUBBLEWRAP else NoSandbox()


def _kernels(place: Path) -> Path:
    return place / "kernels"


def _changed(path: Path) -> GraderError:
    return GraderError(
        f"{path} is not what was written when the tasks were sent",
        "Only you should be able to write into the --out folder. Start the same command again.",
    )
