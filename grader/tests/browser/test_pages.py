"""Every page at every size and colour scheme, and printed.

Every ./course test visits a page on a wide screen, on a phone and as it is printed. It looks at both
colour schemes without loading the page again and at each kind of text once, and goes through the page with
Tab on the wide, light screen. The full run visits more pages, opens each anew for every question, and asks
it of all that is on the page. Pictures of the pages (in the short run, of those that fail) are left in
build/screenshots.
"""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from grader.core.paths import current_project
from grader.tests.browser.chromium import (
    PHONE,
    PRINT,
    SCREENS,
    SETTINGS,
    WIDE,
    Looked,
    Setting,
    opened,
    visit,
)
from grader.tests.browser.conftest import FileOf
from grader.tests.browser.inspection import (
    OPEN_ALL,
    axe_violations,
    broken_links,
    colour_violations,
    focus_faults,
    keyboard_faults,
    overflow,
)
from grader.tests.browser.pages import PAGES, PageOf
from grader.tests.choice import cases

pytestmark = [pytest.mark.slow, pytest.mark.browser]

SCREENSHOTS = current_project().root / "build" / "screenshots"
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")

# Scorecards of all eleven labs are long. That of a course that is half done has a lab of each kind: done,
# failed and not begun.
LONG = {"scorecard-solutions", "scorecard-stubs"}

by_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
in_every_run = pytest.mark.parametrize(
    "page", cases(PAGES, stays=lambda page: page.name not in LONG, name=lambda page: page.name)
)


def url_of(page: PageOf, file_of: FileOf) -> str:
    return file_of(page.name).as_uri() + page.address


def take_picture(of: Page, page: PageOf, setting: Setting) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    of.screenshot(path=SCREENSHOTS / f"{page.name}-{setting.name}.png", full_page=True)


@in_every_run
@pytest.mark.parametrize("setting", [WIDE, PHONE], ids=["wide", "phone"])
def test_on_a_screen_all_can_be_read_and_reached(
    page: PageOf, setting: Setting, window: Looked, file_of: FileOf
) -> None:
    shown = visit(window, url_of(page, file_of), setting)
    faults = overflow(shown)
    if setting == WIDE:
        faults += broken_links(shown, file_of(page.name)) + keyboard_faults(shown)
    for scheme in SCHEMES:
        shown.emulate_media(color_scheme=scheme)
        faults += [f"{scheme}: {fault}" for fault in focus_faults(shown)]
    shown.evaluate(OPEN_ALL)
    faults += overflow(shown)
    # Colours are the same at each width: looking at them once for each scheme is enough.
    for scheme in SCHEMES if setting == WIDE else ():
        shown.emulate_media(color_scheme=scheme)
        faults += [f"{scheme}: {fault}" for fault in colour_violations(shown)]
    faults += axe_violations(shown, contrast=False) + window.complaints
    if faults:
        take_picture(shown, page, setting)
    assert not faults, "\n".join(faults)


@by_page
def test_it_fits_a_sheet_of_paper(page: PageOf, window: Looked, file_of: FileOf) -> None:
    shown = visit(window, url_of(page, file_of), PRINT)
    faults = overflow(shown)
    shown.evaluate(OPEN_ALL)
    faults += overflow(shown) + window.complaints
    if faults:
        take_picture(shown, page, PRINT)
    assert not faults, "\n".join(faults)


@pytest.mark.full
@by_page
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_it_fits_is_silent_and_axe_finds_nothing(
    page: PageOf, setting: Setting, browser: Browser, file_of: FileOf
) -> None:
    with opened(browser, url_of(page, file_of), setting) as looked:
        take_picture(looked.page, page, setting)
        faults = overflow(looked.page)
        looked.page.evaluate(OPEN_ALL)
        # Colours are the same at each width: looking at them once for each scheme is enough.
        faults += (
            overflow(looked.page)
            + axe_violations(looked.page, contrast=setting.width == WIDE.width)
            + looked.complaints
        )
    assert not faults, "\n".join(faults)


@pytest.mark.full
@by_page
@pytest.mark.parametrize("setting", SCREENS, ids=lambda setting: setting.name)
def test_the_keyboard_reaches_everything_and_the_focus_shows(
    page: PageOf, setting: Setting, browser: Browser, file_of: FileOf
) -> None:
    with opened(browser, url_of(page, file_of), setting) as looked:
        faults = keyboard_faults(looked.page)
    assert not faults, "\n".join(faults)
