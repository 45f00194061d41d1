"""What runs on the SIMT machine is real CUDA: nvcc, where there is one, compiles every kernel file.

Every ./course test compiles the labs' stubs, given kernels and solutions, and one example of the machine's.
The catalogue and the machine's own kernels wait for the full run.
"""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grader.core.lab_files import lab_folder
from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project
from grader.isolation.bubblewrap import find_sandbox
from grader.machine.module import CompileError, Module
from grader.machine.nvcc import compile_for_gpu, find_nvcc, nvcc_for
from grader.proof.answer_text import Answer, read_answers
from grader.tests.choice import cases
from grader.tests.fake_project import FakeProject

ROOT = Path(__file__).resolve().parents[3]
NEWEST = 90
# The machine's own kernels show what newer GPUs can do as well; what labs are made of runs on these, too.
OLDEST_OF_MACHINE = 80
OLDEST_OF_LABS = 70
# The tensor cores' m16n8k16 (PTX ISA, "mma"); the lab's header says so.
OLDEST_OF_TENSOR_LAB = 80
OF_LABS = ("labs", "solutions", "grader", "common/lab")
# Files with instructions of compute capability 9.0 (stmatrix, add.u16x2).
OF_HOPPER = {
    "common/simt/tests/kernels/ptx_instructions.cu",
    "common/simt/tests/kernels/tensor_ptx.cu",
    "common/simt/tests/ptx/record_ptx.cu",
    "common/simt/tools/patterns.cu",
}
# An answer with __reduce_add_sync, of compute capability 8.0; its lab runs on older GPUs as well.
OF_AMPERE = {"lab6-ids-in-shared-memory"}
# Tests of the machine alone, and why nvcc refuses them.
FOR_THE_MACHINE = {
    "common/simt/tests/kernels/arithmetic.cu": "calls a builtin of clang's to multiply 128-bit numbers",
    "common/simt/tests/kernels/async_copies.cu": "copies by functions of the machine's own header",
    "common/simt/tests/kernels/phases.cu": "waits with a token that is const",
    "common/simt/tests/kernels/ptx_forms.cu": "instantiates a template 256 deep",
    "common/simt/tests/kernels/tensor_cores.cu": "includes the machine's own header",
}
# What the machine refuses may be no CUDA, need a newer GPU than the oldest here, or libraries beside CUDA.
# Answers are compiled below, and attacks in test_attacks_on_gpu.py.
APART = {"unsupported", "refused", "answers", "attacks"}

NVCC = find_nvcc(os.environ)
NO_NVCC = pytest.mark.skip(reason="no nvcc here: real CUDA is compiled where a toolkit is installed")
PROJECT = current_project()


def kernel_files() -> list[Path]:
    """Stubs, given kernels, solutions, and the machine's own kernels, without answers and attacks."""
    folders = (
        "labs",
        "solutions",
        "common/lab",
        "common/simt/examples",
        "common/simt/tools",
        "common/simt/bench",
        "common/simt/tests",
        "common/simt/agreement",
    )
    found = sorted(file for folder in folders for file in (ROOT / folder).rglob("*.cu"))
    return [
        file
        for file in found
        if APART.isdisjoint(file.relative_to(ROOT).parts)
        and str(file.relative_to(ROOT)) not in FOR_THE_MACHINE
    ]


def include_folders(kernel: Path) -> list[Path]:
    """The folder of the lab that a file belongs to, which has the same name."""
    parts = kernel.relative_to(ROOT).parts
    return [folder for folder in (ROOT / "labs").iterdir() if folder.name in parts]


def is_of_labs(kernel: Path) -> bool:
    return any(kernel.is_relative_to(ROOT / folder) for folder in OF_LABS)


def oldest_for(kernel: Path) -> int:
    """The oldest GPU that the file is written for."""
    if str(kernel.relative_to(ROOT)) in OF_HOPPER:
        return NEWEST
    if any(part.split("_")[0] == "lab11" for part in kernel.relative_to(ROOT).parts):
        return OLDEST_OF_TENSOR_LAB
    return OLDEST_OF_LABS if is_of_labs(kernel) else OLDEST_OF_MACHINE


@cache
def oldest_known(nvcc: str) -> int:
    """The oldest GPU that this toolkit compiles for: 7.5 from CUDA 13 on."""
    listed = subprocess.run([nvcc, "--list-gpu-arch"], capture_output=True, text=True, check=True)
    return min(int(number) for number in re.findall(r"^compute_(\d+)$", listed.stdout, re.MULTILINE))


