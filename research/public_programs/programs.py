"""What is a program in a folder of sources: a file with main(), and those beside it without."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

MAIN = re.compile(r"^\s*(?:extern\s+\"C\"\s+)?(?:int|void|auto)\s+main\s*\(", re.MULTILINE)
# Collections keep headers that their programs share in a folder of this name.
SHARED = "Common"


@dataclass(frozen=True)
class Program:
    """One program. name: its path below the collection, with the collection's own name."""

    name: str
    source: Path
    others: tuple[Path, ...]
    include: tuple[Path, ...]


def programs_below(folder: Path) -> list[Program]:
    """All of them, by path."""
    files = sorted(path for path in folder.rglob("*.cu") if path.is_file())
    return [_program(folder, path) for path in files if _has_main(path)]


def _program(folder: Path, source: Path) -> Program:
    beside = [*source.parent.glob("*.cu"), *source.parent.glob("*.cpp")]
    others = tuple(sorted(path for path in beside if not _has_main(path)))
    shared = [parent / SHARED for parent in source.parents if folder in (parent, *parent.parents)]
    include = (source.parent, *(path for path in shared if path.is_dir()))
    return Program(f"{folder.name}/{source.relative_to(folder)}", source, others, include)


def _has_main(path: Path) -> bool:
    return MAIN.search(path.read_text(encoding="utf-8", errors="replace")) is not None
