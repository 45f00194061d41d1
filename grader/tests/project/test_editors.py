"""Editors: clangd understands each kernel file, and VS Code's tasks find the line of what they report.

data/editors: what `./course check lab4 --problems` and `ctest -L lab4` wrote, the checkout's path as @ROOT@.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from grader.cli.main import COMMANDS
from grader.core.manifest import read_labs
from grader.core.paths import PRESET, Project, current_project
from grader.machine.toolchain import configure
from grader.tests.conftest import Command
from grader.tests.fake_project import DATA, FakeProject

REAL = current_project()
# Where .clangd looks, whatever build folder the other tests use.
USUAL = Project(REAL.root, REAL.root / "build" / PRESET)
DATABASE = USUAL.build / "compile_commands.json"
# The pinned one (pyproject.toml) is as new as what VS Code's extension downloads. Containers have the
# distribution's.
PINNED, OF_SYSTEM = Path(sysconfig.get_path("scripts")) / "clangd", shutil.which("clangd-14")
CLANGD = str(PINNED) if PINNED.is_file() else shutil.which("clangd") or OF_SYSTEM
CLANG = shutil.which("clang++") or shutil.which("clang++-14")
KERNELS = sorted(path for base in ("labs", "solutions") for path in REAL.root.glob(f"{base}/lab*/*.cu"))
EXAMPLES = sorted(
    path for base in ("common/simt/examples", "docs/examples") for path in REAL.root.glob(f"{base}/*.cu")
)
ANSWERS = sorted(REAL.root.glob("solutions/lab*/answers/*.cu"))
KERNEL = "labs/lab4_tiled_transpose/tiled_transpose.cu"
LAB4_KERNELS = ("transpose_tiled", "transpose_padded", "transpose_tile16")

Json = dict[str, Any]
Problem = tuple[str, int, str]

configured = pytest.mark.usefixtures("configured_build")


@pytest.fixture(scope="session")
def configured_build() -> None:
    """What writes the database: the first build of any lab begins with it."""
    configure(USUAL, lambda _: None)
    # Ninja asks CMake again where what it reads has changed since.
    update = ["cmake", "--build", str(USUAL.build), "--target", "build.ninja"]
    subprocess.run(update, check=True, capture_output=True)


def read_jsonc(name: str) -> Json:
    text = (REAL.root / ".vscode" / name).read_text(encoding="utf-8")
    data: Json = json.loads(re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE))
    return data


TASKS: dict[str, Json] = {task["label"]: task for task in read_jsonc("tasks.json")["tasks"]}


def matchers(label: str) -> list[Json]:
    found = TASKS[label]["problemMatcher"]
    return found if isinstance(found, list) else [found]


def problems(label: str, output: str) -> list[Problem]:
    """What VS Code lists: each matcher's patterns fit consecutive lines."""
    lines = output.splitlines()
    found = []
    for matcher in matchers(label):
        patterns = matcher["pattern"] if isinstance(matcher["pattern"], list) else [matcher["pattern"]]
        for start in range(len(lines) - len(patterns) + 1):
            hits = [re.search(p["regexp"], line) for p, line in zip(patterns, lines[start:], strict=False)]
            if all(hits):
                found.append(_problem(patterns, hits))
    return found


def _problem(patterns: list[Json], hits: list[re.Match[str] | None]) -> Problem:
    said = {
        part: hit[pattern[part]]
        for pattern, hit in zip(patterns, hits, strict=True)
        if hit is not None
        for part in ("file", "line", "message")
        if part in pattern
    }
    return said["file"].replace("@ROOT@/", ""), int(said["line"]), said["message"]


def recorded(name: str, command: str) -> str:
    return (DATA / "editors" / f"{name}.{command}.txt").read_text(encoding="utf-8")


# ---------------------------------------------------------------------------------------------------- clangd


