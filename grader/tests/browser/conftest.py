"""One browser a process; each page made once, whichever process needs it first."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from grader.tests.browser.chromium import WIDE, Looked, opened, visit
from grader.tests.browser.pages import BY_NAME
from tools.chromium import launch

FileOf = Callable[[str], Path]

# What a page shows at last may take so long where builds and other tests run.
BUSY_MS = 60_000


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = launch(playwright)
        expect.set_options(timeout=BUSY_MS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def _window(browser: Browser) -> Iterator[Looked]:
    with opened(browser, "about:blank") as looked:
        yield looked


@pytest.fixture
def window(_window: Looked) -> Iterator[Looked]:
    """A wide, empty page, for tests that go to a page themselves. At the end nothing may have gone wrong."""
    visit(_window, "about:blank", WIDE)
    yield _window
    assert not _window.complaints, "\n".join(_window.complaints)


@pytest.fixture(scope="session")
def file_of(tmp_path_factory: pytest.TempPathFactory) -> FileOf:
    """The file of a page by its name."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def made(name: str) -> Path:
        folder = shared / f"page-{name}"
        folder.mkdir(exist_ok=True)
        with (shared / f"page-{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            noted = folder / "made"
            if not noted.exists():
                noted.write_text(str(BY_NAME[name].make(folder)), encoding="utf-8")
            return Path(noted.read_text(encoding="utf-8"))

    return made
