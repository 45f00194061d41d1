"""`compare`: runs two versions of a CUDA file, and shows what lines cost before and after, and why."""

from __future__ import annotations

import io
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime, timezone
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from grader.cli.options import CourseCommand, schedule_option
from grader.cli.session import progress_line
from grader.comparison.commits import Checkout, range_of
from grader.comparison.comparing import Compared
from grader.comparison.comparing import compare as compare_sides
from grader.comparison.versions import Version, Wanted, each, run_version
from grader.core.errors import GraderError
from grader.core.files import read_source, refuse_unwritable, write_whole
from grader.core.paths import current_project
from grader.core.visible import visible
from grader.report.comparison_view.comparison_terminal import print_comparison
from grader.report.terminal.console import SafeConsole
from grader.schema.comparison import COMPARISON
from grader.schema.document import write_document
from grader.trace.request import LaunchRequest, fold_launches, parse_group

FAULTY = 1
WHOLE_WIDTH = 110
HELP = """Compare two versions of a CUDA file: did the change help, where, and by how much?

\b
  ./course compare before.cu after.cu
  ./course compare --commits HEAD~1.. main.cu -- --size 512
  ./course compare transpose.cu transpose.cu --kernel naive --kernel tiled

\b
Both versions run, as ./course run does. The report says what each kernel's
predicted time became, with its error, and what limited it before and now; then,
for each source line, its requests, sectors, wavefronts, bank conflicts and
share of the time, before and after. Faults of the second version that the first
one lacks come first.

\b
Lines are matched by a diff of the two sources: a line that only moved is the
same line. Kernels are matched by name. If each version has one kernel, or
--kernel names one of each, these two are compared whatever their names.

\b
Counts are exact. Times come from a model: if they differ by less than their
errors let one tell, the report says so.

\b
A file without main() is traced, as ./course trace does: give its launch with
--grid, --block, --shared, --arg and --then. --kernel, --grid, --block and
--shared may be given twice: for the first version, then for the second one.

\b
The programs' output is compared, not shown; their input is empty. Everything
after -- is passed to both. --commits runs a file of each commit with the
headers of that commit.

Exit status: 0 compared; 1 the second version has a fault that the first one
lacks, or ends with an error; 2 they could not be compared.
"""


class Report(str, Enum):
    """How the comparison is shown."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"


Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="A.cu B.cu [-- ARGUMENTS…]",
        help="The two versions; with --commits the files of one program.",
    ),
]
Commits = Annotated[
    str,
    typer.Option(
        "--commits",
        metavar="OLD..[NEW]",
        help="Compare two commits of one file. Without NEW: with the file as it is now.",
    ),
]
Kernels = Annotated[list[str] | None, typer.Option("--kernel", metavar="K", help="Compare only this kernel.")]
Form = Annotated[Report, typer.Option("--report", metavar="text|json|html", help="text: in the terminal.")]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="F", help="Write the report to F. Default for html: compare.html; for json: printed."
    ),
]
Device = Annotated[
    str,
    typer.Option(
        "--device",
        metavar="NAME",
        help="The GPU whose times are predicted: h200 (default), h100, a100, 4090.",
    ),
]
Schedule = Annotated[
    int, schedule_option("Draws the order in which blocks, warps and lanes take turns; 0: in order.")
]
Grids = Annotated[
    list[str] | None, typer.Option("--grid", metavar="X[,Y,Z]", help="Number of blocks, without main().")
]
Blocks = Annotated[
    list[str] | None, typer.Option("--block", metavar="X[,Y,Z]", help="Threads per block, without main().")
]
Shared = Annotated[
    list[str] | None,
    typer.Option("--shared", metavar="BYTES", help="Dynamic shared memory per block, without main()."),
]
Args = Annotated[
    list[str] | None,
    typer.Option("--arg", metavar="SPEC", help="One for each parameter: see ./course trace --help."),
]
Then = Annotated[list[str] | None, typer.Option("--then", metavar="…", help="Start another launch.")]
DataSeed = Annotated[int, typer.Option("--data-seed", metavar="N", min=0, help="Seed of random contents.")]
Includes = Annotated[
    list[Path] | None, typer.Option("-I", metavar="DIR", help="Add a folder to the #include path.")
]
Defines = Annotated[list[str] | None, typer.Option("-D", metavar="X=Y", help="Define a macro.")]
Nvcc = Annotated[str, typer.Option("--nvcc", metavar="'OPTIONS'", help="More options, as nvcc takes them.")]
Passed = Annotated[list[str] | None, typer.Option("--passed", hidden=True)]


class Command(CourseCommand):
    """The command, which takes several launches, and passes on the words behind --."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse what a common parser can take."""
        at = args.index("--") if "--" in args else len(args)
        return super().parse_args(
            ctx, [*fold_launches(args[:at]), *(f"--passed={word}" for word in args[at + 1 :])]
        )


