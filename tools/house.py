"""The tree in figures, and whether its rules hold.

    python tools/house.py [FOLDER]

In: a checkout, this one unless FOLDER is another. Out: how long files are, which folders are fullest, the
largest classes, what a counter touches; then each break of a rule in a line, and exit status 1 if there is
one. The rules: a folder of sources includes only the layers below its own (LAYERS), and holds at most
MOST_FILES files.

Sources are C++, CUDA, Python, shell and CMake files. Tests, catalogued answers and attacks are left out: they
are sets of cases, each in a file of its own.
"""

from __future__ import annotations

import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = {".cpp", ".h", ".cu", ".py", ".sh", ".cmake"}
# Folders that are not the project's own, or made by its programs.
PASSED_OVER = {".git", ".venv", "build", "node_modules"}
CASES = {"tests", "answers", "attacks", "catalogue", "agreement", "data"}
MOST_FILES = 40
SHORT, SHORTEST = 50, 20
# The order in which the folders of a part include each other, highest first: each includes itself and those
# below it. Folders of one layer may include each other.
LAYERS = {
    "common/simt/compiler": ("driver", "back", "passes ptx", "front", "system"),
    "common/simt/machine": (
        *("time", "report", "workers", "lanes", "requests", "races", "traffic"),
        *("faults", "loading", "textures", "memory", "common"),
    ),
    "common/simt/runtime": ("api libraries", "state", "report"),
}
INCLUDED = re.compile(r'^#include "(\w+)/', re.MULTILINE)
# One of the counts: each file that names it has a list of counts, or a rule.
A_COUNTER = "least_wavefronts"
CLASS = re.compile(r"\b(?:class|struct)\s+([A-Za-z_]\w*)[^;{}()=]*\{")
# Comments, texts, and the parameters of templates, which are called classes too.
NOT_CODE = re.compile(r'template\s*<[^>{]*>|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


@dataclass(frozen=True)
class Class:
    """A class in C++: its name, and how many functions and data members it declares."""

    name: str
    functions: int
    members: int


def files(root: Path) -> Iterator[Path]:
    """Every file of the project, below root."""
    for entry in sorted(root.iterdir()):
        if entry.is_dir() and not entry.is_symlink():
            if entry.name not in PASSED_OVER and not entry.name.startswith("."):
                yield from files(entry)
        elif entry.is_file():
            yield entry


def is_case(path: Path, root: Path) -> bool:
    """Whether the file belongs to a set of cases."""
    return not CASES.isdisjoint(path.relative_to(root).parts)


def classes(text: str) -> Iterator[Class]:
    """The classes that a text defines, nested ones apart."""
    text = NOT_CODE.sub("", text)
    for found in CLASS.finditer(text):
        statements = list(_statements(text, found.end()))
        functions = sum("(" in statement.split("=")[0] for statement in statements)
        data = [one for one in statements if "(" not in one.split("=")[0] and not _declares_no_data(one)]
        yield Class(found[1], functions, len(data))


def _statements(text: str, at: int) -> Iterator[str]:
    """What a class consists of, from behind its opening brace: the text of each member, without bodies."""
    depth, statement = 0, ""
    for letter in text[at:]:
        if letter == "{":
            depth += 1
        elif letter == "}":
            if depth == 0:
                return
            depth -= 1
            if depth == 0 and "(" in statement.split("=")[0]:
                yield statement
                statement = ""
        elif depth == 0 and letter == ";":
            if statement.strip():
                yield statement
            statement = ""
        elif depth == 0:
            statement += letter


def _declares_no_data(statement: str) -> bool:
    words = re.sub(r"\b(?:public|private|protected)\s*:(?!:)", "", statement).split()
    no_data = {"using", "friend", "class", "struct", "enum", "static", "typedef", "template", "static_assert"}
    return not words or words[0] in no_data


def broken_layers(root: Path) -> Iterator[str]:
    """Each include of a layer from one below it."""
    for part, layers in LAYERS.items():
        depth = {folder: number for number, layer in enumerate(layers) for folder in layer.split()}
        for folder, own in depth.items():
            for source in sorted((root / part / folder).rglob("*.*")):
                for other in INCLUDED.findall(source.read_text(encoding="utf-8")):
                    if depth.get(other, own) < own:
                        yield (
                            f"{source.relative_to(root)}: includes a file of {other}/, which is above "
                            f"{folder}/ in tools/house.py: move what both need to {folder}/ or below"
                        )


def full_folders(root: Path, sources: list[Path]) -> Iterator[str]:
    """Each folder that holds more sources than a reader can survey."""
    for folder, count in Counter(path.parent for path in sources).items():
        if count > MOST_FILES:
            yield (
                f"{folder.relative_to(root)}: {count} sources, at most {MOST_FILES} can be surveyed: "
                "divide them by what they are for"
            )


def table(root: Path, everything: list[Path], sources: list[Path]) -> list[tuple[str, str]]:
    """The figures, each with its name."""
    lines = [len(path.read_text(encoding="utf-8", errors="replace").splitlines()) for path in sources]
    short = sum(count < SHORT for count in lines)
    shortest = sum(count < SHORTEST for count in lines)
    fullest = Counter(path.parent.relative_to(root) for path in sources).most_common(5)
    headers = [path for path in sources if path.suffix == ".h"]
    largest = sorted(
        (one for path in headers for one in classes(path.read_text(encoding="utf-8"))),
        key=lambda one: -one.functions,
    )[:5]
    answers = [path for path in everything if is_case(path, root) and "tests" not in path.parts]
    beside = sum(path.suffix == ".toml" for path in answers)
    counter = sum(A_COUNTER in path.read_text(encoding="utf-8", errors="replace") for path in sources)
    middle = f"{statistics.median(lines):.0f} ({statistics.mean(lines):.0f})"
    return [
        ("sources", f"{len(sources)}, {sum(lines)} lines"),
        ("lines of a source, median (mean)", middle),
        (f"under {SHORT} lines", f"{short} ({short / len(lines):.0%}), under {SHORTEST}: {shortest}"),
        ("largest source", f"{max(lines)} lines"),
        ("fullest folders", ", ".join(f"{folder} {count}" for folder, count in fullest)),
        (
            "largest classes",
            ", ".join(f"{one.name} {one.functions} functions, {one.members} members" for one in largest),
        ),
        ("metadata files beside answers", str(beside)),
        (f"sources that name {A_COUNTER}", str(counter)),
    ]


def main(arguments: list[str]) -> int:
    """Prints the table and what breaks a rule. Returns the exit status."""
    root = Path(arguments[0]).resolve() if arguments else ROOT
    everything = list(files(root))
    sources = [path for path in everything if path.suffix in SOURCES and not is_case(path, root)]
    if not sources:
        print(f"{root}: no sources here; give the folder of a checkout", file=sys.stderr)
        return 2
    for name, figure in table(root, everything, sources):
        print(f"  {name}: {figure}")
    broken = [*broken_layers(root), *full_folders(root, sources)]
    print(*broken, sep="\n", end="\n" if broken else "")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
