"""Reads the verdict that each catalogued answer and each attack begins with: TOML between two lines.

    +++                           /* +++
    kind = "right"                kind = "right"
    summary = "Writes rows."      summary = "Writes rows."
    +++                           +++ */
    --- solution                  #include "tiled_transpose.h"

The left is a .diff, the right a .cu. The answer is what follows: only that is compiled and shown, and what
checks say counts its lines from there. An error in the verdict is named by its line in the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.toml_file import Table, parse_toml

# The lines around the verdict. In a kernel file it is a comment, for tools that read the file as it is.
FENCES = {".diff": ("+++", "+++"), ".cu": ("/* +++", "+++ */")}


@dataclass(frozen=True)
class FrontMatter:
    """shown: the file's name in messages; toml: the verdict, its lines numbered as in the file.

    answer: all that follows.
    """

    shown: str
    toml: str
    answer: str

    @property
    def height(self) -> int:
        """How many lines of the file come before the answer."""
        return self.toml.count("\n") + 1

    def table(self) -> Table:
        """Raises GraderError, with the line, for anything that is not TOML."""
        return Table(parse_toml(self.toml, self.shown), self.shown, source=self.toml)


def read_front_matter(file: Path, shown: str) -> FrontMatter:
    """Raises GraderError for a file that does not begin with a verdict."""
    try:
        # Bytes, because text would lose an attack's own line ends.
        lines = file.read_bytes().decode().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise GraderError(f"{shown}: cannot be read: {error}") from error
    first, last = FENCES[file.suffix]
    if lines[0].rstrip() != first:
        raise GraderError(
            f"{shown}:1: the first line is not '{first}', which starts the verdict",
            f"Begin the file with its verdict in TOML, between the lines '{first}' and '{last}'.",
        )
    end = next((i for i, line in enumerate(lines) if i > 0 and line.rstrip() == last), None)
    if end is None:
        raise GraderError(
            f"{shown}:1: no line '{last}' ends the verdict that starts here", "Write it below the last key."
        )
    # In place of the first line an empty one, so that line 2 of the file is line 2 of the TOML.
    verdict = ["", *lines[1:end], ""]
    broken = next((i for i, line in enumerate(verdict, 1) if "*/" in line), 0)
    if broken and file.suffix == ".cu":
        raise GraderError(
            f"{shown}:{broken}: '*/' ends the comment that the verdict is in", r"Write *\u002F in its place."
        )
    return FrontMatter(shown, "\n".join(verdict), "\n".join(lines[end + 1 :]))
