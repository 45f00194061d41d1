"""`measure`: on a GPU, every lab's rates and hardware counters, as a record, a page and a scorecard.

Of the reference solutions also what libraries reach on the same problems.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from grader.cli.options import Labs, Limit, Seed, Solutions
from grader.cli.session import (
    choose_files,
    no_gpu,
    notice,
    open_checkout,
    progress_line,
    require_driver,
)
from grader.core.errors import GraderError
from grader.core.files import refuse_unwritable, unwritable, write_whole
from grader.core.manifest import Lab, choose_labs
from grader.core.paths import Project
from grader.core.run_defaults import DEFAULT_LIMIT_S, chosen_seed, graded_at
from grader.core.steps import Progress, part_of
from grader.grading.grade_labs import Grading, describe_compiler
from grader.machine.gpu import Gpu, NoGpu, find_gpu
from grader.machine.toolchain import COMPILER, build_targets
from grader.measuring.measure_labs import Measuring, measure_lab, through_pytorch
from grader.measuring.measurements_page import write_page
from grader.measuring.ncu import NoCounters, find_ncu
from grader.measuring.peers.page import PAGE as LIBRARIES
from grader.measuring.peers.peer_comparison import compare
from grader.measuring.setting import setting_of
from grader.measuring.surveying import survey_target
from grader.report.scorecard.scorecard_page import render_scorecard
from grader.report.terminal.console import SafeConsole
from grader.schema.class_results import Settings
from grader.schema.document import read_document, write_document
from grader.schema.measurements import MEASUREMENTS, Measurements
from grader.schema.results import Results

RECORD = "measurements.json"
SCORECARD = "scorecard.html"
# Words for an error that says that nothing was measured: what is missing, and a command that needs no GPU.
WITHOUT = ("measured", "./course check")


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
) -> int:
    """On a GPU: measure every lab, read its hardware counters, and write a record, a page and a scorecard.

    Exit status: 0 written, 2 could not run.
    """
    if page:
        _write_page_again(out)
        return 0
    names = labs or []
    course = open_checkout()
    project, chosen = course.project, choose_labs(course.labs, names)
    submissions = choose_files(project, chosen, solutions=solutions)
    settings = Settings(seed=chosen_seed(seed), limit_s=time_limit)
    require_driver(*WITHOUT)
    _make_folder(out)
    command = _command(names, solutions)
    with progress_line() as progress:
        _build(project, chosen, progress)
        gpu = find_gpu(project, chosen)
        if isinstance(gpu, NoGpu):
            raise no_gpu(gpu, *WITHOUT)
        measuring = _measuring(Grading(project, settings, gpu), gpu)
        measured = [
            measure_lab(measuring, submission, part_of(progress, done, len(submissions)))
            for done, submission in enumerate(submissions)
        ]
        others, no_others = through_pytorch(out, solutions, progress)
        # The comparisons belong to several labs, so they are made only with the whole course.
        with_libraries = solutions and not names
        no_libraries = _beside_libraries(out, command, progress) if with_libraries else ""
    kernels = "the reference solutions" if solutions else "the student's"
    version = measuring.ncu.version if measuring.ncu else ""
    setting = setting_of(project, gpu, version, graded_at(), command, kernels, settings.seed)
    found = Measurements(setting, tuple(lab for _, lab in measured), others, no_others)
    compiler = describe_compiler(project)
    results = Results("cuda", compiler, tuple(result for result, _ in measured), seed=settings.seed)
    _write(out, found, results)
    if with_libraries:
        _say_of_libraries(out, no_libraries)
    return 0


def _command(labs: Sequence[str], solutions: bool) -> str:
    """The command as the page gives it, for repeating the measurement."""
    return " ".join(["./course measure", *labs, *(["--solutions"] if solutions else []), "--out DIR"])


def _beside_libraries(out: Path, command: str, progress: Progress) -> str:
    """Write the references' rates beside CUB's, cuBLAS's and PyTorch's; '', or why there are none."""
    try:
        compare(out, command, progress)
    except GraderError as trouble:
        return trouble.message
    return ""


def _say_of_libraries(folder: Path, trouble: str) -> None:
    if trouble:
        notice(f"the reference solutions were not measured beside libraries: {trouble}")
    else:
        _say("libraries", folder / LIBRARIES)


def _write_page_again(folder: Path) -> None:
    """Write the page again, from the record that is in the folder."""
    file = folder / RECORD
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise GraderError(f"{file}: {error.strerror}", "`./course measure --out DIR` writes one.") from error
    _say("page", write_page(folder, read_document(MEASUREMENTS, text, str(file))))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error.strerror or str(error)) from error
    refuse_unwritable(folder / RECORD)


def _build(project: Project, labs: Sequence[Lab], progress: Progress) -> None:
    tests = [*COMPILER, *(f"{lab.id}_test" for lab in labs)]
    build_targets(project, tests + [survey_target(lab) for lab in labs if lab.surveys], progress)


def _measuring(grading: Grading, gpu: Gpu) -> Measuring:
    try:
        return Measuring(grading, gpu, find_ncu(os.environ))
    except NoCounters as trouble:
        notice(f"hardware counters are not read: {trouble.message}")
        return Measuring(grading, gpu, None, trouble.message)


def _write(folder: Path, found: Measurements, results: Results) -> None:
    write_whole(folder / RECORD, write_document(MEASUREMENTS, found))
    _say("record", folder / RECORD)
    _say("page", write_page(folder, found))
    write_whole(folder / SCORECARD, render_scorecard(results, graded_at()))
    _say("scorecard", folder / SCORECARD)
    for words in dict.fromkeys(lab.no_counts for lab in found.labs if lab.no_counts):
        notice(f"hardware counters were not read: {words}")


def _say(what: str, path: Path) -> None:
    SafeConsole(highlight=False, soft_wrap=True).print(Text(f"{what + ':':<11}{path.absolute()}"))
