"""What the sandbox costs a submission: each lab's reference, compiled and run.

From the repository: .venv/bin/python -m research.bench.sandbox_cost [ROUNDS]
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from grader.core.lab_files import include_folder, solution_of
from grader.core.manifest import Lab, read_labs
from grader.core.paths import Project, current_project
from grader.grading.grade_labs import Grading, Submission, grade_lab
from grader.isolation.bubblewrap import find_sandbox
from grader.isolation.confinement import Confinement
from grader.machine.module import compile_kernel
from grader.machine.toolchain import build_programs
from grader.schema.class_results import Settings

SEED = 4
WAYS: tuple[tuple[str, Callable[[], Confinement | None]], ...] = (
    ("trusted", lambda: None),
    ("in the sandbox", find_sandbox),
)


@dataclass(frozen=True)
class FreshProject(Project):
    """The checkout, with modules in a folder of their own: none is found compiled."""

    folder: Path

    @property
    def modules(self) -> Path:
        return self.folder


def main(arguments: list[str]) -> None:
    """Medians in seconds, all ways by turns in each round."""
    rounds = int(arguments[0]) if arguments else 20
    project = current_project()
    labs = read_labs(project)
    build_programs(project, labs, lambda _: None)
    ways = [(name, make()) for name, make in WAYS]
    print("| lab | step | " + " | ".join(name for name, _ in ways) + " |")
    print("| --- | --- |" + " ---: |" * len(ways))
    for lab in labs:
        taken = [[seconds(project, lab, way) for _, way in ways] for _ in range(rounds)]
        for number, step in enumerate(("compile", "run and judge")):
            cells = [f"{median(row[way][number] for row in taken):.3f}" for way in range(len(ways))]
            print(f"| {lab.id} | {step} | {' | '.join(cells)} |", flush=True)


def seconds(project: Project, lab: Lab, sandbox: Confinement | None) -> tuple[float, float]:
    """Of compiling, and of the run with its judgement."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = FreshProject(project.root, project.build, Path(folder))
        kernel = solution_of(project, lab)
        grading = Grading(fresh, Settings(seed=SEED), sandbox=sandbox)
        began = time.perf_counter()
        compile_kernel(fresh, kernel, include_folder(fresh, lab), sandbox)
        compiled = time.perf_counter()
        result = grade_lab(grading, Submission(lab, kernel)).result
        ended = time.perf_counter()
    if result.points != result.max_points:
        raise SystemExit(f"{lab.id}: {result.points} of {result.max_points} points: {result.trouble}")
    return compiled - began, ended - compiled


if __name__ == "__main__":
    main(sys.argv[1:])