def stays(kernel: Path) -> bool:
    """Whether every ./course test compiles it."""
    path = kernel.relative_to(ROOT)
    return (
        path.match("labs/lab*/*.cu")
        or path.match("solutions/lab*/*.cu")
        or path == Path("common/simt/examples/transpose.cu")
    )


def compilations() -> list[Any]:
    """The files as parameters of a test; a single one that is skipped where nothing can compile them."""
    if NVCC is None:
        return [pytest.param(ROOT, id="any", marks=NO_NVCC)]
    return cases(kernel_files(), stays, lambda file: str(file.relative_to(ROOT)))


def catalogued() -> list[Any]:
    """The catalogue's answers likewise, each with its lab: they wait for the full run."""
    if NVCC is None or not PROJECT.solutions.is_dir():
        return [pytest.param(None, None, id="any", marks=NO_NVCC)]
    return [
        pytest.param(lab, answer, id=f"{lab.id}-{answer.name}", marks=pytest.mark.full)
        for lab in read_labs(PROJECT)
        for answer in read_answers(PROJECT, lab)
    ]


def compiled(kernel: Path, includes: list[Path], oldest: int, out: Path) -> str:
    """What nvcc says of the file, '' once its device code is in `out`."""
    assert NVCC is not None
    architectures = (max(oldest, oldest_known(NVCC)), NEWEST)
    targets = [option for a in architectures for option in ("-gencode", f"arch=compute_{a},code=sm_{a}")]
    options = ["-std=c++17", *targets, *(f"-I{folder}" for folder in includes), "-fatbin"]
    ended = subprocess.run([NVCC, *options, kernel, "-o", out], capture_output=True, text=True, check=False)
    return ended.stderr or f"exit status {ended.returncode}" if ended.returncode != 0 else ""


def test_the_lists_name_files_that_exist() -> None:
    assert all((ROOT / name).is_file() for name in (*OF_HOPPER, *FOR_THE_MACHINE))


def test_there_are_kernels_to_compile() -> None:
    assert len(kernel_files()) > 20
    assert len([kernel for kernel in kernel_files() if stays(kernel)]) > 10


@pytest.mark.slow
@pytest.mark.parametrize("kernel", compilations())
def test_compiles_to_device_code(kernel: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.fatbin"
    assert compiled(kernel, include_folders(kernel), oldest_for(kernel), out) == ""
    assert out.stat().st_size > 0


@pytest.mark.slow
@pytest.mark.parametrize(("lab", "answer"), catalogued())
def test_a_catalogued_answer_compiles_to_device_code(lab: Lab, answer: Answer, tmp_path: Path) -> None:
    out, folder = tmp_path / "out.fatbin", lab_folder(PROJECT, lab)
    kernel = answer.written_to(tmp_path)
    oldest = oldest_for(folder / lab.kernel_file)
    if f"{lab.id}-{answer.name}" in OF_AMPERE:
        oldest = max(oldest, OLDEST_OF_MACHINE)
    assert compiled(kernel, [folder], oldest, out) == ""
    assert out.stat().st_size > 0


@pytest.mark.sandbox
@pytest.mark.skipif(NVCC is None, reason="no nvcc")
def test_a_submission_is_compiled_beside_its_headers_and_nothing_else(fake: FakeProject) -> None:
    nvcc = nvcc_for(NVCC or "", NEWEST)
    (fake.root / "secret.h").write_text("#error secret\n", encoding="utf-8")
    include = fake.kernel.parent
    fake.kernel.write_text('extern "C" __global__ void k(float* x) { x[0] = 1; }\n', encoding="utf-8")
    assert isinstance(compile_for_gpu(fake.project, nvcc, fake.kernel, include, find_sandbox()), Module)
    fake.kernel.write_text(f'#include "{fake.root}/secret.h"\n', encoding="utf-8")
    trusted = compile_for_gpu(fake.project, nvcc, fake.kernel, include)
    assert isinstance(trusted, CompileError) and "secret" in trusted.message
    confined = compile_for_gpu(fake.project, nvcc, fake.kernel, include, find_sandbox())
    assert isinstance(confined, CompileError) and "No such file" in confined.message
