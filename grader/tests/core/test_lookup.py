"""Labs by the names that people type, and what is suggested where there is none such."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.core.errors import GraderError
from grader.core.manifest import Lab, find_lab
from grader.tests.fake_project import FakeProject

FOLDERS = (
    ("lab1_stride_sweep", "stride_sweep.cu"),
    ("lab3_bank_conflicts", "bank_conflicts.cu"),
    ("lab4_tiled_transpose", "tiled_transpose.cu"),
)


@pytest.fixture
def labs(fake: FakeProject) -> tuple[Lab, ...]:
    return tuple(
        replace(fake.lab, id=folder[:4], folder=folder, kernel_file=kernel) for folder, kernel in FOLDERS
    )


@pytest.mark.parametrize(
    "name", ["lab4", "4", " LAB4 ", "lab4_tiled_transpose/", "labs/lab4_tiled_transpose/x"]
)
def test_a_lab_is_found_by_id_number_and_folder(labs: tuple[Lab, ...], name: str) -> None:
    assert find_lab(labs, name).id == "lab4"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("lba4", "lab4"),
        ("lab44", "lab4"),
        ("l4", "lab4"),
        ("lab 3", "lab3"),
        ("lab1_stride_swep", "lab1"),
        ("labs/lab4_tiled_transpos", "lab4"),
        ("transpose", "lab4"),
        ("bank_conflict", "lab3"),
    ],
)
def test_a_misspelt_lab_gets_a_suggestion(labs: tuple[Lab, ...], typed: str, meant: str) -> None:
    with pytest.raises(GraderError, match=f"there is no lab '{typed}'") as caught:
        find_lab(labs, typed)
    assert caught.value.fix.startswith(f"Did you mean {meant}?\nKnown labs: lab1 (")


@pytest.mark.parametrize("typed", ["lab9", "9", "lab", "labb", "", "homework"])
def test_no_lab_is_suggested_where_several_or_none_is_close(labs: tuple[Lab, ...], typed: str) -> None:
    with pytest.raises(GraderError) as caught:
        find_lab(labs, typed)
    assert caught.value.fix.startswith("Known labs: lab1 (")
