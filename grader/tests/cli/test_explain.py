"""`explain`: each line with its cost, its faults, and words for both."""

from __future__ import annotations

import json
import re

import pytest

from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject

Capture = pytest.CaptureFixture[str]


def shown(course: Command, capsys: Capture) -> list[str]:
    assert course("explain", "lab4") == 0
    return capsys.readouterr().out.splitlines()


def test_costs_stand_under_their_line_with_words_for_each_colour(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.reports("conflict", 1)
    lines = shown(course, capsys)
    source = fake.kernel.read_text(encoding="utf-8").rstrip("\n").split("\n")
    numbered = {line.split()[0]: number for number, line in enumerate(lines) if line[:4].strip().isdigit()}
    assert list(numbered) == [str(number + 1) for number in range(len(source))]
    below = " ".join(" ".join(lines[numbered["42"] + 1 : numbered["43"]]).split())
    assert "HEAVY transpose_padded: shared load, 4 bytes per lane" in below
    assert "32 wavefronts per request, least 1 · 31 bank conflicts per request" in below
    assert "least transpose_padded: global store" in below
    legend = "\n".join(lines[: numbered["1"]])
    for word in ("least", "above", "HEAVY", "FAILS", "sector", "wavefront"):
        assert word in legend
    assert "Costliest: line 42, the shared load of transpose_padded" in " ".join(lines)


def test_local_memory_has_its_reason_and_remarks_their_line(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.reports("conflict", 1)
    file = fake.root / "conflict.json"
    record = json.loads(file.read_text(encoding="utf-8"))
    spills = "the kernel needs about 300 registers (spills)"
    for launch in (launch for check in record["checks"] for launch in check["launches"]):
        launch["accesses"] = [one for one in launch["accesses"] if one["space"] == "shared"]
        for one in launch["accesses"]:
            one |= {"space": "local", "array": "held", "bank_conflicts": 0}
        launch["remarks"] = [{"message": spills, "file": str(fake.kernel), "line": 30}]
    file.write_text(json.dumps(record), encoding="utf-8")
    out = " ".join(" ".join(shown(course, capsys)).split())
    assert "HEAVY transpose_padded: local load" in out
    assert "least 0" in out
    assert "`held` is in local memory, because an index of it is known only at run time" in out
    assert f"note {spills}" in out
    assert "Every access costs the least it can" not in out


def test_a_line_that_a_check_points_at_says_why(course: Command, fake: FakeProject, capsys: Capture) -> None:
    fake.reports("out_of_bounds", 1)
    lines = shown(course, capsys)
    at = next(number for number, line in enumerate(lines) if line.startswith("  13 "))
    below = " ".join(lines[at + 1 : at + 4])
    message = fake.record("out_of_bounds").checks[0].message.split("\n")[0]
    assert "FAILS" in below
    assert " ".join(message.split())[:40] in " ".join(below.split())


def test_without_a_cost_it_says_why_there_is_none(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.reports("conflict", 1)
    record = fake.root / "conflict.json"
    record.write_text(
        record.read_text(encoding="utf-8").replace(str(fake.kernel), "/elsewhere.cu"), encoding="utf-8"
    )
    out = " ".join(" ".join(shown(course, capsys)).split())
    assert "No check of this run recorded an access of this file" in out
    assert "wavefront" not in out.split("1 #include")[0]
    assert "FAILS" in out.rpartition("No check of this run")[2], "a fault elsewhere is told at the end"


@pytest.mark.parametrize("width", [30, 40, 80])
def test_it_fits_the_terminal(
    course: Command, fake: FakeProject, capsys: Capture, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    fake.reports("strided", 1)
    monkeypatch.setenv("COLUMNS", str(width))
    for line in shown(course, capsys):
        # A path, or a long word of code, stays whole.
        assert len(line) <= width or len(line.split()) <= 2


def test_a_file_that_does_not_compile_shows_the_compilers_words(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.refuses()
    assert course("explain", "lab4") == 2
    assert "expected ';'" in capsys.readouterr().out


def test_it_ends_with_the_line_that_costs_most_whatever_line_is_at_fault(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.reports("conflict", 1)
    record = fake.root / "conflict.json"
    text = record.read_text(encoding="utf-8")
    # The check points at a line that costs the least: an index out of bounds there is no matter of cost.
    record.write_text(re.sub(r'"line": 42,(?=\s+"seconds")', '"line": 34,', text), encoding="utf-8")
    ending = shown(course, capsys)[-2:]
    assert "Costliest: line 42, the shared load of transpose_padded: 32 wavefronts" in " ".join(ending)


def test_what_the_lab_asks_for_is_not_the_costliest(
    course: Command, fake: FakeProject, capsys: Capture
) -> None:
    fake.reports("passing", 0)
    out = " ".join(" ".join(shown(course, capsys)).split())
    assert "asked transpose_tiled: shared load" in out
    assert out.endswith("Every access costs the least it can, or what the lab asks for.")
