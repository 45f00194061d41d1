"""`prove`: is the grader right?

It grades stubs, solutions and the catalogue, and compares the verdicts with the expected ones: the simulated
ones, or on a GPU the measured ones. With --show it prints one answer as it is compiled.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from grader.cli.options import Labs, ProofMachine
from grader.cli.session import choose_gpu, open_checkout, progress_line, refuse_missing_gpu
from grader.core.errors import GraderError
from grader.core.manifest import Lab, choose_labs
from grader.core.paths import Project
from grader.core.run_defaults import DEFAULT_SEED
from grader.core.steps import Progress
from grader.core.visible import visible
from grader.grading.grade_labs import Grading
from grader.isolation.bubblewrap import find_sandbox
from grader.machine.gpu import Gpu
from grader.machine.toolchain import build_programs, program_of
from grader.measuring.prove_on_gpu import MeasuredProof, Measuring, print_measured, prove_measured
from grader.proof.answer_text import read_answers
from grader.proof.cases import Proof, cases_of, prove_cases, prove_listing
from grader.proof.catalogue import read_catalogue
from grader.proof.preconditions import edited_stub
from grader.proof.table import print_catalogue, print_proofs
from grader.report.terminal.console import indented, make_console, print_all
from grader.schema.class_results import Settings


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
    seeds: Annotated[
        int,
        typer.Option(
            "--seeds",
            metavar="N",
            min=1,
            help="Grade each answer with N seeds, from --seed on: no verdict may depend on the seed.",
        ),
    ] = 1,
    sandbox: Annotated[
        bool, typer.Option("--sandbox", help="Compile and run every answer in a sandbox, as `grade` does.")
    ] = False,
) -> int:
    """Check that stubs, solutions and the catalogue of answers get the right verdicts.

    Exit status: 0 proved, 1 not proved.
    """
    course = open_checkout()
    project, chosen = course.project, choose_labs(course.labs, labs or [])
    if show:
        print(_shown_answer(project, chosen, show), end="")
        return 0
    console = make_console()
    if table:
        for lab in chosen:
            print_catalogue(console, lab, read_catalogue(project, lab))
        return 0
    at_once = jobs or len(os.sched_getaffinity(0))
    if machine is ProofMachine.CUDA:
        if seeds > 1:
            raise GraderError("--seeds needs the simulated verdicts", "Leave out --machine cuda or --seeds.")
        wrong = _prove_measured(console, project, chosen, Settings(seed=seed), at_once)
    else:
        grading = Grading(project, Settings(seed=seed), sandbox=find_sandbox() if sandbox else None)
        wrong = _prove_simulated(console, grading, chosen, at_once, seeds)
    console.print("NOT PROVED" if wrong else "proved")
    return 1 if wrong else 0


def _shown_answer(project: Project, labs: Sequence[Lab], wanted: str) -> str:
    """The text of a catalogued answer: a message names its lines."""
    found = {
        lab.id: answer.text for lab in labs for answer in read_answers(project, lab) if answer.name == wanted
    }
    if not found:
        of = ", ".join(lab.id for lab in labs)
        raise GraderError(f"no answer of {of} is called '{wanted}'", "List them: ./course prove --table")
    if len(found) > 1:
        raise GraderError(
            f"{', '.join(found)} each have an answer '{wanted}'",
            f"Name the lab: ./course prove {next(iter(found))} --show {wanted}",
        )
    return next(iter(found.values()))


def _prove_simulated(console: Console, grading: Grading, labs: Sequence[Lab], jobs: int, seeds: int) -> bool:
    """Whether any verdict is not the expected one."""
    project = grading.project
    cases = [case for lab in labs for case in cases_of(project, lab)]
    with progress_line() as progress:
        build_programs(project, labs, progress)
        for lab in labs:
            prove_listing(project, lab)
        proofs = prove_cases(grading, cases, jobs, progress, seeds)
    for lab in labs:
        own = [proof for proof in proofs if proof.case.submission.lab == lab]
        print_proofs(console, lab, own)
        _print_edited_stub(console, project, lab, own)
    return any(proof.mismatches for proof in proofs)


def _prove_measured(
    console: Console, project: Project, labs: Sequence[Lab], settings: Settings, jobs: int
) -> bool:
    """The same for the verdicts that a GPU measures. Needs no compiler for the SIMT machine."""
    refuse_missing_gpu(labs, "cuda")
    with progress_line() as progress:
        _ensure_programs(project, labs, progress)
    how = Measuring(project, _gpu(project, labs), settings, jobs)
    wrong = False
    for lab in labs:
        proofs = prove_measured(how, cases_of(project, lab), progress_line)
        own = print_measured(console, lab, how.gpu.name, proofs)
        _print_edited_stub(console, project, lab, own)
        wrong = wrong or any(proof.mismatches for proof in own)
    return wrong


def _print_edited_stub(
    console: Console, project: Project, lab: Lab, proofs: Sequence[Proof] | Sequence[MeasuredProof]
) -> None:
    """Where the stub is not as expected because somebody is working on it, say so."""
    if any(proof.case.is_stub and proof.mismatches for proof in proofs):
        words = edited_stub(project, lab)
        if words:
            print_all(console, [indented(console, Text(visible(words), style="yellow"), 2, "  ")])


def _ensure_programs(project: Project, labs: Sequence[Lab], progress: Progress) -> None:
    """Build the programs, unless they were copied here without the build folder that made them."""
    is_configured = (project.build / "CMakeCache.txt").is_file()
    if is_configured or not all(program_of(project, lab).is_file() for lab in labs):
        build_programs(project, labs, progress)


def _gpu(project: Project, labs: Sequence[Lab]) -> Gpu:
    found = choose_gpu(project, tuple(labs), "cuda")
    if not isinstance(found, Gpu):
        raise GraderError("no check of these labs has a measured form. Nothing was proved.")
    for lab in labs:
        prove_listing(project, lab)
    return found
