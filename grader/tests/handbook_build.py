"""The handbook, built as ./course docs --build does it."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

from grader.core.paths import current_project


def build(root: Path, out: Path) -> Path:
    """Build a checkout's handbook below out, warnings being errors; returns the folder of its pages."""
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-n", "-q", "-b", "html"]
    command += ["-d", str(out / "work"), str(root / "docs"), str(out / "html")]
    environment = {**os.environ, "PYTHONPATH": str(root), "COALESCE_BUILD_DIR": str(current_project().build)}
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=root, env=environment)
    assert ended.returncode == 0, ended.stderr
    return out / "html"


def built_handbook(shared: Path) -> Path:
    """This checkout's, built once for all processes that test it. shared: a folder of all of them.

    COALESCE_TESTS_SHARED names a folder of several runs of pytest, as ./course test makes one.
    """
    shared = Path(os.environ.get("COALESCE_TESTS_SHARED", shared))
    out = shared / "handbook"
    with (shared / "handbook.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        whole = out / "whole"
        if not whole.exists():
            build(current_project().root, out)
            whole.touch()
    return out / "html"
