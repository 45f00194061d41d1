"""`trace`: compiles any kernel file for the SIMT machine, runs it, and shows what each line costs."""

from __future__ import annotations

import sys
from datetime import datetime, timezone
from pathlib import Path
from typing import Annotated, Any

import typer

from grader.cli.options import CourseCommand
from grader.cli.session import progress_line
from grader.core.files import read_source, refuse_unwritable, write_whole
from grader.core.paths import current_project
from grader.machine.toolchain import build_targets
from grader.report.terminal.console import SafeConsole
from grader.report.trace_view.trace_terminal import print_trace
from grader.trace.build_module import build_module
from grader.trace.program import TARGETS, run_trace
from grader.trace.request import LaunchRequest, TraceRequest, fold_launches, parse_group

STANDARD_OUTPUT = "-"
EXAMPLE = (
    "./course trace common/simt/examples/transpose.cu --kernel 'transpose_tiled<32>'",
    "--grid 8,8 --block 32,8 --arg f32:256x256:iota --arg f32:256x256:uninit --arg 256",
)
HELP = f"""Run any kernel of any .cu file: see what each line costs, and every fault.

\b
A profiler and a sanitizer that need no GPU. An example:

\b
  {EXAMPLE[0]} \\
      {EXAMPLE[1]}

\b
The report shows that the column of `tile` is in one bank: 32 wavefronts where
1 would do. With 'transpose_tiled<33>' none is wasted. Each fault is reported
with its line, block and thread.

\b
The sectors, wavefronts and bank conflicts of each load and store are exact: the
rules give an H200's own counters on all 960 measured access patterns. A GPU's
compiler may still merge, hoist or unroll accesses in another way.

\b
The time of each launch, and the share of it that each line takes, come from a
model of the device (--device), with the error to expect. Nothing is measured.

\b
K        the kernel's name, with its namespace (a::k) or template arguments
         ('k<32, float>'). The file needs no changes and may contain host code.
         Optional if the file has only one kernel.
SPEC     one --arg for each parameter, in order:
         42   0.5   i64:7          a number, of the parameter's type or its own
         f32:1Mi:iota              a buffer: type, elements (4096, 64x64, 1Mi),
                                   contents
         out=f32:4096:uninit       the same, with a name
         @out                      an earlier buffer again; null: a null pointer
         {{f32:1Mi:iota, @out, 16}}  a struct passed by value: its members, in order
  types     i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64
  contents  iota  zeros  ones  =3.5  random  random(LO,HI)  permutation
            uninit (reading it is a fault)  file:PATH (bytes; numbers in
            .csv and .txt); f32:file:PATH takes its length from the file

\b
Several launches on the same buffers; --then starts the next one:
  ./course trace sum.cu --kernel partial --grid 64 --block 256 \\
      --arg f32:16Ki:ones --arg sums=f32:64:zeros \\
      --then --kernel total --grid 1 --block 64 --arg @sums --arg f32:1:zeros

Exit status: 0 no fault, 1 the kernel has faults, 2 could not run.
"""

