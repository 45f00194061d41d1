"""The programs of each suite, which of them are racy, and how they run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

RACY_IN_INDIGO = re.compile(r"atomicBug|raceBug|guardBug|syncBug")
# Threads of a block and blocks, which Indigo's programs take.
INDIGO_SHAPE = ("256", "8")


@dataclass(frozen=True)
class Case:
    """One program, and the arguments that it runs with, one run each. text: what is compiled."""

    name: str
    text: str
    is_racy: bool
    folder: Path
    includes: tuple[Path, ...] = ()
    runs: tuple[tuple[str, ...], ...] = ((),)


def scor(checkout: Path) -> Iterator[Case]:
    """Each microbenchmark, as published and without `volatile`."""
    for file in sorted((checkout / "microbenchmarks" / "src").glob("*.cu")):
        text = file.read_text(encoding="utf-8")
        racy = file.stem.startswith("race_")
        yield Case(f"as published: {file.stem}", text, racy, file.parent)
        yield Case(f"without volatile: {file.stem}", re.sub(r"\bvolatile\b", "", text), racy, file.parent)


def indigo(checkout: Path) -> Iterator[Case]:
    """Each kernel, with the graphs of the checkout."""
    root = checkout / "indigo"
    graphs = sorted((root / "input").glob("*.egr"))
    runs = tuple((str(graph.resolve()), *INDIGO_SHAPE) for graph in graphs)
    for file in sorted((root / "indigo_sources").glob("*/*.cu")):
        text = file.read_text(encoding="utf-8")
        racy = RACY_IN_INDIGO.search(file.stem) is not None
        kind = "with a bug of bounds" if "boundsBug" in file.stem else "within bounds"
        yield Case(f"{kind}: {file.stem}", text, racy, file.parent, (root / "indigo_include",), runs)
