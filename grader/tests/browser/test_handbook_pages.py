"""The handbook's pages, also those that test_pages.py does not look at one by one.

Every ./course test looks at one of each sort that is not among those; the full run looks at all.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from grader.tests.browser.chromium import PHONE, SETTINGS, WIDE, Looked, Setting, opened, visit
from grader.tests.browser.conftest import FileOf
from grader.tests.browser.inspection import OPEN_ALL, axe_violations, overflow

pytestmark = [pytest.mark.slow, pytest.mark.browser]

LOOKED_AT = tuple(setting for setting in SETTINGS if setting.name in ("1280-light", "390-dark"))
# Of each sort one: a plot, figures, a long text, the explorer, code, a list of pages, two of tables, a form.
SOME = (
    "chapter/time.html",
    "chapter/transpose.html",
    "engineers/simt.html",
    "explore.html",
    "instructors/slurm.html",
    "labs/index.html",
    "measured.html",
    "measurements/h200/kernels.html",
    "search.html",
)


@pytest.mark.parametrize("name", SOME)
def test_some_fit_both_screens_and_axe_finds_nothing(name: str, window: Looked, file_of: FileOf) -> None:
    page = visit(window, (file_of("handbook").parent / name).as_uri(), WIDE)
    page.evaluate(OPEN_ALL)
    faults = overflow(page) + axe_violations(page, contrast=False)
    page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    page.emulate_media(color_scheme="dark")
    faults += overflow(page) + window.complaints
    assert not faults, "\n".join(faults)


@pytest.mark.full
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
