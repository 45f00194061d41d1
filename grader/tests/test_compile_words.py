"""What is kept, and shown first, of all that a compiler says."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader.core.paths import current_project
from grader.core.process import END_BYTES, run_limited
from grader.machine.module import read_compile_error

REAL = current_project()


def test_of_many_words_the_first_and_the_last_are_kept() -> None:
    script = "echo first error >&2; yes more words | head -c 100000 >&2; echo last words >&2"
    errors = run_limited(["sh", "-c", script], 10).errors
    assert errors.startswith("first error\n")
    assert errors.endswith("last words\n")
    assert " bytes more]\n" in errors
    assert len(errors) < 2 * END_BYTES + 100


def test_few_words_are_kept_whole() -> None:
    assert run_limited(["sh", "-c", "echo a; echo b >&2"], 10).output == "a\n"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ here")
def test_a_launch_is_named_before_the_compilers_guesses_at_it(tmp_path: Path) -> None:
    kernel = tmp_path / "k.cu"
    kernel.write_text(
        "#include <cuda_runtime.h>\n__global__ void k() {}\nint main() { k<<<1, 32>>>(); }\n",
        encoding="utf-8",
    )
    ended = run_limited([REAL.simtcc, "--compiler", "g++", kernel, "-o", tmp_path / "k.so"], 60)
    error = read_compile_error(ended.errors)
    assert error.line == 3
    assert error.message.startswith("SIMT machine: a launch <<<...>>> is not supported")
