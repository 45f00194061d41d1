"""`run` with the machine itself: the examples, the transcripts, and programs that end in every way."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from grader.cli.main import main
from grader.core.paths import current_project
from grader.machine.toolchain import build_targets
from grader.program.program_build import TARGETS, ProgramSource, build_program
from grader.tests.fake_project import DATA
from grader.tests.schema.test_schemas import validate

pytestmark = pytest.mark.slow

PROJECT = current_project()
EXAMPLES = PROJECT.simt / "examples"
LIMIT_S = 60
ENDINGS = (DATA / "endings.cu").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def endings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that ends as its first argument says, compiled."""
    source = tmp_path_factory.mktemp("endings") / "endings.cu"
    source.write_text(ENDINGS, encoding="utf-8")
    build_targets(PROJECT, TARGETS, lambda _line: None)
    return build_program(PROJECT, ProgramSource((source,)))


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "report.json"


def started(program: Path, how: str, **variables: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [str(program), how],
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def ended(program: Path, how: str, **variables: str) -> tuple[int, str, str]:
    process = started(program, how, **variables)
    out, err = process.communicate(timeout=LIMIT_S)
    return process.returncode, out, err


def report(file: Path) -> dict[str, Any]:
    text = file.read_text(encoding="utf-8")
    validate("program-report", text)
    found: dict[str, Any] = json.loads(text)
    return found


def to_file(file: Path) -> dict[str, str]:
    return {"SIMT_REPORT": "json", "SIMT_REPORT_FILE": str(file)}


@pytest.mark.parametrize(
    ("how", "status", "launched", "by"),
    [
        ("", 0, 1, ""),
        ("nothing", 0, 0, ""),
        ("exit", 7, 1, ""),
        ("quick_exit", 8, 1, ""),
        ("file", 4, 1, ""),
        ("own", 5, 1, ""),
        ("moved", 0, 1, ""),
        ("fork", 0, 1, ""),
        ("many", 0, 20001, ""),
        ("early", -signal.SIGABRT, 0, "SIGABRT"),
        ("abort", -signal.SIGABRT, 1, "SIGABRT"),
        ("throw", -signal.SIGABRT, 1, "SIGABRT"),
        ("segv", -signal.SIGSEGV, 1, "SIGSEGV"),
        ("pointer", -signal.SIGSEGV, 1, "SIGSEGV"),
        ("stack", -signal.SIGSEGV, 1, "SIGSEGV"),
        ("fpe", -signal.SIGFPE, 1, "SIGFPE"),
    ],
)
def test_a_program_ends_as_it_would_and_leaves_its_report(
    endings: Path, file: Path, how: str, status: int, launched: int, by: str
) -> None:
    code, _out, err = ended(endings, how, **to_file(file))
    assert code == status
    found = report(file)
    assert (found["launched"], found["signal"]) == (launched, by)
    assert found["ended"] == ("signal" if by else "exit")
    if how in ("segv", "fpe"):
        line = ENDINGS[: ENDINGS.index(f'how == "{how}"')].count("\n") + 1
        assert (found["stopped_at"]["line"], found["stopped_at"]["function"]) == (line, "main")
    assert sum(group["count"] for group in found["launches"]) == launched
    assert "kernel launch" not in err
    assert len(found["launches"]) <= 2
    assert not list(file.parent.glob("*.new"))


def test_a_program_prints_a_short_report_of_its_own(endings: Path) -> None:
    code, out, err = ended(endings, "")
    assert (code, out) == (0, "running\n")
    assert "SIMT machine: 1 kernel launch, no fault found." in err
    assert re.search(r"endings\.cu:\d+  global load of in, 4 B +128 requests  4 sectors each, least 4\n", err)
    assert ended(endings, "fork")[2].count("SIMT machine:") == 1
    assert ended(endings, "", SIMT_REPORT="none")[2] == ""
    assert "global load" not in ended(endings, "", SIMT_COUNT="0")[2]
    chosen = ended(endings, "sweep", SIMT_REPORT_LAUNCH="5")[2]
    assert "8 launches not shown" in chosen and chosen.count("global load") == 1
    assert "9 launches not shown" in ended(endings, "sweep", SIMT_REPORT_KERNEL="cop")[2]


IN_TURN = """
#include <cstdio>
__global__ void in_turn(int* count, int* out) { out[atomicAdd(count, 1)] = threadIdx.x; }
int main() {
  int *count, *out, first = 0;
  cudaMalloc(&count, sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  in_turn<<<1, 32>>>(count, out);
  cudaMemcpy(&first, out, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\\n", first);
}
"""


RAISED = """
__global__ void raise_flag(int* flag) { *flag = 1; }
int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  raise_flag<<<1, 32>>>(flag);
  cudaFree(flag);
}
"""


def test_stores_of_one_value_are_a_remark_unless_told_otherwise(tmp_path: Path) -> None:
    source = tmp_path / "raised.cu"
    source.write_text(RAISED, encoding="utf-8")
    program = build_program(PROJECT, ProgramSource((source,)))
    _, _, said = ended(program, "")
    assert "no fault found" in said and "all of them store the same value" in said
    assert "FAULT race" in ended(program, "", SIMT_STRICT="1")[2]


UNLOOKED = """
#include <cstdio>
__global__ void swap(int* values, int* flags) {
  const int other = values[31 - threadIdx.x];
  values[threadIdx.x] = other;
  __threadfence();
  flags[threadIdx.x] = values[threadIdx.x];
}
__global__ void part(int* half, const int* never) { half[threadIdx.x] = never[threadIdx.x]; }
int main(int count, char** words) {
  int *values, *flags, *half, *never, host[64] = {};
  cudaMalloc(&values, 128);
  cudaMalloc(&flags, 128);
  cudaMalloc(&half, 256);
  cudaMalloc(&never, 128);
  cudaMemcpy(values, host, 128, cudaMemcpyHostToDevice);
  swap<<<1, 32>>>(values, flags);
  part<<<1, 32>>>(half, never);
  cudaMemcpy(host, half, 256, cudaMemcpyDeviceToHost);
  if (count > 1 && *words[1] == 'o') part<<<1, 256>>>(half, half);
  cudaFree(values), cudaFree(flags), cudaFree(half), cudaFree(never);
}
"""


def test_races_and_unwritten_memory_are_left_out_where_nobody_asks_for_them(tmp_path: Path) -> None:
    source = tmp_path / "unlooked.cu"
    source.write_text(UNLOOKED, encoding="utf-8")
    program = build_program(PROJECT, ProgramSource((source,)))
    _, _, said = ended(program, "")
    assert "FAULT race" in said and "FAULT uninitialised read" in said and "1 host fault" in said
    _, _, said = ended(program, "", SIMT_RACES="0")
    assert "no fault found" in said and "global load of values" in said
    assert "Races and reads of unwritten memory were not looked for." in said
    _, _, said = ended(program, "outside", SIMT_RACES="0", SIMT_COUNT="0")
    assert "FAULT out of bounds" in said and "FAULT race" not in said and "4 B" not in said
    code, _, said = ended(program, "", SIMT_RACES="0", SIMT_EXPECT_WRITTEN="half")
    assert code == 2 and "SIMT_EXPECT_WRITTEN asks for what SIMT_RACES=0 leaves out" in said


STEPS = """
#include <cstdio>
__device__ int steps;
__constant__ int by;
__global__ void add(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x] + by; }
__global__ void fetch(cudaTextureObject_t in, int* out) {
  out[threadIdx.x] = tex1Dfetch<int>(in, threadIdx.x) + by;
}
__global__ void count_up(int* sum) {
  if (threadIdx.x == 0) ++steps;
  atomicAdd(sum, 1);
}
cudaTextureObject_t texture_of(int* memory) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = 1 << 14;
  cudaTextureDesc how = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  return texture;
}
int main() {
  int *a, *b, *sum, one = 1, first = 0, counted = 0, all = 0;
  cudaMalloc(&a, 1 << 14), cudaMalloc(&b, 1 << 14), cudaMalloc(&sum, 1 << 14);
  cudaMemset(a, 0, 1 << 14), cudaMemset(b, 0, 1 << 14), cudaMemset(sum, 0, 1 << 14);
  cudaMemcpyToSymbol(by, &one, sizeof one);
  const cudaTextureObject_t of_b = texture_of(b);
  for (int step = 0; step < 6; ++step) {
    add<<<1, 32>>>(a, b);
    if (step == 3) one = 10, cudaMemcpyToSymbol(by, &one, sizeof one);
    fetch<<<1, 32>>>(of_b, a);
    count_up<<<1, 64>>>(sum);
  }
  cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&counted, steps, sizeof counted);
  cudaMemcpy(&all, sum, sizeof all, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\\n", first, counted, all);
  cudaDestroyTextureObject(of_b), cudaFree(a), cudaFree(b), cudaFree(sum);
}
"""


def test_results_are_the_same_whatever_is_found_out_about_them(tmp_path: Path) -> None:
    source = tmp_path / "steps.cu"
    source.write_text(STEPS, encoding="utf-8")
    program = build_program(PROJECT, ProgramSource((source,)))
    for options in ({}, {"SIMT_COUNT": "0"}, {"SIMT_RACES": "0"}, {"SIMT_COUNT": "0", "SIMT_RACES": "0"}):
        code, out, said = ended(program, "", **options)
        assert (code, out) == (0, "57 6 384\n"), said


def test_a_schedule_draws_the_order_of_threads(tmp_path: Path) -> None:
    source = tmp_path / "in_turn.cu"
    source.write_text(IN_TURN, encoding="utf-8")
    program = build_program(PROJECT, ProgramSource((source,)))
    firsts = [ended(program, "", SIMT_SCHEDULE=number)[1] for number in ("", "0", "5", "5", "6", "7")]
    assert firsts[0] == firsts[1] == "0\n" and firsts[2] == firsts[3]
    assert len(set(firsts)) > 2
    code, _, err = ended(program, "", SIMT_SCHEDULE="x")
    assert code != 0 and "SIMT_SCHEDULE is `x`" in err


def test_a_launch_that_takes_longer_than_the_limit_is_a_fault(endings: Path) -> None:
    _, _, err = ended(endings, "spin", SIMT_TIME_LIMIT="0.5")
    assert "did not finish" in err and "endings.cu:15" in err
    for wrong in ("soon", "-1", "0"):
        code, _, err = ended(endings, "spin", SIMT_TIME_LIMIT=wrong)
        assert code == 2 and f"SIMT_TIME_LIMIT is `{wrong}`" in err


@pytest.mark.parametrize(
    ("number", "how"), [(signal.SIGINT, "wait"), (signal.SIGTERM, "spin"), (signal.SIGHUP, "loop")]
)
def test_a_signal_from_outside_ends_it_with_a_report(
    endings: Path, file: Path, number: signal.Signals, how: str
) -> None:
    process = started(endings, how, **to_file(file))
    assert process.stdout is not None and process.stdout.readline() == "running\n"
    time.sleep(0.5)
    process.send_signal(number)
    process.communicate(timeout=LIMIT_S)
    assert process.returncode == -number
    found = report(file)
    assert found["signal"] == number.name
    assert found["launched"] >= 1
    if how == "spin":
        assert (found["running"]["kernel"], found["running"]["number"]) == ("spin", 2)


def test_a_killed_program_has_left_a_report(endings: Path, file: Path) -> None:
    process = started(endings, "loop", **to_file(file))
    assert process.stdout is not None and process.stdout.readline() == "running\n"
    time.sleep(2.5)
    process.kill()
    process.communicate(timeout=LIMIT_S)
    found = report(file)
    assert found["ended"] == "running"
    assert found["launched"] > 1


def test_memory_does_not_grow_with_launches(endings: Path, file: Path) -> None:
    process = started(endings, "loop", **to_file(file))
    status = Path(f"/proc/{process.pid}/status")
    sizes = []
    for _ in range(2):
        time.sleep(2)
        words = re.search(r"VmRSS:\s+(\d+) kB", status.read_text(encoding="ascii"))
        assert words is not None
        sizes.append(int(words[1]))
    process.kill()
    process.communicate(timeout=LIMIT_S)
    assert sizes[1] - sizes[0] < 4096


def course(*words: str | Path, given: str | None = None) -> tuple[int, str, str]:
    """./course in a process of its own, with a standard input."""
    command = [sys.executable, "-m", "grader", *map(str, words)]
    run = subprocess.run(
        command,
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=10 * LIMIT_S,
        cwd=PROJECT.root,
        check=False,
    )
    return run.returncode, run.stdout, run.stderr


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("vector_add", 1, ("out-of-bounds write of `", "vector_add.cu:18")),
        ("square_transposes", 0, ("63,488 bank conflicts", "1,835,008 bytes wasted")),
        ("reduction", 0, ("15,872 bank conflicts",)),
        ("histogram", 0, ("global atomic, 4 B", "shared atomic, 4 B")),
        ("stencil", 0, ("20 launches of the same cost",)),
        ("grid_barrier", 0, ("2,048 requests 1 sector each",)),
    ],
)
def test_the_examples_are_right_and_show_what_they_are_for(
    name: str, status: int, words: Sequence[str]
) -> None:
    code, _out, err = course("run", EXAMPLES / f"{name}.cu")
    assert code == status
    said = " ".join(err.split())
    for one in words:
        assert one in said
    assert ("no fault found" in said) == (status == 0)


