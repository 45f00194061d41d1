"""What is in the notebook wheel: all that it needs, under its own name alone."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path

import pytest

from grader import __version__
from grader.tests.notebook.wheel import HOSTILE, ROOT

# The distributions whose modules have another name.
DISTRIBUTIONS = {"IPython": "ipython", "markdown_it": "markdown-it-py", "pydantic_core": "pydantic"}
# Imported by a name that is put together (grader/core/toml_file.py).
HIDDEN = {"tomli"}

pytestmark = pytest.mark.slow


def texts(wheel: Path) -> Iterator[tuple[str, str]]:
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith(".py"):
                yield name, archive.read(name).decode("utf-8")


def imports(text: str) -> Iterator[str]:
    """The first part of the name of every module that is imported."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield (node.module or "").partition(".")[0]


def requirements(wheel: Path) -> dict[str, str]:
    """What the wheel's metadata requires: each distribution with its bound."""
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = Parser().parsestr(archive.read(name).decode("utf-8"))
    found = (re.match(r"[\w-]+", words) for words in metadata.get_all("Requires-Dist", []))
    return {
        match[0]: words.replace(" ", "")
        for match, words in zip(found, metadata.get_all("Requires-Dist", []), strict=True)
        if match
    }


def test_it_has_the_courses_version_and_one_package(wheel: Path) -> None:
    assert wheel.name == f"coalesce_labs-{__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert tops == {"coalesce_labs", f"coalesce_labs-{__version__}.dist-info"}


def test_it_imports_what_it_contains_or_requires_and_nothing_else(wheel: Path) -> None:
    imported = {name for _, text in texts(wheel) for name in imports(text)}
    assert "grader" not in imported
    foreign = imported - set(sys.stdlib_module_names) - {"coalesce_labs"} | HIDDEN
    assert {DISTRIBUTIONS.get(name, name) for name in foreign} == set(requirements(wheel))


def test_its_lower_bounds_are_the_projects(wheel: Path) -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8").replace(" ", "")
    for words in requirements(wheel).values():
        bound = words.partition(";")[0]
        assert f'"{bound}' in project, f"pyproject.toml has another bound than {bound}"


def test_no_part_of_the_grader_that_a_notebook_does_not_need_is_in_it(wheel: Path) -> None:
    packages = {name.split("/")[1] for name, _ in texts(wheel) if name.count("/") > 1}
    assert packages.isdisjoint({"cli", "classroom", "proof", "formats", "hosted", "intake", "tests"})


def test_every_module_of_it_can_be_imported_beside_a_learners_grader_py(
    wheel: Path, site: Path, tmp_path: Path
) -> None:
    (tmp_path / "grader.py").write_text(HOSTILE, encoding="utf-8")
    names = [name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name, _ in texts(wheel)]
    script = f"import sys; sys.path.insert(1, {str(site)!r})\n" + "".join(f"import {n}\n" for n in names)
    ended = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
