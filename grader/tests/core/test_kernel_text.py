"""The functions of a kernel file, and which of them are as they were handed out."""

from __future__ import annotations

import pytest

from grader.core.kernel_text import code_of, functions_of, unedited

STUB = """#include "lab.h"

extern "C" __global__ void first(const float* in, float* out) {
  // TODO: one element per thread,
  // in order.
}

__device__ int place(int row) {
  return 0;  // TODO: another { place
}
"""


def given(text: str) -> list[str]:
    return [function.name for function in unedited(text, code_of(STUB))]


def test_a_function_has_its_line_and_its_task() -> None:
    first, place = functions_of(STUB)
    assert (first.name, first.line, first.task) == ("first", 3, "one element per thread, in order.")
    assert (place.name, place.line, place.task) == ("place", 8, "another { place")


def test_comments_and_spacing_are_no_edit() -> None:
    assert given(STUB) == ["first", "place"]
    assert given(STUB.replace("  // TODO: one element per thread,\n  // in order.\n", "")) == [
        "first",
        "place",
    ]
    assert given(STUB.replace("\n", "\r\n").replace("(const float* in,", "(const float*  in,\n")) == [
        "first",
        "place",
    ]


def test_code_is_an_edit_of_its_own_function_alone() -> None:
    assert given(STUB.replace("  // in order.", "  // in order.\n  out[0] = in[0];")) == ["place"]
    assert given(STUB.replace("return 0;", 'return "0"[0];')) == ["first"]
    assert given(STUB.replace("const float* in", "float* in")) == ["place"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("__global__ __launch_bounds__(256, 2) void k(int* p) { if (p) { *p = 1; } }", ["k"]),
        ("__device__ int table[4] = {1, 2, 3, 4}; __global__ void k() {}", ["k"]),
        ("__global__ void declared(int n); __global__ void k() {}", ["k"]),
        ("template <int N> __global__ void k(float (&x)[N]) { char c = '}'; }", ["k"]),
        ('__global__ void k() { printf("}"); /* } */ }\n#define BRACE }\n__global__ void m() {}', ["k", "m"]),
        ("__global__ void broken(", []),
        ("__global__ void open() { if (1) {", ["open"]),
        ("__global__", []),
        ("", []),
    ],
)
def test_what_counts_as_a_function(text: str, names: list[str]) -> None:
    assert [function.name for function in functions_of(text)] == names
