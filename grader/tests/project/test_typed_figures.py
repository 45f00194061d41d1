"""tools/typed_figures.py: measured figures in texts have a home, and equal it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.typed_figures import blocks, typed_figures

ROOT = Path(__file__).resolve().parents[3]
RECORD = """\
| kernel | GB/s | times |
| --- | --- | --- |
| copy | 4294 | 1.594 |
| floats | 2693 | 1.0 |
"""
MARKER = "<!-- measured: limits; copy; GB/s | limits; {copy, floats}; GB/s -->\n"


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.typed_figures", str(root)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def typed(text: str) -> list[str]:
    return [one.number for block in blocks(text) for one in typed_figures(block.text)]


def checked(root: Path, text: str) -> str:
    """What the check says of a handout with this text; '' if it passes."""
    record = root / "docs" / "measurements" / "h200" / "limits.md"
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_text(RECORD, encoding="utf-8")
    page = root / "labs" / "lab1" / "README.md"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text, encoding="utf-8")
    run = lint(root)
    assert run.returncode == (1 if run.stdout else 0), run.stderr
    return run.stdout


def test_every_measured_figure_of_this_repository_has_a_home() -> None:
    run = lint(ROOT)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("It runs at 4,294 GB/s, the other at 0.47 TB/s.", ["4,294", "0.47"]),
        ("A load takes 353 ns, 12 µs, 3 us or 1.5 ms.", ["353", "12", "3", "1.5"]),
        ("A load takes 4.09 cycles, 2.45 times the other's.", ["4.09", "2.45"]),
        ("It is 31 times as fast, or 9 times slower.", ["31", "9"]),
        ("It keeps 0.81 of the bandwidth.", ["0.81"]),
        ("Staging gains 1 %.", ["1"]),
        ("| kernel | GB/s |\n| --- | --- |\n| `copy` | 4294 |\n", ["4294"]),
        ("| stride | 1 | 2 |\n| --- | --- | --- |\n| useful GB/s | 2616 | 2321 |\n", ["2616", "2321"]),
        ("| kernel | relative |\n| --- | --- |\n| `copy` | 1.59 |\n", ["1.59"]),
    ],
)
def test_a_measured_figure_is_found(text: str, numbers: list[str]) -> None:
    assert typed(text) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "A sector has 32 bytes, a tile of 64 KiB has 2048 of them.",
        "A load takes 4 cycles; a strided one moves 16 times the bytes.",
        "The copy must reach at least 0.85 of it, 1.5 times as fast, within 20 ms.",
        "A tile that each thread fills: 60 % of the elements.",
        "It runs at {measured}`lab1; fast_copy` GB/s, and `x = 4294 GB/s` is code.",
        "```text\nAbout 3.43 µs\n```\n",
        "<!-- transcript: 4294 GB/s -->\nText.",
        "| check | points | required |\n| --- | --- | --- |\n| `copy-bandwidth` | 4 | 1.5 times as fast |\n",
        "| kernel | sectors |\n| --- | --- |\n| `copy` | 4294 |\n",
        "| claim | true? |\n| --- | --- |\n| an SM reads at GB/s | 12 |\n".replace("GB/s", "a rate"),
    ],
)
def test_a_definition_is_no_measured_figure(text: str) -> None:
    assert typed(text) == []


def test_a_figure_without_a_home_fails(tmp_path: Path) -> None:
    said = checked(tmp_path, "# Lab\n\nIt runs\nat 4294 GB/s.\n")
    assert said.startswith('labs/lab1/README.md:3: "4294 GB/s" is typed')


def test_a_marker_names_the_homes_of_its_block(tmp_path: Path) -> None:
    assert checked(tmp_path, MARKER + "4294 GB/s instead of 2,693 GB/s.\n") == ""
    assert checked(tmp_path, "<!-- measured:\nlimits; copy; GB/s\n-->\nIt runs at 4294 GB/s.\n") == ""
    # It says nothing of the next block.
    assert "is typed" in checked(tmp_path, MARKER + "4294 instead of 2693.\n\nIt has 4294 GB/s.\n")


def test_a_figure_may_be_rounded_and_not_be_wrong(tmp_path: Path) -> None:
    marker = "<!-- measured: limits; copy; times -->\n"
    for right in ("1.6", "1.59", "1.594"):
        assert checked(tmp_path, f"{marker}It is {right} times as fast.\n") == ""
    for wrong in ("1.5", "1.60", "1.595"):
        assert "is 1.594, which the text does not show" in checked(
            tmp_path, f"{marker}It is {wrong} times as fast.\n"
        )


def test_what_the_record_has_no_longer_is_said(tmp_path: Path) -> None:
    said = checked(tmp_path, "<!-- measured: limits; nobody; GB/s -->\nText.\n")
    assert "limits.md has no such figure" in said


def test_a_figure_may_be_left_out_with_a_reason(tmp_path: Path) -> None:
    claim = "Texts say 32 times as slow.\n"
    assert checked(tmp_path, f'<!-- measured: "32 times" is the claim -->\n{claim}') == ""
    assert checked(tmp_path, f"<!-- measured: all: nothing here was measured -->\n{claim}") == ""
    assert "which the text does not hold" in checked(
        tmp_path, f'<!-- measured: "33 times" is the claim -->\n{claim}'
    )
    # A reason must say something.
    assert "is typed" in checked(tmp_path, f'<!-- measured: "32 times" -->\n{claim}')
