"""The scorecard's drawn requests, stepped through with keys and buttons."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from grader.tests.browser.chromium import opened
from grader.tests.browser.conftest import FileOf

pytestmark = [pytest.mark.slow, pytest.mark.browser]


@pytest.fixture(params=["scorecard-faulty", "handbook-banks"])
def page(request: pytest.FixtureRequest, browser: Browser, file_of: FileOf) -> Iterator[Page]:
    with opened(browser, file_of(request.param).as_uri()) as looked:
        yield looked.page
        assert not looked.complaints


def first_stepper(page: Page) -> tuple[Locator, Locator]:
    stepper = page.locator(".stepper:visible").first
    return stepper, stepper.locator("xpath=ancestor::figure[1]").locator("svg")


def test_keys_light_one_step_after_the_other(page: Page) -> None:
    stepper, drawing = first_stepper(page)
    slider, told = stepper.locator("input"), stepper.locator("p")
    expect(told).to_contain_text("The whole request")
    expect(drawing.locator(".now, .later")).to_have_count(0)
    slider.focus()
    slider.press("ArrowRight")
    expect(told).to_contain_text("1")
    assert slider.get_attribute("aria-valuetext") == told.inner_text()
    assert drawing.locator("rect.now").count() > 0
    later = drawing.locator("rect.later").count()
    assert later > 0
    slider.press("ArrowRight")
    assert drawing.locator("rect.later").count() < later
    slider.press("End")
    expect(drawing.locator(".later")).to_have_count(0)
    slider.press("Home")
    expect(drawing.locator(".now, .later")).to_have_count(0)


def test_buttons_step_too_and_stop_at_the_ends(page: Page) -> None:
    stepper, _ = first_stepper(page)
    back, on = stepper.locator("button").first, stepper.locator("button").last
    back.click()
    expect(stepper.locator("input")).to_have_value("0")
    on.click()
    on.click()
    expect(stepper.locator("input")).to_have_value("2")


def test_from_one_request_to_the_next(page: Page) -> None:
    steppers = page.locator(".stepper:visible")
    assert steppers.count() > 1
    steppers.first.get_by_role("link", name="Next request").click()
    expect(page.locator(".stepper").nth(1).locator("input")).to_be_focused()
