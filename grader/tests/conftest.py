"""Fixtures: a tiny checkout, and the real one once it is built."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.cli import main
from grader.commands import fidelity, session
from grader.commands import trace as trace_command
from grader.tests.fake_project import FakeProject, make_fake_project

Command = Callable[..., int]


@pytest.fixture
def fake(tmp_path: Path) -> FakeProject:
    return make_fake_project(tmp_path / "checkout")


@pytest.fixture
def course(fake: FakeProject, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """The command line in the tiny checkout, run from an empty folder, with a cmake that does nothing."""
    for module in (session, fidelity, trace_command):
        monkeypatch.setattr(module, "current_project", lambda: fake.project)
    tools = tmp_path / "tools"
    fake.script(tools / "cmake", "#!/bin/sh\nexit 0\n")
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1760000000")
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return lambda *arguments: main([str(argument) for argument in arguments])
