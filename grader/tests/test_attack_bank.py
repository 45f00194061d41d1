"""The list of the bank's attacks; test_attacks.py hands them in."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.core.paths import current_project
from grader.proof.attack_bank import read_bank, with_table


def test_there_are_enough_and_a_control() -> None:
    bank = read_bank()
    assert sum(attack.outcome != "passes" for attack in bank) >= 25
    assert any(attack.outcome == "passes" for attack in bank)


def test_the_page_lists_the_bank_as_it_is() -> None:
    page = (current_project().root / "docs" / "trust.md").read_text(encoding="utf-8")
    assert page == with_table(page, read_bank()), (
        "write it again: .venv/bin/python -m grader.proof.attack_bank"
    )


def test_an_outcome_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.cu").touch()
    text = 'summary = "x"\noutcome = "failed-or-lost"\nsays = ""\n'
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    with pytest.raises(GraderError, match="lost"):
        read_bank(tmp_path)
