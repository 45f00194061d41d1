"""`prove` and `fidelity`: is the grader right?

`prove` grades stubs, solutions and the catalogue, and compares the verdicts with the expected ones: the
simulated ones, or on a GPU the measured ones. `prove --show` prints one answer as it is compiled. `fidelity`
compares the SIMT machine's counters with recorded ones of a GPU.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from grader.cli.session import choose_gpu, open_checkout, progress_line, refuse_missing_gpu
from grader.core.errors import GraderError
from grader.core.files import read_source
from grader.core.manifest import Lab, choose_labs
from grader.core.paths import Project, current_project
from grader.core.run_options import DEFAULT_SEED
from grader.core.visible import visible
from grader.grading.grade_labs import Grading
from grader.isolation.bubblewrap import find_sandbox
from grader.machine.gpu import Gpu
from grader.machine.module import CompileError, compile_kernel
from grader.machine.toolchain import COMPILER, Progress, build_programs, build_targets, program_of
from grader.measuring.prove_on_gpu import MeasuredProof, Measuring, print_measured, prove_measured
from grader.proof.answer_text import read_answers
from grader.proof.cases import Proof, cases_of, prove_cases, prove_listing
from grader.proof.catalogue import read_catalogue
from grader.proof.preconditions import edited_stub
from grader.proof.table import print_catalogue, print_proofs
from grader.report.terminal.console import indented, make_console, print_all
from grader.schema.class_results import Settings


@dataclass(frozen=True)
class ProveRequest:
    """The options of `prove`.

    names: labs, none for all. jobs: cases at once, None for one a core. table: show expectations, grade
    nothing. machine: simt, or cuda for the measured verdicts alone. sandbox: compile and run each
    answer in a sandbox as `grade` does, where it must get the same verdict.
    """

    names: list[str]
    jobs: int | None = None
    table: bool = False
    machine: str = "simt"
    seed: int = DEFAULT_SEED
    sandbox: bool = False

    @property
    def jobs_at_once(self) -> int:
        return self.jobs or len(os.sched_getaffinity(0))


def run_prove(request: ProveRequest) -> int:
    """Returns 0 when every case is as expected, else 1."""
    course = open_checkout()
    project, labs = course.project, choose_labs(course.labs, request.names)
    console = make_console()
    if request.table:
        for lab in labs:
            print_catalogue(console, lab, read_catalogue(project, lab))
        return 0
    prove = _prove_measured if request.machine == "cuda" else _prove_simulated
    wrong = prove(console, project, labs, request)
    console.print("NOT PROVED" if wrong else "proved")
    return 1 if wrong else 0


def run_show(names: list[str], wanted: str) -> int:
    """Print the text of a catalogued answer: a message names its lines. Returns 0."""
    course = open_checkout()
    labs = choose_labs(course.labs, names)
    found = {
        lab.id: answer.text
        for lab in labs
        for answer in read_answers(course.project, lab)
        if answer.name == wanted
    }
    if not found:
        of = ", ".join(lab.id for lab in labs)
        raise GraderError(f"no answer of {of} is called '{wanted}'", "List them: ./course prove --table")
    if len(found) > 1:
        raise GraderError(
            f"{', '.join(found)} each have an answer '{wanted}'",
            f"Name the lab: ./course prove {next(iter(found))} --show {wanted}",
        )
    print(next(iter(found.values())), end="")
    return 0


def _prove_simulated(console: Console, project: Project, labs: Sequence[Lab], request: ProveRequest) -> bool:
    """Whether any verdict is not the expected one."""
    cases = [case for lab in labs for case in cases_of(project, lab)]
    sandbox = find_sandbox() if request.sandbox else None
    with progress_line() as progress:
        build_programs(project, labs, progress)
        for lab in labs:
            prove_listing(project, lab)
        grading = Grading(project, Settings(seed=request.seed), sandbox=sandbox)
        proofs = prove_cases(grading, cases, request.jobs_at_once, progress)
    for lab in labs:
        own = [proof for proof in proofs if proof.case.submission.lab == lab]
        print_proofs(console, lab, own)
        _print_edited_stub(console, project, lab, own)
    return any(proof.mismatches for proof in proofs)


def _prove_measured(console: Console, project: Project, labs: Sequence[Lab], request: ProveRequest) -> bool:
    """The same for the verdicts that a GPU measures. Needs no compiler for the SIMT machine."""
    refuse_missing_gpu(labs, "cuda")
    with progress_line() as progress:
        _ensure_programs(project, labs, progress)
    how = Measuring(project, _gpu(project, labs), Settings(seed=request.seed), request.jobs_at_once)
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


def run_fidelity(table: Path) -> int:
    """Runs the fidelity tool on a CSV of warp patterns; returns its exit status."""
    read_source(table)
    project = current_project()
    tools = project.simt / "tools"
    with progress_line() as progress:
        build_targets(project, ["fidelity", *COMPILER], progress)
        module = compile_kernel(project, tools / "patterns.cu", tools)
    if isinstance(module, CompileError):
        raise GraderError(f"the pattern kernels do not compile:\n{module.text}")
    tool = project.build / "common" / "simt" / "fidelity"
    try:
        return subprocess.run([tool, table, "--module", module.path], check=False).returncode
    except OSError as error:
        raise GraderError(f"cannot start {tool}: {error.strerror}") from error
