"""Measured checks: what is compiled, what is run, and whose word counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.machine.module import read_compile_error
from grader.machine.nvcc import find_nvcc, nvcc_for
from grader.tests.conftest import Command
from grader.tests.fake_gpu import MEASURED_TEST, FakeGpu
from grader.tests.fake_project import FakeProject

Capture = pytest.CaptureFixture[str]
BOUND = "padded-bound"


@pytest.fixture
def gpu(fake: FakeProject, monkeypatch: pytest.MonkeyPatch) -> FakeGpu:
    """Its nvcc comes before a real one."""
    made = FakeGpu(fake)
    monkeypatch.setenv("PATH", str(made.nvcc.parent), prepend=":")
    return made


def graded(course: Command, *arguments: str) -> tuple[int, dict[str, object], dict[str, object]]:
    """Exit status, results.json, and in it the check that may be measured."""
    status = course("check", "lab4", "--json", "r.json", *arguments)
    results = json.loads(Path("r.json").read_text(encoding="utf-8"))
    checks = {check["id"]: check for check in results["labs"][0]["checks"]}
    return status, results, checks[BOUND]


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("machine", ["auto", "cuda"])
def test_what_was_measured_counts(course: Command, machine: str) -> None:
    status, results, check = graded(course, "--machine", machine)
    assert status == 0
    assert results["machine"] == "cuda"
    assert results["compiler"] == "clang 14.0.6"
    assert (check["evidence"], check["value"], check["points"]) == ("measured", 0.95, 10)


def test_a_measurement_may_fail_what_the_bound_allows(course: Command, gpu: FakeGpu) -> None:
    gpu.measures(1, status="failed", value=0.5, message="too slow", line=7)
    status, results, check = graded(course)
    assert status == 1
    assert (check["status"], check["evidence"], check["message"], check["line"]) == (
        "failed",
        "measured",
        "too slow",
        7,
    )
    assert results["machine"] == "cuda"


@pytest.mark.parametrize(
    ("ended", "changes", "said"),
    [
        (0, {"status": "skipped", "evidence": "none", "reason": "not measured: unstable"}, "unstable"),
        (1, {"status": "failed", "evidence": "none", "message": "an exception\nat length"}, "an exception"),
        (139, {"status": "passed"}, "ended with status 139"),
    ],
)
def test_without_a_verdict_the_simulated_one_stands_and_says_why(
    course: Command, gpu: FakeGpu, ended: int, changes: dict[str, object], said: str
) -> None:
    gpu.measures(ended, **changes)
    if ended == 139:
        (gpu.root / "cuda.json").write_text("{", encoding="utf-8")
    status, results, check = graded(course)
    assert status == 0
    assert results["machine"] == "simt"
    assert (check["status"], check["evidence"], check["value"]) == ("passed", "simulated", 0.97)
    message = str(check["message"])
    assert message.startswith("Not measured: ")
    assert said in message or ended == 139
    assert "\n" not in message


def test_only_the_measured_check_runs_on_the_gpu_with_all_its_modules(course: Command, gpu: FakeGpu) -> None:
    graded(course)
    arguments = gpu.arguments()
    assert f"--gtest_filter={MEASURED_TEST}" in arguments
    assert {"--given", "--kit", "--source"} <= set(arguments)
    assert [Path(call.split()[-1]).suffix for call in gpu.compilations()] == [".fatbin"] * 3
    assert all("arch=compute_90,code=[sm_90,compute_90]" in call for call in gpu.compilations())
    graded(course)
    assert len(gpu.compilations()) == 3, "found in the cache"


def test_a_check_whose_requirement_failed_is_not_measured(course: Command, gpu: FakeGpu) -> None:
    record = json.loads(gpu.fake.data("passing.json"))
    values = next(item for item in record["checks"] if item["test"] == "TransposePadded.Values")
    values.update({"status": "failed", "message": "wrong"})
    (gpu.root / "simt.json").write_text(json.dumps(record), encoding="utf-8")
    (gpu.root / "simt.status").write_text("1", encoding="utf-8")
    _, _, check = graded(course)
    assert check["status"] == "skipped"
    assert gpu.compilations() == []


def test_on_simt_no_gpu_is_asked_for(course: Command, gpu: FakeGpu, capsys: Capture) -> None:
    status, results, check = graded(course, "--machine", "simt")
    assert (status, results["machine"], check["evidence"]) == (0, "simt", "simulated")
    assert gpu.compilations() == []
    assert "measured" not in capsys.readouterr().err


def test_without_a_gpu_auto_says_so_in_a_line_and_cuda_stops(
    course: Command, gpu: FakeGpu, capsys: Capture
) -> None:
    gpu.is_there("")
    status, results, check = graded(course)
    assert (status, results["machine"], check["evidence"]) == (0, "simt", "simulated")
    notes = [line for line in capsys.readouterr().err.splitlines() if line.startswith("note: ")]
    assert notes == ["note: nothing was measured, everything is simulated: the GPU's driver does not answer"]
    assert course("check", "lab4", "--machine", "cuda") == 2
    assert "Without a GPU: --machine simt" in capsys.readouterr().err


def test_a_machine_without_a_driver_is_no_news(course: Command, gpu: FakeGpu, capsys: Capture) -> None:
    gpu.is_missing("no NVIDIA driver could be opened (libcuda.so.1: no such file).")
    assert graded(course)[0] == 0
    assert "note: " not in capsys.readouterr().err
    gpu.is_missing("the driver finds no device.")
    assert graded(course)[0] == 0
    assert "note: nothing was measured, everything is simulated: the driver" in capsys.readouterr().err


def test_cuda_for_labs_that_measure_nothing_says_so(course: Command, capsys: Capture) -> None:
    assert course("check", "lab4", "--machine", "cuda") == 0
    assert "no check here has a measured form" in capsys.readouterr().err


@pytest.mark.usefixtures("gpu")
def test_the_scorecard_names_the_evidence(course: Command) -> None:
    assert course("scorecard", "lab4") == 0
    card = Path("scorecard.html").read_text(encoding="utf-8")
    assert "<b>0.95</b> times the bandwidth of the copy" in card
    assert 'class="label">measured<' in card


def test_explain_measures_nothing(course: Command, gpu: FakeGpu) -> None:
    assert course("explain", "lab4") == 0
    assert gpu.compilations() == []


@pytest.mark.usefixtures("gpu")
def test_a_gpu_without_nvcc_is_named(
    course: Command, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.machine.gpu.find_nvcc", lambda _environment: None)
    assert course("check", "lab4", "--machine", "cuda") == 2
    assert "there is a NVIDIA H200, but no nvcc" in capsys.readouterr().err


def test_what_nvcc_refuses_is_a_compile_error_with_its_line(course: Command, gpu: FakeGpu) -> None:
    words = f'{gpu.fake.kernel}(13): error: identifier "foo" is undefined\n      foo();\n      ^\n'
    (gpu.root / "nvcc_says").write_text(words, encoding="utf-8")
    status, _, check = graded(course)
    assert status == 2
    assert (check["status"], check["line"]) == ("failed", 13)
    assert check["message"] == 'The file does not compile: identifier "foo" is undefined'


def test_a_fault_of_the_toolkit_is_not_the_students(course: Command, gpu: FakeGpu, capsys: Capture) -> None:
    (gpu.root / "nvcc_says").write_text(
        "#error -- unsupported GNU version! gcc later than 14", encoding="utf-8"
    )
    assert course("check", "lab4") == 2
    assert "unsupported GNU version" in capsys.readouterr().err


@pytest.mark.parametrize(("capability", "target"), [(90, 90), (86, 80), (103, 100), (120, 100)])
def test_the_target_is_the_newest_that_suits(gpu: FakeGpu, capability: int, target: int) -> None:
    assert nvcc_for(str(gpu.nvcc), capability).target == target


def test_a_gpu_too_old_for_the_toolkit_is_told_so(gpu: FakeGpu) -> None:
    with pytest.raises(GraderError, match=r"7\.5 at the least, and this GPU has 7\.0"):
        nvcc_for(str(gpu.nvcc), 70)


def test_nvcc_is_found_in_path_first_and_in_cuda_home(tmp_path: Path) -> None:
    for folder in ("path", "home/bin"):
        nvcc = tmp_path / folder / "nvcc"
        nvcc.parent.mkdir(parents=True)
        nvcc.touch(mode=0o755)
    home = {"CUDA_HOME": str(tmp_path / "home")}
    assert find_nvcc({"PATH": "/nowhere", **home}) == str(tmp_path / "home/bin/nvcc")
    assert find_nvcc({"PATH": str(tmp_path / "path"), **home}) == str(tmp_path / "path/nvcc")


@pytest.mark.parametrize(
    ("words", "message", "file", "line"),
    [
        ('/a/k.cu(2): error: expected a ";"\n', 'expected a ";"', "/a/k.cu", 2),
        ('k.cu(7): error #20: identifier "x" is undefined', 'identifier "x" is undefined', "k.cu", 7),
        ("k.cu(1): catastrophic error: cannot open", "cannot open", "k.cu", 1),
        ("/a/k.cu:1:10: fatal error: nix.h: No such file", "nix.h: No such file", "/a/k.cu", 1),
        (
            "ptxas error   : Entry function 'k' uses too much",
            "ptxas error   : Entry function 'k' uses too much",
            "",
            0,
        ),
    ],
)
def test_the_first_error_of_nvcc_is_found(words: str, message: str, file: str, line: int) -> None:
    error = read_compile_error(words)
    assert (error.message, error.file, error.line) == (message, file, line)
