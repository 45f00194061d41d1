"""The table of programs that others wrote: what is a program, and what became of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.public_programs.__main__ import main, table_of
from research.public_programs.outcome import Limits, Outcome, try_program
from research.public_programs.programs import programs_below

# Compiles a source of one line into a script of the words behind "//".
SIMTCC = """#!/bin/sh
for word; do case $word in *.cu) source=$word ;; esac; made=$word; done
grep -q REFUSED "$source" && { echo "$source:3:1: error: no such thing" >&2; exit 1; }
{ echo '#!/bin/sh'; sed -n 's,^// ,,p' "$source"; } > "$made"
chmod +x "$made"
"""


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


@pytest.mark.parametrize(
    ("text", "outcome", "words"),
    [
        ("// echo PASSED", Outcome.RIGHT, "PASSED"),
        ("// echo '  x race in shared memory' >&2", Outcome.FAULTS, "race in shared memory"),
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
    assert "| `collection/a/a.cu` | right | a\\|b |" in text
    assert table_of([]).startswith("0 programs")


def test_nothing_to_try_is_told(tmp_path: Path, simtcc: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["--simtcc", str(simtcc), "--out", str(tmp_path / "t"), str(tmp_path / "empty")]) == 2
    assert "no .cu file" in capsys.readouterr().out
    assert main(["--simtcc", "nowhere", "--out", str(tmp_path / "t"), str(tmp_path)]) == 2
