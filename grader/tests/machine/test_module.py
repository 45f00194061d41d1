"""Compiling a kernel file: cache, refusals, the sandbox, and missing tools."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grader.core.errors import GraderError, StalledError
from grader.core.process import Finished
from grader.grading.grade_labs import Grading, Submission, grade_lab
from grader.isolation.confinement import Confinement, Limits, NoSandbox, Places
from grader.machine.compiling import LARGEST_MODULE
from grader.machine.module import CompileError, Module, compile_kernel, read_compile_error
from grader.tests.fake_project import FakeProject


def compiled(fake: FakeProject, within: Confinement | None = None) -> Module | CompileError:
    return compile_kernel(fake.project, fake.kernel, fake.kernel.parent, within)


def is_fresh(fake: FakeProject) -> bool:
    module = compiled(fake)
    assert isinstance(module, Module)
    assert module.path.is_file()
    return module.fresh


def test_an_unchanged_file_is_not_compiled_again(fake: FakeProject) -> None:
    assert [is_fresh(fake), is_fresh(fake)] == [True, False]
    assert (fake.root / "compiled").read_text(encoding="utf-8").count("\n") == 1


def test_whatever_goes_into_a_module_makes_a_new_one(fake: FakeProject) -> None:
    assert is_fresh(fake)
    fake.kernel.write_text("// changed", encoding="utf-8")
    assert is_fresh(fake)
    (fake.kernel.parent / "tiled_transpose.h").write_text("#pragma once // changed", encoding="utf-8")
    assert is_fresh(fake)
    (fake.project.simt / "include" / "cuda_runtime.h").write_text("", encoding="utf-8")
    assert is_fresh(fake)
    fake.simtcc(fake.project.simtcc.read_text(encoding="utf-8") + "# changed\n")
    assert is_fresh(fake)
    assert not is_fresh(fake)


def test_the_same_text_elsewhere_is_another_module(fake: FakeProject) -> None:
    assert is_fresh(fake)
    other = fake.root / "tiled_transpose.cu"
    other.write_bytes(fake.kernel.read_bytes())
    module = compile_kernel(fake.project, other, fake.kernel.parent)
    assert isinstance(module, Module)
    assert module.fresh


def test_a_refusal_is_a_value_not_an_exception(fake: FakeProject) -> None:
    fake.refuses()
    error = compiled(fake)
    assert isinstance(error, CompileError)
    assert (error.message, error.line) == ("expected ';' after expression", 13)
    assert error.file == str(fake.kernel)


@pytest.mark.parametrize(
    ("words", "message", "line"),
    [
        ("k.cu:3:10: fatal error: 'x.h' file not found\n1 error generated.", "'x.h' file not found", 3),
        ("k.cu:2:1: warning: odd\nk.cu:7:5: error: no member 'w'", "no member 'w'", 7),
        ("k.cu:9: error: unterminated", "unterminated", 9),
        ("\nld: undefined reference to `f'", "ld: undefined reference to `f'", 0),
        ("", "the compiler refused the file", 0),
    ],
)
def test_the_first_error_is_found(words: str, message: str, line: int) -> None:
    error = read_compile_error(words)
    assert (error.message, error.line) == (message, line)


def saves_once(fake: FakeProject) -> None:
    """The compiler's first run meets a save that comes just before it reads the file."""
    script = fake.project.simtcc.read_text(encoding="utf-8")
    save = f"""[ -e '{fake.root}/saved' ] || {{ touch '{fake.root}/saved'; echo '// new' > "$file"; }}\n"""
    fake.simtcc(script.replace("[ -z", save + "[ -z"))


def test_the_source_that_is_shown_is_the_one_that_was_compiled(fake: FakeProject) -> None:
    saves_once(fake)
    source = grade_lab(Grading(fake.project), Submission(fake.lab, fake.kernel)).result.source
    assert source is not None
    assert source.text == "// new\n"


def test_a_save_while_the_compiler_runs_is_compiled_and_no_module_gets_anothers_name(
    fake: FakeProject,
) -> None:
    """The old text's name must not hold the new text's module: an undo would find it."""
    saves_once(fake)
    old = fake.kernel.read_text(encoding="utf-8")
    module = compiled(fake)
    assert isinstance(module, Module)
    assert module.path.read_text(encoding="utf-8") == "// new\n"
    fake.kernel.write_text(old, encoding="utf-8")
    module = compiled(fake)
    assert isinstance(module, Module)
    assert module.path.read_text(encoding="utf-8") == old
    assert len(list(fake.project.modules.iterdir())) == 2, "nothing half done is left"


def test_two_at_once_both_get_a_whole_module(fake: FakeProject) -> None:
    fake.simtcc(fake.project.simtcc.read_text(encoding="utf-8").replace("cp ", "sleep 0.1; cp "))
    with ThreadPoolExecutor(8) as pool:
        modules = list(pool.map(lambda _: compiled(fake), range(8)))
    texts = {module.path.read_text(encoding="utf-8") for module in modules if isinstance(module, Module)}
    assert texts == {fake.kernel.read_text(encoding="utf-8")}
    assert len(list(fake.project.modules.iterdir())) == 1


