"""Every page at every size and colour scheme, and printed. Leaves a picture of each in build/screenshots."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from grader.paths import current_project
from grader.tests.browser.chromium import SCREENS, SETTINGS, WIDE, Setting, opened
from grader.tests.browser.conftest import FileOf
from grader.tests.browser.inspection import OPEN_ALL, axe_violations, broken_links, keyboard_faults, overflow
from grader.tests.browser.pages import PAGES, PageOf

pytestmark = pytest.mark.slow

SCREENSHOTS = current_project().root / "build" / "screenshots"

by_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def url_of(page: PageOf, file_of: FileOf) -> str:
    return file_of(page.name).as_uri() + page.address


@by_page
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_it_fits_is_silent_and_axe_finds_nothing(
    page: PageOf, setting: Setting, browser: Browser, file_of: FileOf
) -> None:
    with opened(browser, url_of(page, file_of), setting) as looked:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        looked.page.screenshot(path=SCREENSHOTS / f"{page.name}-{setting.name}.png", full_page=True)
        faults = overflow(looked.page)
        looked.page.evaluate(OPEN_ALL)
        # Colours are the same at each width: looking at them once for each scheme is enough.
        faults += (
            overflow(looked.page)
            + axe_violations(looked.page, contrast=setting.width == WIDE.width)
            + looked.complaints
        )
    assert not faults, "\n".join(faults)


@by_page
@pytest.mark.parametrize("setting", SCREENS, ids=lambda setting: setting.name)
def test_the_keyboard_reaches_everything_and_the_focus_shows(
    page: PageOf, setting: Setting, browser: Browser, file_of: FileOf
) -> None:
    with opened(browser, url_of(page, file_of), setting) as looked:
        faults = keyboard_faults(looked.page)
    assert not faults, "\n".join(faults)


@by_page
def test_links_and_anchors_lead_somewhere(page: PageOf, browser: Browser, file_of: FileOf) -> None:
    with opened(browser, url_of(page, file_of)) as looked:
        faults = broken_links(looked.page, file_of(page.name))
    assert not faults, "\n".join(faults)
