"""`prove`: the labs are held to what they promise."""

from __future__ import annotations

import os
from dataclasses import dataclass

from grader.commands.session import open_course, progress_line
from grader.grading import Grading
from grader.lookup import choose_labs
from grader.proof.cases import cases_of, prove_cases, prove_listing
from grader.proof.catalogue import read_catalogue
from grader.proof.table import print_catalogue, print_proofs
from grader.terminal_console import make_console
from grader.toolchain import build_programs


@dataclass(frozen=True)
class ProveRequest:
    """names: of labs, none for all. jobs: cases at once, None for one a core. table: grade nothing."""

    names: list[str]
    compiler: str | None = None
    jobs: int | None = None
    table: bool = False


def run_prove(request: ProveRequest) -> int:
    """Returns 0 when every case is as expected, else 1."""
    course = open_course()
    project, labs = course.project, choose_labs(course.labs, request.names)
    console = make_console()
    if request.table:
        for lab in labs:
            print_catalogue(console, lab, read_catalogue(project, lab))
        return 0
    cases = [case for lab in labs for case in cases_of(project, lab)]
    jobs = request.jobs or len(os.sched_getaffinity(0))
    with progress_line() as progress:
        build_programs(project, labs, progress)
        for lab in labs:
            prove_listing(project, lab)
        proofs = prove_cases(Grading(project, request.compiler), cases, jobs, progress)
    for lab in labs:
        print_proofs(console, lab, [proof for proof in proofs if proof.case.submission.lab == lab])
    wrong = any(proof.mismatches for proof in proofs)
    console.print("NOT PROVED" if wrong else "proved")
    return 1 if wrong else 0