File = Annotated[Path, typer.Argument(metavar="FILE.cu", help="The file with the kernel.")]
Grid = Annotated[str, typer.Option("--grid", metavar="X[,Y,Z]", help="Number of blocks.")]
Block = Annotated[str, typer.Option("--block", metavar="X[,Y,Z]", help="Threads per block.")]
Shared = Annotated[str, typer.Option("--shared", metavar="BYTES", help="Dynamic shared memory per block.")]
Args = Annotated[
    list[str] | None, typer.Option("--arg", metavar="SPEC", help="One for each parameter: see above.")
]
Then = Annotated[list[str] | None, typer.Option("--then", metavar="…", help="Start another launch.")]
Json = Annotated[
    str | None,
    typer.Option(
        "--json", metavar="[F]", help="Write the whole report to F; without F, print it instead of the table."
    ),
]
Html = Annotated[Path | None, typer.Option("--html", metavar="F.html", help="Write the annotated page.")]
Dump = Annotated[
    list[str] | None,
    typer.Option(
        "--dump", metavar="NAME[:COUNT]", help="Print a buffer at the end: its first COUNT elements, or :all."
    ),
]
ScheduleSeed = Annotated[
    int,
    typer.Option(
        "--schedule",
        "--seed",
        metavar="N",
        min=0,
        help="Draws the order of blocks, warps and lanes; 0: in order.",
    ),
]
Seeds = Annotated[
    int,
    typer.Option("--seeds", metavar="N", min=0, help="Also run N shuffled orders, and compare the outputs."),
]
DataSeed = Annotated[int, typer.Option("--data-seed", metavar="N", min=0, help="Seed of random contents.")]
Workers = Annotated[
    int, typer.Option("--workers", metavar="N", min=0, help="Threads that run blocks; 0: one for each core.")
]
Limit = Annotated[
    float,
    typer.Option(
        "--time-limit", metavar="S", min=0.1, help="Limit for each launch, in seconds of processor time."
    ),
]
Device = Annotated[
    str,
    typer.Option(
        "--device", metavar="NAME", help="The GPU whose time is predicted: h200 (default), h100, a100, 4090."
    ),
]
ExpectWritten = Annotated[
    bool,
    typer.Option(
        "--expect-written",
        help="Also report output elements that no launch has written. Outputs are the buffers that a kernel "
        "takes as pointers to non-const.",
    ),
]
Includes = Annotated[
    list[Path] | None, typer.Option("-I", metavar="DIR", help="Add a folder to the #include path.")
]
Defines = Annotated[list[str] | None, typer.Option("-D", metavar="X=Y", help="Define a macro.")]


class Command(CourseCommand):
    """The command, which takes several launches, each behind --then."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse what a common parser can take."""
        return super().parse_args(ctx, fold_launches(args))


def trace(
    file: File,
    grid: Grid,
    block: Block,
    kernel: Annotated[str, typer.Option("--kernel", metavar="K", help="The kernel to run.")] = "",
    shared: Shared = "",
    arg: Args = None,
    then: Then = None,
    json: Json = None,
    html: Html = None,
    dump: Dump = None,
    seed: ScheduleSeed = 0,
    seeds: Seeds = 0,
    data_seed: DataSeed = 1,
    workers: Workers = 0,
    time_limit: Limit = 30.0,
    device: Device = "",
    expect_written: ExpectWritten = False,
    include: Includes = None,
    define: Defines = None,
) -> int:
    """Trace the launches, and show what they cost: the help is HELP."""
    first = LaunchRequest(kernel, grid, block, shared, tuple(arg or ()))
    numbers = {
        "--seed": seed,
        "--seeds": seeds,
        "--data-seed": data_seed,
        "--workers": workers,
        "--time-limit": time_limit,
    }
    options = [word for name, number in numbers.items() for word in (name, str(number))]
    options += [word for name in dump or () for word in ("--dump", name)]
    options += ["--device", device] if device else []
    options += ["--expect-written"] if expect_written else []
    request = TraceRequest(
        file,
        launches=(first, *(parse_group(group) for group in then or ())),
        includes=tuple(include or ()),
        defines=tuple(define or ()),
        options=tuple(options),
    )
    return _trace(request, json, html)


# A docstring in place could not have its layout.
trace.__doc__ = HELP


def _trace(request: TraceRequest, json: str | None, html: Path | None) -> int:
    """Trace, and show it. Returns 0, or 1 when faults or unwritten outputs were found.

    json: a file, or '-' for the standard output, in place of the table.
    """
    read_source(request.file)
    refuse_unwritable(html)
    to_file = Path(json) if json not in (None, STANDARD_OUTPUT) else None
    refuse_unwritable(to_file)
    project = current_project()
    with progress_line() as progress:
        build_targets(project, TARGETS, progress)
        progress(f"building {request.file.name}")
        module = build_module(project, request)
        found, document = run_trace(project, request, module)
    if json == STANDARD_OUTPUT:
        sys.stdout.write(document)
    else:
        print_trace(SafeConsole(highlight=False), found, request.file)
    if to_file is not None:
        write_whole(to_file, document)
    if html is not None:
        from grader.cli.surroundings import explorer_page
        from grader.report.trace_view.trace_page import render_page

        now, explorer = datetime.now(timezone.utc), explorer_page(project, html)
        write_whole(html, render_page(found, module.text, request.file, now, explorer))
    return 1 if found.faults or found.unwritten else 0
