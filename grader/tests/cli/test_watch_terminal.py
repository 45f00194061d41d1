"""`watch` as a user starts it: the program itself, in a terminal."""

from __future__ import annotations

import contextlib
import os
import pty
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.core.manifest import read_lab
from grader.core.paths import current_project

REAL = current_project()


@pytest.mark.slow
@pytest.mark.parametrize("terminal", ["xterm", "dumb"])
def test_in_a_real_terminal_it_sees_a_save_and_ends_with_ctrl_c(tmp_path: Path, terminal: str) -> None:
    """The program itself, in a terminal of 40 columns that knows neither colour nor Unicode."""
    lab = sorted(REAL.labs.glob("*/lab.toml"))[0].parent
    shutil.copytree(REAL.root / "grader", tmp_path / "grader", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(lab, tmp_path / "labs" / lab.name)
    (tmp_path / "common").symlink_to(REAL.root / "common")
    kernel = tmp_path / "labs" / lab.name / read_lab(lab / "lab.toml", lab.name).kernel_file
    kernel.write_text(kernel.read_text(encoding="utf-8") + "syntax error\n", encoding="utf-8")
    screen, status = _watched(
        tmp_path, terminal, lambda: kernel.write_bytes((lab / kernel.name).read_bytes())
    )
    assert status == 0
    assert screen.count("checked in") == 2
    assert "make the file compile" in screen
    assert "Stopped." in screen
    assert "Traceback" not in screen
    assert screen.isascii()
    if terminal == "dumb":
        assert "\x1b" not in screen


def _watched(root: Path, terminal: str, save: Callable[[], object]) -> tuple[str, int]:
    """Start a watch; save once it has checked, press Ctrl-C once it has checked again."""
    own, its = pty.openpty()
    named = {"TERM": terminal, "LC_ALL": "C", "NO_COLOR": "1", "COLUMNS": "40", "PYTHONPATH": str(root)}
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "watch"],
        cwd=root,
        env={**os.environ, **named, "COALESCE_BUILD_DIR": str(REAL.build)},
        stdin=its,
        stdout=its,
        stderr=its,
    )
    os.close(its)
    screen = ""
    todo: list[Callable[[], object]] = [save, lambda: process.send_signal(signal.SIGINT)]
    # A terminal whose last user has gone reads as an error.
    with contextlib.suppress(OSError):
        while part := os.read(own, 4096):
            screen += part.decode("utf-8", "replace")
            if todo and screen.count("checked in") > 2 - len(todo):
                todo.pop(0)()
    os.close(own)
    return screen, process.wait(timeout=20)
