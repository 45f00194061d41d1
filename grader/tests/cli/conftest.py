"""What the tests of `watch` share: saves that happen when a test plans them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.cli.commands import watch
from grader.tests.fake_project import FakeProject

Step = Callable[[], None]


@pytest.fixture
def steps(fake: FakeProject, monkeypatch: pytest.MonkeyPatch) -> list[Step]:
    """Each step is done, then seen as a save; after the last one the user presses Ctrl-C."""
    planned: list[Step] = []

    def saved(file: Path, *_: object) -> Iterator[str | None]:
        while planned:
            planned.pop(0)()
            yield file.read_text(encoding="utf-8") if file.exists() else None
        raise KeyboardInterrupt

    monkeypatch.setattr(watch, "saved_texts", saved)
    fake.reports("conflict", 1)
    return planned