def errors_of(file: Path, *options: str, clangd: str | None = CLANGD) -> list[str]:
    """clangd's complaints of a file; without clangd, clang's with the recorded command."""
    if clangd is not None:
        # --tweaks: only those refactorings are tried whose name has this in it, and none has.
        ended = subprocess.run(
            [clangd, f"--check={file}", "--tweaks=none", *options],
            cwd=REAL.root,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "All checks completed" in ended.stderr, ended.stderr
        return re.findall(r"^E\[.*?\] (\[\w.*)$", ended.stderr, re.MULTILINE)
    (entry,) = (
        entry for entry in json.loads(DATABASE.read_text(encoding="utf-8")) if entry["file"] == str(file)
    )
    words = shlex.split(entry["command"])
    command = [
        str(CLANG),
        *words[1 : words.index("-o")],
        "-Wno-unknown-warning-option",
        "-fsyntax-only",
        str(file),
    ]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    return re.findall(r"^.*(?:error|warning): .*$", ended.stderr, re.MULTILINE)


needs_clang = pytest.mark.skipif(CLANGD is None and CLANG is None, reason="neither clangd nor clang++ here")


@configured
@needs_clang
@pytest.mark.slow
@pytest.mark.parametrize(
    "file", [*KERNELS, *ANSWERS, *EXAMPLES], ids=lambda path: str(path.relative_to(REAL.root))
)
def test_a_kernel_file_is_understood_without_a_cuda_toolkit(file: Path) -> None:
    assert errors_of(file) == []


@configured
@pytest.mark.slow
@pytest.mark.skipif(OF_SYSTEM in (None, CLANGD), reason="there is no other clangd than the one above")
@pytest.mark.parametrize("file", KERNELS[::3], ids=lambda path: str(path.relative_to(REAL.root)))
def test_the_distributions_clangd_understands_it_as_well(file: Path) -> None:
    assert errors_of(file, clangd=OF_SYSTEM) == []


@configured
@pytest.mark.slow
@pytest.mark.skipif(CLANGD is None, reason="only clangd reads a file that is not as it is listed")
@pytest.mark.parametrize(
    ("wrong", "code", "word"),
    [
        ("in[threadIdx.q]", "no_member", "'q'"),
        ("__syncthread()", "undeclared", "__syncthread"),
        ("in[threadIdx.x] = 0", "typecheck_assign_const", "const"),
    ],
)
def test_a_true_error_in_a_lab_is_still_reported(tmp_path: Path, wrong: str, code: str, word: str) -> None:
    file = tmp_path / "tiled_transpose.cu"
    text = f"""#include "tiled_transpose.h"
extern "C" __global__ void k(const float* in, float* out) {{
  out[threadIdx.x] = in[threadIdx.x];
  {wrong};
}}
"""
    file.write_text(text, encoding="utf-8")
    errors = errors_of(file, f"--compile-commands-dir={DATABASE.parent}")
    found = [error for error in errors if code in error and word in error]
    assert found and all("Line 4" in error for error in found), errors
    file.write_text(text.replace(f"  {wrong};\n", ""), encoding="utf-8")
    assert errors_of(file, f"--compile-commands-dir={DATABASE.parent}") == []


@configured
def test_every_kernel_file_is_listed_with_the_flags_that_simtcc_uses() -> None:
    entries = {entry["file"]: entry["command"] for entry in json.loads(DATABASE.read_text(encoding="utf-8"))}
    flags = subprocess.run(
        [REAL.simtcc, "--editor-flags"], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "--cuda-device-only" in flags
    for file in (*KERNELS, *REAL.solutions.glob("lab*/answers/*.cu")):
        words = shlex.split(entries[str(file)])
        assert set(flags) <= set(words), file


def test_clangd_finds_what_the_build_writes() -> None:
    assert (
        f"CompilationDatabase: {DATABASE.parent.relative_to(REAL.root)}"
        in (REAL.root / ".clangd").read_text()
    )


# --------------------------------------------------------------------------------------------------- VS Code


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("stub", [(KERNEL, line, f"{kernel}, 256 x 512: the kernel writes nothing to `out`")
                  for line, kernel in zip((5, 9, 13), LAB4_KERNELS, strict=True)]),
        ("compile_error", [(KERNEL, 7, "use of undeclared identifier 'tille'; did you mean")]),
        ("fault", [(KERNEL, 34, f"{kernel}, 1 x 1: out-of-bounds read of `in[1]`: `in` has 1 element")
                   for kernel in LAB4_KERNELS]),
    ],
)  # fmt: skip
def test_a_failed_check_jumps_to_its_line(name: str, expected: list[Problem]) -> None:
    for label in ("check this lab", "watch this lab"):
        found = problems(label, recorded(name, "check"))
        assert [problem[:2] for problem in found] == [problem[:2] for problem in expected]
        assert all(want[2] in got[2] for got, want in zip(found, expected, strict=True))
    found = problems("ctest this lab", recorded(name, "ctest"))
    for file, line, message in expected:
        assert any(got[:2] == (file, line) and message in got[2] for got in found)


