"""What several commands share: options, arguments, and the class that makes a command of a function."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption

from grader.cli.interrupted import saying_what_is_kept


class CourseCommand(TyperCommand):
    """A command whose function returns the exit status."""

    def invoke(self, ctx: Any) -> Any:
        """Run the function and end with its status; without a function, with 0."""
        with saying_what_is_kept(ctx.info_name or ""):
            status = super().invoke(ctx)
        raise typer.Exit(status or 0)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """List the formats in the help of --formats: they are imported only when it is shown."""
        for option in self.params:
            if isinstance(option, TyperOption) and option.name == "formats":
                from grader.formats.registry import export_names

                option.help = f"Also write these formats: {', '.join(export_names())}."
        super().format_help(ctx, formatter)


class Machine(str, Enum):
    """Where the checks run. auto: a GPU measures what it can, if there is one."""

    SIMT = "simt"
    CUDA = "cuda"
    AUTO = "auto"


class ProofMachine(str, Enum):
    """Whose verdicts are proved: the SIMT machine's, or those that a GPU measures."""

    SIMT = "simt"
    CUDA = "cuda"


CourseFile = Annotated[
    Path | None,
    typer.Option(
        "--course-file",
        metavar="FILE",
        help="Which labs the course has and what each counts. Default: course.toml of the checkout, if it "
        "has one; else all labs.",
    ),
]
Labs = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="LAB...", help="lab4, 4, the lab's folder or a file in it. Default: all labs of the course."
    ),
]
Solutions = Annotated[
    bool, typer.Option("--solutions", help="Grade the reference solutions instead of your files.")
]
NextLab = Annotated[
    str | None,
    typer.Argument(
        metavar="LAB", help="lab4, 4, the lab's folder or a file in it. Default: the next open lab."
    ),
]
OnMachine = Annotated[
    Machine,
    typer.Option(
        "--machine",
        help="simt: count on the SIMT machine. cuda: also measure on a GPU. auto: measure if there is a GPU.",
    ),
]
Kernel = Annotated[
    Path | None, typer.Option("--kernel", metavar="FILE.cu", help="Grade this file instead of the lab's own.")
]
Sass = Annotated[
    bool,
    typer.Option(
        "--sass",
        help="Also show what nvcc makes of each line, and where that differs from what was counted. It needs "
        "no GPU, but nvcc: ./course setup --nvcc.",
    ),
]
Json = Annotated[
    Path | None, typer.Option("--json", metavar="F.json", help="Also write the results as JSON.")
]
Limit = Annotated[
    float,
    typer.Option(
        "--time-limit", metavar="S", min=1, help="Limit for each lab's run, in seconds of processor time."
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed", metavar="N", min=0, help="Seed of all random inputs. Default: a new one in every run."
    ),
]


def schedule_option(help_text: str) -> Any:
    """The option --schedule N: the number of an order of threads."""
    return typer.Option("--schedule", metavar="N", min=0, max=999_999, help=help_text)


Schedule = Annotated[
    int,
    schedule_option(
        "Repeat launches in this order of threads alone. Default: three orders, drawn from the seed."
    ),
]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for all output.")]
# CourseCommand lists the formats of grader/formats in this option's help.
Formats = Annotated[list[str] | None, typer.Option("--formats", metavar="F,…")]
SameFiles = Annotated[
    bool,
    typer.Option(
        "--same-files",
        help="Also name, on the class page, the students whose files are the same once formatting and names "
        "are set aside.",
    ),
]
Problems = Annotated[
    bool,
    typer.Option(
        "--problems", help="Also print each failed check as `file:line:from-to: error: …`, for editors."
    ),
]
LabList = Annotated[
    list[str] | None,
    typer.Option("--labs", metavar="LAB,…", help="Labs to grade. Default: all labs of the course."),
]
Minutes = Annotated[
    float, typer.Option("--minutes", metavar="N", min=0.1, help="Time limit for one submission, in minutes.")
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", min=1, help="Number of parallel jobs. Default: one for each core."),
]


def split_names(given: list[str] | None) -> list[str]:
    """The names, which may also be separated by commas."""
    return [name.strip() for text in given or [] for name in text.split(",") if name.strip()]
