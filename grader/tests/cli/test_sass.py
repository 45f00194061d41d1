"""`explain --sass` and `scorecard --sass`: nvcc's code beside the source, and what is said without nvcc."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.machine.sass import find_sass_tools
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject
from grader.tests.sass_samples import make_fake_cuda

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


@pytest.fixture
def cuda(fake: FakeProject, monkeypatch: Patch) -> Path:
    """A toolkit that says of the tiny checkout's kernel file what the real one said."""
    folder = make_fake_cuda(fake)
    monkeypatch.setattr("grader.machine.sass.find_nvcc", lambda _: str(folder / "nvcc"))
    monkeypatch.setattr("grader.machine.sass.wheel_folders", lambda: ())
    return folder


@pytest.fixture
def no_cuda(monkeypatch: Patch) -> None:
    monkeypatch.setattr("grader.machine.sass.find_nvcc", lambda _: None)
    monkeypatch.setattr("grader.machine.sass.wheel_folders", lambda: ())


def below(out: str, line: int) -> str:
    """What stands below a line of the source, as one line of words."""
    lines = out.splitlines()
    numbered = {words.split()[0]: at for at, words in enumerate(lines) if words[:4].strip().isdigit()}
    return " ".join(" ".join(lines[numbered[str(line)] + 1 : numbered[str(line + 1)]]).split())


def test_each_line_has_its_code_in_short(
    course: Command, fake: FakeProject, cuda: Path, capsys: Capture
) -> None:
    assert cuda.is_dir()
    fake.reports("conflict", 1)
    assert course("explain", "lab4", "--sass") == 0
    out = capsys.readouterr().out
    assert "SASS transpose_padded: 4 x LDS, 4 x STG.E, " in below(out, 42)
    assert "HEAVY transpose_padded: shared load" in below(out, 42)
    assert "SASS" not in below(out, 2)
    words = " ".join(out.split())
    assert "the line's machine instructions: nvcc 13.0.88 -O3 for sm_90" in words
    assert (
        "ptxas transpose_padded: 26 registers per thread, 4,224 bytes of static shared memory, no spills"
        in words
    )


def test_one_kernels_code_is_listed_in_full(
    course: Command, fake: FakeProject, cuda: Path, capsys: Capture
) -> None:
    assert cuda.is_dir()
    fake.reports("conflict", 1)
    assert course("explain", "lab4", "--sass-of", "transpose_padded") == 0
    out = capsys.readouterr().out
    assert below(out, 42).count("LDS R") == 4
    assert "desc[UR" in below(out, 42)
    assert "SASS" not in below(out, 20), "a line of the other kernel"
    assert "ptxas  transpose_tiled" not in out


def test_a_kernel_that_is_not_there_is_refused_by_name(
    course: Command, fake: FakeProject, cuda: Path, capsys: Capture
) -> None:
    assert cuda.is_dir()
    fake.reports("conflict", 1)
    assert course("explain", "lab4", "--sass-of", "transpose") == 2
    said = capsys.readouterr().err
    assert "nvcc made no kernel 'transpose' of the file" in said
    assert "It made: transpose_padded, transpose_tiled" in said


@pytest.mark.parametrize("width", [30, 80, 120])
def test_it_fits_the_terminal(
    course: Command, fake: FakeProject, cuda: Path, capsys: Capture, monkeypatch: Patch, width: int
) -> None:
    assert cuda.is_dir()
    fake.reports("strided", 1)
    monkeypatch.setenv("COLUMNS", str(width))
    assert course("explain", "lab4", "--sass") == 0
    for line in capsys.readouterr().out.splitlines():
        assert len(line) <= width or len(line.split()) <= 2


@pytest.mark.usefixtures("no_cuda")
@pytest.mark.parametrize("command", ["explain", "scorecard"])
def test_without_nvcc_it_says_what_it_would_add_and_how_to_install_it(
    course: Command, fake: FakeProject, capsys: Capture, command: str
) -> None:
    assert course(command, "lab4", "--sass") == 2
    said = capsys.readouterr().err
    assert "nvcc and nvdisasm were not found: they show what NVIDIA's compiler makes of each line" in said
    assert "./course setup --nvcc" in said
    assert not (fake.root / "compiled").exists(), "it is said before anything is built"


@pytest.mark.usefixtures("no_cuda")
def test_without_the_option_all_works_and_the_legend_offers_it(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.reports("conflict", 1)
    assert course("explain", "lab4") == 0
    assert "with --sass, what nvcc makes of each line" in " ".join(capsys.readouterr().out.split())


@pytest.mark.usefixtures("no_cuda")
def test_python_packages_are_found_where_no_toolkit_is(fake: FakeProject, monkeypatch: Patch) -> None:
    folder = make_fake_cuda(fake)
    monkeypatch.setattr("grader.machine.sass.wheel_folders", lambda: (folder,))
    tools = find_sass_tools({})
    assert (tools.nvcc.path, tools.nvdisasm) == (folder / "nvcc", folder / "nvdisasm")
    assert tools.words == "nvcc 13.0.88 -O3 for sm_90"


def test_a_toolkit_without_a_disassembler_is_no_help(cuda: Path) -> None:
    (cuda / "nvdisasm").unlink()
    with pytest.raises(GraderError, match="nvcc and nvdisasm were not found"):
        find_sass_tools({"PATH": ""})


def test_a_file_that_only_nvcc_refuses_is_an_error_with_its_words(
    course: Command, fake: FakeProject, cuda: Path, capsys: Capture
) -> None:
    assert cuda.is_dir()
    words = 'tiled_transpose.cu(7): error: identifier "warp" is undefined\n'
    (fake.root / "nvcc_says").write_text(words, encoding="utf-8")
    assert course("explain", "lab4", "--sass") == 2
    said = capsys.readouterr().err
    assert "nvcc refuses labs/lab4_tiled_transpose/tiled_transpose.cu, which simtcc compiles" in said
    assert 'identifier "warp" is undefined' in said


def test_a_computer_that_nvcc_cannot_use_is_not_the_files_fault(
    course: Command, fake: FakeProject, cuda: Path, capsys: Capture
) -> None:
    assert cuda.is_dir()
    words = "nvcc fatal   : Could not set up the environment for a host compiler\n"
    (fake.root / "nvcc_says").write_text(words, encoding="utf-8")
    assert course("explain", "lab4", "--sass") == 2
    said = capsys.readouterr().err
    assert "could not be compiled to SASS: nvcc failed" in said
    assert "Leave out --sass" in said


def test_what_simtcc_refuses_is_not_given_to_nvcc(
    course: Command, fake: FakeProject, cuda: Path, capsys: Capture
) -> None:
    assert cuda.is_dir()
    fake.refuses()
    assert course("explain", "lab4", "--sass") == 2
    assert "expected ';'" in capsys.readouterr().out
    assert course("scorecard", "lab4", "--sass", "--out", "page.html") == 0
    assert 'class="compiled"' not in Path("page.html").read_text(encoding="utf-8")


def test_the_scorecard_has_the_code_too(
    course: Command, fake: FakeProject, cuda: Path, capsys: Capture
) -> None:
    assert cuda.is_dir()
    fake.reports("conflict", 1)
    assert course("scorecard", "lab4", "--sass", "--out", "page.html") == 0
    assert "scorecard: " in capsys.readouterr().out
    page = Path("page.html").read_text(encoding="utf-8")
    assert page.count('class="sass"') > 20
    assert "26 registers per thread, 4,224 bytes of static shared memory, no spills" in page
