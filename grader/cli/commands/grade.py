"""`grade` and `merge`: what the two commands do with their options, and what they print.

`grade` reads a class's submissions, grades each different file once, and publishes the class; `merge` joins
the shards of a class that were graded apart, and publishes it. The work itself is in grader.classroom.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from grader.classroom.begin_class import (
    BegunClass,
    begin_class,
    read_class,
)
from grader.classroom.class_run import BUBBLEWRAP, NO_SANDBOX
from grader.classroom.folder import ClassFolder, alone_in, open_folder
from grader.classroom.merge_shards import merge_into, read_shards
from grader.classroom.plan import begun_run, course_version, requested_shard
from grader.classroom.publish import Publisher, publish_class, publish_students, stub_hashes
from grader.cli.session import Course, choose_gpu, notice, open_course, progress_line, refuse_missing_gpu
from grader.cluster.executor import Executor
from grader.cluster.grade_on_cluster import Cluster, choose_executor, require_cluster
from grader.core.errors import GraderError
from grader.core.manifest import Lab
from grader.core.run_options import CLASS_LIMIT_S, chosen_seed
from grader.core.visible import visible
from grader.core.wording import plural, some_of
from grader.formats.registry import choose_exports
from grader.grading.grade_labs import Grading, describe_compiler
from grader.isolation.bubblewrap import find_sandbox
from grader.isolation.confinement import Confinement, NoSandbox
from grader.machine.gpu import Gpu
from grader.machine.toolchain import build_programs
from grader.report.terminal.progress_bar import progress_bar
from grader.schema.class_results import ClassRun, Settings

GRADED, AGAIN, STOPPED = 0, 1, 130
NO_SANDBOX_WARNING = (
    "--unsafe-no-sandbox: a submission can include any file that you can read, and only simtcc's checks "
    "confine its kernels"
)


@dataclass(frozen=True)
class GradeRequest:
    """The options of `grade`.

    jobs: at once, None for one a core. shard: such as '2/5', '' for the whole class. unsafe: without a
    sandbox. cluster: None for this machine alone. course_file: None for the checkout's own.
    """

    submissions: Path
    out: Path
    labs: list[str]
    formats: list[str]
    jobs: int | None = None
    seed: int | None = None
    shard: str = ""
    limit_s: float = CLASS_LIMIT_S
    unsafe: bool = False
    machine: str = "simt"
    cluster: Cluster | None = None
    course_file: Path | None = None


def run_grade(request: GradeRequest) -> int:
    """Returns 0 all graded, 1 some to be graded again. Raises GraderError when it cannot be done."""
    course = open_course(request.course_file)
    # The sandbox comes first: nobody should have to wait for a build to learn that there is none.
    sandbox = choose_sandbox(unsafe=request.unsafe)
    formats = choose_exports(request.formats)
    require_cluster(request.cluster, request.machine)
    named = course.choose_counted(request.labs) if request.labs else ()
    shard = requested_shard(request.shard, request.seed)
    with progress_line() as progress:
        progress("reading the submissions")
        given = read_class(request.submissions, course.labs, named, shard, sandbox)
    refuse_missing_gpu(given.labs, request.machine)
    folder = open_folder(request.out)
    with alone_in(folder), stoppable(folder):
        before = begun_run(folder, request.seed, shard)
        gpu = _build(course, given.labs, request.machine)
        # Two at once would disturb each other's measurements.
        at_once = 1 if gpu else request.jobs
        executor = choose_executor(request.cluster, folder, at_once, _cores(), notice)
        settings = Settings(
            course=course_version(course.project, course.known_labs),
            compiler_name=describe_compiler(course.project),
            # One seed for all, so that all are equal.
            seed=before.settings.seed if before else chosen_seed(request.seed),
            limit_s=request.limit_s,
            sandbox=NO_SANDBOX if request.unsafe else BUBBLEWRAP,
            machine="cuda" if gpu else "simt",
        )
        begun = begin_class(folder, given, Grading(course.project, settings, gpu, sandbox), before)
        _grade(begun, executor, on_cluster=request.cluster is not None)
        return _publish(folder, begun.run, course, formats, request.jobs or _cores())


def choose_sandbox(*, unsafe: bool) -> Confinement | None:
    """What submissions are compiled and run in. Raises GraderError where there can be no sandbox."""
    if not unsafe:
        return find_sandbox()
    notice(NO_SANDBOX_WARNING)
    return NoSandbox()


def _build(course: Course, labs: tuple[Lab, ...], machine: str) -> Gpu | None:
    """Build the labs' programs; returns the GPU that they measure on, if one is wanted."""
    with progress_line() as progress:
        build_programs(course.project, labs, progress)
        found = choose_gpu(course.project, labs, machine)
    return found if isinstance(found, Gpu) else None


