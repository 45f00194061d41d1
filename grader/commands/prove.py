"""`prove`: the labs are held to what they promise."""

from __future__ import annotations

from rich.console import Console

from grader.commands.session import progress_line
from grader.grading import Grading
from grader.lookup import choose_labs
from grader.manifest import Lab, read_labs
from grader.paths import current_project
from grader.proof.cases import Proof, cases_of, prove_case, prove_listing
from grader.proof.table import print_proofs
from grader.toolchain import Progress, build_programs


def run_prove(names: list[str], compiler: str | None) -> int:
    """Returns 0 when every case is as expected, else 1."""
    project = current_project()
    labs = choose_labs(read_labs(project), names)
    grading = Grading(project, compiler)
    console = Console(highlight=False)
    with progress_line() as progress:
        build_programs(project, labs, progress)
        proofs = [(lab, _prove(grading, lab, progress)) for lab in labs]
    for lab, of_lab in proofs:
        print_proofs(console, lab, of_lab)
    wrong = any(proof.mismatches for _, of_lab in proofs for proof in of_lab)
    console.print("NOT PROVED" if wrong else "proved")
    return 1 if wrong else 0


def _prove(grading: Grading, lab: Lab, progress: Progress) -> list[Proof]:
    prove_listing(grading.project, lab)
    proofs: list[Proof] = []
    for case in cases_of(grading.project, lab):
        progress(f"grading {lab.id}: {case.name}")
        proofs.append(prove_case(grading, case))
    return proofs
