"""Programs come to the same in each way that they run, and what does not is found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from research.fuzz.drawn_lanes import random_program
from research.fuzz.tests.test_fuzz import SIMTCC
from research.fuzz.ways import differences, main

Capture = pytest.CaptureFixture[str]
ALONE = "for its results alone"


def compiler_of(folder: Path, program: str, faults: tuple[str, ...] = ()) -> Path:
    """A simtcc whose programs are this shell script, with a report of such faults."""
    launches = [{"faults": [{"kind": kind} for kind in faults]}]
    report = json.dumps({"launches": launches})
    simtcc = folder / "simtcc"
    simtcc.write_text(
        "#!/bin/sh\ncat > lanes <<'END'\n#!/bin/sh\n"
        f"echo '{report}' > \"$SIMT_REPORT_FILE\"\n{program}\nEND\nchmod +x lanes\n",
        encoding="utf-8",
    )
    simtcc.chmod(0o755)
    return simtcc


def test_a_program_is_its_seed_alone() -> None:
    assert random_program(7) == random_program(7) != random_program(8)


# 173: a store was counted twice where one of the eights that made it parts behind it.
@pytest.mark.skipif(not SIMTCC.exists(), reason="needs simtcc")
@pytest.mark.parametrize(("first", "count"), [(11, 3), (173, 1)])
def test_a_few_programs_come_to_the_same(capsys: Capture, first: int, count: int) -> None:
    assert main(["--simtcc", str(SIMTCC), "--seed", str(first), "--programs", str(count)]) == 0
    assert f"{count} programs from {first} on: 0 differ" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("program", "found"),
    [
        ("echo 1", []),
        ('echo "${SIMT_VECTORS:-1}"', ["another output one by one"]),
        ('echo "${SIMT_COUNT:-1}"', [f"another output {way}" for way in ("without counts", ALONE)]),
        ('echo "$SIMT_COUNT,$SIMT_RACES" | grep 0,0', [f"another output {ALONE}"]),
        ("exit 3", ["ended with status 3"]),
        ('[ "$SIMT_VECTORS" ] && echo "{\\"launches\\": []}" > "$SIMT_REPORT_FILE"; true',
         ["another report one by one"]),
    ],
)  # fmt: skip
def test_what_differs_is_named(tmp_path: Path, program: str, found: list[str]) -> None:
    assert differences("", compiler_of(tmp_path, program)) == found


def test_lanes_that_race_may_differ_in_another_order(tmp_path: Path) -> None:
    simtcc = compiler_of(tmp_path, 'echo "${SIMT_VECTORS:-1}"', faults=("race",))
    assert differences("", simtcc) == []


def test_another_compilers_program_is_compared(tmp_path: Path) -> None:
    (tmp_path / "before").mkdir()
    before = compiler_of(tmp_path / "before", "echo 2")
    simtcc = compiler_of(tmp_path, "echo 1")
    assert differences("", simtcc, before) == ["another output before"]
    before.write_text("#!/bin/sh\necho no such type >&2\nexit 1\n", encoding="utf-8")
    assert differences("", simtcc, before) == ["refused before: no such type"]


def test_a_program_without_an_end_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simtcc = compiler_of(tmp_path, "exec sleep 60")
    monkeypatch.setattr("research.fuzz.ways.LIMIT_S", 1)
    assert differences("", simtcc) == ["ended with status 124"]


def test_what_differs_is_kept(tmp_path: Path, capsys: Capture) -> None:
    simtcc = compiler_of(tmp_path, 'echo "${SIMT_VECTORS:-1}"')
    out = tmp_path / "out"
    assert main(["--simtcc", str(simtcc), "--programs", "1", "--out", str(out)]) == 1
    assert (out / "lanes1.cu").read_text(encoding="utf-8") == random_program(1)
    assert "program 1: another output one by one" in capsys.readouterr().out


def test_a_missing_compiler_is_said(capsys: Capture) -> None:
    assert main(["--simtcc", "/nowhere/simtcc"]) == 2
    assert "there is no such simtcc" in capsys.readouterr().err
