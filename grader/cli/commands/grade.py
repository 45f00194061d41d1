"""`grade`: a class's submissions, each graded once, and everything that people read of them.

`merge`: the shards of a class, graded apart, become one.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from grader.classroom.class_page import notes_of
from grader.classroom.class_run import BUBBLEWRAP, NO_SANDBOX, ClassRun, Job, Settings, is_ours, jobs_of
from grader.classroom.folder import ClassFolder, alone_in, open_folder
from grader.classroom.grade_submission import GradeOne
from grader.classroom.merge import merge_into, read_shards
from grader.classroom.node import GradeOnNode
from grader.classroom.plan import Shard, begun_run, course_version, graded_labs, make_run, read_shard
from grader.classroom.publish import (
    FORMATS,
    Publisher,
    publish_class,
    publish_students,
    remove_stale_students,
)
from grader.cli.commands.scorecard import graded_at
from grader.cli.session import Course, choose_gpu, notice, open_course, progress_line, refuse_missing_gpu
from grader.cluster.executor import Executor
from grader.cluster.grade_on_cluster import Cluster, choose_executor, require_cluster
from grader.core.errors import GraderError
from grader.core.manifest import choose_labs
from grader.core.run_options import DEFAULT_LIMIT_S, RunOptions
from grader.core.wording import plural, printable, some_of
from grader.formats.downloads import read_submissions
from grader.grading.grade_labs import Grading, describe_compiler
from grader.intake.submission import Intake
from grader.isolation.bubblewrap import find_sandbox
from grader.isolation.confinement import Confinement, NoSandbox
from grader.machine.gpu import Gpu
from grader.machine.toolchain import build_programs
from grader.report.terminal.progress_bar import counted

GRADED, AGAIN, STOPPED = 0, 1, 130
UNCONFINED = "--unsafe-no-sandbox: submissions can read and write whatever you can; they are vetted, no more"


@dataclass(frozen=True)
class GradeRequest:
    """What the user asked for. jobs: at once, None for one a core. shard: such as '2/5', '' for all.

    unsafe: without a sandbox. cluster: None for this machine alone.
    """

    submissions: Path
    out: Path
    labs: list[str]
    formats: list[str]
    jobs: int | None = None
    seed: int | None = None
    shard: str = ""
    compiler: str | None = None
    limit_s: float = DEFAULT_LIMIT_S
    unsafe: bool = False
    machine: str = "simt"
    cluster: Cluster | None = None


def run_grade(request: GradeRequest) -> int:
    """Returns 0 all graded, 1 some to be graded again. Raises GraderError when it cannot be done."""
    course = open_course()
    # First of all: who has none need not wait for a build to learn it.
    sandbox = choose_sandbox(unsafe=request.unsafe)
    formats = known_formats(request.formats)
    require_cluster(request.cluster, request.machine)
    shard = read_shard(request.shard) if request.shard else Shard()
    if shard.count > 1 and request.seed is None:
        raise GraderError("--shard needs --seed: all shards of a class have one", "Add for example --seed 7.")
    named = choose_labs(course.labs, request.labs) if request.labs else ()
    # What is missing of other labs is no news where only some are asked for.
    intake = read_submissions(request.submissions, named or course.labs)
    labs = graded_labs(course.labs, named, intake)
    refuse_missing_gpu(labs, request.machine)
    folder = open_folder(request.out)
    cores = len(os.sched_getaffinity(0))
    jobs = request.jobs or cores
    grade_one = GradeOnNode if request.cluster else GradeOne
    with alone_in(folder), stoppable(folder):
        before = begun_run(folder, request.seed, shard)
        with progress_line() as progress:
            build_programs(course.project, labs, progress)
            found = choose_gpu(course.project, labs, request.machine)
            gpu = found if isinstance(found, Gpu) else None
        # Two at once would measure each other.
        executor = choose_executor(request.cluster, folder, 1 if gpu else request.jobs, cores, notice)
        run = make_run(_settings(course, request, before, gpu), _started(before), labs, intake, shard)
        _tell_changes(before, run)
        # In this order: killed in between, the next start still knows who was there before.
        remove_stale_students(folder, before, run)
        folder.write_run(run)
        work = grade_one(folder, _grading(course, run, gpu, sandbox), labs, Kernels(intake))
        _grade(work, run, executor)
        return publish(folder, run, course, formats, jobs)


def choose_sandbox(*, unsafe: bool) -> Confinement | None:
    """What submissions are compiled and run in. Raises GraderError where there can be no sandbox."""
    if not unsafe:
        return find_sandbox()
    notice(UNCONFINED)
    return NoSandbox()


def _grading(course: Course, run: ClassRun, gpu: Gpu | None, sandbox: Confinement | None) -> Grading:
    """How every file of the class is graded."""
    settings = run.settings
    options = RunOptions("simt", settings.limit_s, settings.seed)
    return Grading(course.project, settings.compiler or None, options, gpu, sandbox)


class Kernels:
    """The bytes of the kernel files, found by lab and hash."""

    def __init__(self, intake: Intake) -> None:
        self._known = {
            (lab, digest): submission.kernels[lab]
            for submission in intake.submissions
            for lab, digest in submission.hashes.items()
        }

    def __call__(self, job: Job) -> bytes:
        return self._known[job.lab, job.kernel]


def _settings(course: Course, request: GradeRequest, before: ClassRun | None, gpu: Gpu | None) -> Settings:
    seed = before.settings.seed if before else request.seed
    return Settings(
        course=course_version(course.project, course.labs),
        compiler=request.compiler or "",
        compiler_name=describe_compiler(request.compiler),
        # Drawn afresh, so that no answer can be made for known inputs; once, so that all are graded alike.
        seed=secrets.randbelow(1_000_000_000) if seed is None else seed,
        limit_s=request.limit_s,
        sandbox=NO_SANDBOX if request.unsafe else BUBBLEWRAP,
        machine="cuda" if gpu else "simt",
    )


def _started(before: ClassRun | None) -> str:
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "").isdecimal()
    return before.started if before and not fixed else graded_at().isoformat(timespec="seconds")


def _tell_changes(before: ClassRun | None, run: ClassRun) -> None:
    if before and before.settings != run.settings:
        notice("the course, its compiler or a limit has changed since the last start: all is graded anew")


def _grade(work: GradeOne, run: ClassRun, executor: Executor) -> None:
    """Grade what is not known yet, and again what we failed to grade."""
    # What a killed grader has left there.
    shutil.rmtree(work.folder.work, ignore_errors=True)
    jobs = jobs_of(run)
    left = [job for job in jobs if not _is_known(work.folder, job)]
    if len(left) < len(jobs):
        _say(f"{len(jobs) - len(left)} of {plural(len(jobs), 'different file')} are graded already")
    with counted("grading", len(left)) as step, closing(executor.run(left, work)) as ended:
        for _ in ended:
            step()


def _is_known(folder: ClassFolder, job: Job) -> bool:
    found = folder.read_result(job.key)
    return found is not None and not is_ours(found.result)


def publish(folder: ClassFolder, run: ClassRun, course: Course, formats: tuple[str, ...], jobs: int) -> int:
    """Write what people read, and say where. Returns the exit status."""
    publisher = Publisher(folder, run, course.labs, formats, datetime.fromisoformat(run.started))
    rows = []
    with counted("scorecards", len(run.students)) as step:
        for row in publish_students(publisher, jobs):
            rows.append(row)
            step()
    publish_class(publisher, rows)
    again = [row for row in rows if row.record.regrade]
    print(
        f"{plural(len(rows), 'submission')}: {len(rows) - len(again)} graded, {len(again)} to be graded again"
    )
    noted = [row.entry.id for row in rows if notes_of(row)]
    if noted:
        print(printable(f"{plural(len(noted), 'submission')} with notes on the page: {some_of(noted)}"))
    print(f"class: {folder.root / 'index.html'}")
    for row in again:
        notice(f"{row.entry.id} is to be graded again, by our fault: start the same command again")
    return AGAIN if again else GRADED


def known_formats(given: list[str]) -> tuple[str, ...]:
    """The formats named, each once; commas separate. Raises GraderError at an unknown one."""
    names = [name.strip() for text in given for name in text.split(",") if name.strip()]
    for name in names:
        if name not in FORMATS:
            raise GraderError(f"there is no format '{name}'", f"Known formats: {', '.join(FORMATS)}.")
    return tuple(name for name in FORMATS if name in names)


@contextmanager
def stoppable(folder: ClassFolder) -> Iterator[None]:
    """Ctrl-C ends the work with a word on how to go on, and a status of its own."""
    try:
        yield
    except KeyboardInterrupt:
        _say(f"stopped; what is graded is kept in {folder.root}: start the same command again to go on")
        raise SystemExit(STOPPED) from None


def _say(line: str) -> None:
    print(printable(line), file=sys.stderr, flush=True)


@dataclass(frozen=True)
class MergeRequest:
    """The shards' folders, and where the whole goes."""

    folders: list[Path]
    out: Path
    formats: list[str]
    jobs: int | None = None


def run_merge(request: MergeRequest) -> int:
    """Returns 0 all graded, 1 some to be graded again. Raises GraderError when they do not fit together."""
    course = open_course()
    formats = known_formats(request.formats)
    shards = read_shards(request.folders)
    if shards[0][1].settings.course != course_version(course.project, course.labs):
        raise GraderError(
            "the shards were graded by another version of the course than this one",
            "Merge them with the checkout that graded them.",
        )
    if request.out.resolve() in {folder.root for folder, _ in shards}:
        raise GraderError(f"{request.out} is one of the shards", "Name another folder: --out DIR")
    folder = open_folder(request.out)
    with alone_in(folder), stoppable(folder):
        begun = folder.read_run()
        if begun is not None and (begun.whole, begun.shard) != (shards[0][1].whole, (1, 1)):
            raise GraderError(f"{request.out} holds another class", "Name a new folder: --out DIR")
        run = merge_into(folder, shards)
        return publish(folder, run, course, formats, request.jobs or len(os.sched_getaffinity(0)))