def test_the_transcripts_are_what_is_printed() -> None:
    """tools/transcripts.py --update writes them again."""
    run = subprocess.run(
        [sys.executable, str(PROJECT.root / "tools/transcripts.py")],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    for name in ("README.md", "docs/programs.md", "docs/chapter/occupancy.md"):
        assert "<!-- transcript: ./course run " in (PROJECT.root / name).read_text(encoding="utf-8")


def test_standard_input_and_arguments_are_the_programs(tmp_path: Path) -> None:
    source = tmp_path / "endings.cu"
    source.write_text(ENDINGS, encoding="utf-8")
    code, out, _err = course("run", source, "--", "echo", given="word\n")
    assert (code, out) == (0, "running\nread word\n")
    assert course("run", source, "--", "segv")[0] == 128 + signal.SIGSEGV


def test_a_signal_to_the_course_reaches_the_program(tmp_path: Path) -> None:
    source = tmp_path / "endings.cu"
    source.write_text(ENDINGS, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "run", str(source), "--", "wait"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=PROJECT.root,
    )
    assert process.stdout is not None and process.stdout.readline() == "running\n"
    process.send_signal(signal.SIGTERM)
    _out, err = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 128 + signal.SIGTERM
    assert "The program was ended by SIGTERM." in err
    assert "global load" in err


def test_ctrl_c_in_a_terminal_shows_the_report(tmp_path: Path) -> None:
    source = tmp_path / "endings.cu"
    source.write_text(ENDINGS, encoding="utf-8")
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(PROJECT.root)
        os.execv(sys.executable, [sys.executable, "-m", "grader", "run", str(source), "--", "wait"])
    said, is_stopped = b"", False
    with contextlib.suppress(OSError):  # a terminal that nobody holds any more
        while part := os.read(terminal, 4096):
            said += part
            if b"running" in said and not is_stopped:
                is_stopped = True
                os.write(terminal, b"\x03")
    _process, status = os.waitpid(child, 0)
    os.close(terminal)
    text = re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", said).decode()
    assert os.waitstatus_to_exitcode(status) == 128 + signal.SIGINT
    assert "The program was ended by SIGINT." in text
    assert "What each line cost" in text
    assert "Traceback" not in text


def test_several_files_and_options(tmp_path: Path) -> None:
    (tmp_path / "scene").mkdir()
    (tmp_path / "scene" / "scene.h").write_text("int width();\n", encoding="utf-8")
    (tmp_path / "scene.cpp").write_text(
        '#include "scene.h"\nint width() { return WIDTH; }\n', encoding="utf-8"
    )
    (tmp_path / "main.cu").write_text(
        '#include "scene.h"\n__global__ void k() {}\n'
        "int main() { k<<<1, 32>>>(); return cudaDeviceSynchronize() == cudaSuccess ? width() : 99; }\n",
        encoding="utf-8",
    )
    files = (tmp_path / "main.cu", tmp_path / "scene.cpp")
    code, _out, _err = course("run", *files, "-I", tmp_path / "scene", "-D", "WIDTH=5")
    assert code == 5
    (tmp_path / "scene" / "scene.h").write_text(
        "#undef WIDTH\n#define WIDTH 6\nint width();\n", encoding="utf-8"
    )
    assert course("run", *files, f"-I{tmp_path / 'scene'}", "-DWIDTH=5")[0] == 6


def test_object_files_alone_make_a_program(tmp_path: Path) -> None:
    source, made = tmp_path / "main.cu", tmp_path / "main.o"
    text = "__global__ void k(int* out) { *out = 1; }\nint main() { k<<<1, 1>>>(nullptr); return STATUS; }\n"
    source.write_text(text, encoding="utf-8")
    build_targets(PROJECT, TARGETS, lambda _line: None)
    for status in (5, 6):
        words = [str(PROJECT.simtcc), "-c", f"-DSTATUS={status}", str(source), "-o", str(made)]
        subprocess.run(words, check=True, timeout=LIMIT_S)
        code, _out, err = course("run", made)
        assert code == status and "out-of-bounds write" in err


def test_a_program_that_never_calls_cuda_has_a_report(tmp_path: Path) -> None:
    source = tmp_path / "main.cu"
    source.write_text("int main(int count, char**) { return count - 1; }\n", encoding="utf-8")
    code, _out, err = course("run", source)
    assert code == 0 and "No kernel was launched; no fault found" in " ".join(err.split())
    code, out, _err = course("run", source, "--report", "sarif", "--", "one", "two")
    assert code == 2 and json.loads(out)["runs"][0]["results"] == []


def test_a_program_that_does_not_compile_is_refused_at_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "bad.cu"
    source.write_text("int main() {\n  return missing();\n}\n", encoding="utf-8")
    assert main(["run", str(source)]) == 2
    said = capsys.readouterr().err
    assert "bad.cu cannot be compiled:" in said
    assert "bad.cu:2:10: error:" in said


PARTLY = """__global__ void fill(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1;
}
int main(int, char** words) {
  float* memory = nullptr;
  if (cudaMalloc(&memory, 1024 * sizeof(float)) != cudaSuccess) return 9;
  fill<<<8, 128>>>(memory, words[1][0] == 'a' ? 1024 : 1010);
  if (cudaDeviceSynchronize() != cudaSuccess) return 9;
  return cudaFree(memory) == cudaSuccess ? 0 : 9;
}
"""


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("--expect-written", "out", "--", "all"), 0, ""),
        (("--", "part"), 0, ""),
        (
            ("--expect-written", "out", "--", "part"),
            1,
            "14 of 1024 elements of `out` were never written, the first is `out[1010]`",
        ),
        (("--expect-written", "out", "--fail-on", "none", "--", "part"), 1, "partly.cu:7"),
        (("--expect-written", "sums", "--", "all"), 1, "No kernel was given an allocation called `sums`."),
    ],
)
def test_an_output_that_must_be_written_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], status: int, said: str
) -> None:
    source = tmp_path / "partly.cu"
    source.write_text(PARTLY, encoding="utf-8")
    assert main(["run", str(source), *words]) == status
    shown = " ".join(capsys.readouterr().err.split())
    assert said in shown
    assert ("expected output not written" in shown) == bool(status)


def test_a_place_stays_in_one_line_however_long_the_path(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "a-folder-whose-name-is-long" / "and-another-one-of-that-kind-below-it" / "partly.cu"
    source.parent.mkdir(parents=True)
    source.write_text(PARTLY, encoding="utf-8")
    assert main(["run", str(source), "--expect-written", "out", "--fail-on", "none", "--", "part"]) == 1
    assert f"    {source}:7\n" in capsys.readouterr().err
