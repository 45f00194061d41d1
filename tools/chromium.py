"""The system's Chromium or Chrome, which looks at pages in the tests and prints the handbook."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium() -> str | None:
    """The program's path; None where the system has none that can be driven."""
    found = (shutil.which(name) for name in NAMES)
    return next((path for path in found if path is not None and not is_snap(path)), None)


def is_snap(program: str) -> bool:
    """Ubuntu's chromium is a snap, or a script that starts one; a snap sees no folder that we make for it."""
    real = Path(program).resolve()
    if "snap" in real.parts or real.name == "snap":
        return True
    with real.open("rb") as file:
        return b"/snap/bin/chromium" in file.read(4096)


def launch(playwright: Playwright) -> Browser:
    """Raises playwright's own error, which says what to install, where no browser is found at all."""
    # None: the one that `playwright install chromium` has put into its own folder.
    return playwright.chromium.launch(executable_path=find_chromium())
