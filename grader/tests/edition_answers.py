"""Finds kernels of the student edition that give a lab's answer away, by running its checks on them.

A lab may hand out kernels that are right and slow, as lab 4 does the naive transpose, and those earn what is
due for being right. Any other kernel of the edition may earn no more than they do.

A check earns its points only if all that it requires pass, down to checks that require nothing. So a kernel
file on which all of those fail earns nothing, and they take milliseconds. Whatever passes one of them is
graded as a student's file is.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from grader.core.lab_files import include_folder, stub_of
from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.grading.grade_labs import Grading, Submission, describe_compiler, grade_lab
from grader.isolation.confinement import NoSandbox
from grader.machine.tokens import Token, find_clang, tokens_of
from grader.machine.toolchain import program_of
from grader.tests.edition_kernels import Placed, SourceFile, placed_in, read_file

# Where the edition teaches. Elsewhere a kernel must take all the integers that the lab's does: thousands of
# kernels are in the machine's tests and measurements.
TAUGHT = ("README.md", "common/simt/README.md", "common/simt/examples", "docs")
# Of a line or two each, generated from tables or there to be refused.
NOT_TRIED = (
    "common/simt/tests",
    "common/simt/agreement/patterns",
    "common/simt/agreement/kernels",
    "tools/new_lab",
)
BLOCK = re.compile(r"^```(?:cuda|cpp|c\+\+|c)?[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
SEED, LIMIT_S = 7, 60


@dataclass(frozen=True)
class Earned:
    """A kernel that earns points. checks: the ids of those that pass."""

    lab: str
    file: str
    how: str
    points: int
    checks: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file}: {self.how} earns {self.points} points in {self.lab}: {', '.join(self.checks)}"


@dataclass(frozen=True)
class Tried:
    """What was tried with one lab. compiled: how many kernel files were; refused: how many simtcc refused.

    handed_out: the most points of a kernel in the lab's own folder, such as the right and slow one that its
    handout begins with. given_away: kernels elsewhere that earn more than that.
    """

    compiled: int
    refused: int
    handed_out: int
    given_away: tuple[Earned, ...]


def sources_in(edition: Path) -> dict[str, str]:
    """The text of each file that has a kernel, and of each block of code that has one, by its name."""
    found: dict[str, str] = {}
    for path in sorted(edition.rglob("*")):
        name = path.relative_to(edition)
        if path.suffix not in (".cu", ".cuh", ".h", ".md") or any(map(name.is_relative_to, NOT_TRIED)):
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        for shown, part in _parts(str(name), text):
            if "__global__" in part:
                found[shown] = part
    return found


def _parts(name: str, text: str) -> Iterator[tuple[str, str]]:
    if not name.endswith(".md"):
        yield name, text
        return
    for block in BLOCK.finditer(text):
        yield f"{name}:{text.count(chr(10), 0, block.start()) + 1}", block[1]


def read_sources(project: Project, sources: dict[str, str]) -> list[SourceFile]:
    """Their kernels. What is included is looked for in the checkout, which has the edition's headers."""
    tokens = tokens_of(list(sources.values()), _clang(project), NoSandbox())
    return [read_file(project.root, name, one) for name, one in zip(sources, tokens, strict=True)]


def _clang(project: Project) -> str:
    return find_clang(describe_compiler(project))


def try_lab(project: Project, lab: Lab, files: Sequence[SourceFile], folder: Path) -> Tried:
    """Put every kernel that fits in the place of the lab's, and see what each would earn.

    The lab's program must be built. folder: to work in. The lab's own kernel file is left out.
    """
    own = stub_of(project, lab)
    (stub,) = tokens_of([own.read_text(encoding="utf-8")], _clang(project), NoSandbox())
    placed = list(_all_placed(stub, [file for file in files if not file.name.endswith(f"/{own.name}")]))
    numbered = ((one, folder / f"{lab.id}-{number:04}.cu") for number, one in enumerate(placed))
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        outcomes = list(pool.map(lambda one: _try_one(project, lab, *one), numbered))
    earned = tuple(one for one in outcomes if isinstance(one, Earned))
    refused = outcomes.count(False)
    start = f"labs/{lab.folder}/"
    handed_out = max((one.points for one in earned if one.file.startswith(start)), default=0)
    given_away = tuple(one for one in earned if one.points > handed_out)
    return Tried(len(outcomes) - refused, refused, handed_out, given_away)


def _all_placed(stub: Sequence[Token], files: Sequence[SourceFile]) -> Iterator[Placed]:
    known: set[str] = set()
    for file in files:
        is_taught = any(map(PurePosixPath(file.name).is_relative_to, TAUGHT))
        for placed in placed_in(stub, file, with_fewer=is_taught):
            if placed.text not in known:
                known.add(placed.text)
                yield placed


def _try_one(project: Project, lab: Lab, placed: Placed, kernel: Path) -> Earned | bool:
    """What it earns, or whether it compiles."""
    kernel.write_text(placed.text, encoding="utf-8")
    module = kernel.with_suffix(".so")
    compiled = subprocess.run(
        [project.simtcc, "-I", include_folder(project, lab), kernel, "-o", module], capture_output=True
    )
    if compiled.returncode != 0:
        return False
    if not _passes_a_first_check(project, lab, module):
        return True
    result = grade_lab(Grading(project), Submission(lab, kernel)).result
    if result.points == 0:
        return True
    checks = tuple(check.id for check in result.checks if check.points)
    return Earned(lab.id, placed.kernel.file, placed.how, result.points, checks)


def _passes_a_first_check(project: Project, lab: Lab, module: Path) -> bool:
    """Whether it passes any check that requires no other. A run that did not end well is graded, too."""
    first = [check.test for check in lab.checks if not check.requires]
    results = module.with_suffix(".json")
    command: list[str | Path] = [
        program_of(project, lab),
        "--module",
        module,
        "--machine",
        "simt",
        "--results",
        results,
    ]
    command += ["--seed", str(SEED), f"--gtest_filter={':'.join(first)}"]
    try:
        subprocess.run(command, capture_output=True, timeout=LIMIT_S)
        record = json.loads(results.read_text(encoding="utf-8"))
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return True
    return not record["complete"] or any(check["status"] == "passed" for check in record["checks"])
