"""Lab 10 keeps its faulty kernels twice: in the student's file, and beside it for the checks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

LAB = Path(__file__).resolve().parents[3] / "labs" / "lab10_profile_and_fix"

pytestmark = pytest.mark.skipif(not LAB.is_dir(), reason="this course is without lab 10")


def kernels_of(file: str) -> dict[str, list[str]]:
    """The words of each kernel by its name, without the suffix of the given ones."""
    text = (LAB / file).read_text(encoding="utf-8")
    found = re.findall(r'extern "C" __global__ void (\w+)(\(.*?\n}\n)', text, flags=re.DOTALL)
    return {name.removesuffix("_as_given"): body.split() for name, body in found}


def test_the_given_kernels_are_those_of_the_student_s_file() -> None:
    given = {
        name: body for name, body in kernels_of("given_kernels.cu").items() if not name.startswith("gray_")
    }
    start = kernels_of("profile_and_fix.cu")
    del start["diagnose"]
    assert len(given) == 8
    assert given == start


def test_the_statements_of_a_kernel_are_numbered_in_order() -> None:
    for name, body in kernels_of("given_kernels.cu").items():
        numbers = [int(number) for number in re.findall(r"// \((\d+)\)", " ".join(body))]
        assert numbers == list(range(1, len(numbers) + 1)), name
