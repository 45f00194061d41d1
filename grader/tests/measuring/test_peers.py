"""The references beside CUB, cuBLAS and PyTorch, without a GPU, a library or PyTorch."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.core.paths import current_project
from grader.machine.gpu import NoGpu
from grader.measuring.peers import library_problems as problems
from grader.measuring.peers import peer_comparison
from grader.measuring.peers.__main__ import main
from grader.measuring.peers.libraries import (
    LABS,
    PROGRAMS,
    SOURCES,
    Measured,
    compile_program,
    read_lines,
    run_program,
)
from grader.measuring.peers.library_problems import Bench, rows_per_warp
from grader.measuring.peers.page import Stamp, others_of, page_of, pairs_of, write
from grader.measuring.peers.peer_comparison import beside_pytorch
from grader.measuring.pytorch_view.driver import Shape
from grader.measuring.pytorch_view.torch_port import PytorchMissing
from grader.schema.record import Reading
from grader.tests.measuring.fake_torch import (
    FakeCuda,
    FakeKernels,
    FakeTorch,
    Kernel,
    gather_rows,
    nothing,
    softmax_backward,
    softmax_rows,
)

ROOT = Path(__file__).resolve().parents[3]
LINES = [
    "problem,shape,contender,unit,median,q1,q3,runs",
    "sum,1000 floats,sum,GB/s,4000.00,3990.00,4010.00,21",
    "sum,1000 floats,CUB DeviceReduce::Sum,GB/s,3200.00,3100.00,3300.00,21",
    "gemv,8 x 8,gemv_half,GB/s,999.60,900.00,1000.00,21",
    "gemv,8 x 8,cuBLAS GemmEx,GB/s,1000.00,990.00,1010.00,21",
]
STAMP = Stamp(
    "2026-11-23", "python -m grader.measuring.peers", "Fake GPU", "580.1", "V13.0.88", "2.11.0", "13.0"
)
MANY_TO_ONE: dict[str, Kernel] = {"softmax_rows": softmax_rows, "softmax_backward": softmax_backward}


def quiet(text: str) -> None:
    del text


def bench(torch: FakeTorch | None = None, many: dict[str, Kernel] = MANY_TO_ONE) -> Bench:
    return Bench(torch or FakeTorch(), FakeKernels({"gather_rows": gather_rows}), FakeKernels(many))


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problems, "TABLE_FLOATS", 1 << 14)
    monkeypatch.setattr(problems, "ROW_BYTES", (128, 4096))
    monkeypatch.setattr(problems, "SOFTMAX_SHAPE", (20, 64))


def program(folder: Path, text: str) -> Path:
    file = folder / "program"
    file.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    file.chmod(0o755)
    return file


def printing(lines: list[str]) -> str:
    return "\n".join(f"echo '{line}'" for line in lines)


def test_each_reference_is_measured_beside_pytorchs_function() -> None:
    measured, left_out = beside_pytorch(bench(), quiet)
    assert left_out == []
    assert [(one.problem, one.reading.shape, one.reading.name) for one in measured] == [
        ("embedding", "rows of 128 bytes", "gather_rows"),
        ("embedding", "rows of 128 bytes", "PyTorch embedding"),
        ("embedding", "rows of 4096 bytes", "gather_rows"),
        ("embedding", "rows of 4096 bytes", "PyTorch embedding"),
        ("softmax", "20 x 64", "softmax_rows"),
        ("softmax", "20 x 64", "PyTorch softmax"),
        ("softmax backward", "20 x 64", "softmax_backward"),
        ("softmax backward", "20 x 64", "PyTorch _softmax_backward_data"),
    ]
    assert [one.library.name for one in pairs_of(measured)] == [
        "PyTorch embedding",
        "PyTorch embedding",
        "PyTorch softmax",
        "PyTorch _softmax_backward_data",
    ]


def test_kernels_are_launched_as_their_headers_say() -> None:
    one = bench()
    beside_pytorch(one, quiet)
    assert isinstance(one.gathers, FakeKernels)
    assert isinstance(one.many_to_one, FakeKernels)
    # 256 rows of 32 floats: a warp for 32 of them; 2 rows of 1024: a warp for each.
    assert {run.shape for run in one.gathers.launched} == {Shape((1, 1), (256, 1))}
    assert {run.numbers[3:] for run in one.gathers.launched} == {(256, 32), (8, 1024)}
    assert {run.shape for run in one.many_to_one.launched} == {Shape((3, 1), (256, 1))}  # 8 rows a block
    assert {run.stream for run in one.many_to_one.launched} == {77}


def test_the_numbers_are_those_of_the_headers() -> None:
    lab6 = (ROOT / "labs/lab6_gather_scatter/gather_scatter.h").read_text(encoding="utf-8")
    lab8 = (ROOT / "labs/lab8_many_to_one/many_to_one.h").read_text(encoding="utf-8")
    for header in (lab6, lab8):
        numbers = dict(re.findall(r"constexpr int (\w+) = (\d+);", header))
        assert (numbers["BLOCK"], numbers["WARP"]) == (str(problems.BLOCK), str(problems.WARP))
    assert f"GROUP_FLOATS = {problems.GROUP_FLOATS};" in lab6
    assert "return dim * WARP <= GROUP_FLOATS ? WARP : GROUP_FLOATS / dim;" in lab6
    assert [rows_per_warp(dim) for dim in (4, 32, 64, 1024)] == [32, 32, 16, 1]


def test_the_program_includes_the_references_and_the_labs_shapes() -> None:
    text = "".join((PROGRAMS / name).read_text(encoding="utf-8") for name in SOURCES)
    for included in re.findall(r'#include "(\.\./.*)"', text):
        assert (PROGRAMS / included).is_file()
    assert all(f"/{lab}/" in text and (ROOT / "labs" / lab).is_dir() for lab in LABS)
    survey = (ROOT / "labs/lab7_wide_aligned/survey.cpp").read_text(encoding="utf-8")
    shapes = re.compile(r"kG?e?m?v?Shapes\[\] = (\{.*?\}\});", re.DOTALL)
    theirs, ours = shapes.search(survey), shapes.search(text)
    assert theirs is not None and ours is not None
    assert re.findall(r"\d+", theirs[1]) == re.findall(r"\d+", ours[1])


def test_a_wrong_result_is_left_out_and_the_others_stay() -> None:
    measured, left_out = beside_pytorch(bench(many={**MANY_TO_ONE, "softmax_backward": nothing}), quiet)
    assert left_out == ["softmax backward, softmax_backward, 20 x 64: its result is wrong"]
    assert "PyTorch _softmax_backward_data" in {one.reading.name for one in measured}
    assert "softmax_rows" in {one.reading.name for one in measured}


def test_times_and_what_has_no_library_stand_by_themselves() -> None:
    measured = read_lines(
        [
            *LINES,
            'sort of the indices,64 of 27 bits,"CUB DeviceRadixSort::SortPairs, each index with its place",'
            "ms,3.613,3.600,3.640,21",
        ]
    )
    (other,) = others_of(measured)
    assert other.reading.name == "CUB DeviceRadixSort::SortPairs, each index with its place"
    assert len(pairs_of(measured)) == len(pairs_of(read_lines(LINES)))
    page = page_of(measured, [], STAMP)
    assert "| 3.61 (3.60 – 3.64) | ms |" in page
    assert "Measured by themselves" not in page_of(read_lines(LINES), [], STAMP)


def test_what_pytorch_refuses_is_left_out_with_its_words() -> None:
    def refuse(_: object) -> None:
        raise RuntimeError("CUDA out of memory")

    measured, left_out = beside_pytorch(bench(many={**MANY_TO_ONE, "softmax_rows": refuse}), quiet)
    assert left_out == ["softmax: PyTorch says: CUDA out of memory"]
    assert {one.problem for one in measured} == {"embedding", "softmax backward"}


def test_what_does_not_fit_is_not_tried() -> None:
    assert beside_pytorch(bench(FakeTorch(FakeCuda(free=1000))), quiet) == ([], [])


def test_the_programs_lines_are_read() -> None:
    measured = read_lines(LINES)
    assert measured[0] == Measured("sum", Reading("1000 floats", "sum", "GB/s", 4000, 3990, 4010, 21))
    assert [(one.own.name, one.library.name, one.ratio) for one in pairs_of(measured)] == [
        ("sum", "CUB DeviceReduce::Sum", 1.25),
        ("gemv_half", "cuBLAS GemmEx", 0.9996),
    ]


@pytest.mark.parametrize("lines", [[], ["hello"], [LINES[0], "sum,few"], [LINES[0], LINES[1] + "x"]])
def test_other_lines_are_refused(lines: list[str]) -> None:
    with pytest.raises(GraderError, match="the program of grader/measuring/peers"):
        read_lines(lines)


def test_a_program_that_fails_keeps_what_it_had_measured(tmp_path: Path) -> None:
    text = printing(LINES) + "\necho 'left out: gemv, 8 x 8, one: wrong' >&2\necho 'no memory' >&2\nexit 1"
    measured, left_out = run_program(program(tmp_path, text))
    assert len(measured) == 4
    assert left_out == [
        "gemv, 8 x 8, one: wrong",
        "the program beside CUB and cuBLAS did not end well: no memory",
    ]
    with pytest.raises(GraderError, match="did not end well: exit status 3"):
        run_program(program(tmp_path, "exit 3"))


def test_what_does_not_compile_is_told_in_nvccs_words(tmp_path: Path) -> None:
    nvcc = program(tmp_path, "echo 'cublas_v2.h: No such file' >&2; exit 1")
    with pytest.raises(GraderError, match=r"cublas_v2\.h: No such file") as raised:
        compile_program(current_project(), nvcc, tmp_path / "out")
    assert "cuBLAS" in raised.value.fix


def test_the_page_has_the_rates_side_by_side() -> None:
    page = page_of(read_lines(LINES), ["softmax: PyTorch says: no"], STAMP)
    assert "# The reference solutions and the libraries on Fake GPU" in page
    assert "driver 580.1 · nvcc V13.0.88 · PyTorch 2.11.0, built for CUDA 13.0" in page
    ours, theirs = "`sum` | 4000 (3990 – 4010)", "CUB DeviceReduce::Sum | 3200 (3100 – 3300)"
    assert f"| sum | 1000 floats | {ours} | {theirs} | 1.250 |" in page
    assert "\n\n```sh\n" in page
    assert page.rstrip().splitlines()[-1] == "- softmax: PyTorch says: no"
    assert "| **0.999** |" in page
    assert "1 of 2 comparisons reach at least" in page
    assert "\n\n\n" not in page


def test_the_record_holds_readings_in_the_graders_form(tmp_path: Path) -> None:
    measured = read_lines(LINES)
    write(tmp_path / "new", measured, ["a sentence"], STAMP)
    document = json.loads((tmp_path / "new" / "libraries.json").read_text(encoding="utf-8"))
    assert (document["chip"], document["left_out"]) == ("Fake GPU", ["a sentence"])
    assert [Measured(row.pop("problem"), Reading(**row)) for row in document["readings"]] == measured
    assert (tmp_path / "new" / "libraries.md").read_text(encoding="utf-8").startswith("# The reference")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(GraderError, match="cannot write to"):
        write(tmp_path / "file", measured, [], STAMP)


def without_torch() -> FakeTorch:
    raise PytorchMissing("PyTorch is not here")


def with_tools(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str) -> None:
    """A GPU, no PyTorch, and an nvcc that makes the program of that text."""
    made = program(folder, text).rename(folder / "made")
    nvcc = program(folder, f'for last; do :; done\n[ "$1" = --version ] || cp "{made}" "$last"').rename(
        folder / "nvcc"
    )
    monkeypatch.setenv("PATH", f"{nvcc.parent}:{os.environ['PATH']}")
    monkeypatch.setattr(peer_comparison, "gpu_trouble", lambda: None)
    monkeypatch.setattr(peer_comparison, "find_torch", without_torch)


def test_without_pytorch_the_rest_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with_tools(monkeypatch, tmp_path, printing(LINES))
    assert main(["--out", str(tmp_path / "out")]) == 0
    assert re.search(r"^sum +1000 floats +sum +4000 GB/s .* 1\.250$", capsys.readouterr().out, re.MULTILINE)
    page = (tmp_path / "out" / "libraries.md").read_text(encoding="utf-8")
    assert "- PyTorch is not here" in page
    assert "python -m grader.measuring.peers --out DIR" in page


def test_nothing_measured_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with_tools(monkeypatch, tmp_path, "echo 'no CUDA device' >&2; exit 1")
    assert main(["--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert "nothing could be measured" in said and "no CUDA device" in said
    assert not (tmp_path / "out").exists()


def test_without_nvcc_or_a_gpu_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(peer_comparison, "find_nvcc", lambda _: None)
    assert main([]) == 2
    assert "there is no nvcc here" in capsys.readouterr().err
    monkeypatch.setattr(peer_comparison, "find_nvcc", lambda _: "/usr/bin/nvcc")
    monkeypatch.setattr(peer_comparison, "gpu_trouble", lambda: NoGpu("no NVIDIA driver could be opened"))
    assert main([]) == 2
    assert "there is no GPU to measure on: no NVIDIA driver" in capsys.readouterr().err
