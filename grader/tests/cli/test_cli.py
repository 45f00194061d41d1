"""The command line: its exit statuses, its files, and its answers to bad input."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("record", "ended", "status"), [("passing", 0, 0), ("conflict", 1, 1), ("incomplete", 0, 2)]
)
def test_check_tells_its_verdict_by_exit_status(
    course: Command, fake: FakeProject, record: str, ended: int, status: int
) -> None:
    fake.reports(record, ended)
    assert course("check", "lab4") == status


def test_check_shows_verdicts_in_words_total_and_next_step(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.reports("conflict", 1)
    course("check")
    out = capsys.readouterr().out
    assert "✗ failed    0/15" in out
    assert "31 bank conflicts per request, exactly 0 required (simulated)" in out
    assert "at labs/lab4_tiled_transpose/tiled_transpose.cu:42" in out
    assert "\x1b" not in out
    total, following = (
        out.index("Total 75/100"),
        out.index("Next: lab4, transpose_padded has no bank conflict"),
    )
    assert total < following


def test_check_shows_the_compilers_words_and_ends_with_2(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.refuses()
    assert course("check", "lab4") == 2
    out = capsys.readouterr().out
    head, source, error = out.splitlines()[:3]
    assert head.startswith("lab4  Tiled transpose  0/100")
    assert source.strip() == fake.project.shown(fake.kernel)
    assert error.strip().startswith(f"{fake.project.shown(fake.kernel)}:13:72: error: expected ';'")
    assert "use of undeclared identifier 'ouut'" in " ".join(out.split())
    assert out.count("✗ failed") == 1
    assert "✗ failed    0/100 The file does not compile: no check was run" in out
    assert "Next: lab4, make the file compile" in out


def test_scorecard_writes_both_files_and_says_where(course: Command, capsys: Capture) -> None:
    assert course("scorecard", "--json", "r.json") == 0
    assert str(Path("scorecard.html").absolute()) in capsys.readouterr().out
    assert Path("scorecard.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert json.loads(Path("r.json").read_text(encoding="utf-8"))["labs"][0]["points"] == 100
    assert sorted(path.name for path in Path().iterdir()) == ["r.json", "scorecard.html"]


def test_scorecard_of_a_refused_file_is_written(course: Command, fake: FakeProject) -> None:
    fake.refuses()
    assert course("scorecard") == 0
    assert "ouut" in Path("scorecard.html").read_text(encoding="utf-8")


def test_the_reference_is_graded_on_wish(course: Command, fake: FakeProject) -> None:
    assert course("check", "--solutions") == 0
    assert "/solutions/lab4_tiled_transpose/" in (fake.root / "compiled").read_text(encoding="utf-8")


def test_another_file_is_graded_on_wish(course: Command, fake: FakeProject) -> None:
    Path("mine.cu").write_text("// mine", encoding="utf-8")
    assert course("check", "--kernel", "mine.cu", "lab4") == 0
    assert "mine.cu" in (fake.root / "compiled").read_text(encoding="utf-8")


def test_another_file_that_is_not_there_is_no_file_of_gits(course: Command, capsys: Capture) -> None:
    for labs in ((), ("lab4",)):
        assert course("check", "--kernel", "none.cu", *labs) == 2
        said = capsys.readouterr().err
        assert "cannot read none.cu: No such file" in said and "Check its name." in said
        assert "git" not in said


def test_another_labs_kernels_are_named_with_their_lab(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.another_lab("lab6", "passing", 0)
    stub = fake.project.labs / "lab6_more" / "tiled_transpose.cu"
    stub.write_text('extern "C" __global__ void gather_rows(float* out) {}\n', encoding="utf-8")
    Path("mine.cu").write_bytes(stub.read_bytes())
    grade_it = "./course check lab6 --kernel mine.cu"
    assert course("check", "lab4", "--kernel", "mine.cu") == 2
    said = capsys.readouterr().err
    assert "mine.cu has kernels of lab6, Tiled transpose, and none of lab4" in said and grade_it in said
    assert course("check", "--kernel", "mine.cu") == 2
    assert grade_it in capsys.readouterr().err
    assert not (fake.root / "compiled").exists()
    assert course("check", "lab6", "--kernel", "mine.cu") == 0


def test_what_the_program_says_when_it_cannot_run_is_shown(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.program("echo 'the module defines no kernel transpose_tiled' >&2; exit 2\n")
    assert course("check") == 2
    out = capsys.readouterr().out
    assert "the module defines no kernel transpose_tiled" in " ".join(out.split())
    assert "passed" not in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "lab9"), "there is no lab 'lab9'"),
        (("scorecard", "lab9"), "Known labs: lab4"),
        (("check", "--kernel", "none.cu", "lab4"), "cannot read none.cu: No such file"),
        (("check", "--kernel", ".", "lab4"), "it is a folder"),
        (("check", "--kernel", "none.cu", "--solutions", "lab4"), "exclude each other"),
        (("scorecard", "--out", "no/such/folder/card.html"), "cannot write no/such/folder/card.html"),
        (("scorecard", "--out", "."), "it is a folder"),
        (("check", "--json", "no/r.json"), "cannot write no/r.json"),
        (("fidelity", "none.csv"), "cannot read none.csv"),
        (("check", "--machine", "abacus"), "abacus"),
        (("check", "--time-limit", "0"), "--time-limit"),
    ],
)
def test_bad_input_is_one_message_exit_2_and_nothing_written(
    course: Command, capsys: Capture, arguments: tuple[str, ...], said: str
) -> None:
    assert course(*arguments) == 2
    captured = capsys.readouterr()
    assert said in " ".join(captured.err.split())
    assert "Traceback" not in captured.err
    assert captured.out == ""
    assert list(Path().iterdir()) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_kernel_is_named(course: Command, fake: FakeProject, capsys: Capture) -> None:
    fake.kernel.chmod(0)
    assert course("check") == 2
    assert "Permission denied" in capsys.readouterr().err


def test_a_malformed_manifest_stops_with_its_place(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.manifest.write_text("id = \n", encoding="utf-8")
    assert course("scorecard") == 2
    assert "labs/lab4_tiled_transpose/lab.toml: not valid TOML" in capsys.readouterr().err
    assert not Path("scorecard.html").exists()


def test_a_missing_solutions_folder_is_explained(course: Command, fake: FakeProject, capsys: Capture) -> None:
    (fake.root / "solutions").rename(fake.root / "gone")
    assert course("check", "--solutions") == 2
    assert "has no folder solutions/" in capsys.readouterr().err


def test_a_failed_build_shows_its_last_lines(
    course: Command, fake: FakeProject, capsys: Capture, tmp_path: Path
) -> None:
    fake.script(tmp_path / "tools" / "cmake", "#!/bin/sh\necho 'machine.cpp:1: error: no'\nexit 1\n")
    assert course("check") == 2
    assert "machine.cpp:1: error: no" in capsys.readouterr().err


def test_a_missing_cmake_names_the_command_that_mends_it(
    course: Command, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("PATH", "/none")
    assert course("check") == 2
    assert "apt-get install cmake" in capsys.readouterr().err


def test_explain_prints_each_lines_cost(course: Command, fake: FakeProject, capsys: Capture) -> None:
    fake.reports("conflict", 1)
    assert course("explain", "4") == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "transpose_padded: shared load, 4 bytes per lane" in out
    cost = "32 wavefronts per request, least 1 · 31 bank conflicts per request · 32,768 requests"
    assert cost in out


def test_a_lab_goes_by_the_file_that_one_edits(course: Command) -> None:
    for name in ("labs/lab4_tiled_transpose/tiled_transpose.cu", "lab4_tiled_transpose/", "4"):
        assert course("check", name) == 0
    assert course("check", "labs/lab9_none/tiled_transpose.cu") == 2


def test_who_has_no_points_is_told_what_to_read(course: Command, fake: FakeProject, capsys: Capture) -> None:
    handout = "Read: labs/lab4_tiled_transpose/README.md"
    fake.program("exit 1\n")
    course("check", "lab4")
    assert handout in capsys.readouterr().out
    fake.reports("conflict", 1)
    course("check", "lab4")
    assert handout not in capsys.readouterr().out


def test_a_missing_file_can_be_had_back(course: Command, fake: FakeProject, capsys: Capture) -> None:
    fake.kernel.unlink()
    assert course("check", "lab4") == 2
    assert f"git checkout -- {fake.kernel}" in capsys.readouterr().err


def test_explain_takes_the_first_lab_that_is_not_done(course: Command, capsys: Capture) -> None:
    assert course("explain") == 0
    assert "tiled_transpose.cu" in capsys.readouterr().out
    course("check")
    assert course("explain") == 2
    assert "./course explain lab4" in capsys.readouterr().err
