"""All of the handbook's pages, also those that are not looked at one by one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from grader.tests.browser.chromium import SETTINGS, Setting, opened
from grader.tests.browser.conftest import FileOf
from grader.tests.browser.inspection import OPEN_ALL, axe_violations, overflow

pytestmark = pytest.mark.slow

LOOKED_AT = tuple(setting for setting in SETTINGS if setting.name in ("1280-light", "390-dark"))


@pytest.mark.parametrize("setting", LOOKED_AT, ids=lambda setting: setting.name)
def test_each_fits_is_silent_and_axe_finds_nothing(
    setting: Setting, browser: Browser, file_of: FileOf
) -> None:
    root = file_of("handbook").parent
    pages = sorted(page for page in root.rglob("*.html") if "_static" not in page.parts)
    assert len(pages) > 40
    faults = []
    for page in pages:
        with opened(browser, page.as_uri(), setting) as looked:
            looked.page.evaluate(OPEN_ALL)
            found = [*overflow(looked.page), *axe_violations(looked.page, contrast=False), *looked.complaints]
        faults += [f"{page.relative_to(root)}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