def test_a_passed_lab_has_no_problem(
    course: Command, fake: FakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    fake.reports("passing", 0)
    assert course("check", "lab4", "--problems") == 0
    assert problems("check this lab", capsys.readouterr().out) == []


@pytest.mark.parametrize(("record", "line"), [("conflict", 42), ("out_of_bounds", 13)])
def test_what_check_prints_today_still_matches(
    course: Command, fake: FakeProject, capsys: pytest.CaptureFixture[str], record: str, line: int
) -> None:
    fake.reports(record, 1)
    course("check", "lab4", "--problems")
    found = problems("check this lab", capsys.readouterr().out)
    assert (KERNEL, line) in [problem[:2] for problem in found]


def test_each_of_the_compilers_errors_is_one_problem(
    course: Command, fake: FakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    fake.refuses()
    course("check", "lab4", "--problems")
    found = problems("check this lab", capsys.readouterr().out)
    assert found
    assert len(found) == len(set(found)) == fake.data("compile_error.txt").count(" error: ")
    assert {file for file, _, _ in found} == {KERNEL}


@pytest.mark.parametrize(
    ("record", "line", "underlined"),
    # What the message names; else the code of the line, without its indentation.
    [("conflict", 42, "tile[threadIdx.x][threadIdx.y + j]"), ("out_of_bounds", 13, None)],
)
def test_a_problem_has_its_range_in_the_line(
    course: Command,
    fake: FakeProject,
    capsys: pytest.CaptureFixture[str],
    record: str,
    line: int,
    underlined: str | None,
) -> None:
    with fake.kernel.open("r+", encoding="utf-8") as kernel:
        # Two units of UTF-16, by which VS Code counts.
        text = kernel.read().replace("out[(y + j)", "/* \U0001d54f */ out[(y + j)")
        kernel.seek(0)
        kernel.write(text)
    fake.reports(record, 1)
    said = fake.root / f"{record}.json"
    said.write_text(said.read_text(encoding="utf-8").replace("reads tile with", "reads `tile` with"))
    course("check", "lab4", "--problems")
    (pattern,) = (matcher["pattern"] for matcher in matchers("check this lab"))
    hits = [re.search(pattern["regexp"], one) for one in capsys.readouterr().out.splitlines()]
    (hit, *_) = (hit for hit in hits if hit is not None and int(hit[pattern["line"]]) == line)
    code = text.split("\n")[line - 1].encode("utf-16-le")
    start, end = (2 * (int(hit[pattern[part]]) - 1) for part in ("column", "endColumn"))
    assert code[start:end].decode("utf-16-le") == (underlined or code.decode("utf-16-le").strip())


def test_without_a_place_in_the_line_there_is_no_range(
    course: Command, fake: FakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    fake.kernel.write_text("// shorter than the line that the record names\n", encoding="utf-8")
    fake.reports("conflict", 1)
    course("check", "lab4", "--problems")
    assert f"{KERNEL}:42: error: lab4" in capsys.readouterr().out


def test_without_being_asked_check_says_no_problem_lines(
    course: Command, fake: FakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    fake.reports("conflict", 1)
    course("check", "lab4")
    assert problems("check this lab", capsys.readouterr().out) == []


def test_a_watch_tells_where_a_run_begins_and_ends() -> None:
    background = matchers("watch this lab")[0]["background"]
    assert re.search(background["beginsPattern"], "checking lab4")
    assert re.search(background["endsPattern"], "checked in 0.4 s")
    source = (REAL.root / "grader" / "cli" / "commands" / "watch.py").read_text(encoding="utf-8")
    assert 'f"checking {' in source


def test_each_lab_has_a_task_that_finds_problems_as_that_of_the_open_file_does() -> None:
    labs = read_labs(REAL)
    assert [name for name in TASKS if re.fullmatch(r"check lab\d+", name)] == [
        f"check {lab.id}" for lab in labs
    ]
    model = TASKS["check this lab"]
    for lab in labs:
        task = TASKS[f"check {lab.id}"]
        assert task["args"] == ["check", lab.id, "--problems"]
        assert task["detail"] == lab.title
        assert task["problemMatcher"] == model["problemMatcher"]


def test_the_tasks_call_commands_that_there_are() -> None:
    for task in TASKS.values():
        assert task["type"] == "shell"
        words = [task["command"], *task.get("args", ())]
        called = re.findall(r"\./course (\S+)", " ".join(words))
        if task["command"].endswith("/simtcc"):
            continue
        assert called and set(called) <= set(COMMANDS), task["label"]


@pytest.mark.parametrize("lab", read_labs(REAL), ids=lambda lab: str(lab.id))
def test_ctest_takes_the_lab_from_the_open_files_folder(lab: Any) -> None:
    command = TASKS["ctest this lab"]["command"].replace("${fileDirnameBasename}", lab.folder)
    assert "${" not in command
    label = re.search(r'-L ("[^"]*")', command)
    assert label is not None
    said = subprocess.run(["sh", "-c", f"echo {label[1]}"], capture_output=True, text=True, check=True).stdout
    assert said.strip() == f"^{lab.id}$"
    assert any(name == lab.folder for name in shlex.split(command))


def test_the_recommended_extensions_are_those_that_the_settings_speak_of() -> None:
    recommended = read_jsonc("extensions.json")["recommendations"]
    assert recommended == ["llvm-vs-code-extensions.vscode-clangd", "ms-vscode.cmake-tools"]
    assert read_jsonc("settings.json")["C_Cpp.intelliSenseEngine"] == "disabled"


def test_the_debugger_starts_what_the_task_compiles() -> None:
    (debugs,) = read_jsonc("launch.json")["configurations"]
    task = TASKS[debugs["preLaunchTask"]]
    assert debugs["target"] == f"${{workspaceFolder}}/{task['args'][-1]}"
    assert task["command"] == "build/default/common/simt/compiler/simtcc"


DEBUGGED = """
__global__ void twice(int* x) {
  x[threadIdx.x] = 2 * threadIdx.x;
}

int main() {
  int* x = nullptr;
  cudaMallocManaged(&x, 128);
  twice<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  int fifth = x[5];
  cudaFree(x);
  return fifth - 10;
}
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed")
def test_gdb_stops_in_host_code_and_at_kernels(tmp_path: Path) -> None:
    """The options are the task's, and the commands those of docs/commands.md."""
    source, program = tmp_path / "debugged.cu", tmp_path / "debugged"
    source.write_text(DEBUGGED, encoding="utf-8")
    options = TASKS["compile this program for gdb"]["args"][:2]
    subprocess.run([REAL.simtcc, *options, source, "-o", program], check=True)
    says = ["set debuginfod enabled off", "set breakpoint pending on", "break debugged.cu:12"]
    says += [
        "break own.simt.entry._Z5twicePi",
        "run",
        "bt 1",
        "ignore 2 1000",
        "continue",
        "info breakpoints",
        "print fifth",
        "print x[3]",
        "kill",
    ]
    command = ["gdb", "-q", "-nx", "-batch", *(word for said in says for word in ("-ex", said)), str(program)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    said = ended.stdout
    assert "in own.simt.entry._Z5twicePi ()" in said, said + ended.stderr
    assert "already hit 32 times" in said, "each of the 32 threads stops there: " + said
    assert "main () at" in said and "$1 = 10" in said and "$2 = 6" in said, said
