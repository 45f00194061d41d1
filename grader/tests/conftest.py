"""Fixtures: a tiny checkout, and the real one once it is built."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.cli import session
from grader.cli.commands import compare as compare_command
from grader.cli.commands import fidelity
from grader.cli.commands import run as run_command
from grader.cli.commands import trace as trace_command
from grader.cli.main import main
from grader.tests.class_of_fakes import FakeClass
from grader.tests.fake_project import FakeProject, make_fake_project

Command = Callable[..., int]

# In the background of a script (`.ci/run &`) this process ignores Ctrl-C, with nohup also SIGHUP, and so
# would every program that a test starts and then stops.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture
def fake(tmp_path: Path) -> FakeProject:
    return make_fake_project(tmp_path / "checkout")


@pytest.fixture
def school(fake: FakeProject, tmp_path: Path) -> FakeClass:
    return FakeClass(fake, tmp_path)


@pytest.fixture
def course(fake: FakeProject, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """The command line in the tiny checkout, run from an empty folder, with a cmake that does nothing."""
    for module in (session, fidelity, trace_command, run_command, compare_command):
        monkeypatch.setattr(module, "current_project", lambda: fake.project)
    # Whether there is a GPU is what the fake test program says: grader/tests/fake_gpu.py.
    monkeypatch.setattr("grader.machine.gpu.gpu_trouble", lambda: None)
    tools = tmp_path / "tools"
    fake.script(tools / "cmake", "#!/bin/sh\nexit 0\n")
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1760000000")
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return lambda *arguments: main([str(argument) for argument in arguments])
