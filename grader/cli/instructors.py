"""The instructors' commands: grade a class or one submission, and pack the course for others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption

from grader.cli.options import (
    CourseFile,
    Formats,
    Jobs,
    LabList,
    Labs,
    Limit,
    Machine,
    Minutes,
    OnMachine,
    Out,
    Seed,
)
from grader.core.run_options import CLASS_LIMIT_S


class CommandWithFormats(TyperCommand):
    """A command whose help lists the formats, which are imported only when that help is shown."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from grader.formats.registry import export_names

        for option in self.params:
            if isinstance(option, TyperOption) and option.name == "formats":
                option.help = f"Also write these formats: {', '.join(export_names())}."
        super().format_help(ctx, formatter)


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
    course_file: CourseFile = None,
) -> None:
    """Grade a class: a folder of submissions, or a download from Gradescope, Moodle or Canvas.

    Writes DIR/index.html, DIR/class.csv and a scorecard for each student. If it is interrupted, run the same
    command again to resume. Exit status: 0 all graded, 1 some must be graded again because of a grading
    error, 2 could not run.
    """
    from grader.cli.commands.grade import GradeRequest, run_grade
    from grader.cluster.grade_on_cluster import read_cluster

    raise typer.Exit(
        run_grade(
            GradeRequest(
                submissions,
                out,
                _split(labs),
                _split(formats),
                jobs,
                seed,
                shard,
                time_limit,
                unsafe_no_sandbox,
                machine.value,
                read_cluster(executor, slurm_partition, slurm_option or [], slurm_tasks),
                course_file,
            )
        )
    )


def merge(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="The shards' --out folders.")],
    out: Out,
    formats: Formats = None,
    jobs: Jobs = None,
    course_file: CourseFile = None,
) -> None:
    """Join the shards of a class that were graded with --shard.

    Exit status: as for grade.
    """
    from grader.cli.commands.grade import MergeRequest, run_merge

    raise typer.Exit(run_merge(MergeRequest(folders, out, _split(formats), jobs, course_file)))


def release(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder.")],
    course: Annotated[
        str | None,
        typer.Option(
            "--course", metavar="OWNER/NAME", help="GitHub repository that grades the students' pushes."
        ),
    ] = None,
    ref: Annotated[
        str, typer.Option("--ref", metavar="REF", help="Branch or tag of that repository.")
    ] = "main",
    course_file: CourseFile = None,
) -> None:
    """Write the student edition: the course without solutions, with a README and a workflow for students.

    Exit status: 0 written.
    """
    from grader.cli.commands.autograder import run_release

    raise typer.Exit(run_release(folder, course, ref, course_file))


def autograder(
    out: Annotated[Path, typer.Argument(metavar="OUT.zip")],
    labs: LabList = None,
    # Gradescope stops a submission after ten unless the assignment's settings say more.
    minutes: Minutes = 9.0,
    seed: Seed = None,
    course_file: CourseFile = None,
) -> None:
    """Write the autograder to upload to Gradescope.

    Exit status: 0 written.
    """
    from grader.cli.commands.autograder import AutograderRequest, run_autograder

    request = AutograderRequest(out, _split(labs), minutes, seed, course_file)
    raise typer.Exit(run_autograder(request))


def build(labs: Labs = None, course_file: CourseFile = None) -> None:
    """Build the labs' test programs, so that the first grading does not have to.

    Exit status: 0 built.
    """
    from grader.cli.commands.autograder import run_build

    raise typer.Exit(run_build(_split(labs), course_file))


def grade_one(
    submission: Annotated[Path, typer.Argument(metavar="FOLDER", help="One student's files.")],
    out: Out,
    labs: LabList = None,
    minutes: Minutes = 30.0,
    seed: Seed = None,
    time_limit: Annotated[
        float | None,
        typer.Option("--time-limit", metavar="S", min=1, help="Time limit for each lab's run, in seconds."),
    ] = None,
    machine: OnMachine = Machine.SIMT,
    github: Annotated[
        bool,
        typer.Option(
            "--github", help="Report to GitHub Actions: summary, annotations and outputs of the step."
        ),
    ] = False,
    container_user: Annotated[
        str | None,
        typer.Option(
            "--container-user",
            metavar="NAME",
            help="Where bubblewrap cannot be used, grade without a sandbox as this user. Only for a "
            "container that holds one submission and is discarded.",
        ),
    ] = None,
    unsafe_no_sandbox: Annotated[
        bool,
        typer.Option(
            "--unsafe-no-sandbox", help="Run the submission without a sandbox, with your own permissions."
        ),
    ] = False,
    course_file: CourseFile = None,
) -> None:
    """Grade one submission as `grade` does, for a service that sends one at a time.

    Writes the student's files into DIR in every format: scorecard.html, results.json, gradescope.json and
    others. Exit status: 0 graded, 1 must be graded again because of a grading error, 2 could not run.
    gradescope.json is written in every case, unless DIR is not empty or cannot be written.
    """
    from grader.cli.commands.grade_one import GradeOneRequest, run_grade_one
    from grader.hosted.class_of_one import OneSubmission

    one = OneSubmission(submission, minutes, seed, time_limit, unsafe_no_sandbox, machine.value)
    request = GradeOneRequest(one, out, _split(labs), container_user, github, course_file)
    raise typer.Exit(run_grade_one(request))


def _split(given: list[str] | None) -> list[str]:
    """The names, which may also be separated by commas."""
    return [name.strip() for text in given or [] for name in text.split(",") if name.strip()]


def add_to(app: typer.Typer) -> None:
    """Add each command under its name."""
    app.command(cls=CommandWithFormats)(grade)
    app.command(cls=CommandWithFormats)(merge)
    for command in (release, autograder, build):
        app.command()(command)
    app.command("grade-one")(grade_one)
