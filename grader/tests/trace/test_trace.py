"""`trace` from its command line: with a program of shell, and, slowly, with the machine itself."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from grader.cli.commands.trace import EXAMPLE
from grader.cli.main import main
from grader.core.paths import current_project
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject
from grader.tests.trace_document import SOURCE, UNWRITTEN, document

Capture = pytest.CaptureFixture[str]
KERNELS = """#include "scale.h"
namespace {
__global__ void scale(const float* __restrict__ in, float* out, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = factor * in[i];
}
template <int N> __global__ void spread(int* out) { out[threadIdx.x * N] = SPREAD; }
}  // namespace
"""
SHAPE = ("--grid", "1", "--block", "32")
SCALE = (
    *SHAPE,
    "--kernel",
    "scale",
    "--arg",
    "f32:32:iota",
    "--arg",
    "f32:32:uninit",
    "--arg",
    "2",
    "--arg",
    "32",
)


@pytest.fixture
def kernel(course: Command, fake: FakeProject) -> Path:
    """A kernel file where the user stands, and a program that answers with a document."""
    del course
    file = Path("k.cu").absolute()
    file.write_text(SOURCE, encoding="utf-8")
    answers(fake, document(str(file)), 0)
    return file


def answers(fake: FakeProject, words: str, status: int, stream: int = 1) -> None:
    said = fake.root / "said"
    said.write_text(words, encoding="utf-8")
    script = (
        f"#!/bin/sh\nprintf '%s\\n' \"$@\" > '{fake.root}/given'\ncat '{said}' >&{stream}\nexit {status}\n"
    )
    fake.script(fake.project.build / "common" / "simt" / "tools" / "simt_trace", script)


def test_the_exit_status_tells_of_faults(course: Command, fake: FakeProject, kernel: Path) -> None:
    assert course("trace", kernel, *SHAPE) == 0
    answers(fake, document(str(kernel), faults=True), 1)
    assert course("trace", kernel, *SHAPE) == 1
    answers(fake, document(str(kernel), found={"unwritten": [UNWRITTEN]}), 1)
    assert course("trace", kernel, *SHAPE, "--expect-written") == 1
    assert "--expect-written" in (fake.root / "given").read_text(encoding="utf-8")


def test_the_program_is_told_all_that_was_asked(course: Command, fake: FakeProject, kernel: Path) -> None:
    first = ("--grid", "4,2", "--block", "32", "--arg", "@x", "--shared", "4Ki", "--seed", "3")
    course("trace", kernel, *first, "--then", "--kernel", "k", *SHAPE, "--dump", "out:2")
    given = (fake.root / "given").read_text(encoding="utf-8").split("\n")
    text = " ".join(given[1:])
    assert "--seed 3 --seeds 0 --data-seed 1" in text
    assert (
        "--dump out:2 --kernel k --grid 4,2 --block 32 --shared 4Ki --arg @x --then --kernel k --grid 1"
        in text
    )


def test_the_device_is_passed_on_where_one_is_named(course: Command, fake: FakeProject, kernel: Path) -> None:
    course("trace", kernel, *SHAPE, "--device", "a100")
    assert "--device\na100\n" in (fake.root / "given").read_text(encoding="utf-8")
    course("trace", kernel, *SHAPE)
    assert "--device" not in (fake.root / "given").read_text(encoding="utf-8")


def test_json_is_the_document_and_nothing_else(course: Command, kernel: Path, capsys: Capture) -> None:
    assert course("trace", kernel, *SHAPE, "--json") == 0
    assert json.loads(capsys.readouterr().out)["format"] == 1
    assert course("trace", kernel, *SHAPE, "--json", "t.json", "--html", "t.html") == 0
    assert "What each line cost" in capsys.readouterr().out
    assert json.loads(Path("t.json").read_text(encoding="utf-8"))["format"] == 1
    assert Path("t.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_the_same_inputs_are_compiled_once(course: Command, fake: FakeProject, kernel: Path) -> None:
    def times() -> int:
        return (fake.root / "compiled").read_text(encoding="utf-8").count("\n")

    course("trace", kernel, *SHAPE)
    course("trace", kernel, "--grid", "2", "--block", "64")
    assert times() == 1
    course("trace", kernel, *SHAPE, "-D", "X=1")
    assert times() == 2
    fake.simtcc(fake.project.simtcc.read_text(encoding="utf-8") + "# changed\n")
    course("trace", kernel, *SHAPE)
    assert times() == 3


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        ("`k` takes 1 argument, 0 are given:\n  k(float* out)", 2, "`k` takes 1 argument, 0 are given"),
        ("", 2, "the machine itself broke off (status 2): it said nothing"),
        ("", 139, "broke off (status 139)"),
        ("bad", 3, "broke off (status 3): bad"),
    ],
)
def test_what_the_program_refuses_is_passed_on(
    course: Command, fake: FakeProject, kernel: Path, capsys: Capture, words: str, status: int, says: str
) -> None:
    answers(fake, words, status, stream=2)
    assert course("trace", kernel, *SHAPE) == 2
    assert says in capsys.readouterr().err


def test_a_torn_document_is_no_result(
    course: Command, fake: FakeProject, kernel: Path, capsys: Capture
) -> None:
    answers(fake, '{"format": 1', 0)
    assert course("trace", kernel, *SHAPE) == 2
    assert "not valid JSON" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("missing.cu", *SHAPE), "cannot read missing.cu: No such file"),
        ((".", *SHAPE), "it is a folder"),
        (("k.cu", "--block", "32"), "--grid"),
        (("k.cu", *SHAPE, "--html", "no/where.html"), "cannot write no/where.html"),
        (("k.cu", *SHAPE, "--json", "no/where.json"), "cannot write no/where.json"),
        (("k.cu", *SHAPE, "--gird", "1"), "No such option"),
        (("k.cu", *SHAPE, "--seed", "-1"), "'--seed'"),
        (("k.cu", *SHAPE, "--then", "--kernel", "k"), "the launch behind --then has no --grid"),
    ],
)
def test_bad_input_ends_with_2_and_a_message(
    course: Command, kernel: Path, capsys: Capture, given: tuple[str, ...], says: str
) -> None:
    assert kernel.is_file()
    assert course("trace", *given) == 2
    assert says in capsys.readouterr().err


def real(*arguments: object) -> int:
    return main(["trace", *(str(argument) for argument in arguments)])


@pytest.fixture
def scale(tmp_path: Path) -> Path:
    (tmp_path / "scale.h").write_text("constexpr int kZero = 0;\n", encoding="utf-8")
    file = tmp_path / "scale.cu"
    file.write_text(KERNELS, encoding="utf-8")
    return file


def report(capsys: Capture, *arguments: object, status: int = 0) -> Any:
    assert real(*arguments, "--json") == status
    return json.loads(capsys.readouterr().out)


@pytest.mark.slow
def test_the_help_has_an_example_that_runs(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["trace", "--help"]) == 0
    said = capsys.readouterr().out
    assert all(line in said for line in EXAMPLE)
    monkeypatch.chdir(current_project().root)
    words = shlex.split(" ".join(EXAMPLE))
    assert main(words[1:]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "shared load, 4 B 2,048 requests 32 wavefronts each, least 1 63,488 bank conflicts" in out
    assert main([word.replace("<32>", "<33>") for word in words[1:]]) == 0
    assert "Every request costs the least possible." in capsys.readouterr().out


@pytest.mark.slow
def test_kernels_without_external_names_are_traced_in_their_own_lines(
    scale: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(scale.parent)  # clang leaves the folder that it is called in off its lines' files
    options = ("-D", "SPREAD=7")
    found = report(capsys, scale, *SCALE, *options, "--dump", "out:3", "--seeds", "2")
    launch = found["launches"][0]
    assert launch["signature"] == "scale(const float* in, float* out, float factor, int n)"
    places = {(row["file"], row["line"], row["op"], row["sectors"]) for row in launch["accesses"]}
    assert places == {(str(scale), 5, "load", 4), (str(scale), 5, "store", 4)}
    assert found["dumps"][0]["values"] == [0.0, 2.0, 4.0]
    assert found["schedules"] == {"compared": 2, "differences": []}
    spread = report(
        capsys, scale, *SHAPE, "--kernel", "spread<8>", "--arg", "i32:256:zeros", "--dump", "out:9", *options
    )
    assert spread["launches"][0]["accesses"][0]["sectors"] == 32
    assert spread["dumps"][0]["values"] == [7, 0, 0, 0, 0, 0, 0, 0, 7]


@pytest.mark.slow
def test_launches_share_buffers_by_name(scale: Path, capsys: Capture) -> None:
    second = (
        "--then",
        *SHAPE,
        "--kernel",
        "scale",
        "--arg",
        "@out",
        "--arg",
        "@in",
        "--arg",
        "3",
        "--arg",
        "32",
    )
    found = report(capsys, scale, *SCALE, *second, "--dump", "in:3", "-D", "SPREAD=7")
    assert found["dumps"][0]["values"] == [0.0, 6.0, 12.0]
    assert [launch["kernel"] for launch in found["launches"]] == ["scale", "scale"]


@pytest.mark.slow
def test_a_fault_names_buffer_line_and_thread(scale: Path, capsys: Capture) -> None:
    given = (*SCALE[:-6], "--arg", "f32:20:uninit", "--arg", "2", "--arg", "32", "-D", "SPREAD=7")
    assert real(scale, *given) == 1
    out = capsys.readouterr().out
    assert "out-of-bounds write of `out[20]`: `out` has 20 elements" in out
    assert re.search(r"> {4}5 \|   out\[i\] = factor \* in\[i\];\n? *\n +\| {3}\^{6} *\n", out)
    assert "thread (20, 0, 0)" in out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("--kernel", "scael"), "no kernel 'scael' in {file}\n       It has: scale, spread<int N>"),
        (("--kernel", "spread"), "'spread' is a template"),
        (("--kernel", "spread<float>"), "'spread<float>' cannot be taken from {file}"),
        ((), "say which kernel of {file} to run"),
        (("--kernel", "scale"), "`scale` takes 4 arguments, 0 are given"),
        (("--kernel", "spread<1>", "--arg", "1"), "`int* out`, is a pointer, and a single number is given"),
        (("--kernel", "spread<1>", "--arg", "i32:4:iotta"), "there is no fill `iotta`"),
        (("--kernel", "spread<1>", "--arg", "i32:32:zeros", "--dump", "x"), "there is no buffer `x`"),
        (("--kernel", "scale", "-D", "kZero=+"), "scale.cu does not compile"),
    ],
)
def test_what_cannot_run_is_told(scale: Path, capsys: Capture, given: tuple[str, ...], says: str) -> None:
    assert real(scale, *SHAPE, "-D", "SPREAD=7", *given) == 2
    said = capsys.readouterr()
    assert says.replace("{file}", str(scale)) in said.err
    assert "Traceback" not in said.err


@pytest.mark.slow
def test_compile_errors_are_those_of_the_file(scale: Path, capsys: Capture) -> None:
    assert real(scale, *SCALE) == 2  # SPREAD is not defined
    said = capsys.readouterr().err
    assert f"{scale}:7:" in said
    assert "coalesce-" not in said


@pytest.mark.slow
def test_a_kernel_of_a_whole_program_is_traced(scale: Path, capsys: Capture) -> None:
    scale.write_text(
        "#include <iostream>\n__global__ void k(int* x) { *x = 1; }\n"
        "int main() { k<<<1, 1>>>(nullptr); std::cout << 1; }\n",
        encoding="utf-8",
    )
    assert real(scale, "--grid", "1", "--block", "1", "--arg", "i32:1:uninit", "--expect-written") == 0
    assert "No fault found." in capsys.readouterr().out


@pytest.mark.slow
def test_unwritten_elements_and_structs(scale: Path, capsys: Capture) -> None:
    scale.write_text(
        "struct View { const float* in; float* out; int n; };\n"
        "constexpr int kTwo = 2;\n"
        "template <int N> __global__ void k(View v) {\n"
        "  if (threadIdx.x < v.n) v.out[threadIdx.x] = N * v.in[threadIdx.x];\n}\n",
        encoding="utf-8",
    )
    given = (*SHAPE, "--kernel", "k<kTwo>", "--arg", "{f32:32:iota, f32:32:uninit, 20}", "--expect-written")
    found = report(capsys, scale, *given, "--dump", "out:4", status=1)
    launch = found["launches"][0]
    assert launch["kernel"] == "k<kTwo>"
    assert launch["unwritten"][0]["count"] == 12
    assert launch["unwritten"][0]["message"].endswith("the first is `out[20]`")
    assert found["dumps"][0]["values"] == [0.0, 2.0, 4.0, 6.0]


@pytest.mark.slow
def test_a_changed_header_is_noticed(scale: Path, capsys: Capture) -> None:
    given = (
        "--kernel",
        "spread<1>",
        *SHAPE,
        "--arg",
        "i32:32:zeros",
        "--dump",
        "out:1",
        "-D",
        "SPREAD=kZero",
    )
    assert report(capsys, scale, *given)["dumps"][0]["values"] == [0]
    (scale.parent / "scale.h").write_text("constexpr int kZero = 5;\n", encoding="utf-8")
    assert report(capsys, scale, *given)["dumps"][0]["values"] == [5]
