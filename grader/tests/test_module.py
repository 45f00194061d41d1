"""Compiling a kernel file: cache, refusals and missing tools."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from grader.core.errors import GraderError
from grader.grading.grade_labs import Grading, Submission, grade_lab
from grader.machine.module import CompileError, Module, compile_kernel, read_compile_error
from grader.tests.fake_project import FakeProject


def compiled(fake: FakeProject, compiler: str | None = None) -> Module | CompileError:
    return compile_kernel(fake.project, fake.kernel, fake.kernel.parent, compiler)


def is_fresh(fake: FakeProject, compiler: str | None = None) -> bool:
    module = compiled(fake, compiler)
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
    assert is_fresh(fake, "sh")
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
    assert (error.message, error.line) == ("expected ';' before '}' token", 13)
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


def test_no_compiler_is_not_the_students_fault(fake: FakeProject) -> None:
    fake.simtcc("#!/bin/sh\necho 'simtcc: no compiler was found' >&2\nexit 2\n")
    with pytest.raises(
        GraderError, match=r"no compiler was found\nA compiler is needed: apt-get install g\+\+"
    ):
        compiled(fake)


def test_a_missing_simtcc_is_named(fake: FakeProject) -> None:
    fake.project.simtcc.unlink()
    with pytest.raises(GraderError, match="common/simt/simtcc was not found"):
        compiled(fake)
