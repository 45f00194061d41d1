"""CUDA's headers and simtcc's rules, compared with nvcc: what it takes is taken, what it refuses is
refused at the same line.

accepted/ and refused/ hold one idea a file. The line that is refused ends with "// here". A first line
"// nvcc takes this" says that only simtcc refuses the file.

C programs include the host's headers as well, as they do NVIDIA's. What they find there is compared with what
C++ programs find.

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
# What a program in C may include, too.
FOR_C = [
    "builtin_types.h",
    "channel_descriptor.h",
    "cuComplex.h",
    "cublasLt.h",
    "cublas_v2.h",
    "cuda.h",
    "cudaProfiler.h",
    "cuda_bf16.h",
    "cuda_fp16.h",
    "cuda_profiler_api.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "curand.h",
    "driver_functions.h",
    "driver_types.h",
    "host_defines.h",
    "library_types.h",
    "math_constants.h",
    "nvToolsExt.h",
    "nvToolsExtCuda.h",
    "nvToolsExtCudaRt.h",
    "nvtx3/nvToolsExt.h",
    "nvtx3/nvToolsExtCuda.h",
    "nvtx3/nvToolsExtCudaRt.h",
    "surface_types.h",
    "texture_types.h",
    "vector_functions.h",
    "vector_types.h",
]
# C's own headers that make macros of words which C++ reserves, or which these headers use; and such words.
WITH_WORDS_AS_MACROS = [
    "assert",
    "complex",
    "iso646",
    "stdalign",
    "stdbool",
    "stdnoreturn",
    "tgmath",
    "threads",
]
WORDS_AS_MACROS = [
    "I",
    "alignas",
    "and",
    "bitand",
    "bool",
    "complex",
    "noreturn",
    "or",
    "thread_local",
    "true",
    "xor",
]
C_COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]

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


def including(headers: list[str]) -> str:
    return "".join(f"#include <{name}>\n" for name in headers)


@NEEDS_COMPILER
@pytest.mark.parametrize("where", ["on the command line", "in the file"])
@pytest.mark.parametrize("suffix", [".cu", ".cpp", ".c"])
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
    text += including({".cu": public_headers(), ".cpp": OF_THE_HOST, ".c": FOR_C}[suffix])
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
    file.write_text(including(OF_THE_HOST), encoding="utf-8")
    ended = run(["g++", f"-std={standard}", "-w", "-fsyntax-only", "-I", str(HEADERS), str(file)])
    assert ended.returncode == 0, ended.stderr


def checked_as_c(text: str, folder: Path, compiler: str, standard: str, *more: str) -> str:
    """What a C compiler says of a program."""
    file = folder / "program.c"
    file.write_text(text, encoding="utf-8")
    warnings = ["-Wall", "-Wextra", "-pedantic", "-Wstrict-prototypes", "-Wmissing-prototypes"]
    words = [compiler, f"-std={standard}", *warnings, *more, "-I", str(HEADERS), str(file)]
    return run([*words, "-o", str(folder / "program.o")]).stderr


@pytest.mark.parametrize("standard", ["c99", "c11"])
@pytest.mark.parametrize("compiler", C_COMPILERS)
@pytest.mark.parametrize("header", FOR_C)
def test_a_program_in_c_includes_it(header: str, compiler: str, standard: str, tmp_path: Path) -> None:
    assert checked_as_c(including([header]), tmp_path, compiler, standard, "-c") == ""


@NEEDS_COMPILER
def test_simtcc_compiles_a_program_in_c(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(including(FOR_C), encoding="utf-8")
    assert SIMTCC is not None
    ended = run([SIMTCC, "-c", str(file), "-o", str(tmp_path / "program.o")])
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


@pytest.mark.parametrize("comes_first", ["CUDA", "C"])
@pytest.mark.parametrize("compiler", C_COMPILERS)
def test_words_that_c_has_as_macros_change_no_header(compiler: str, comes_first: str, tmp_path: Path) -> None:
    c = including([f"{name}.h" for name in WITH_WORDS_AS_MACROS])
    text = c + including(FOR_C) if comes_first == "C" else including(FOR_C) + c
    for word in WORDS_AS_MACROS:
        text += f"#ifndef {word}\n#error {word} is lost\n#endif\n"
    text += 'static_assert(true and sizeof(float4) == 16, "");\n'
    text += "double complex turned(double complex x);\n"
    text += "double complex turned(double complex x) { return I * sqrt(x); }\n"
    assert checked_as_c(text, tmp_path, compiler, "c11", "-c") == ""


def refused_headers() -> list[str]:
    return sorted(
        path.name for path in (HEADERS / "refused").glob("*.h") if not (HEADERS / path.name).exists()
    )


@NEEDS_COMPILER
@pytest.mark.parametrize("header", refused_headers())
def test_a_header_is_refused_in_c_as_in_cpp(header: str, tmp_path: Path) -> None:
    assert SIMTCC is not None
    said = []
    for suffix in ("c", "cpp"):
        (tmp_path / f"program.{suffix}").write_text(including([header]), encoding="utf-8")
        ended = run([SIMTCC, "-c", str(tmp_path / f"program.{suffix}"), "-o", str(tmp_path / "program.o")])
        assert ended.returncode != 0
        said.append(re.findall(r"error: (.*)", ended.stderr))
    assert f"SIMT machine: <{header}> is not supported" in said[0][0]
    assert said[0] == said[1]


@pytest.mark.parametrize("compiler", C_COMPILERS)
@pytest.mark.parametrize(
    ("header", "call"),
    [
        ("cublas_v2.h", "cublasSgetrfBatched(handle, 4, arrays, 4, pivots, info, 1)"),
        ("cublasLt.h", "cublasLtMatmulAlgoCapGetAttribute(algo, 0, info, 4, size)"),
        ("curand.h", "curandCreatePoissonDistribution(1.0, distribution)"),
    ],
)
def test_a_function_is_refused_by_name_in_c(header: str, call: str, compiler: str, tmp_path: Path) -> None:
    pointers = "void *handle, *arrays, *pivots, *info, *algo, *size, *distribution;\n"
    text = including([header]) + pointers + f"int main(void) {{ return (int){call}; }}\n"
    said = checked_as_c(text, tmp_path, compiler, "c99", "-c")
    assert f"SIMT machine: {call.split('(')[0]} is not supported: " in said


# NVIDIA's headers give these a tag alone: `cudaExtent extent;` is an error to its users, too.
@pytest.mark.parametrize("name", ["cudaDeviceProp", "cudaExtent", "cudaMemcpyKind", "cudaResourceDesc"])
def test_a_type_with_a_tag_alone_has_no_other_name_in_c(name: str, tmp_path: Path) -> None:
    assert "error: " in checked_as_c(
        including(["cuda_runtime.h"]) + f"{name} x;\n", tmp_path, "gcc", "c99", "-c"
    )


# C++ has templates in their place, with the same layout.
BITS_OF_FLOATS = ("__half_raw", "__half2_raw", "__nv_bfloat16_raw", "__nv_bfloat162_raw")
# And this one stands within a struct, where C++ gives it no name.
LEFT_OUT = ("payload_t", *BITS_OF_FLOATS)


def declared_in_c(folder: Path) -> str:
    """What the headers declare in C, without comments, macros and the C library."""
    file = folder / "declared.c"
    file.write_text(including(FOR_C), encoding="utf-8")
    ended = run(["gcc", "-std=c99", "-E", "-I", str(HEADERS), str(file)])
    assert ended.returncode == 0, ended.stderr
    lines, is_ours = [], False
    for line in ended.stdout.split("\n"):
        if line.startswith("# "):
            is_ours = str(HEADERS) in line
        elif is_ours and not line.startswith("#"):
            lines.append(line)
    return "\n".join(lines)


def bodies(text: str, keyword: str) -> dict[str, str]:
    """What stands between the braces of each `keyword NAME { … }`, by name."""
    found = {}
    start = re.compile(rf"\b{keyword}\s+(?:__attribute__\(\(.*?\)\)\s+)?(\w+)\s*\{{")
    match = start.search(text)
    while match is not None:
        end, depth = match.end(), 1
        while depth > 0:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        if match[1] not in LEFT_OUT:
            found[match[1]] = text[match.end() : end - 1]
        match = start.search(text, end)
    return found


def members(body: str) -> list[str]:
    flat = body
    while "{" in flat:  # a struct in a struct: its own name is what counts
        flat = re.sub(r"\{[^{}]*\}", "", flat)
    return [
        name
        for part in flat.split(";")
        for name in re.findall(r"(\w+)\s*(?:\[\w+\]\s*)?(?:,|$)", part.strip())
    ]


def test_structs_and_enumerations_are_the_same_in_c_and_cpp(tmp_path: Path) -> None:
    text = declared_in_c(tmp_path)
    shown: list[tuple[str, str]] = []
    for kind in ("struct", "union"):
        for name, body in bodies(text, kind).items():
            shown += [(f"{kind} {name}", f"sizeof({kind} {name})")]
            shown += [(f"{name}.{part}", f"offsetof({kind} {name}, {part})") for part in members(body)]
            shown += [(f"alignment of {name}", f"__alignof__({kind} {name})")]
    for name, body in bodies(text, "enum").items():
        shown += [(f"enum {name}", f"sizeof(enum {name})")]
        shown += [(one, one) for one in re.findall(r"(?:^|,)\s*(\w+)", body)]
    aliases = re.findall(r"\btypedef\b[^;{}]*\b(cu\w+|nvtx\w+|CU\w+);", text)
    for name in [*BITS_OF_FLOATS, *(alias for alias in aliases if alias != "CUctxCreateParams")]:
        shown += [(f"type {name}", f"sizeof({name})"), (f"alignment of {name}", f"__alignof__({name})")]
    assert {"float4.w", "dim3.z", "cudaDeviceProp.major", "type cudaError_t", "CUDA_ERROR_UNKNOWN"} <= {
        name for name, _ in shown
    }
    program = "#include <stddef.h>\n#include <stdio.h>\n" + including(FOR_C) + "int main(void) {\n"
    program += "".join(f'  printf("{name}: %lld\\n", (long long)({value}));\n' for name, value in shown)
    program += "  return 0;\n}\n"
    printed = []
    for compiler, suffix in (("gcc", "c"), ("g++", "cpp")):
        file = tmp_path / f"program.{suffix}"
        file.write_text(program, encoding="utf-8")
        ended = run([compiler, "-w", "-I", str(HEADERS), str(file), "-o", str(tmp_path / suffix)])
        assert ended.returncode == 0, ended.stderr
        printed.append(run([str(tmp_path / suffix)]).stdout.split("\n"))
    assert printed[0] == printed[1]


@NEEDS_COMPILER
def test_the_libraries_have_each_function_by_its_name_in_c(tmp_path: Path) -> None:
    flat = re.sub(r"\s+", " ", declared_in_c(tmp_path))
    declared = re.findall(r"(?<=[;}] )[\w* ]*?\b((?:cu|__cuda)\w+)\([^;{}]*\);", flat)
    refused = re.findall(r"SIMT machine: (\w+) is not supported", flat)
    functions = sorted(set(declared) - set(refused))
    assert {"cudaMalloc", "cudaMemcpyToSymbol", "cuCtxCreate_v2", "cublasSgemm", "curandGenerate"} <= set(
        functions
    )
    text = including(FOR_C) + "void (*functions[])(void) = {\n"
    text += "".join(f"    (void (*)(void)){name},\n" for name in functions)
    text += "};\nint main(void) { return functions[0] == NULL; }\n"
    file = tmp_path / "program.c"
    file.write_text(text, encoding="utf-8")
    assert SIMTCC is not None
    ended = run([SIMTCC, str(file), "-o", str(tmp_path / "program"), "-lcublas", "-lcurand"])
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
