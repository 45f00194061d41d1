"""The example notebook: it runs as it is, and what it says of each cell is so."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
import pytest

from grader.tests.notebook.wheel import ROOT, error_of, execute, printed, shown

pytestmark = pytest.mark.slow

FILE = ROOT / "docs" / "examples" / "first_hour.ipynb"


def read() -> Any:
    return nbformat.read(FILE, as_version=4)  # type: ignore[no-untyped-call]


def code(book: Any) -> list[Any]:
    return [cell for cell in book.cells if cell.cell_type == "code"]


def test_it_is_stored_without_output() -> None:
    book = read()
    nbformat.validate(book)
    assert all(not cell.outputs and cell.execution_count is None for cell in code(book))


@pytest.fixture(scope="module")
def cells(site: Path, simtcc: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """The cells of code, executed: an error of one of them would end this."""
    return code(execute(read(), site, tmp_path_factory.mktemp("hour"), simtcc))


def test_every_program_computes_what_it_prints(cells: list[Any]) -> None:
    said = [printed(cell).strip() for cell in cells[1:]]
    sums = "row 1023 adds up to 496"
    assert said == ["out[8191] is 8191", "out[8191] is 262112", "out[8191] is 8199", "", sums, sums]


def test_neighbours_fill_their_sectors(cells: list[Any]) -> None:
    assert shown(cells[1]).count("4 sectors each, least 4") == 2
    assert "Every request costs the least possible." in shown(cells[1])


def test_a_stride_costs_sectors_up_to_one_a_lane(cells: list[Any]) -> None:
    text = shown(cells[2])
    parts = [text.partition(f"pick<{stride}>(")[2].partition("Totals")[0] for stride in (2, 8, 32)]
    for part, sectors in zip(parts, (8, 32, 32), strict=True):
        assert f"{sectors} sectors each, least 4" in part


def test_an_offset_costs_one_sector_unless_it_is_whole_sectors(cells: list[Any]) -> None:
    text = shown(cells[3])
    assert "5 sectors each, least 5" in text or "5 sectors each, least 4" in text
    assert text.count("4 sectors each, least 4") >= 3


def test_the_fault_is_found_and_the_notebook_goes_on(cells: list[Any]) -> None:
    assert "cell.cu:6: out-of-bounds write of `out[1000]`" in shown(cells[4]) and not error_of(cells[4])


def test_the_tile_makes_loads_coalesced_and_moves_the_cost_to_banks(cells: list[Any]) -> None:
    assert "32 sectors each, least 4" in shown(cells[5])
    assert "32 sectors each" not in shown(cells[6]) and "32 wavefronts each, least 1" in shown(cells[6])


def test_the_changes_that_it_asks_for_do_what_it_says(
    site: Path, simtcc: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    book = deepcopy(read())
    changed = code(book)
    for cell, before, after in (
        (changed[2], "pick<2>", "pick<3>"),
        (changed[4], "out[i] = 1;", "if (i < n) out[i] = 1;"),
        (changed[6], "tile[32][width]", "tile[32][width + 1]"),
    ):
        assert before in cell.source
        cell.source = cell.source.replace(before, after, 1)
    execute(book, site, tmp_path_factory.mktemp("changed"), simtcc)
    assert "12 sectors each, least 4" in shown(changed[2])
    assert shown(changed[4]) == "cell.cu: 1 launch of 1 kernel; no fault found"
    assert "1 wavefront each, least 1" in shown(changed[6]) and "32 wavefronts" not in shown(changed[6])
