"""`prove --machine cuda`: what is measured of an answer, and what happens when it is not as expected."""

from __future__ import annotations

from typing import Any

import pytest

from grader.core.errors import GraderError
from grader.core.lab_files import answers_folder
from grader.machine import cuda_run
from grader.proof.catalogue import Entry, read_catalogue
from grader.tests.conftest import Command
from grader.tests.fake_gpu import MEASURED_TEST, FakeGpu
from grader.tests.fake_project import DATA, FakeProject, with_verdict

Capture = pytest.CaptureFixture[str]
BOUND = "padded-bound"
WRONG = """kind = "wrong"
summary = "The tile has no padding."
fails = ["padded-no-conflict"]
[[messages]]
check = "padded-no-conflict"
"""
SLOW = """
[measured.padded-bound]
verdict = "failed"
why = "Too few bytes on their way."
contains = ["comes to 0.5"]
"""


@pytest.fixture
def gpu(fake: FakeProject, monkeypatch: pytest.MonkeyPatch) -> FakeGpu:
    """Its nvcc comes before a real one."""
    made = FakeGpu(fake)
    monkeypatch.setenv("PATH", str(made.nvcc.parent), prepend=":")
    return made


def add_entry(fake: FakeProject, text: str = WRONG, name: str = "unpadded") -> None:
    folder = answers_folder(fake.project, fake.lab)
    folder.mkdir(parents=True, exist_ok=True)
    kernel = (DATA / "tiled_transpose.cu").read_text(encoding="utf-8")
    (folder / f"{name}.cu").write_text(with_verdict(text, kernel), encoding="utf-8")


def entry(gpu: FakeGpu, text: str) -> Entry:
    add_entry(gpu.fake, text)
    return read_catalogue(gpu.fake.project, gpu.fake.lab)[0]


def proved(course: Command, capsys: Capture, *arguments: str) -> tuple[int, str]:
    """Exit status, and what was printed, without its line breaks."""
    status = course("prove", "--machine", "cuda", *arguments)
    return status, " ".join(capsys.readouterr().out.split())


def test_the_simulated_verdict_is_expected_where_nothing_else_is_said(
    course: Command, gpu: FakeGpu, capsys: Capture
) -> None:
    add_entry(gpu.fake)
    status, out = proved(course, capsys)
    assert status == 0
    assert "measured on this NVIDIA H200" in out
    assert "solution yes padded-bound passed 0.95 times the bandwidth of the copy" in out
    assert "unpadded yes padded-bound passed" in out
    assert "nothing to measure: stub" in out
    assert out.endswith("proved")


