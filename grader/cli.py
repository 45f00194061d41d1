"""The command line. Options and exit statuses are stable: scripts rely on them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from grader.classroom.cluster import read_cluster
from grader.commands.autograder import AutograderRequest, run_autograder, run_build
from grader.commands.card import run_scorecard
from grader.commands.check import run_check
from grader.commands.explain import run_explain
from grader.commands.fidelity import run_fidelity
from grader.commands.grade import GradeRequest, run_grade
from grader.commands.grade_one import GradeOneRequest, run_grade_one
from grader.commands.hint import HintRequest, run_hint
from grader.commands.measure import MeasureRequest, measure_command, run_measure, run_page
from grader.commands.merge import MergeRequest, run_merge
from grader.commands.progress import run_progress
from grader.commands.prove import ProveRequest, run_prove
from grader.commands.release import run_release
from grader.commands.session import Request
from grader.commands.watch import WatchRequest, run_watch
from grader.errors import GraderError
from grader.runner import DEFAULT_LIMIT_S, RunOptions
from grader.terminal_console import prepare_streams
from grader.trace.cli import HELP as TRACE_HELP
from grader.trace.cli import trace
from grader.trace.request import fold_launches
from grader.wording import printable


class Machine(str, Enum):
    """Where the checks run; auto takes what the modules are built for."""

    SIMT = "simt"
    CUDA = "cuda"
    AUTO = "auto"


class ProofMachine(str, Enum):
    """Whose verdicts are proved: the SIMT machine's, or a GPU's on what has a measured form."""

    SIMT = "simt"
    CUDA = "cuda"


Labs = Annotated[
    list[str] | None, typer.Argument(metavar="LAB...", help="lab4, 4, its folder or a file in it")
]
Solutions = Annotated[bool, typer.Option("--solutions", help="Grade the reference solutions.")]
Kernel = Annotated[Path | None, typer.Option("--kernel", metavar="FILE.cu", help="Grade this file instead.")]
Json = Annotated[Path | None, typer.Option("--json", metavar="F.json", help="Write results.json.")]
Compiler = Annotated[str | None, typer.Option("--compiler", metavar="C", help="g++, clang++ or a path.")]
Limit = Annotated[float, typer.Option("--time-limit", metavar="S", min=1, help="Seconds for each lab's run.")]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="N", min=0, help="Of all random inputs; else drawn afresh.")
]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where everything goes.")]
Formats = Annotated[
    list[str] | None,
    typer.Option("--formats", metavar="F,…", help="gradescope, github, classroom, junit, canvas, csv-long."),
]
Problems = Annotated[
    bool, typer.Option("--problems", help="Also one line a failed check, as compilers write it: for editors.")
]
LabList = Annotated[list[str] | None, typer.Option("--labs", metavar="LAB,…", help="Else all.")]
Minutes = Annotated[
    float, typer.Option("--minutes", metavar="N", min=0.1, help="For all of one submission's grading.")
]
Jobs = Annotated[int | None, typer.Option("--jobs", metavar="N", min=1, help="At once; else one a core.")]

app = typer.Typer(
    name="course",
    help="Grades the labs of the course, with or without a GPU.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    # Plain usage errors: one line that a log or a screen reader can take.
    rich_markup_mode=None,
)


@app.command()
def scorecard(
    labs: Labs = None,
    solutions: Solutions = False,
    out: Annotated[Path, typer.Option("--out", metavar="F.html")] = Path("scorecard.html"),
    json: Json = None,
    compiler: Compiler = None,
    kernel: Kernel = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
) -> None:
    """Build, run, grade, and write the HTML scorecard. Exit 0 when written."""
    request = Request(labs or [], solutions, kernel, "auto", compiler, time_limit, seed)
    raise typer.Exit(run_scorecard(request, out, json))


@app.command()
def check(
    labs: Labs = None,
    solutions: Solutions = False,
    machine: Annotated[Machine, typer.Option("--machine")] = Machine.AUTO,
    json: Json = None,
    compiler: Compiler = None,
    kernel: Kernel = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    problems: Problems = False,
) -> None:
    """Grade in the terminal. Exit 0 all passed, 1 some check failed, 2 could not run."""
    request = Request(labs or [], solutions, kernel, machine.value, compiler, time_limit, seed)
    raise typer.Exit(run_check(request, json, problems))


@app.command()
def explain(
    lab: Annotated[str | None, typer.Argument(metavar="LAB")] = None,
    solutions: Solutions = False,
    compiler: Compiler = None,
    kernel: Kernel = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
) -> None:
    """Show what each source line's memory accesses cost.

    Without LAB: the first lab that is not done.
    """
    request = Request([], solutions, kernel, "auto", compiler, time_limit, seed)
    raise typer.Exit(run_explain(lab, request))


@app.command()
def watch(
    lab: Annotated[str | None, typer.Argument(metavar="LAB")] = None,
    poll: Annotated[
        bool, typer.Option("--poll", help="Look at the file instead of waiting for the system's notice.")
    ] = False,
    compiler: Compiler = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    problems: Problems = False,
) -> None:
    """Check at each save, say what changed, go on to the next lab. Exit 0 at the end or at Ctrl-C.

    Without LAB: the first lab that is not done. Network drives are polled unasked.
    """
    options = Request([], compiler=compiler, limit_s=time_limit, seed=seed)
    raise typer.Exit(run_watch(WatchRequest(lab, poll, options, problems)))


@app.command()
def hint(
    lab: Annotated[str | None, typer.Argument(metavar="LAB")] = None,
    again: Annotated[bool, typer.Option("--again", help="Show the hints already given.")] = False,
    reset: Annotated[bool, typer.Option("--reset", help="Forget which hints were given.")] = False,
) -> None:
    """Give the next of a lab's hints, and what the last check said. Exit 0.

    Without LAB: the first lab that is not done.
    """
    raise typer.Exit(run_hint(HintRequest(lab, again, reset)))


@app.command()
def progress(
    run: Annotated[bool, typer.Option("--run", help="Grade every lab first.")] = False,
    compiler: Compiler = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
) -> None:
    """All labs at a glance, from the last results remembered. Exit 0."""
    raise typer.Exit(run_progress(run, Request([], compiler=compiler, limit_s=time_limit, seed=seed)))


@app.command()
def fidelity(table: Annotated[Path, typer.Argument(metavar="FILE.csv")], compiler: Compiler = None) -> None:
    """Run each warp pattern of a CSV on the SIMT machine. Exit 1 at any mismatch."""
    raise typer.Exit(run_fidelity(table, compiler))


@app.command()
def measure(
    labs: Labs = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where everything goes.")] = Path(
        "measurements"
    ),
    solutions: Solutions = False,
    page: Annotated[
        bool, typer.Option("--page", help="Measure nothing: only write the page of DIR's record again.")
    ] = False,
    compiler: Compiler = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
) -> None:
    """On a GPU: measure every lab, read its hardware counters, and write record, page and scorecard.

    Exit 0 written, 2 could not run.
    """
    if page:
        raise typer.Exit(run_page(out))
    request = Request(labs or [], solutions, None, "cuda", compiler, time_limit, seed)
    raise typer.Exit(run_measure(MeasureRequest(request, out, measure_command(labs or [], solutions))))


@app.command()
def prove(
    labs: Labs = None,
    compiler: Compiler = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", min=1, help="Cases at once; else one a core.")
    ] = None,
    table: Annotated[
        bool, typer.Option("--table", help="Only show which wrong answer is to fail which check.")
    ] = False,
    machine: Annotated[
        ProofMachine, typer.Option("--machine", help="cuda: what a GPU measures, and nothing else.")
    ] = ProofMachine.SIMT,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="Of all random inputs.")
    ] = RunOptions.seed,
    sandbox: Annotated[
        bool, typer.Option("--sandbox", help="Vetted and confined, as `grade` does it.")
    ] = False,
) -> None:
    """For developers: hold stubs, solutions and the catalogue to their verdicts. Exit 1 if not."""
    raise typer.Exit(run_prove(ProveRequest(labs or [], compiler, jobs, table, machine.value, seed, sandbox)))


app.command("proof", hidden=True)(prove)


@app.command()
def grade(
    submissions: Annotated[Path, typer.Argument(metavar="SUBMISSIONS")],
    out: Out,
    labs: Annotated[
        list[str] | None, typer.Option("--labs", metavar="LAB,…", help="Else those that anybody handed in.")
    ] = None,
    formats: Formats = None,
    jobs: Jobs = None,
    seed: Seed = None,
    shard: Annotated[str, typer.Option("--shard", metavar="I/N", help="Only the I-th of N parts.")] = "",
    compiler: Compiler = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    executor: Annotated[
        str, typer.Option("--executor", metavar="E", help="local, or slurm: on a cluster's nodes.")
    ] = "local",
    slurm_partition: Annotated[str, typer.Option("--slurm-partition", metavar="P")] = "",
    slurm_option: Annotated[
        list[str] | None,
        typer.Option("--slurm-option", metavar="K=V", help="Of sbatch, such as account=A or time=60."),
    ] = None,
    slurm_tasks: Annotated[
        int | None,
        typer.Option("--slurm-tasks", metavar="N", min=1, help="Of the array; else chosen by count."),
    ] = None,
    unsafe_no_sandbox: Annotated[
        bool, typer.Option("--unsafe-no-sandbox", help="Run submissions with your own rights.")
    ] = False,
    machine: Annotated[Machine, typer.Option("--machine")] = Machine.SIMT,
) -> None:
    """Grade a class: a folder of submissions, or a download from Gradescope, Moodle or Canvas.

    Writes DIR/index.html, DIR/class.csv and a scorecard for each student. Killed, it goes on where it was
    when started again. Exit 0 all graded, 1 some are to be graded again by our fault, 2 could not run.
    """
    raise typer.Exit(
        run_grade(
            GradeRequest(
                submissions,
                out,
                _split(labs),
                formats or [],
                jobs,
                seed,
                shard,
                compiler,
                time_limit,
                unsafe_no_sandbox,
                machine.value,
                read_cluster(executor, slurm_partition, slurm_option or [], slurm_tasks),
            )
        )
    )


@app.command()
def merge(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...")],
    out: Out,
    formats: Formats = None,
    jobs: Jobs = None,
) -> None:
    """Join the shards of a class, each graded with --shard. Exit statuses are those of grade."""
    raise typer.Exit(run_merge(MergeRequest(folders, out, formats or [], jobs)))


@app.command()
def release(
    folder: Annotated[Path, typer.Argument(metavar="DIR")],
    course: Annotated[
        str | None,
        typer.Option("--course", metavar="OWNER/NAME", help="The GitHub repository that grades its pushes."),
    ] = None,
    ref: Annotated[str, typer.Option("--ref", metavar="REF", help="A branch or tag of it.")] = "main",
) -> None:
    """Write the student edition: no solutions, no catalogue, a README and workflow of its own.

    Exit 0 written.
    """
    raise typer.Exit(run_release(folder, course, ref))


@app.command()
def autograder(
    out: Annotated[Path, typer.Argument(metavar="OUT.zip")],
    labs: LabList = None,
    # Gradescope stops a submission after ten unless the assignment's settings say more.
    minutes: Minutes = 9.0,
    seed: Seed = None,
) -> None:
    """Write the autograder that is uploaded to Gradescope. Exit 0 written."""
    raise typer.Exit(run_autograder(AutograderRequest(out, _split(labs), minutes, seed)))


@app.command()
def build(labs: Labs = None) -> None:
    """Build the labs' test programs, so that the first grading need not. Exit 0 built."""
    raise typer.Exit(run_build(_split(labs)))


