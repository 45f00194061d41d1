"""Compiling to SASS: in confinement as without, and as nvcc itself does it where it is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.core.lab_files import have_solutions, include_folder, solution_of, stub_of
from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project
from grader.isolation.bubblewrap import find_sandbox
from grader.isolation.confinement import NoSandbox
from grader.machine import sass
from grader.machine.module import CompileError
from grader.machine.sass import SassTools, compile_to_sass, find_sass_tools
from grader.tests.choice import cases
from grader.tests.fake_project import FakeProject
from grader.tests.sass_samples import KERNELS, make_fake_cuda, sample_kernels

PROJECT = current_project()
RELEASE = "13.0.88"


def installed() -> SassTools | None:
    try:
        return find_sass_tools()
    except GraderError:
        return None


TOOLS = installed()
NEEDS_NVCC = pytest.mark.skipif(TOOLS is None, reason="no nvcc and nvdisasm here: ./course setup --nvcc")


@pytest.fixture
def tools(fake: FakeProject, monkeypatch: pytest.MonkeyPatch) -> SassTools:
    folder = make_fake_cuda(fake)
    monkeypatch.setattr("grader.machine.sass.find_nvcc", lambda _: str(folder / "nvcc"))
    return find_sass_tools({})


@pytest.mark.parametrize("within", [None, NoSandbox()], ids=["trusted", "limited"])
def test_a_file_is_compiled_in_whatever_confinement(
    fake: FakeProject, tools: SassTools, within: NoSandbox | None
) -> None:
    kernels = compile_to_sass(fake.project, tools, fake.kernel, fake.kernel.parent, within)
    assert not isinstance(kernels, CompileError)
    assert [kernel.name for kernel in kernels] == ["transpose_padded", "transpose_tiled"]
    assert kernels[0].resources is not None and kernels[0].resources.registers == 26


def test_an_nvcc_that_does_not_end_is_stopped(
    fake: FakeProject, tools: SassTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake.script(tools.nvcc.path, "#!/bin/sh\nwhile :; do :; done\n")
    monkeypatch.setattr(sass, "COMPILE_LIMIT_S", 0.2)
    refused = compile_to_sass(fake.project, tools, fake.kernel, fake.kernel.parent)
    assert (
        isinstance(refused, CompileError)
        and "did not finish within 0.2 s of processor time" in refused.message
    )


def test_a_listing_that_is_too_large_is_not_read(
    fake: FakeProject, tools: SassTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sass, "LARGEST_MODULE", 100)
    with pytest.raises(GraderError, match="nvdisasm cannot read what nvcc made of it"):
        compile_to_sass(fake.project, tools, fake.kernel, fake.kernel.parent)


def test_a_disassembler_that_fails_is_the_computers_fault(fake: FakeProject, tools: SassTools) -> None:
    fake.script(tools.nvdisasm, "#!/bin/sh\necho 'not an ELF file' >&2\nexit 1\n")
    with pytest.raises(GraderError, match="not an ELF file"):
        compile_to_sass(fake.project, tools, fake.kernel, fake.kernel.parent)


def test_the_programs_see_the_toolkit_and_the_file_alone(fake: FakeProject, tools: SassTools) -> None:
    job = sass.CubinJob(tools, fake.kernel, fake.kernel.parent, fake.root / "out.cubin")
    read = job.places(fake.root).read
    assert set(read) == {fake.root / "cuda", fake.kernel.parent / "tiled_transpose.h", fake.kernel}
    command = [str(word) for word in job.command(Path("out.cubin"))]
    assert "-lineinfo" in command and "-arch=sm_90" in command


@NEEDS_NVCC
@pytest.mark.slow
@pytest.mark.skipif(TOOLS is not None and TOOLS.release != RELEASE, reason=f"samples are of nvcc {RELEASE}")
def test_the_samples_are_what_nvcc_makes(tmp_path: Path) -> None:
    assert TOOLS is not None
    made = compile_to_sass(PROJECT, TOOLS, KERNELS, tmp_path)
    assert not isinstance(made, CompileError)
    kept = sample_kernels()
    assert {kernel.name for kernel in made} == set(kept)
    for kernel in made:
        code = [(one.text, [place.line for place in one.places]) for one in kernel.instructions]
        assert code == [
            (one.text, [place.line for place in one.places]) for one in kept[kernel.name].instructions
        ]
        assert kernel.resources == kept[kernel.name].resources


LABS = read_labs(PROJECT)


@NEEDS_NVCC
@pytest.mark.slow
@pytest.mark.parametrize("lab", cases(LABS, lambda lab: lab.id in ("lab4", "lab8"), lambda lab: lab.id))
def test_every_labs_kernels_are_compiled_with_their_lines(lab: Lab) -> None:
    assert TOOLS is not None
    file_of = solution_of if have_solutions(PROJECT, LABS) else stub_of
    kernel = file_of(PROJECT, lab).resolve()
    made = compile_to_sass(PROJECT, TOOLS, kernel, include_folder(PROJECT, lab))
    assert not isinstance(made, CompileError), made
    for one in made:
        assert one.resources is not None, one.name
        assert any(place.file == str(kernel) for code in one.instructions for place in code.places)


@NEEDS_NVCC
@pytest.mark.slow
@pytest.mark.sandbox
def test_in_the_sandbox_it_makes_the_same(tmp_path: Path) -> None:
    assert TOOLS is not None
    made = compile_to_sass(PROJECT, TOOLS, KERNELS, tmp_path, find_sandbox())
    assert not isinstance(made, CompileError), made
    assert {kernel.name for kernel in made} == set(sample_kernels())
