"""The tokens of kernel files as clang reads them, and the names that a lab's headers give them.

Nothing is expanded, included or run: clang's lexer alone looks at each file, confined as the compiler is,
because a file may be made to harm whatever reads it. What it writes is a line for each token, with its kind,
its spelling and its place; see clang -cc1 -dump-raw-tokens.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.paths import Project
from grader.core.temporary import temporary_folder
from grader.isolation.confinement import Confinement, Places, compile_limits

# Of processor time: clang takes a few hundredths of a second for a file.
EACH_S = 2.0
# A process of its own for each file, so that none costs another its tokens. $1: clang.
LEX_EACH = """
for file in *.cu; do
  "$1" -cc1 -dump-raw-tokens -x cuda -std=c++17 "$file" 2> "$file.tokens" || echo failed > "$file.tokens"
done
"""
# What ends each token's line: its place, in a file whose name we chose.
PLACE = re.compile(r"\tLoc=<\d+\.cu:\d+:\d+>\n")
IDENTIFIER, COMMENT, SPACE, END = "raw_identifier", "comment", "unknown", "eof"
COMPLETION = re.compile(r"^COMPLETION: (?:Pattern : )?(\w+)", re.MULTILINE)
PROBE = '#include "{header}"\n__device__ void simt_names() {{\n ;\n}}\n'
CHUNK = 50


@dataclass(frozen=True)
class Token:
    """kind: clang's name for it, such as raw_identifier or l_paren. starts_line: it is a line's first."""

    kind: str
    text: str
    starts_line: bool = False


def find_clang(compiler_name: str) -> str:
    """The program of the clang that simtcc uses. compiler_name: as it calls it, such as clang 14.0.6."""
    version = re.search(r"\d+", compiler_name)
    names = (f"clang-{version[0]}", "clang") if version else ("clang",)
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        raise GraderError(f"{names[0]} was not found", f"Install it: apt-get install {names[0]}")
    return found


def tokens_of(texts: Sequence[str], clang: str, within: Confinement) -> list[tuple[Token, ...]]:
    """The tokens of each text, without comments and space; () for one that clang's lexer fails at."""
    found: list[tuple[Token, ...]] = []
    for first in range(0, len(texts), CHUNK):
        found += _tokens_of_some(texts[first : first + CHUNK], clang, within)
    return found


def _tokens_of_some(texts: Sequence[str], clang: str, within: Confinement) -> list[tuple[Token, ...]]:
    with temporary_folder() as place:
        folder = place.resolve()
        for number, text in enumerate(texts):
            (folder / f"{number:03}.cu").write_text(text, encoding="utf-8", errors="replace")
        # Without a sandbox, the command runs here, and not in the folder.
        script = f'cd "$2" && {LEX_EACH}'
        # Root without a sandbox and nobody in one alike must be able to write there.
        folder.chmod(0o777)
        limits = compile_limits(EACH_S * len(texts))
        within.run(["sh", "-c", script, "sh", clang, str(folder)], limits, Places(write=folder))
        return [_read_tokens(folder / f"{number:03}.cu.tokens") for number in range(len(texts))]


def _read_tokens(file: Path) -> tuple[Token, ...]:
    if file.is_symlink() or not file.is_file():
        return ()
    text = file.read_text(encoding="utf-8", errors="replace")
    *lines, _ = PLACE.split(text)
    tokens = (_token(line) for line in lines)
    return tuple(token for token in tokens if token.kind not in (COMMENT, SPACE, END))


def _token(line: str) -> Token:
    """Of `raw_identifier 'tile'` and flags behind it. A spelling may hold quotes and line ends."""
    kind, _, rest = line.partition(" '")
    spelling, _, flags = rest.rpartition("'")
    return Token(kind, spelling, "[StartOfLine]" in flags)


def names_known_to(project: Project, clang: str, include: Path, header: str) -> frozenset[str]:
    """Every name that means something in a kernel file before a line of it is written.

    They are what clang offers to complete inside a function: macros, and the types, variables and functions
    that CUDA's headers and the lab's own declare. Reserved names (two underscores) and the keywords of
    statements are not among them. No file of a student's is read for this.
    """
    flags = subprocess.run(
        [project.simtcc, "--editor-flags"], capture_output=True, text=True, check=False
    ).stdout.split("\n")
    with temporary_folder() as folder:
        probe = folder / "probe.cu"
        probe.write_text(PROBE.format(header=header), encoding="utf-8")
        at = ["-Xclang", "-code-completion-macros", "-Xclang", f"-code-completion-at={probe}:3:2"]
        command: list[str | Path] = [
            clang,
            *filter(None, flags),
            "-w",
            "-I",
            include,
            "-fsyntax-only",
            *at,
            probe,
        ]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
    names = frozenset(COMPLETION.findall(said.stdout))
    if "threadIdx" not in names:
        raise GraderError(f"{clang} does not list the names of {header}: {said.stderr.strip()[-400:]}")
    return names
