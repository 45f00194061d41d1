"""What several commands of the command line take."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer


class Machine(str, Enum):
    """Where the checks run; auto takes what the modules are built for."""

    SIMT = "simt"
    CUDA = "cuda"
    AUTO = "auto"


class ProofMachine(str, Enum):
    """Whose verdicts are proved: the SIMT machine's, or a GPU's on what has a measured form."""

    SIMT = "simt"
    CUDA = "cuda"


Labs = Annotated[
    list[str] | None, typer.Argument(metavar="LAB...", help="lab4, 4, its folder or a file in it")
]
Solutions = Annotated[bool, typer.Option("--solutions", help="Grade the reference solutions.")]
Kernel = Annotated[Path | None, typer.Option("--kernel", metavar="FILE.cu", help="Grade this file instead.")]
Json = Annotated[Path | None, typer.Option("--json", metavar="F.json", help="Write results.json.")]
Compiler = Annotated[str | None, typer.Option("--compiler", metavar="C", help="g++, clang++ or a path.")]
Limit = Annotated[float, typer.Option("--time-limit", metavar="S", min=1, help="Seconds for each lab's run.")]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="N", min=0, help="Of all random inputs; else drawn afresh.")
]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where everything goes.")]
# Its help lists the formats that grader/formats has: see CommandWithFormats.
Formats = Annotated[list[str] | None, typer.Option("--formats", metavar="F,…")]
Problems = Annotated[
    bool, typer.Option("--problems", help="Also one line a failed check, as compilers write it: for editors.")
]
LabList = Annotated[list[str] | None, typer.Option("--labs", metavar="LAB,…", help="Else all.")]
Minutes = Annotated[
    float, typer.Option("--minutes", metavar="N", min=0.1, help="For all of one submission's grading.")
]
Jobs = Annotated[int | None, typer.Option("--jobs", metavar="N", min=1, help="At once; else one a core.")]
