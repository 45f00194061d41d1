"""The engineers' commands: prove the checks with the catalogue, and compare the SIMT machine with a GPU."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grader.cli.options import Labs, Limit, ProofMachine, Seed, Solutions
from grader.core.run_options import DEFAULT_LIMIT_S, DEFAULT_SEED


def fidelity(
    table: Annotated[Path, typer.Argument(metavar="FILE.csv", help="Warp patterns with a GPU's counters.")],
) -> None:
    """Compare the SIMT machine's counters with a GPU's, for every warp pattern of a CSV file.

    Exit status: 0 equal, 1 any mismatch.
    """
    from grader.cli.commands.prove import run_fidelity

    raise typer.Exit(run_fidelity(table))


def measure(
    labs: Labs = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for all output.")] = Path(
        "measurements"
    ),
    solutions: Solutions = False,
    page: Annotated[
        bool, typer.Option("--page", help="Measure nothing. Write the page again from the record in DIR.")
    ] = False,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
) -> None:
    """On a GPU: measure every lab, read its hardware counters, and write a record, a page and a scorecard.

    Exit status: 0 written, 2 could not run.
    """
    from grader.cli.commands.measure import MeasureRequest, measure_command, run_measure, run_page
    from grader.cli.session import Request

    if page:
        raise typer.Exit(run_page(out))
    request = Request(labs or [], solutions, None, "cuda", time_limit, seed)
    raise typer.Exit(run_measure(MeasureRequest(request, out, measure_command(labs or [], solutions))))


def prove(
    labs: Labs = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", metavar="N", min=1, help="Number of parallel jobs. Default: one for each core."
        ),
    ] = None,
    table: Annotated[
        bool, typer.Option("--table", help="Grade nothing. Show which checks each wrong answer must fail.")
    ] = False,
    show: Annotated[
        str,
        typer.Option("--show", metavar="NAME", help="Grade nothing. Print the code of this answer, whole."),
    ] = "",
    machine: Annotated[
        ProofMachine,
        typer.Option("--machine", help="simt: the simulated verdicts. cuda: only the measured ones."),
    ] = ProofMachine.SIMT,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="Seed of all random inputs.")
    ] = DEFAULT_SEED,
    sandbox: Annotated[
        bool, typer.Option("--sandbox", help="Compile and run every answer in a sandbox, as `grade` does.")
    ] = False,
) -> None:
    """Check that stubs, solutions and the catalogue of answers get the right verdicts.

    Exit status: 0 proved, 1 not proved.
    """
    from grader.cli.commands.prove import ProveRequest, run_prove, run_show

    if show:
        raise typer.Exit(run_show(labs or [], show))
    raise typer.Exit(run_prove(ProveRequest(labs or [], jobs, table, machine.value, seed, sandbox)))


def new_lab(
    lab_id: Annotated[str, typer.Argument(metavar="ID", help="lab and a number, such as lab12.")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of its files in lower case, such as gather.")
    ],
    title: Annotated[str, typer.Option("--title", metavar="T", help="Title. Default: made from NAME.")] = "",
    inside: Annotated[
        Path | None,
        typer.Option(
            "--in", metavar="DIR", help="Make it as one folder in DIR, outside the course, linked into labs/."
        ),
    ] = None,
) -> None:
    """Make a complete lab that builds and is graded, as a start for your own.

    Exit status: 0 made, 2 nothing was made.
    """
    from grader.cli.commands.new_lab import NewLabRequest, run_new_lab

    raise typer.Exit(run_new_lab(NewLabRequest(lab_id, name, title, inside)))


def add_to(app: typer.Typer) -> None:
    """Add each command under its name."""
    app.command("new-lab")(new_lab)
    for command in (fidelity, measure, prove):
        app.command()(command)
    app.command("proof", hidden=True)(prove)
