"""The table of programs that others wrote: what is a program, and what became of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.public_programs.__main__ import RULES, main
from research.public_programs.outcome import Limits, Outcome, try_program
from research.public_programs.programs import programs_below
from research.public_programs.results_page import table_of
from research.public_programs.rules import More, Named, Rules, read_rules

# Compiles a source of one line into a script of the words behind "//".
SIMTCC = """#!/bin/sh
for word; do case $word in *.cu) source=$word ;; esac; made=$word; done
grep -q REFUSED "$source" && { echo "$source:3:1: error: no such thing" >&2; exit 1; }
{ echo '#!/bin/sh'; sed -n 's,^// ,,p' "$source"; } > "$made"
chmod +x "$made"
"""

RACE = (
    '{"launched": 2, "launches": '
    '[{"faults": [{"kind": "race", "message": "of two", "file": "/a/k.cu", "line": 7}]}]}'
)
LEAK = '{"launched": 1, "host_faults": [{"kind": "memory never freed", "message": "4 bytes", "line": 0}]}'


@pytest.fixture
def simtcc(tmp_path: Path) -> Path:
    path = tmp_path / "simtcc"
    path.write_text(SIMTCC, encoding="utf-8")
    path.chmod(0o755)
    return path


def collection(tmp_path: Path, **programs: str) -> Path:
    folder = tmp_path / "collection"
    (folder / "Common").mkdir(parents=True)
    for name, text in programs.items():
        (folder / name).mkdir()
        (folder / name / f"{name}.cu").write_text(f"{text}\nint main() {{}}\n", encoding="utf-8")
    return folder


def test_a_program_has_a_main_and_takes_along_what_has_none(tmp_path: Path) -> None:
    folder = collection(tmp_path, scale="// true")
    (folder / "scale" / "kernels.cu").write_text("__global__ void scale();\n", encoding="utf-8")
    (program,) = programs_below(folder)
    assert program.name == "collection/scale/scale.cu"
    assert [path.name for path in program.others] == ["kernels.cu"]
    assert program.include == (folder / "scale", folder / "Common")


def test_what_another_source_includes_is_not_compiled_by_itself(tmp_path: Path) -> None:
    folder = collection(tmp_path, scale='#include "kernels.cu"')
    (folder / "scale" / "kernels.cu").write_text("__global__ void scale();\n", encoding="utf-8")
    (program,) = programs_below(folder)
    assert program.others == ()


def test_cmake_names_the_sources_of_a_program(tmp_path: Path) -> None:
    folder = tmp_path / "samples"
    (folder / "scan" / "src").mkdir(parents=True)
    (folder / "scan" / "CMakeLists.txt").write_text("add_executable(scan src/scan.cu src/main.cpp)\n")
    (folder / "scan" / "src" / "scan.cu").write_text("__global__ void scan();\n")
    (folder / "scan" / "src" / "main.cpp").write_text("int main(int argc, char **argv)\n{\n}\n")
    (program,) = programs_below(folder)
    assert program.name == "samples/scan/src/main.cpp"
    assert [path.name for path in program.others] == ["scan.cu"]


def made_collection(tmp_path: Path, recipe: str) -> Path:
    folder = tmp_path / "collection"
    (folder / "include").mkdir(parents=True)
    (folder / "include" / "words").write_text("of the collection", encoding="utf-8")
    (folder / "a-cuda").mkdir()
    (folder / "a-cuda" / "main.cu").write_text("int main() {}\n", encoding="utf-8")
    makefile = f"CC = nvcc\nmain: main.cu\n\t$(CC) $< $@\nrun: main\n\t{recipe}\n"
    (folder / "a-cuda" / "Makefile").write_text(makefile, encoding="utf-8")
    return folder


def test_a_makefile_that_runs_its_program_builds_it_with_simtcc(tmp_path: Path, simtcc: Path) -> None:
    folder = made_collection(tmp_path, "cat ../include/words; touch ../a-cuda/made; ./main PASSED 100")
    (folder / "a-cuda" / "main.cu").write_text('// echo "$@"\nint main() {}\n', encoding="utf-8")
    (program,) = programs_below(folder)
    tried = try_program(simtcc, program, Limits())
    assert (program.name, tried.outcome) == ("collection/a-cuda", Outcome.RIGHT)
    assert "of the collection" in tried.trail and "PASSED 100" in tried.trail
    assert sorted(path.name for path in (folder / "a-cuda").iterdir()) == ["Makefile", "main.cu"]


def test_a_made_program_may_be_refused_or_take_too_long(tmp_path: Path, simtcc: Path) -> None:
    folder = made_collection(tmp_path, "while :; do :; done")
    (program,) = programs_below(folder)
    assert try_program(simtcc, program, Limits(cpu_s=1)).outcome is Outcome.SLOW
    (folder / "a-cuda" / "main.cu").write_text("// REFUSED\nint main() {}\n", encoding="utf-8")
    tried = try_program(simtcc, program, Limits())
    assert (tried.outcome, tried.words) == (Outcome.REFUSED, "no such thing")


def test_rules_name_sources_options_and_headers(tmp_path: Path) -> None:
    folder = collection(tmp_path, sum="")
    (folder / "sum" / "fast.cu").write_text("__global__ void sum();\n", encoding="utf-8")
    (folder / "sum" / "slow.cu").write_text("__global__ void sum();\n", encoding="utf-8")
    rules = Rules(
        named=(Named("collection", "sum", "fast", ("sum.cu", "fast.cu"), arguments=("8",)),),
        more=(More("collection/*", options=("-O3",), beside=("samples/Common",)),),
    )
    (program,) = programs_below(folder, rules)
    assert program.name == "collection/sum/fast"
    assert [path.name for path in program.sources] == ["sum.cu", "fast.cu"]
    assert (program.options, program.arguments) == (("-O3",), ("8",))
    assert tmp_path / "samples" / "Common" in program.include


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("#include <GL/freeglut.h>", "graphics: OpenGL"),
        ("#include <cublasLt.h>", "library: cuBLASLt, cuBLASXt"),
        ("#include <cublas_v2.h>", None),
        ("  int *d = FIXME;", "the reader: an exercise with gaps (FIXME), which no compiler takes"),
        ("  int *d;  // FIXME", None),
        ("#include <cuda_runtime.h>", None),
    ],
)
def test_what_needs_more_than_cuda_is_left_out(tmp_path: Path, text: str, reason: str | None) -> None:
    (program,) = programs_below(collection(tmp_path, one=text))
    assert read_rules(RULES).outside(program.name, program.sources) == reason


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, simtcc: Path) -> None:
    folder = collection(tmp_path, a="// echo first")
    given = [
        "--simtcc",
        str(simtcc),
        "--out",
        str(tmp_path / "t"),
        "--state",
        str(tmp_path / "s"),
        str(folder),
    ]
    assert main(given) == 0
    (folder / "a" / "a.cu").write_text("// echo second\nint main() {}\n", encoding="utf-8")
    assert main(given) == 0
    assert "first" in (tmp_path / "t").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "outcome", "words"),
    [
        ("// echo PASSED", Outcome.RIGHT, "PASSED"),
        (f"// echo '{RACE}' > $SIMT_REPORT_FILE", Outcome.FAULTS, "k.cu:7: race: of two"),
        (f"// echo '{LEAK}' > $SIMT_REPORT_FILE", Outcome.LEAKS, "memory never freed: 4 bytes"),
        ("// echo Test FAILED", Outcome.WRONG, "Test FAILED"),
        ("// echo Waiving test; exit 2", Outcome.WAIVED, "Waiving test"),
        ("// while :; do :; done", Outcome.SLOW, "not ended within 0.5 s"),
        ("// echo 3 wrong; exit 4", Outcome.WRONG, "exit status 4: 3 wrong"),
        ("// exec sleep 60", Outcome.SLOW, "not ended within 0.5 s"),
        ("// REFUSED", Outcome.REFUSED, "no such thing"),
    ],
)
def test_each_end_has_its_name(tmp_path: Path, simtcc: Path, text: str, outcome: Outcome, words: str) -> None:
    (program,) = programs_below(collection(tmp_path, one=text))
    tried = try_program(simtcc, program, Limits(run_s=0.5))
    assert (tried.outcome, tried.words) == (outcome, words)


def test_what_a_program_writes_is_not_left_in_the_collection(tmp_path: Path, simtcc: Path) -> None:
    folder = collection(tmp_path, writes="// touch result.txt")
    (program,) = programs_below(folder)
    assert try_program(simtcc, program, Limits()).outcome is Outcome.RIGHT
    assert not list(folder.rglob("result.txt"))


def test_the_table_counts_and_tells_each(tmp_path: Path, simtcc: Path) -> None:
    folder = collection(tmp_path, a="// echo 'a|b'", b="// REFUSED")
    out = tmp_path / "table.md"
    assert main(["--simtcc", str(simtcc), "--out", str(out), str(folder)]) == 0
    text = out.read_text(encoding="utf-8")
    assert text.startswith("2 programs: 1 right, 1 not compiled.\n")
    assert "| `a/a.cu` | right | exit status | 0.0 | " in text
    assert " | a\\|b |" in text
    assert table_of([]).startswith("0 programs")


def test_nothing_to_try_is_told(tmp_path: Path, simtcc: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["--simtcc", str(simtcc), "--out", str(tmp_path / "t"), str(tmp_path / "empty")]) == 2
    assert "no .cu file" in capsys.readouterr().out
    assert main(["--simtcc", "nowhere", "--out", str(tmp_path / "t"), str(tmp_path)]) == 2
