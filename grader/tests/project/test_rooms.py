"""The tree can be read from its names: a small root, no room of one file, no name twice, no long file.

That imports run one way is import-linter's to check (pyproject.toml, ./course lint python).
"""

from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
MOST_LINES = 600
MOST_IN_ROOT = 8
PARTS = ("grader", "research")
# Folders of tests for what is no package of the grader.
OF_NO_PACKAGE = {"browser", "labs", "project"}


def modules(part: str) -> list[Path]:
    """The part's modules but for its tests."""
    found = (ROOT / part).rglob("*.py")
    return [file for file in found if "tests" not in file.parts and file.name != "__init__.py"]


def packages(part: str) -> list[Path]:
    return [file.parent for file in (ROOT / part).rglob("__init__.py") if "tests" not in file.parts]


def test_the_graders_root_holds_few_files() -> None:
    assert len([*(ROOT / "grader").glob("*.py")]) <= MOST_IN_ROOT


@pytest.mark.parametrize("part", PARTS)
def test_no_package_holds_a_single_module(part: str) -> None:
    for package in packages(part):
        inside = [file for file in modules(part) if file.is_relative_to(package)]
        assert len(inside) > 1, f"{package.relative_to(ROOT)} holds {len(inside)}"


def test_each_package_of_the_grader_has_a_folder_of_tests() -> None:
    grader = ROOT / "grader"
    of_packages = {file.parent.name for file in grader.glob("*/__init__.py")} - {"tests"}
    of_tests = {file.parent.name for file in grader.glob("tests/*/test_*.py")}
    assert of_tests == of_packages | OF_NO_PACKAGE


def test_no_module_has_the_name_of_another() -> None:
    names = Counter(file.stem for part in PARTS for file in modules(part) if file.stem != "__main__")
    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize("part", PARTS)
def test_no_module_is_longer_than_can_be_read_at_once(part: str) -> None:
    long = {
        str(file.relative_to(ROOT)): lines
        for file in modules(part)
        if (lines := len(file.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }
    assert long == {}


@pytest.mark.parametrize("part", PARTS)
def test_each_module_and_package_says_what_it_is_for(part: str) -> None:
    files = [*modules(part), *(package / "__init__.py" for package in packages(part))]
    silent = [
        str(file.relative_to(ROOT))
        for file in files
        if not file.read_text("utf-8").startswith(('"""', 'r"""'))
    ]
    assert silent == []