def _grade(begun: BegunClass, executor: Executor, *, on_cluster: bool) -> None:
    """Grade the files that are left, and show how far it is."""
    if begun.is_changed:
        notice("the course, its compiler or a limit has changed: everything is graded again")
    left, count = begun.jobs_left(), len(begun.jobs)
    if len(left) < count:
        _print_progress(f"{count - len(left)} of {plural(count, 'different file')} have been graded already")
    work = begun.work(on_cluster=on_cluster)
    with progress_bar("grading", len(left)) as advance, closing(executor.run(left, work)) as done:
        for _ in done:
            advance()


def _publish(folder: ClassFolder, run: ClassRun, course: Course, formats: tuple[str, ...], jobs: int) -> int:
    """Write what people read, and print where it is. Returns the exit status."""
    stubs = stub_hashes(course.project, course.known_labs)
    graded_at = datetime.fromisoformat(run.started)
    publisher = Publisher(folder, run, course.known_labs, formats, graded_at, stubs, course.title)
    rows = []
    with progress_bar("scorecards", len(run.students)) as advance:
        for row in publish_students(publisher, jobs):
            rows.append(row)
            advance()
    publish_class(publisher, rows)
    again = [row for row in rows if row.record.regrade]
    print(
        f"{plural(len(rows), 'submission')}: {len(rows) - len(again)} graded, {len(again)} to be graded again"
    )
    noted = [row.entry.id for row in rows if row.notes]
    if noted:
        print(visible(f"{plural(len(noted), 'submission')} with notes on the page: {some_of(noted)}"))
    print(f"class: {folder.root / 'index.html'}")
    for row in again:
        notice(f"{row.entry.id} must be graded again because of a grading error: run the same command again")
    return AGAIN if again else GRADED


def _cores() -> int:
    return len(os.sched_getaffinity(0))


@contextmanager
def stoppable(folder: ClassFolder) -> Iterator[None]:
    """Ctrl-C ends the work with a message on how to resume, and a status of its own."""
    try:
        yield
    except KeyboardInterrupt:
        _print_progress(
            f"stopped; the results so far are kept in {folder.root}: run the same command again to resume"
        )
        raise SystemExit(STOPPED) from None


def _print_progress(line: str) -> None:
    print(visible(line), file=sys.stderr, flush=True)


@dataclass(frozen=True)
class MergeRequest:
    """The shards' folders, and where the whole goes."""

    folders: list[Path]
    out: Path
    formats: list[str]
    jobs: int | None = None
    course_file: Path | None = None


def run_merge(request: MergeRequest) -> int:
    """Returns 0 all graded, 1 some to be graded again. Raises GraderError when they do not fit together."""
    course = open_course(request.course_file)
    formats = choose_exports(request.formats)
    shards = read_shards(request.folders)
    if shards[0][1].settings.course != course_version(course.project, course.known_labs):
        raise GraderError(
            "the shards were graded by a different version of the course",
            "Merge them with the checkout that graded them.",
        )
    if request.out.resolve() in {folder.root for folder, _ in shards}:
        raise GraderError(f"{request.out} is one of the shards", "Choose another folder: --out DIR")
    folder = open_folder(request.out)
    with alone_in(folder), stoppable(folder):
        begun = folder.read_run()
        if begun is not None and (begun.whole, begun.shard) != (shards[0][1].whole, (1, 1)):
            raise GraderError(f"{request.out} contains another class", "Choose a new folder: --out DIR")
        run = merge_into(folder, shards)
        return _publish(folder, run, course, formats, request.jobs or _cores())
