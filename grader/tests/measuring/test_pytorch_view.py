"""The PyTorch view, without PyTorch and without a GPU."""

from __future__ import annotations

import ctypes
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.measuring.pytorch_view import problems
from grader.measuring.pytorch_view.__main__ import main
from grader.measuring.pytorch_view.contest import WARM_UPS, Clock, Contender, Problem, hold
from grader.measuring.pytorch_view.driver import Argument, Driver, Shape
from grader.measuring.pytorch_view.problems import STRIDE_TITLE, TRANSPOSE_TITLE, Bench
from grader.measuring.pytorch_view.torch_port import PytorchMissing, find_torch, require_matplotlib
from grader.measuring.pytorch_view.view import survey, write
from grader.schema.record import Reading
from grader.tests.measuring.fake_torch import (
    FakeCuda,
    FakeKernels,
    FakeTorch,
    Kernel,
    array_of,
    copy_rows,
    nothing,
    strided_read,
    transpose,
)

ROOT = Path(__file__).resolve().parents[3]
TILES: dict[str, Kernel] = dict.fromkeys(
    ("transpose_tiled", "transpose_padded", "transpose_tile16"), transpose
)
GIVEN: dict[str, Kernel] = {"copy_rows": copy_rows, "transpose_naive": transpose}


def quiet(text: str) -> None:
    del text


def bench(torch: FakeTorch | None = None, tiles: dict[str, Kernel] = TILES) -> Bench:
    reads = FakeKernels({"strided_read": strided_read})
    return Bench(torch or FakeTorch(), reads, FakeKernels(tiles), FakeKernels(GIVEN))


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problems, "STRIDED_ELEMENTS", 1000)
    monkeypatch.setattr(problems, "STRIDES", (1, 3))
    monkeypatch.setattr(problems, "MATRICES", ((64, 64), (33, 70)))


def launched(kernels: object, name: str) -> Shape:
    assert isinstance(kernels, FakeKernels)
    first = next(one for one in kernels.launched if one.name == name)
    assert first.stream == 77
    return first.shape


def test_both_surveys_measure_every_contender() -> None:
    strides, transposes = survey(bench(), quiet)
    assert (strides.title, transposes.title) == (STRIDE_TITLE, TRANSPOSE_TITLE)
    assert strides.left_out == transposes.left_out == []
    assert [(one.shape, one.name) for one in strides.readings] == [
        (f"stride {stride}", name)
        for stride in (1, 3)
        for name in ("strided_read", "PyTorch copy_(x[::stride])")
    ]
    assert [one.name for one in transposes.readings if one.shape == "33 x 70"] == [
        "copy_rows",
        "PyTorch copy_(x)",
        "transpose_naive",
        "transpose_tiled",
        "transpose_padded",
        "transpose_tile16",
        "PyTorch copy_(x.t())",
        "PyTorch x.t().contiguous()",
    ]


def test_kernels_are_launched_as_their_headers_say() -> None:
    one = bench()
    survey(one, quiet)
    assert launched(one.reads, "strided_read") == Shape((4, 1), (256, 1))
    assert launched(one.tiles, "transpose_padded") == Shape((2, 2), (32, 8))
    assert launched(one.tiles, "transpose_tile16") == Shape((4, 4), (16, 16))
    assert isinstance(one.tiles, FakeKernels)
    assert Shape((3, 2), (32, 8)) in [run.shape for run in one.tiles.launched]  # 33 x 70


def test_the_shapes_are_those_of_the_headers() -> None:
    lab1 = (ROOT / "labs/lab1_stride_sweep/stride_sweep.h").read_text(encoding="utf-8")
    lab4 = (ROOT / "labs/lab4_tiled_transpose/tiled_transpose.h").read_text(encoding="utf-8")
    numbers = dict(re.findall(r"constexpr int (\w+) = (\d+);", lab1 + lab4))
    assert numbers["BLOCK"] == str(problems.READ_BLOCK)
    assert numbers["TILE"] == str(problems.TILE)
    assert numbers["BLOCK_ROWS"] == str(problems.BLOCK_ROWS)
    assert numbers["SMALL_TILE"] == str(problems.SMALL_TILE)


