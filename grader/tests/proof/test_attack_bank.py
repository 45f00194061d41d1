"""The list of the bank's attacks, and how one is read; test_attacks.py hands them in."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.core.manifest import read_labs
from grader.core.paths import current_project
from grader.proof.attack_bank import FOLDER, KINDS, STOPPED_BY, Attack, read_attack, read_bank, with_table
from grader.proof.front_matter import FENCES
from grader.tests.fake_project import with_verdict

BANK = read_bank()
MINIMAL = 'summary = "x"\noutcome = "failed"\nsays = ""\n'


def written(tmp_path: Path, toml: str, source: str = "", kind: str = "text") -> Path:
    folder = tmp_path / kind
    folder.mkdir()
    (folder / "a.cu").write_text(with_verdict(toml, source), encoding="utf-8")
    return folder / "a.cu"


def read(tmp_path: Path, toml: str, source: str = "", kind: str = "text") -> Attack:
    return read_attack(written(tmp_path, toml, source, kind))


def test_there_are_enough_of_each_kind_and_a_control() -> None:
    counts = Counter(attack.kind for attack in BANK)
    assert all(counts[kind] >= 20 for kind in KINDS if kind != "controls"), counts
    assert any(attack.outcome == "passes" for attack in BANK)


def test_every_lab_is_attacked() -> None:
    labs = {str(lab.id) for lab in read_labs(current_project())}
    assert {attack.lab for attack in BANK} == labs


def test_no_file_lies_outside_of_the_kinds() -> None:
    assert {file.parent.name for file in FOLDER.rglob("*.*") if file.suffix in FENCES} == set(KINDS)
    assert len(list(FOLDER.glob("*/*"))) == len(BANK) == len({attack.name for attack in BANK})


def test_every_push_tries_every_kind_every_outcome_and_most_labs() -> None:
    pushed = [attack for attack in BANK if attack.on_every_push]
    assert {attack.kind for attack in pushed} == set(KINDS)
    assert {outcome for attack in pushed for outcome in attack.outcomes} == set(STOPPED_BY)
    assert len({attack.lab for attack in pushed}) >= 8
    assert 25 <= len(pushed) <= 45, "under a minute, please"


def test_the_page_lists_the_bank_as_it_is() -> None:
    page = (current_project().root / "docs" / "trust.md").read_text(encoding="utf-8")
    assert page == with_table(page, BANK), "write it again: .venv/bin/python -m grader.proof.attack_bank"


def test_an_outcome_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GraderError, match=r"a\.cu:3: 'outcome' names lost"):
        read(tmp_path, MINIMAL.replace("failed", "failed-or-lost"))


def test_a_folder_that_is_no_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GraderError, match=r"a\.cu:1: is in 'others', which is no kind"):
        read(tmp_path, MINIMAL, kind="others")


def test_an_attack_without_more_is_on_lab_4_and_waits_for_the_full_run(tmp_path: Path) -> None:
    attack = read(tmp_path, MINIMAL, "int a;")
    assert (attack.lab, attack.on_every_push, attack.known_gap) == ("lab4", False, "")
    assert attack.written_to(tmp_path).read_bytes() == b"int a;"


def test_a_marker_is_replaced_by_what_is_repeated(tmp_path: Path) -> None:
    toml = (
        MINIMAL
        + '[[repeat]]\nmarker = "OPEN"\ntext = "("\ntimes = 3\n'
        + '[[repeat]]\nmarker = "NUMBERS"\ntext = "{i};"\ntimes = 2\n'
        + '[[repeat]]\nmarker = "BYTES"\nhex = "00ff"\n'
    )
    attack = read(tmp_path, toml, "OPENx NUMBERS BYTES")
    assert attack.source() == b"(((x 0;1; \x00\xff"
    handed_in = attack.written_to(tmp_path)
    assert handed_in.parent == tmp_path
    assert handed_in.read_bytes() == attack.source()


def test_an_attack_can_be_the_changes_to_another(tmp_path: Path) -> None:
    folder = written(tmp_path, MINIMAL, "// Loads.\nint a;\nint b;\n").parent
    (folder / "b.diff").write_text(
        f"+++\n{MINIMAL}+++\nStores.\n--- a\n@@ in the file\n-int b;\n+int c;\n", encoding="utf-8"
    )
    attack = {each.name: each for each in read_bank(tmp_path)}["b"]
    handed_in = attack.written_to(tmp_path)
    assert handed_in.name == "b.cu"
    assert handed_in.read_text(encoding="utf-8") == "// Stores.\nint a;\nint c;\n"


def test_changes_to_an_attack_that_there_is_not_are_refused(tmp_path: Path) -> None:
    file = written(tmp_path, MINIMAL).with_name("b.diff")
    file.write_text(f"+++\n{MINIMAL}+++\n--- solution\n@@ in the file\n-x\n+y\n", encoding="utf-8")
    with pytest.raises(GraderError, match=r"b\.diff: there is no base 'solution'") as refused:
        read_attack(file)
    assert refused.value.fix == "Name another answer."


def test_a_marker_that_the_file_lacks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GraderError, match=r"a\.cu:6: the attack has no 'OPEN'"):
        read(tmp_path, MINIMAL + '[[repeat]]\nmarker = "OPEN"\ntext = "("\n', "x")


def test_line_ends_and_other_characters_are_handed_in_as_they_are(tmp_path: Path) -> None:
    kernel = written(tmp_path, MINIMAL)
    kernel.write_bytes(kernel.read_bytes() + b"\xef\xbb\xbfa\r\n\x00\rb")
    assert read_attack(kernel).source() == b"\xef\xbb\xbfa\r\n\x00\rb"
