"""A page in the system's Chromium that keeps count of what goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, ConsoleMessage, Page, Request

OFFLINE = ("file:", "data:", "about:", "blob:")
NOISY = ("error", "warning")


@dataclass(frozen=True)
class Setting:
    """How a page is looked at. media: screen, or print on a sheet of A4 between its margins."""

    name: str
    width: int
    height: int
    scheme: str
    media: str = "screen"


SETTINGS = (
    Setting("1280-light", 1280, 900, "light"),
    Setting("1280-dark", 1280, 900, "dark"),
    Setting("390-light", 390, 844, "light"),
    Setting("390-dark", 390, 844, "dark"),
    Setting("print", 700, 1000, "light", "print"),
)
SCREENS = tuple(setting for setting in SETTINGS if setting.media == "screen")
WIDE, PHONE, PRINT = SETTINGS[0], SETTINGS[2], SETTINGS[4]


@dataclass(frozen=True)
class Looked:
    """A page, and what the console said and the page asked a network for since it was opened."""

    page: Page
    complaints: list[str] = field(default_factory=list)


@contextmanager
def opened(browser: Browser, url: str, setting: Setting = WIDE) -> Iterator[Looked]:
    """The page at that setting, without a network and without motion."""
    context = browser.new_context(
        viewport={"width": setting.width, "height": setting.height},
        color_scheme="dark" if setting.scheme == "dark" else "light",
        reduced_motion="reduce",
        offline=True,
    )
    try:
        looked = Looked(context.new_page())
        listen(looked)
        looked.page.emulate_media(media="print" if setting.media == "print" else "screen")
        looked.page.goto(url)
        looked.page.wait_for_load_state("load")
        yield looked
    finally:
        context.close()


def visit(window: Looked, url: str, setting: Setting) -> Page:
    """Go to the page at that setting in a window that is open already: half the work of opening one."""
    window.complaints.clear()
    window.page.goto("about:blank")
    window.page.set_viewport_size({"width": setting.width, "height": setting.height})
    window.page.emulate_media(
        media="print" if setting.media == "print" else "screen",
        color_scheme="dark" if setting.scheme == "dark" else "light",
    )
    window.page.goto(url)
    window.page.wait_for_load_state("load")
    return window.page


def listen(looked: Looked) -> None:
    def said(message: ConsoleMessage) -> None:
        if message.type in NOISY:
            looked.complaints.append(f"console: {message.text}")

    def asked(request: Request) -> None:
        if not request.url.startswith(OFFLINE):
            looked.complaints.append(f"asks for {request.url}")

    looked.page.on("console", said)
    looked.page.on("request", asked)
    looked.page.on("requestfailed", lambda request: looked.complaints.append(f"cannot load {request.url}"))
    looked.page.on("pageerror", lambda error: looked.complaints.append(f"script: {error}"))
