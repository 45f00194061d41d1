"""The command line for those who work on the course: its truth against a GPU's and the catalogue's."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grader.cli.options import Compiler, Labs, Limit, ProofMachine, Seed, Solutions
from grader.core.run_options import DEFAULT_LIMIT_S, DEFAULT_SEED


def fidelity(table: Annotated[Path, typer.Argument(metavar="FILE.csv")], compiler: Compiler = None) -> None:
    """Run each warp pattern of a CSV on the SIMT machine. Exit 1 at any mismatch."""
    from grader.cli.commands.prove import run_fidelity

    raise typer.Exit(run_fidelity(table, compiler))


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
    from grader.cli.commands.measure import MeasureRequest, measure_command, run_measure, run_page
    from grader.cli.session import Request

    if page:
        raise typer.Exit(run_page(out))
    request = Request(labs or [], solutions, None, "cuda", compiler, time_limit, seed)
    raise typer.Exit(run_measure(MeasureRequest(request, out, measure_command(labs or [], solutions))))


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
    ] = DEFAULT_SEED,
    sandbox: Annotated[
        bool, typer.Option("--sandbox", help="Vetted and confined, as `grade` does it.")
    ] = False,
) -> None:
    """For developers: hold stubs, solutions and the catalogue to their verdicts. Exit 1 if not."""
    from grader.cli.commands.prove import ProveRequest, run_prove

    raise typer.Exit(run_prove(ProveRequest(labs or [], compiler, jobs, table, machine.value, seed, sandbox)))


def add_to(app: typer.Typer) -> None:
    """Each command, under its name."""
    for command in (fidelity, measure, prove):
        app.command()(command)
    app.command("proof", hidden=True)(prove)