@pytest.mark.parametrize(
    ("says", "fix"),
    [
        (
            "simtcc: cannot run /usr/lib/llvm-14/bin/clang++: is it installed?",
            "apt-get install clang llvm-dev binutils",
        ),
        (
            "simtcc: error while loading shared libraries: libLLVM-14.so.1: cannot open shared object file",
            "./course setup && rm -r build/default",
        ),
    ],
)
def test_no_compiler_is_not_the_students_fault(fake: FakeProject, says: str, fix: str) -> None:
    fake.simtcc(f"#!/bin/sh\necho '{says}' >&2\nexit 2\n")
    with pytest.raises(GraderError) as caught:
        compiled(fake)
    assert says in caught.value.message
    assert fix in caught.value.fix


def test_a_missing_simtcc_is_named(fake: FakeProject) -> None:
    fake.project.simtcc.unlink()
    with pytest.raises(GraderError, match="build/default/common/simt/compiler/simtcc was not found"):
        compiled(fake)


class Spy:
    """A sandbox that only writes down what it would show, and how the compiler ends in it."""

    reads_any_owner = False

    def __init__(self, ended: Finished, size: int = 1) -> None:
        self.ended, self.size, self.seen = ended, size, Places()

    def run(self, command: Sequence[str | Path], limits: Limits, places: Places) -> Finished:  # noqa: ARG002
        self.seen = places
        with Path(command[-1]).open("wb") as module:
            module.truncate(self.size)
        return self.ended

    def words(self, limits: Limits, places: Places) -> list[str]:  # noqa: ARG002
        return []

    def limited(self, limits: Limits) -> list[str]:  # noqa: ARG002
        return []


def test_a_submission_is_compiled_beside_the_headers_and_nothing_else(fake: FakeProject) -> None:
    lab = fake.kernel.parent
    (lab / "solution").mkdir()
    (lab / "solution" / "fast.h").touch()
    (lab / "given_kernels.cu").touch()
    cuda = fake.project.simt / "include" / "cuda"
    (cuda / "cub").mkdir(parents=True)
    (cuda / "cmath").touch()
    (cuda / "cub" / "cub.cuh").touch()
    spy = Spy(Finished(0, "", ""))
    assert isinstance(compiled(fake, spy), Module)
    shown = {cuda / "cmath", cuda / "cub" / "cub.cuh", lab / "tiled_transpose.h", fake.kernel}
    assert set(spy.seen.read) == {*shown, fake.project.simtcc.parent}


def test_what_was_compiled_outside_of_the_sandbox_is_compiled_again_in_it(fake: FakeProject) -> None:
    """There it may include what the sandbox does not show."""
    assert is_fresh(fake)
    inside = compiled(fake, Spy(Finished(0, "", "")))
    assert isinstance(inside, Module)
    assert inside.fresh
    outside = compiled(fake, NoSandbox())
    assert isinstance(outside, Module)
    assert not outside.fresh
    assert outside.path != inside.path


@pytest.mark.parametrize(
    ("ended", "size", "says"),
    [
        (Finished(-11, "", ""), 0, "the compiler crashes on this file (SIGSEGV)"),
        (Finished(-25, "", ""), 0, "wrote more than it may"),
        (Finished(-24, "", ""), 0, "did not finish within 20 s of processor time"),
        (Finished(-9, "", "", used_up=True), 0, "did not finish within 20 s of processor time"),
        (Finished(1, "", "LLVM ERROR: out of memory"), 0, "ran out of the memory"),
        (Finished(2, "", "simtcc: linking k.cu failed"), 0, "cannot be linked: simtcc: linking k.cu failed"),
        (Finished(0, "", ""), LARGEST_MODULE + 1, "has more than 64 MiB"),
    ],
)
def test_a_submission_at_the_sandboxes_limits_is_refused(
    fake: FakeProject, ended: Finished, size: int, says: str
) -> None:
    refused = compiled(fake, Spy(ended, size))
    assert isinstance(refused, CompileError)
    assert refused.refused
    assert says in refused.message
    assert not any(fake.project.modules.iterdir())


def test_a_compiler_that_the_clock_stops_is_no_verdict(fake: FakeProject) -> None:
    stopped = Finished(-9, "", "", timed_out=True, processor_s=1.25)
    with pytest.raises(
        StalledError, match=r"within 300 s and used only 1\.2 s of its 20 s of processor time"
    ):
        compiled(fake, Spy(stopped, 0))


def test_words_about_memory_do_not_refuse_a_file_that_compiles(fake: FakeProject) -> None:
    warned = Finished(0, "", "k.cu:3:5: warning: unused // out of memory")
    assert isinstance(compiled(fake, Spy(warned)), Module)


def test_the_compilers_error_in_the_sandbox_is_the_files(fake: FakeProject) -> None:
    words = f"{fake.kernel}:7:5: error: inline assembler is not supported"
    error = compiled(fake, Spy(Finished(1, "", words)))
    assert isinstance(error, CompileError)
    assert (error.message, error.line, error.refused) == ("inline assembler is not supported", 7, False)


def test_a_quoted_line_that_looks_like_an_error_elsewhere_is_none(fake: FakeProject) -> None:
    quoted = f"{fake.kernel}:1:3: warning: unused\n/home/bob/tiled.cu:3:1: error: copied\n   ^\n"
    error = compiled(fake, Spy(Finished(1, "", f"{quoted}{fake.kernel}:9:2: error: real\n")))
    assert isinstance(error, CompileError)
    assert (error.message, error.file, error.line) == ("real", str(fake.kernel), 9)