def test_each_answer_is_printed_as_soon_as_it_was_measured(
    course: Command, gpu: FakeGpu, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_entry(gpu.fake)
    printed: list[str] = []
    measured = cuda_run.measure

    def watched(*arguments: Any) -> Any:
        printed.append(capsys.readouterr().out)
        return measured(*arguments)

    monkeypatch.setattr("grader.measuring.prove_on_gpu.measure", watched)
    assert course("prove", "--machine", "cuda") == 0
    before_the_first, before_the_second = printed
    assert "measured on this NVIDIA H200" in before_the_first
    assert "solution  yes" in before_the_second


def test_what_a_gpu_says_otherwise_is_not_proved(course: Command, gpu: FakeGpu, capsys: Capture) -> None:
    add_entry(gpu.fake, WRONG + SLOW)
    status, out = proved(course, capsys)
    assert status == 1
    assert "unpadded NO" in out
    assert "failed is expected: Too few bytes on their way." in out
    assert "padded-bound: expected failed, measured passed" in out
    assert "padded-bound: the message lacks 'comes to 0.5'" in out
    assert out.endswith("NOT PROVED")


def test_an_entry_may_be_slow_in_fact_alone(course: Command, gpu: FakeGpu, capsys: Capture) -> None:
    add_entry(gpu.fake, WRONG + SLOW)
    gpu.measures(1, status="failed", value=0.5, message="it comes to 0.5 times")
    status, out = proved(course, capsys)
    assert status == 1, "the solution is as slow"
    assert "unpadded yes padded-bound failed 0.5 times" in out
    assert "solution NO" in out
    assert "padded-bound: expected passed, measured failed: it comes to 0.5 times" in out


@pytest.mark.parametrize("ended", [0, 1])
def test_either_takes_both_verdicts(course: Command, gpu: FakeGpu, capsys: Capture, ended: int) -> None:
    text = WRONG + SLOW.replace('"failed"', '"either"').replace('contains = ["comes to 0.5"]', "")
    add_entry(gpu.fake, text)
    gpu.measures(ended, status="failed" if ended else "passed")
    assert "unpadded yes" in proved(course, capsys)[1]


@pytest.mark.parametrize(
    ("ended", "changes", "said"),
    [
        (0, {"status": "skipped", "evidence": "none", "reason": "not measured: unstable"}, "unstable"),
        (139, {}, "ended with status 139"),
    ],
)
def test_no_verdict_is_never_as_expected(
    course: Command, gpu: FakeGpu, capsys: Capture, ended: int, changes: dict[str, object], said: str
) -> None:
    text = WRONG + SLOW.replace('"failed"', '"either"').replace('contains = ["comes to 0.5"]', "")
    add_entry(gpu.fake, text)
    gpu.measures(ended, **changes)
    if ended == 139:
        (gpu.root / "cuda.json").write_text("{", encoding="utf-8")
    status, out = proved(course, capsys)
    assert status == 1
    assert "padded-bound: expected either, measured no verdict: Not measured: " in out
    assert said in out or ended == 139


def test_a_check_that_is_skipped_is_not_measured(course: Command, gpu: FakeGpu, capsys: Capture) -> None:
    text = WRONG.replace('["padded-no-conflict"]', '["padded-values"]\nskips = ["padded-bound"]')
    add_entry(gpu.fake, text.replace('check = "padded-no-conflict"', 'check = "padded-values"'))
    status, out = proved(course, capsys)
    assert status == 0
    assert "nothing to measure: stub, unpadded" in out
    assert gpu.arguments().count(f"--gtest_filter={MEASURED_TEST}") == 1, "of the solution alone"
    assert "simt" not in gpu.arguments(), "the SIMT machine is not needed"


def test_what_nvcc_refuses_is_a_mismatch_of_its_own(course: Command, gpu: FakeGpu, capsys: Capture) -> None:
    add_entry(gpu.fake)
    gpu.fake.script(
        gpu.nvcc,
        gpu.nvcc.read_text(encoding="utf-8").replace(
            "echo fatbin",
            "case \"$out\" in */modules/.tiled*) echo 'k.cu(3): error: no such thing' >&2; exit 1;; esac\n"
            "echo fatbin",
        ),
    )
    status, out = proved(course, capsys)
    assert status == 1
    assert "solution NO nvcc refuses it: no such thing unpadded yes" in out


def test_without_a_gpu_it_says_so_and_ends_with_2(course: Command, gpu: FakeGpu, capsys: Capture) -> None:
    gpu.is_missing("no NVIDIA driver could be opened (libcuda.so.1: no such file).")
    assert course("prove", "--machine", "cuda") == 2
    assert "no GPU can be used: no NVIDIA driver could be opened" in capsys.readouterr().err


def test_labs_that_measure_nothing_are_told_so(course: Command, capsys: Capture) -> None:
    assert course("prove", "--machine", "cuda") == 2
    assert "no check of these labs has a measured form" in capsys.readouterr().err


def test_programs_that_were_brought_along_are_not_built(
    course: Command, gpu: FakeGpu, capsys: Capture
) -> None:
    """As on a computer with a GPU that cannot build them."""
    (gpu.fake.project.build / "CMakeCache.txt").unlink()
    gpu.fake.script(gpu.root.parent / "tools" / "cmake", "#!/bin/sh\nexit 1\n")
    assert proved(course, capsys)[0] == 0


def test_the_table_shows_what_a_gpu_must_say(course: Command, gpu: FakeGpu, capsys: Capture) -> None:
    add_entry(gpu.fake)
    assert course("prove", "--table") == 0
    out = capsys.readouterr().out
    assert "1 measured verdict, all as simulated" in out
    assert "no answer is measured to fail padded-bound" in out
    add_entry(gpu.fake, WRONG + SLOW)
    assert course("prove", "--table") == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "1 measured verdict, as simulated but for these: unpadded padded-bound failed: Too few" in out
    assert "no answer is measured to fail" not in out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"failed"', '"passed"', ":8: measured: 'padded-bound' is expected passed already"),
        ('"failed"', '"skipped"', ":9: measured: padded-bound: 'verdict' is 'skipped'"),
        ('"failed"', '"skipped"', "must be one of: passed, failed, either"),
        ('"failed"', '"either"', ":11: measured: 'padded-bound' has a message only where it fails"),
        ('why = "Too few bytes on their way."', "", ":8: measured: padded-bound: the key 'why' is missing"),
        ('"Too few bytes on their way."', '" "', ":10: measured: padded-bound: 'why' is empty"),
        ("padded-bound", "padded-values", ":8: measured: 'padded-values' is not measured for this answer"),
        ("contains", "holds", ":11: measured: padded-bound: unknown key 'holds'"),
    ],
)
def test_a_malformed_table_is_named_with_its_line(gpu: FakeGpu, old: str, new: str, said: str) -> None:
    with pytest.raises(GraderError) as caught:
        entry(gpu, WRONG + SLOW.replace(old, new))
    assert caught.value.message.startswith("solutions/lab4_tiled_transpose/answers/unpadded.cu:")
    assert said in str(caught.value)


def test_a_check_that_is_skipped_has_no_measured_verdict(gpu: FakeGpu) -> None:
    text = WRONG.replace('["padded-no-conflict"]', '["padded-no-conflict"]\nskips = ["padded-bound"]')
    assert entry(gpu, text).measured == ()
    with pytest.raises(GraderError, match="is not measured for this answer"):
        entry(gpu, text + SLOW)