def compare(
    files: Files,
    commits: Commits = "",
    kernel: Kernels = None,
    report: Form = Report.TEXT,
    out: Out = None,
    device: Device = "",
    schedule: Schedule = 0,
    grid: Grids = None,
    block: Blocks = None,
    shared: Shared = None,
    arg: Args = None,
    then: Then = None,
    data_seed: DataSeed = 1,
    include: Includes = None,
    define: Defines = None,
    nvcc: Nvcc = "",
    passed: Passed = None,
) -> int:
    """Run both versions and compare them: the help is HELP.

    Returns 1 when the second version has a fault that the first one lacks.
    """
    kernels, shapes = each(kernel or (), "--kernel"), _launches(grid, block, shared, tuple(arg or ()))
    wanted = [
        Wanted(
            kernels[at],
            device,
            schedule,
            tuple(define or ()),
            tuple(_words(nvcc)),
            tuple(passed or ()),
            shapes[at],
            tuple(parse_group(group) for group in then or ()),
            ("--data-seed", str(data_seed)),
        )
        for at in (0, 1)
    ]
    if out is None and report is Report.HTML:
        out = Path("compare.html")
    refuse_unwritable(out)
    with _versions(files, commits, tuple(include or ()), kernels) as versions, progress_line() as progress:
        project = current_project()
        sides = [
            run_version(project, version, one, progress)
            for version, one in zip(versions, wanted, strict=True)
        ]
        compared = compare_sides(*sides)
    _show(compared, report, out)
    return FAULTY if compared.comparison.new_faults else 0


# A docstring in place could not have its layout.
compare.__doc__ = HELP


def _launches(
    grid: Sequence[str] | None,
    block: Sequence[str] | None,
    shared: Sequence[str] | None,
    arguments: tuple[str, ...],
) -> tuple[LaunchRequest, LaunchRequest]:
    """The traced launch of each version."""
    grids, blocks = each(grid or (), "--grid"), each(block or (), "--block")
    memory = each(shared or (), "--shared")
    if bool(grids[0]) != bool(blocks[0]):
        raise GraderError("--grid and --block belong together", "Give both, or none for a file with main().")
    return (
        LaunchRequest("", grids[0], blocks[0], memory[0], arguments),
        LaunchRequest("", grids[1], blocks[1], memory[1], arguments),
    )


def _words(nvcc: str) -> list[str]:
    try:
        return shlex.split(nvcc)
    except ValueError as error:
        raise GraderError(f"--nvcc {nvcc}: {error}", "Close the quotation.") from error


@contextmanager
def _versions(
    files: Sequence[Path], commits: str, includes: tuple[Path, ...], kernels: tuple[str, str]
) -> Iterator[tuple[Version, Version]]:
    """The two versions. What was made for them is removed at the end."""
    here = Path.cwd().resolve()
    if commits:
        with _of_commits(files, commits, includes) as versions:
            yield versions
        return
    if len(files) != 2:
        raise GraderError(
            f"{len(files)} file was given" if len(files) == 1 else f"{len(files)} files were given",
            "Name the two versions: ./course compare A.cu B.cu\n"
            "Two commits of one file: ./course compare --commits OLD..NEW FILE.cu",
        )
    for file in files:
        read_source(file)
    labels = [str(file) for file in files]
    if labels[0] == labels[1] and kernels[0] != kernels[1]:
        labels = list(kernels)
    first, second = (
        Version(label, str(file), (file,), (here,), includes)
        for label, file in zip(labels, files, strict=True)
    )
    yield first, second


@contextmanager
def _of_commits(
    files: Sequence[Path], commits: str, includes: tuple[Path, ...]
) -> Iterator[tuple[Version, Version]]:
    wanted, checkout = range_of(commits), Checkout.around(files[0])
    here = Path.cwd().resolve()
    with ExitStack() as stack:

        def exported(commit: str) -> Version:
            tree = stack.enter_context(checkout.exported(commit))
            inside = tuple(checkout.inside(tree, file) for file in files)
            for file, there in zip(files, inside, strict=True):
                if not there.is_file():
                    raise GraderError(
                        f"{file} is not in {commit}",
                        f"git log --oneline -- {file} lists the commits that have it.",
                    )
            folders = tuple(checkout.inside(tree, folder) for folder in includes)
            roots = (checkout.inside(tree, here), tree)
            return Version(commit, str(files[0]), inside, roots, folders, tree)

        before = exported(wanted.before)
        if wanted.after:
            yield before, exported(wanted.after)
        else:
            for file in files:
                read_source(file)
            yield before, Version("now", str(files[0]), tuple(files), (here, checkout.top), includes)


def _show(compared: Compared, form: Report, out: Path | None) -> None:
    if form is Report.HTML and out is not None:
        from grader.report.comparison_view.comparison_page import render_page

        write_whole(out, render_page(compared, datetime.now(timezone.utc)))
        print(visible(f"report: {out}"))
    elif form is Report.JSON:
        document = write_document(COMPARISON, compared.comparison)
        if out is None:
            sys.stdout.write(document)
        else:
            write_whole(out, document)
    elif out is None:
        print_comparison(SafeConsole(highlight=False), compared.comparison)
    else:
        text = io.StringIO()
        print_comparison(SafeConsole(highlight=False, file=text, width=WHOLE_WIDTH), compared.comparison)
        write_whole(out, text.getvalue())