def test_a_kernel_that_stores_nothing_is_left_out_and_the_others_stay() -> None:
    told: list[str] = []
    _, transposes = survey(bench(tiles={**TILES, "transpose_tiled": nothing}), told.append)
    assert "transpose_tiled" not in {one.name for one in transposes.readings}
    assert "transpose_padded" in {one.name for one in transposes.readings}
    assert transposes.left_out == [
        f"transpose_tiled, {m}: its result is wrong" for m in ("64 x 64", "33 x 70")
    ]


def test_what_the_driver_refuses_is_left_out_with_its_words() -> None:
    def refuse(_: object) -> None:
        raise GraderError("the NVIDIA driver could not launch transpose_padded: out of resources")

    _, transposes = survey(bench(tiles={**TILES, "transpose_padded": refuse}), quiet)
    assert transposes.left_out[0].endswith("could not launch transpose_padded: out of resources")


def test_what_does_not_fit_is_not_tried() -> None:
    strides, transposes = survey(bench(FakeTorch(FakeCuda(free=10_000))), quiet)
    assert {one.shape for one in strides.readings} == {"stride 1"}
    assert transposes.readings == []


def contest(times: list[float], right: bool = True) -> Problem:
    torch = FakeTorch(FakeCuda(times=times))
    tensor = torch.empty(1, device="cuda")
    contenders = (Contender("a", lambda: tensor), Contender("b", lambda: tensor))
    return Problem("1 x 1", 1_000_000, contenders, lambda: None, lambda _: right)


def test_contenders_take_turns_and_the_median_stands_between_the_quartiles() -> None:
    turns = [[9.0, 9.0]] * WARM_UPS + [[1.0, 2.0], [0.5, 2.0], [0.25, 2.0], [2.0, 2.0], [4.0, 2.0]]
    torch = FakeTorch(FakeCuda(times=[time for turn in turns for time in turn]))
    readings = hold(contest([]), Clock(torch), runs=5).readings
    # 1 MB in 1 ms is 1 GB/s.
    assert readings == (
        Reading("1 x 1", "a", "GB/s", 1.0, 0.5, 2.0, 5),
        Reading("1 x 1", "b", "GB/s", 0.5, 0.5, 0.5, 5),
    )


def test_a_wrong_result_in_any_run_is_enough() -> None:
    results = iter([True] * 9 + [False] + [True] * 40)
    problem = replace(contest([]), is_right=lambda _: next(results))
    outcome = hold(problem, Clock(FakeTorch()), runs=5)
    assert [one.name for one in outcome.readings] == ["a"]
    assert outcome.left_out == ("b, 1 x 1: its result is wrong",)


def test_each_run_has_fresh_data_and_a_poisoned_result() -> None:
    one = next(problems.strided(bench()))
    results = []
    for _ in range(3):
        one.prepare()
        stale = one.contenders[0].run()
        results.append(float(array_of(stale)[0]))
        assert one.is_right(stale)
        one.prepare()
        assert not one.is_right(stale)
    assert len(set(results)) == 3


def test_the_record_holds_readings_in_the_graders_form(tmp_path: Path) -> None:
    surveys = survey(bench(), quiet)
    write(tmp_path / "new", surveys, FakeTorch(), "solutions")
    document = json.loads((tmp_path / "new" / "pytorch.json").read_text(encoding="utf-8"))
    assert (document["chip"], document["torch"], document["kernels"]) == ("Fake GPU", "2.11.0", "solutions")
    rows = [(row.pop("survey"), Reading(**row)) for row in document["readings"]]
    assert rows == [(one.title, reading) for one in surveys for reading in one.readings]
    for name in ("strides", "transposes"):
        svg = (tmp_path / "new" / f"{name}.svg").read_text(encoding="utf-8")
        assert "Fake GPU" in svg
        assert (tmp_path / "new" / f"{name}.png").read_bytes().startswith(b"\x89PNG")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(GraderError, match="cannot write to"):
        write(tmp_path / "file", survey(bench(), quiet), FakeTorch(), "students")


