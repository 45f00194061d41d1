"""The virtual environment of the set-up: made where there is none, refused where making it would destroy."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parents[2] / "tools"
# Makes environments as `python -m venv --clear` does, but in no time.
PYTHON = """\
#!/bin/sh
case "$*" in
  --version) echo Python 3.12 ;;
  "-m venv --clear "*) rm -rf "$4"/*; mkdir -p "$4/bin"; : >"$4/bin/python" ;;
esac
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "clone"
    root.mkdir()
    python = tmp_path / "python"
    python.write_text(PYTHON, encoding="utf-8")
    python.chmod(0o755)
    return root


def make_venv(root: Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", "ROOT": str(root), "PYTHON": str(root.parent / "python")}
    script = f'. "{TOOLS}/needs.sh"; . "{TOOLS}/setup.sh"; make_venv'
    return subprocess.run(
        ["sh", "-euc", script], env=environment, capture_output=True, text=True, check=False, cwd=root
    )


def test_an_old_environment_is_emptied_and_made_again(root: Path) -> None:
    (root / ".venv").mkdir()
    (root / ".venv" / "old").touch()
    ended = make_venv(root)
    assert ended.returncode == 0, ended.stderr
    assert (root / ".venv" / "origin").read_text(encoding="utf-8").startswith(str(root / ".venv"))
    assert not (root / ".venv" / "old").exists()


def test_a_link_is_refused_and_what_it_points_to_stays(root: Path) -> None:
    shared = root.parent / "shared"
    shared.mkdir()
    (shared / "precious").touch()
    (root / ".venv").symlink_to(shared)
    ended = make_venv(root)
    assert ended.returncode == 2
    assert f"{root}/.venv is a symbolic link (to {shared})" in ended.stderr
    assert f"rm {root}/.venv " in ended.stderr
    assert (shared / "precious").exists()


def test_a_link_to_nowhere_is_refused_too(root: Path) -> None:
    (root / ".venv").symlink_to(root.parent / "gone")
    ended = make_venv(root)
    assert ended.returncode == 2
    assert "is a symbolic link" in ended.stderr
    assert not (root.parent / "gone").exists()
