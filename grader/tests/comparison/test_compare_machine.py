"""`compare` with the machine itself: a store that becomes coalesced, a new fault, kernels without main()."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from grader.cli.main import main
from grader.tests.schema.test_schemas import validate

pytestmark = pytest.mark.slow
Capture = pytest.CaptureFixture[str]

KERNEL = """#include "size.h"
__global__ void move(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i % 1024 * 1024 + i / 1024] = in[i];
}
"""
MAIN = """int main() {
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, SIZE * sizeof(float));
  cudaMalloc(&out, SIZE * sizeof(float));
  cudaMemset(in, 0, SIZE * sizeof(float));
  move<<<SIZE / 256, 256>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return cudaGetLastError() != cudaSuccess;
}
"""
COALESCED = "// it writes in order\n" + KERNEL.replace("i % 1024 * 1024 + i / 1024", "i")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("size.h").write_text("#define SIZE (1 << 20)\n", encoding="utf-8")
    Path("a.cu").write_text(KERNEL + MAIN, encoding="utf-8")
    Path("b.cu").write_text(COALESCED + MAIN, encoding="utf-8")
    return tmp_path


def compared(capsys: Capture, *words: str, status: int = 0) -> dict[str, Any]:
    assert main(["compare", *words, "--report", "json"]) == status
    text = capsys.readouterr().out
    validate("comparison", text)
    found: dict[str, Any] = json.loads(text)
    return found


def test_a_store_that_becomes_coalesced_is_faster_in_its_line(capsys: Capture) -> None:
    found = compared(capsys, "a.cu", "b.cu")
    (kernel,) = found["kernels"]
    assert kernel["verdict"] == "faster" and kernel["times_as_fast"] > 1.5
    line = kernel["lines"][0]
    assert (line["match"], line["before"]["line"], line["after"]["line"]) == ("changed", 4, 5)
    store = next(one for one in line["accesses"] if one["op"] == "store")
    requests = (1 << 20) // 32
    assert store["before"]["sectors"] == 32 * requests and store["after"]["sectors"] == 4 * requests
    assert found["notes"] == [] and found["new_faults"] == []
    back = compared(capsys, "b.cu", "a.cu")["kernels"][0]
    assert back["verdict"] == "slower" and back["times_as_fast"] < 1 / 1.5


def test_the_sentence_names_the_line_and_both_limiters(capsys: Capture) -> None:
    assert main(["compare", "a.cu", "b.cu"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "line 5's global store went from 32 to 4 sectors a request" in said
    assert "on an NVIDIA H200" in said and "times as fast" in said and "limited by" in said


def test_a_write_past_the_end_is_a_new_fault(capsys: Capture) -> None:
    broken = (COALESCED + MAIN).replace("cudaMalloc(&out, SIZE *", "cudaMalloc(&out, SIZE / 2 *")
    Path("b.cu").write_text(broken, encoding="utf-8")
    found = compared(capsys, "a.cu", "b.cu", status=1)
    first = found["new_faults"][0]
    assert (first["kind"], first["file"], first["line"], first["kernel"]) == (
        "out of bounds",
        "b.cu",
        5,
        "move",
    )
    assert found["kernels"][0]["verdict"] == "unknown"
    again = compared(capsys, "b.cu", "b.cu")
    assert again["new_faults"] == [] and again["kept_faults"] >= 1


def test_two_kernels_of_one_program_are_compared_by_name(capsys: Capture) -> None:
    other = COALESCED.partition("\n")[2].partition("\n")[2].replace("move", "move_in_order")
    both = (
        KERNEL
        + other
        + MAIN.replace("  cudaDevice", "  move_in_order<<<SIZE / 256, 256>>>(in, out);\n  cudaDevice")
    )
    Path("a.cu").write_text(both, encoding="utf-8")
    (kernel,) = compared(capsys, "a.cu", "a.cu", "--kernel", "move", "--kernel", "move_in_order")["kernels"]
    assert (kernel["before"]["kernel"], kernel["after"]["kernel"]) == ("move", "move_in_order")
    assert kernel["verdict"] == "faster"


def test_kernels_without_main_are_traced(capsys: Capture) -> None:
    Path("a.cu").write_text(KERNEL, encoding="utf-8")
    Path("b.cu").write_text(COALESCED, encoding="utf-8")
    shape = ("--grid", "4096", "--block", "256", "--arg", "f32:1Mi:iota", "--arg", "f32:1Mi:uninit")
    (kernel,) = compared(capsys, "a.cu", "b.cu", *shape)["kernels"]
    assert kernel["verdict"] == "faster" and kernel["lines"][0]["after"]["line"] == 5


def test_a_commit_is_compiled_with_its_own_header(capsys: Capture, here: Path) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false")
    for words in (("init", "-q", "."), ("add", "-A"), ("commit", "-q", "-m", "one")):
        subprocess.run(["git", *identity, *words], cwd=here, check=True, capture_output=True)
    Path("size.h").write_text("#define SIZE (1 << 19)\n", encoding="utf-8")
    (kernel,) = compared(capsys, "--commits", "HEAD..", "b.cu")["kernels"]
    requests = [kernel[side]["amounts"]["requests"] for side in ("before", "after")]
    assert requests == [2 * (1 << 20) // 32, 2 * (1 << 19) // 32]