@app.command("grade-one")
def grade_one(
    submission: Annotated[Path, typer.Argument(metavar="FOLDER", help="One student's files.")],
    out: Out,
    labs: LabList = None,
    minutes: Minutes = 30.0,
    seed: Seed = None,
    compiler: Compiler = None,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", metavar="S", min=1, help="Seconds for each lab's run.")
    ] = None,
    machine: Annotated[Machine, typer.Option("--machine")] = Machine.SIMT,
    github: Annotated[
        bool, typer.Option("--github", help="Run in a workflow's step: summary, annotations, outputs.")
    ] = False,
    container_user: Annotated[
        str | None,
        typer.Option(
            "--container-user",
            metavar="NAME",
            help="Where bubblewrap cannot be used, grade without a sandbox as that user: for a container "
            "that holds one submission and is thrown away.",
        ),
    ] = None,
    unsafe_no_sandbox: Annotated[
        bool, typer.Option("--unsafe-no-sandbox", help="Run the submission with your own rights.")
    ] = False,
) -> None:
    """Grade one submission as `grade` does, for a service that calls this for each.

    DIR gets scorecard.html, results.json, gradescope.json, github.json, classroom.txt and junit.xml.
    Exit 0 graded, 1 to be graded again by our fault, 2 could not run. gradescope.json is there in each case,
    unless DIR holds something or cannot be written.
    """
    raise typer.Exit(
        run_grade_one(
            GradeOneRequest(
                submission,
                out,
                _split(labs),
                minutes,
                seed,
                compiler,
                time_limit,
                unsafe_no_sandbox,
                container_user,
                github,
                machine.value,
            )
        )
    )


app.command(
    "trace", help=TRACE_HELP, short_help="Run any kernel file: what each line costs, and every fault."
)(trace)


def _split(given: list[str] | None) -> list[str]:
    """Names, also where commas separate them."""
    return [name for text in given or [] for name in text.split(",") if name.strip()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status and never raises for the user's faults."""
    prepare_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["trace"]:
        given = fold_launches(given)
    return _status_of(lambda: app(args=given, prog_name="./course"))


def _status_of(command: Callable[[], object]) -> int:
    try:
        command()
    except GraderError as error:
        print(printable(f"error: {error.message}"), file=sys.stderr)
        if error.mend:
            print(printable(f"       {error.mend}"), file=sys.stderr)
        return 2
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0
