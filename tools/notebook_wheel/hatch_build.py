"""Chooses what is in the notebook wheel: grader.notebook and all that it imports, renamed to coalesce_labs.

The grader's own name is too common for other people's site-packages, and a notebook's folder may well have a
grader.py, which Python would import instead. So each module is copied with its imports of `grader` renamed;
nothing else of it changes. Templates come with the packages that own them.
"""

from __future__ import annotations

import ast
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parents[2]
PACKAGE, RENAMED = "grader", "coalesce_labs"
FIRST = "grader.notebook"
DATA_FOLDER = "templates"
# What `%load_ext coalesce_labs` calls. The rest of the package is loaded by then, and not by `import` alone.
ENTRY = f'''

def load_ipython_extension(shell: object) -> None:
    """Register %%simt with a notebook."""
    from {RENAMED}.notebook import load_ipython_extension as load

    load(shell)  # type: ignore[arg-type]
'''


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """What hatchling calls."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's
        """Write the renamed modules, and name them and their data."""
        self.folder = Path(tempfile.mkdtemp(prefix="notebook-wheel-"))
        included: dict[str, str] = build_data["force_include"]
        for name, source in sorted(modules_of(FIRST).items()):
            inside = source.relative_to(ROOT / PACKAGE)
            written = self.folder / inside
            written.parent.mkdir(parents=True, exist_ok=True)
            text = renamed(source.read_text(encoding="utf-8"))
            written.write_text(text + ENTRY if name == PACKAGE else text, encoding="utf-8")
            included[str(written)] = f"{RENAMED}/{inside}"
            data = source.with_name(DATA_FOLDER)
            if source.name == "__init__.py" and data.is_dir():
                included[str(data)] = f"{RENAMED}/{inside.with_name(DATA_FOLDER)}"
        included[str(ROOT / "LICENSE")] = f"{RENAMED}/LICENSE"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove what was written."""
        shutil.rmtree(self.folder)


def modules_of(first: str) -> dict[str, Path]:
    """The module, all of this project that it imports, directly or not, and the packages that they are in."""
    found: dict[str, Path] = {}
    waiting = [first]
    while waiting:
        name = waiting.pop()
        source = file_of(name)
        if source is None or name in found:
            continue
        found[name] = source
        waiting += [name.rpartition(".")[0], *imported_by(source)]
    return found


def file_of(name: str) -> Path | None:
    """A module's file; None for what is no module of the project's."""
    place = ROOT.joinpath(*name.split("."))
    files = (place / "__init__.py", place.with_suffix(".py"))
    is_ours = name.partition(".")[0] == PACKAGE
    return next((file for file in files if is_ours and file.is_file()), None)


def imported_by(source: Path) -> Iterator[str]:
    """Every name that may be a module, wherever in the file it is imported."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def renamed(text: str) -> str:
    """The source with its imports of the package renamed."""
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == PACKAGE:
            at = node.lineno - 1
            lines[at] = lines[at].replace(f"from {PACKAGE}", f"from {RENAMED}", 1)
        elif isinstance(node, ast.Import) and any(a.name.partition(".")[0] == PACKAGE for a in node.names):
            raise ValueError(f"line {node.lineno}: write `from {PACKAGE}… import …`, which can be renamed")
    return "\n".join(lines)
