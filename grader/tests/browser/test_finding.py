"""Which browser is taken, by the tests and by the set-up: never a snap, which sees no test's folder."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from grader.core.paths import current_project
from tools.chromium import find_chromium

NEEDS = current_project().root / "tools" / "needs.sh"
SNAP_SCRIPT = "#!/bin/sh\nexec /snap/bin/chromium\n"


def program(folder: Path, name: str, text: str = "#!/bin/sh\n") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    (folder / name).chmod(0o755)
    return folder / name


def setup_says(tmp_path: Path, words: str, system: str) -> str:
    """What the set-up's functions print where PATH has the shell's tools and what the test put there."""
    (tmp_path / "bin").mkdir(exist_ok=True)
    for tool in ("sh", "sed", "tr", "head", "grep", "readlink"):
        if not (tmp_path / "bin" / tool).exists():
            (tmp_path / "bin" / tool).symlink_to(Path("/bin") / tool)
    release = tmp_path / "os-release"
    release.write_text(f'NAME="x"\nID={system}\n', encoding="utf-8")
    environment = {"PATH": str(tmp_path / "bin"), "ROOT": str(tmp_path), "OS_RELEASE": str(release)}
    script = f'. "{NEEDS}"; {words}'
    ended = subprocess.run(
        ["/bin/sh", "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    return ended.stdout.strip()


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"])
def test_any_of_the_usual_names_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    path = program(tmp_path / "bin", name)
    assert setup_says(tmp_path, "browser", "ubuntu") == str(path)
    monkeypatch.setenv("PATH", str(path.parent))
    assert find_chromium() == str(path)


def test_a_snap_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path / "bin", "chromium-browser", SNAP_SCRIPT)
    snap = program(tmp_path / "snap", "snap")
    (tmp_path / "bin" / "chromium").symlink_to(snap)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}/nowhere")
    assert find_chromium() is None
    assert setup_says(tmp_path, "browser || echo none", "ubuntu") == "none"
    chrome = program(tmp_path / "bin", "google-chrome")
    assert find_chromium() == str(chrome)
    assert setup_says(tmp_path, "browser", "ubuntu") == str(chrome)


def test_apt_is_asked_where_its_package_is_the_browser(tmp_path: Path) -> None:
    ask = "browser >/dev/null || ! apt_has_browser || echo chromium"
    assert setup_says(tmp_path, ask, "debian") == "chromium"
    assert setup_says(tmp_path, ask, '"ubuntu"') == ""
    program(tmp_path / "bin", "google-chrome")
    assert setup_says(tmp_path, ask, "debian") == ""
