"""CUDA's headers and simtcc's rules, compared with nvcc: what it takes is taken, what it refuses is
refused at the same line.

accepted/ and refused/ hold one idea a file. The line that is refused ends with "// here". A first line
"// nvcc takes this" says that only simtcc refuses the file.

The files go through the simtcc of the build folder, or the one that the environment variable SIMTCC names. In
CI there must be one. The comparison with nvcc runs where there is one, and takes minutes.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from grader.core.paths import current_project
from tools.macros_aside import ONLY_NEXT

HERE = Path(__file__).parent
BUILT = current_project().build / "common" / "simt" / "compiler" / "simtcc"
SIMTCC = os.environ.get("SIMTCC") or (str(BUILT) if BUILT.exists() else None)
NVCC = shutil.which("nvcc")
NEEDS_COMPILER = pytest.mark.skipif(SIMTCC is None, reason=f"needs {BUILT}: ./course build")

HEADERS = HERE.parents[1] / "include" / "cuda"
PUT_ASIDE = HEADERS / "device" / "simt_macros_aside.h"
# What host code in C++ reads, too; the others are for kernels.
OF_THE_HOST = [
    "cuComplex.h",
    "cublasLt.h",
    "cublas_v2.h",
    "cuda.h",
    "cudaProfiler.h",
    "cuda_bf16.h",
    "cuda_fp16.h",
    "cuda_fp8.h",
    "cuda_profiler_api.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "curand.h",
    "driver_types.h",
    "library_types.h",
    "nvToolsExt.h",
    "vector_types.h",
]

ACCEPTED = sorted((HERE / "accepted").glob("*.cu"))
REFUSED = sorted((HERE / "refused").glob("*.cu"))


def names(files: list[Path]) -> list[str]:
    return [file.stem for file in files]


def marked_line(file: Path) -> int:
    lines = file.read_text(encoding="utf-8").split("\n")
    marked = [number for number, line in enumerate(lines, 1) if "// here" in line]
    assert len(marked) == 1, f"{file}: mark one line with // here"
    return marked[0]


def first_line_says(file: Path, words: str) -> bool:
    return file.read_text(encoding="utf-8").startswith(f"// {words}")


def compiled(file: Path, module: Path) -> subprocess.CompletedProcess[str]:
    assert SIMTCC is not None
    return run([SIMTCC, str(file), "-o", str(module)])


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=300, check=False)


@pytest.mark.skipif(not os.environ.get("CI"), reason="elsewhere the compiler may not be built yet")
def test_ci_has_a_compiler_to_test() -> None:
    assert SIMTCC is not None, f"{BUILT} is missing: ./course build makes it, or set SIMTCC"


@NEEDS_COMPILER
@pytest.mark.parametrize("file", ACCEPTED, ids=names(ACCEPTED))
def test_is_taken(file: Path, tmp_path: Path) -> None:
    ended = compiled(file, tmp_path / "module.so")
    assert ended.returncode == 0, ended.stderr


@NEEDS_COMPILER
@pytest.mark.parametrize("file", REFUSED, ids=names(REFUSED))
def test_is_refused_at_its_line(file: Path, tmp_path: Path) -> None:
    ended = compiled(file, tmp_path / "module.so")
    assert ended.returncode != 0
    assert "include/cuda" not in ended.stderr
    assert re.search(rf"{file.name}:{marked_line(file)}:(\d+:)? (fatal )?error: ", ended.stderr), ended.stderr


def public_headers() -> list[str]:
    """Headers by the names under which programs include them."""
    found = [path.relative_to(HEADERS).as_posix() for path in sorted(HEADERS.rglob("*")) if path.is_file()]
    public = [
        name.removeprefix("parts/") for name in found if not name.startswith(("device/", "host/", "refused/"))
    ]
    return [name for name in public if name not in ONLY_NEXT]


@NEEDS_COMPILER
@pytest.mark.parametrize("where", ["on the command line", "in the file"])
@pytest.mark.parametrize("suffix", [".cu", ".cpp"])
def test_macros_of_a_program_change_no_header(suffix: str, where: str, tmp_path: Path) -> None:
    macros = [
        "M",
        "Value",
        "word",
        *re.findall(r'push_macro\("(\w+)"\)', PUT_ASIDE.read_text(encoding="utf-8")),
    ]
    options = tmp_path / "macros.txt"
    options.write_text("".join(f"-D{name}=7\n" for name in macros) if where == "on the command line" else "")
    text = "".join(f"#define {name} 7\n" for name in macros) if where == "in the file" else ""
    text += "".join(f"#include <{name}>\n" for name in (public_headers() if suffix == ".cu" else OF_THE_HOST))
    text += "#if M != 7 || Value != 7 || word != 7\n#error the macros are lost\n#endif\n"
    (tmp_path / f"program{suffix}").write_text(text)
    words = [
        "--options-file",
        str(options),
        "-c",
        str(tmp_path / f"program{suffix}"),
        "-o",
        str(tmp_path / "program.o"),
    ]
    assert SIMTCC is not None
    ended = run([SIMTCC, *words])
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize("standard", ["c++11", "c++14"])
def test_headers_for_the_host_need_no_extension_of_the_compiler(standard: str, tmp_path: Path) -> None:
    file = tmp_path / "host.cpp"
    file.write_text("".join(f"#include <{name}>\n" for name in OF_THE_HOST), encoding="utf-8")
    ended = run(["g++", f"-std={standard}", "-w", "-fsyntax-only", "-I", str(HEADERS), str(file)])
    assert ended.returncode == 0, ended.stderr


@pytest.mark.full
@pytest.mark.skipif(NVCC is None, reason="needs nvcc")
@pytest.mark.parametrize("file", ACCEPTED, ids=names(ACCEPTED))
def test_nvcc_takes_it(file: Path, tmp_path: Path) -> None:
    ended = run([str(NVCC), "-std=c++17", "-arch=sm_90", "-c", str(file), "-o", str(tmp_path / "object")])
    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.full
@pytest.mark.skipif(NVCC is None, reason="needs nvcc")
@pytest.mark.parametrize("file", REFUSED, ids=names(REFUSED))
def test_nvcc_refuses_it_too(file: Path, tmp_path: Path) -> None:
    ended = run([str(NVCC), "-std=c++17", "-arch=sm_90", "-c", str(file), "-o", str(tmp_path / "object")])
    assert (ended.returncode == 0) == first_line_says(file, "nvcc takes this"), ended.stdout + ended.stderr
