"""What is a program in a folder of sources, and with what it is compiled.

Four rules, the first that fits:

1. `rules.toml` names the program's sources (collections whose Makefiles choose among sources).
2. A folder's CMakeLists.txt has an `add_executable`: its sources are the program.
3. A folder's Makefile has a target `run`: the program is what `make` builds there, and `make run` runs it.
4. Every .cu file with a main() is a program, compiled with the sources beside it that have none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from research.public_programs.rules import Named, Rules

MAIN = re.compile(
    r"^\s*(?:extern\s+\"C\"\s+)?(?:(?:int|void|auto)\s+)?main\s*\((?:[^;{]*)\)\s*\{?", re.MULTILINE
)
EXECUTABLE = re.compile(r"^\s*add_executable\(\s*\S+\s+([^)]*)\)", re.MULTILINE)
RUN_TARGET = re.compile(r"^run\s*:(?!=)", re.MULTILINE)
LISTING = "CMakeLists.txt"
MAKEFILE = "Makefile"
SOURCES = (".cu", ".cpp", ".cc", ".c")
# Collections keep headers that their programs share in a folder of this name.
SHARED = "Common"


@dataclass(frozen=True)
class Program:
    """One program. name: its path below the collection, with the collection's own name.

    makefile_below: the collection, of a program that its own Makefile builds and runs; None of others.
    """

    name: str
    source: Path
    others: tuple[Path, ...]
    include: tuple[Path, ...]
    options: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    makefile_below: Path | None = None

    @property
    def collection(self) -> str:
        """The first part of its name."""
        return self.name.split("/", 1)[0]

    @property
    def sources(self) -> tuple[Path, ...]:
        """All that are compiled."""
        return (self.source, *self.others)


def programs_below(folder: Path, rules: Rules | None = None) -> list[Program]:
    """All of them, by path."""
    rules = rules or Rules()
    named = [_named(folder, one, rules) for one in rules.named if one.collection == folder.name]
    taken = {path.parent for program in named for path in (program.source, *program.others)}
    found = list(named)
    with_sources = (path for path in folder.rglob("*") if path.suffix in SOURCES or path.name == LISTING)
    for path in sorted({path.parent for path in with_sources}):
        if path not in taken and "build" not in path.parts:
            found += _in_folder(folder, path, rules)
    return sorted(found, key=lambda program: program.name)


def _in_folder(top: Path, folder: Path, rules: Rules) -> list[Program]:
    sources = _of_cmake(folder)
    if sources:
        with_main = next((path for path in sources if _has_main(path)), sources[0])
        return [_program(top, with_main, tuple(path for path in sources if path != with_main), rules)]
    if folder.parent != folder and _of_cmake(folder.parent):
        return []  # a part of the program above
    if _is_made(folder):
        return _of_make(top, folder)
    mains = [path for path in sorted(folder.glob("*.cu")) if _has_main(path)]
    beside = [*folder.glob("*.cu"), *folder.glob("*.cpp")]
    included = set().union(*(_included(path) for path in beside))
    others = tuple(sorted(path for path in beside if not _has_main(path) and path.name not in included))
    return [_program(top, path, others, rules) for path in mains]


def _of_cmake(folder: Path) -> list[Path]:
    listing = folder / LISTING
    if not listing.is_file():
        return []
    found = EXECUTABLE.search(listing.read_text(encoding="utf-8", errors="replace"))
    words = found.group(1).split() if found else []
    paths = [folder / word for word in words if Path(word).suffix in SOURCES]
    return [path for path in paths if path.is_file()]


def _is_made(folder: Path) -> bool:
    makefile = folder / MAKEFILE
    return (
        makefile.is_file()
        and RUN_TARGET.search(makefile.read_text(encoding="utf-8", errors="replace")) is not None
    )


def _of_make(top: Path, folder: Path) -> list[Program]:
    sources = sorted(path for path in folder.iterdir() if path.suffix in SOURCES)
    if not any(path.suffix == ".cu" for path in sources):
        return []
    first = next((path for path in sources if _has_main(path)), sources[0])
    others = tuple(path for path in sources if path != first)
    return [Program(f"{top.name}/{folder.relative_to(top)}", first, others, (), makefile_below=top)]


def _program(top: Path, source: Path, others: tuple[Path, ...], rules: Rules) -> Program:
    shared = [parent / SHARED for parent in source.parents if top in (parent, *parent.parents)]
    own = (source.parent, source.parent.parent / "inc")
    include = tuple(path for path in (*own, *shared) if path.is_dir())
    name = f"{top.name}/{source.relative_to(top)}"
    include = (*include, *rules.beside(name, top))
    return Program(name, source, others, include, rules.options(name), rules.arguments(name))


def _named(top: Path, one: Named, rules: Rules) -> Program:
    sources = [top / one.folder / name for name in one.sources]
    name = f"{top.name}/{one.folder}/{one.name}"
    include = (top / one.folder, *(top / path for path in one.include), *rules.beside(name, top))
    options = (*rules.options(name), *one.options)
    arguments = (*rules.arguments(name), *one.arguments)
    return Program(name, sources[0], tuple(sources[1:]), include, options, arguments)


def _included(path: Path) -> set[str]:
    text = path.read_text(encoding="utf-8", errors="replace")
    return {Path(name).name for name in re.findall(r'#\s*include\s*[<"]([^>"]+)[>"]', text)}


def _has_main(path: Path) -> bool:
    return MAIN.search(path.read_text(encoding="utf-8", errors="replace")) is not None
