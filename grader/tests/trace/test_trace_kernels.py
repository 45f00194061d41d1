"""Kernels of any file: how they are found, named and reached."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.trace.kernels import Kernel, NamedKernel, choose_kernel, kernels_of, wrapper_text, wrong_kernel

SOURCE = r"""
#include <cuda_runtime.h>
#define KERNEL(name) __global__ void name(int* out) \
  { __global__ }
// __global__ void in_a_comment();
/* __global__ void in_another(); */
const char* text = "__global__ void in_a_string() \" {";
const char brace = '{';
namespace alias = std;
using namespace std;
extern "C" __global__ void plain(float* x);
extern "C" __global__ void plain(float* x) { if (x) { *x = 1; } }
namespace outer { namespace {
template <int N, class T = float>
__global__ void __launch_bounds__(256, 2) tiled(const T* in) {}
} // namespace
inline namespace v1::deep { static __global__ __attribute__((used)) void bounded(int n) {} }
struct S { int x; };
template <class T> struct Box { T value; };
template <> __global__ void outer_special<3>(int);
template __global__ void tiled<4>(const float* in);
}
__global__ void last(int (*shape)[4]) {}
"""
FOUND = ("plain", "outer::tiled<int N, class T = float>", "outer::v1::deep::bounded", "last")


def test_kernels_are_found_where_code_is() -> None:
    assert tuple(kernel.shown for kernel in kernels_of(SOURCE)) == FOUND


def test_the_example_has_two() -> None:
    example = Path(__file__).parents[3] / "common" / "simt" / "examples" / "transpose.cu"
    shown = [kernel.shown for kernel in kernels_of(example.read_text(encoding="utf-8"))]
    assert shown == ["transpose_naive", "transpose_tiled<int kPitch>"]


@pytest.mark.parametrize(
    "text", ["", "__global__", "__global__ void", "namespace {", "template <", "}}}", "/*"]
)
def test_a_torn_file_has_none(text: str) -> None:
    assert kernels_of(text) == ()


@pytest.mark.parametrize(
    ("name", "expression"),
    [
        ("plain", "plain"),
        ("::plain", "plain"),
        ("bounded", "outer::v1::deep::bounded"),
        ("tiled<32, float>", "outer::tiled<32, float>"),
        ("outer::tiled<4>", "outer::tiled<4>"),
        ("made_by_a_macro", "made_by_a_macro"),
    ],
)
def test_namespaces_may_be_left_out(name: str, expression: str) -> None:
    assert choose_kernel(name, kernels_of(SOURCE), "k.cu") == NamedKernel(name, expression)


def test_the_only_kernel_needs_no_name() -> None:
    assert choose_kernel("", (Kernel("only"),), "k.cu").expression == "only"
    with pytest.raises(
        GraderError, match=r"say which kernel of k\.cu to run\nAdd --kernel NAME\. It has: plain, "
    ):
        choose_kernel("", kernels_of(SOURCE), "k.cu")
    with pytest.raises(GraderError, match="no __global__ function"):
        choose_kernel("", (), "k.cu")


def test_a_template_wants_its_arguments() -> None:
    with pytest.raises(
        GraderError, match=r"'tiled' is a template in k.cu: outer::tiled<int N, class T = float>"
    ):
        choose_kernel("tiled", kernels_of(SOURCE), "k.cu")


def test_a_name_in_two_namespaces_is_told_apart() -> None:
    twice = (Kernel("a::k"), Kernel("b::k"))
    with pytest.raises(GraderError, match=r"several kernels in k\.cu are called 'k'\nName one: a::k, b::k"):
        choose_kernel("k", twice, "k.cu")
    assert choose_kernel("b::k", twice, "k.cu").expression == "b::k"


def test_what_is_not_there_is_answered_with_what_is() -> None:
    error = wrong_kernel(
        [NamedKernel("plane", "plane")], kernels_of(SOURCE), "k.cu", "'plane' is not declared"
    )
    assert (error.message, error.fix) == ("no kernel 'plane' in k.cu", f"It has: {', '.join(FOUND)}")
    other = wrong_kernel([NamedKernel("last<1>", "last<1>")], kernels_of(SOURCE), "k.cu", "no template")
    assert other.message == "'last<1>' cannot be taken from k.cu: no template"


def test_the_file_is_included_as_it_is() -> None:
    text = wrapper_text(Path("/a b/k.cu"), [NamedKernel("tiled<1>", "outer::tiled<1>")])
    assert text.startswith('#include "/a b/k.cu"\n')
    assert "simt_traced_0 = &::outer::tiled<1>;" in text
    assert 'annotate("simt.written:tiled<1>")' in text
    with pytest.raises(GraderError, match="quotation marks"):
        wrapper_text(Path('/a"b/k.cu'), [])
