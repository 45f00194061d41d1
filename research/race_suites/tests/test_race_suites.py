"""The runner of race suites, with a compiler that makes programs which print what their source says.

With a graph whose name has `small`, they print nothing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from research.race_suites.__main__ import main

FAKE_SIMTCC = """#!/bin/sh
while [ $# -gt 1 ]; do
  case $1 in -o) out=$2; shift;; *.cu) source=$1;; esac
  shift
done
out=${out:-$1}
grep -q REFUSED "$source" && { echo "program.cu:1: error: no" >&2; exit 1; }
{
  echo '#!/bin/sh'
  echo 'case $1 in *small*) exit;; esac'
  grep -q RACE "$source" && echo 'echo "FAULT race: of two threads"'
  echo true
} > "$out"
chmod +x "$out"
"""


@pytest.fixture
def simtcc(tmp_path: Path) -> Path:
    file = tmp_path / "simtcc"
    file.write_text(FAKE_SIMTCC, encoding="utf-8")
    file.chmod(0o755)
    return file


def scor(tmp_path: Path, programs: dict[str, str]) -> Path:
    folder = tmp_path / "ScoR" / "microbenchmarks" / "src"
    folder.mkdir(parents=True)
    for name, text in programs.items():
        (folder / f"{name}.cu").write_text(text, encoding="utf-8")
    return tmp_path / "ScoR"


def test_all_found_and_no_false_alarm(tmp_path: Path, simtcc: Path) -> None:
    checkout = scor(tmp_path, {"race_a": "RACE", "norace_b": "volatile int x;"})
    table = tmp_path / "table.md"
    assert main(["scor", str(checkout), "--simtcc", str(simtcc), "--out", str(table)]) == 0
    assert "| without volatile | 1 | 1 | 0 | 0 | 1 | 0 | 0 |" in table.read_text(encoding="utf-8")


def test_what_is_missed_and_what_is_made_up_are_named(
    tmp_path: Path, simtcc: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checkout = scor(tmp_path, {"race_a": "nothing", "norace_b": "RACE", "race_c": "REFUSED"})
    assert main(["scor", str(checkout), "--simtcc", str(simtcc)]) == 1
    said = capsys.readouterr().out
    assert "`as published: race_a`: racy, a race in 0 of 1 runs" in said
    assert "`as published: norace_b`: race-free, a race in 1 of 1 runs" in said
    assert "`as published: race_c`: does not compile: program.cu:1: error: no" in said


def test_a_folder_that_is_no_checkout_is_told_so(
    tmp_path: Path, simtcc: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["indigo", str(tmp_path), "--simtcc", str(simtcc)]) == 2
    assert "is it a checkout of the suite?" in capsys.readouterr().out


def indigo(tmp_path: Path, programs: dict[str, str], graphs: tuple[str, ...]) -> Path:
    root = tmp_path / "HiRace" / "indigo"
    for folder in ("input", "indigo_sources/push", "indigo_include"):
        (root / folder).mkdir(parents=True)
    for graph in graphs:
        (root / "input" / f"{graph}.egr").touch()
    for name, text in programs.items():
        (root / "indigo_sources" / "push" / f"{name}.cu").write_text(text, encoding="utf-8")
    return tmp_path / "HiRace"


def test_the_graphs_that_show_no_race_are_named(
    tmp_path: Path, simtcc: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checkout = indigo(tmp_path, {"push_raceBug": "RACE"}, ("large", "small"))
    assert main(["indigo", str(checkout), "--simtcc", str(simtcc)]) == 1
    said = capsys.readouterr().out
    assert "`within bounds: push_raceBug`: racy, a race in 1 of 2 runs, none with small" in said


def test_only_the_programs_that_were_named_run(
    tmp_path: Path, simtcc: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checkout = scor(tmp_path, {"race_a": "RACE", "race_b": "nothing"})
    assert main(["scor", str(checkout), "--simtcc", str(simtcc), "--only", "race_a"]) == 0
    assert "race_b" not in capsys.readouterr().out
    assert main(["scor", str(checkout), "--simtcc", str(simtcc), "--only", "race_z"]) == 2
    assert "`race_z` matches no program" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        main(["scor", str(checkout), "--simtcc", str(simtcc), "--only", "("])
    assert "`(` is no regular expression" in capsys.readouterr().err