def test_without_pytorch_it_says_what_to_install() -> None:
    with pytest.raises(PytorchMissing) as raised:
        find_torch("no_such_module_of_pytorch")
    assert "PyTorch is not here" in raised.value.message
    assert "requirements/pytorch.txt" in raised.value.fix
    assert (ROOT / "requirements" / "pytorch.txt").is_file()


def test_without_matplotlib_it_says_what_to_install_before_it_measures() -> None:
    with pytest.raises(PytorchMissing) as raised:
        require_matplotlib("no_such_module_of_plots")
    assert "Matplotlib, which draws the plots, is not here" in raised.value.message
    assert "requirements/pytorch.txt" in raised.value.fix
    assert "matplotlib" in (ROOT / "requirements" / "pytorch.txt").read_text(encoding="utf-8")


def test_measure_does_without_matplotlib() -> None:
    program = "import sys, grader.measuring.measure_labs; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


def test_without_a_gpu_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", FakeTorch(FakeCuda(available=False)))
    assert main([]) == 2
    assert "PyTorch 2.11.0 finds no GPU here" in capsys.readouterr().err


FAKE_DRIVER = """
#include <cstdio>
#include <cstdlib>
#include <cstring>
extern "C" int cuModuleLoadData(void** module, const void* image) {
  *module = (void*)5;
  return std::strcmp((const char*)image, "code") ? 200 : 0;
}
extern "C" int cuModuleGetFunction(void** function, void* module, const char* name) {
  *function = (void*)7;
  return module == (void*)5 && !std::strcmp(name, "good") ? 0 : 500;
}
extern "C" int cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                              unsigned bz, unsigned shared, void* stream, void** arguments, void** extra) {
  FILE* out = std::fopen(std::getenv("FAKE_OUT"), "w");
  std::fprintf(out, "%d %u %u %u %u %u %u %u %d ", function == (void*)7, gx, gy, gz, bx, by, bz, shared,
               stream == (void*)9);
  std::fprintf(out, "%llx %d %d", *(unsigned long long*)arguments[0], *(int*)arguments[1], extra == nullptr);
  std::fclose(out);
  return 0;
}
extern "C" int cuGetErrorString(int status, const char** words) {
  *words = status == 200 ? "invalid image" : "not found";
  return 0;
}
"""


@pytest.fixture(scope="session")
def fake_driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("driver")
    (folder / "driver.cpp").write_text(FAKE_DRIVER, encoding="utf-8")
    library = folder / "driver.so"
    subprocess.run(["g++", "-shared", "-fPIC", folder / "driver.cpp", "-o", library], check=True)
    return library


def test_a_launch_reaches_the_driver_as_it_is(
    fake_driver: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_OUT", str(tmp_path / "said"))
    (tmp_path / "good.fatbin").write_bytes(b"code")
    kernels = Driver(str(fake_driver)).load(tmp_path / "good.fatbin")
    arguments: list[Argument] = [ctypes.c_void_p(0x1234567890AB), ctypes.c_int(-3)]
    kernels.launch("good", Shape((70_000, 2), (32, 8)), arguments, stream=9)
    assert (tmp_path / "said").read_text() == "1 70000 2 1 32 8 1 0 1 1234567890ab -3 1"
    with pytest.raises(GraderError, match="could not find the kernel missing: not found"):
        kernels.launch("missing", Shape((1, 1), (1, 1)), [], stream=9)


def test_a_module_that_cannot_be_loaded_is_named(fake_driver: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.fatbin").write_bytes(b"no code")
    with pytest.raises(GraderError, match=r"could not load bad\.fatbin: invalid image"):
        Driver(str(fake_driver)).load(tmp_path / "bad.fatbin")
    with pytest.raises(GraderError, match="cannot be opened"):
        Driver("libno_such_driver.so.1")
