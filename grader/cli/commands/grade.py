"""`grade`: grades a class.

It reads the class's submissions, grades each different file once, and publishes the class. The work itself is
in grader.classroom.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from grader.classroom.begin_class import BegunClass, begin_class, read_class
from grader.classroom.class_run import BUBBLEWRAP, NO_SANDBOX
from grader.classroom.folder import alone_in, open_folder
from grader.classroom.plan import begun_run, course_version, requested_shard
from grader.cli.options import (
    CourseFile,
    Formats,
    Jobs,
    Limit,
    Machine,
    OnMachine,
    Out,
    SameFiles,
    Seed,
    split_names,
)
from grader.cli.publishing import Published, cores, publish, say, stoppable
from grader.cli.session import Course, choose_gpu, notice, open_course, progress_line, refuse_missing_gpu
from grader.cluster.executor import Executor
from grader.cluster.grade_on_cluster import choose_executor, read_cluster, require_cluster
from grader.core.manifest import Lab
from grader.core.run_defaults import CLASS_LIMIT_S, chosen_seed
from grader.core.wording import plural
from grader.formats.registry import choose_exports
from grader.grading.grade_labs import Grading, describe_compiler
from grader.isolation.bubblewrap import find_sandbox
from grader.isolation.confinement import Confinement, NoSandbox
from grader.machine.gpu import Gpu
from grader.machine.toolchain import build_programs
from grader.report.terminal.progress_bar import progress_bar
from grader.schema.class_results import Settings

NO_SANDBOX_WARNING = (
    "--unsafe-no-sandbox: a submission can include any file that you can read, and only simtcc's checks "
    "confine its kernels"
)


def grade(
    submissions: Annotated[
        Path, typer.Argument(metavar="SUBMISSIONS", help="A folder, or a .zip as it was downloaded.")
    ],
    out: Out,
    labs: Annotated[
        list[str] | None,
        typer.Option(
            "--labs", metavar="LAB,…", help="Labs to grade. Default: all labs of the course with submissions."
        ),
    ] = None,
    formats: Formats = None,
    jobs: Jobs = None,
    seed: Seed = None,
    shard: Annotated[
        str, typer.Option("--shard", metavar="I/N", help="Grade only the I-th of N parts.")
    ] = "",
    time_limit: Limit = CLASS_LIMIT_S,
    executor: Annotated[
        str,
        typer.Option("--executor", metavar="E", help="local: this machine. slurm: the nodes of a cluster."),
    ] = "local",
    slurm_partition: Annotated[
        str, typer.Option("--slurm-partition", metavar="P", help="Partition of the cluster.")
    ] = "",
    slurm_option: Annotated[
        list[str] | None,
        typer.Option(
            "--slurm-option", metavar="K=V", help="Option for sbatch, such as account=A or time=60."
        ),
    ] = None,
    slurm_tasks: Annotated[
        int | None,
        typer.Option(
            "--slurm-tasks",
            metavar="N",
            min=1,
            help="Tasks in the job array. Default: depends on the number of files.",
        ),
    ] = None,
    unsafe_no_sandbox: Annotated[
        bool,
        typer.Option(
            "--unsafe-no-sandbox", help="Run submissions without a sandbox, with your own permissions."
        ),
    ] = False,
    machine: OnMachine = Machine.SIMT,
    same_files: SameFiles = False,
    course_file: CourseFile = None,
) -> int:
    """Grade a class: a folder of submissions, or a download from Gradescope, Moodle or Canvas.

    Writes DIR/index.html, DIR/class.csv and a scorecard for each student. If it is interrupted, run the same
    command again to resume. Exit status: 0 all graded, 1 some must be graded again because of a grading
    error, 2 could not run, or a table of --formats had to leave out students.
    """
    cluster = read_cluster(executor, slurm_partition, slurm_option or [], slurm_tasks)
    course = open_course(course_file)
    # The sandbox comes first: nobody should have to wait for a build to learn that there is none.
    sandbox = choose_sandbox(unsafe=unsafe_no_sandbox)
    exports = choose_exports(split_names(formats))
    require_cluster(cluster, machine.value)
    named = course.choose_counted(split_names(labs)) if split_names(labs) else ()
    part = requested_shard(shard, seed)
    with progress_line() as progress:
        progress("reading the submissions")
        given = read_class(submissions, course.labs, named, part, sandbox)
    refuse_missing_gpu(given.labs, machine.value)
    folder = open_folder(out)
    with alone_in(folder), stoppable(folder):
        before = begun_run(folder, seed, part)
        gpu = _build(course, given.labs, machine.value)
        settings = Settings(
            course=course_version(course.project, course.known_labs),
            compiler_name=describe_compiler(course.project),
            # One seed for all, so that all are equal.
            seed=before.settings.seed if before else chosen_seed(seed),
            limit_s=time_limit,
            sandbox=NO_SANDBOX if unsafe_no_sandbox else BUBBLEWRAP,
            machine="cuda" if gpu else "simt",
        )
        begun = begin_class(folder, given, Grading(course.project, settings, gpu, sandbox), before)
        # Two at once would disturb each other's measurements.
        at_once = 1 if gpu else jobs
        where = choose_executor(cluster, folder, at_once, cores(), notice)
        _grade(begun, where, on_cluster=cluster is not None)
        compare_within = (sandbox or NoSandbox()) if same_files else None
        return publish(folder, begun.run, course, Published(exports, jobs, compare_within))


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
        say(f"{count - len(left)} of {plural(count, 'different file')} have been graded already")
    work = begun.work(on_cluster=on_cluster)
    with progress_bar("grading", len(left)) as advance, closing(executor.run(left, work)) as done:
        for _ in done:
            advance()
