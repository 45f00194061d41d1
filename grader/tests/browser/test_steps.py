"""The scorecard in use: its length, its folds, and its drawn requests, stepped through with keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from grader.tests.browser.chromium import WIDE, opened
from grader.tests.browser.conftest import FileOf
from grader.tests.browser.inspection import OPEN_ALL

HEIGHT = "() => document.documentElement.scrollHeight"

pytestmark = [pytest.mark.slow, pytest.mark.browser]


@pytest.fixture(params=["scorecard-faulty", "handbook-banks"])
def page(request: pytest.FixtureRequest, browser: Browser, file_of: FileOf) -> Iterator[Page]:
    with opened(browser, file_of(request.param).as_uri()) as looked:
        yield looked.page
        assert not looked.complaints


def first_stepper(page: Page) -> tuple[Locator, Locator]:
    stepper = page.locator(".stepper:visible").first
    return stepper, stepper.locator("xpath=ancestor::figure[1]").locator("svg")


def test_a_page_of_a_student_half_way_is_soon_read(browser: Browser, file_of: FileOf) -> None:
    """What is done, and what is not begun, is one line: five wide screens in place of over 15,000 pixels."""
    with opened(browser, file_of("scorecard-half-way").as_uri(), WIDE) as looked:
        assert looked.page.evaluate(HEIGHT) <= 4_500
        looked.page.evaluate(OPEN_ALL)
        assert looked.page.evaluate(HEIGHT) > 15_000


@pytest.mark.parametrize("name", ["scorecard-stubs", "scorecard-solutions"])
def test_eleven_labs_that_need_no_look_are_a_few_screens(
    name: str, browser: Browser, file_of: FileOf
) -> None:
    with opened(browser, file_of(name).as_uri(), WIDE) as looked:
        assert looked.page.evaluate(HEIGHT) <= 4_000
        looked.page.evaluate(OPEN_ALL)
        assert looked.page.evaluate(HEIGHT) > 15_000


def test_a_folded_lab_opens_without_a_script(browser: Browser, file_of: FileOf) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(file_of("scorecard-half-way").as_uri())
        lab = page.locator("article#lab7")
        expect(lab.locator(".lead")).not_to_be_visible()
        expect(lab.locator("summary").first).to_contain_text("Not begun. ./course watch lab7")
        lab.locator("summary").first.click()
        expect(lab.locator(".lead")).to_be_visible()
        expect(lab.locator(".checks").first).to_be_visible()


def test_a_link_to_a_folded_line_opens_it(browser: Browser, file_of: FileOf) -> None:
    with opened(browser, file_of("scorecard-half-way").as_uri(), WIDE) as looked:
        line = looked.page.locator("#lab4-L1")
        assert not line.is_visible()
        looked.page.evaluate("() => { location.hash = 'lab4-L1'; }")
        expect(line).to_be_visible()
        in_folded_lab = looked.page.locator("#lab2-L1")
        assert not in_folded_lab.is_visible()
        looked.page.evaluate("() => { location.hash = 'lab2-L1'; }")
        expect(in_folded_lab).to_be_visible()


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
    steppers = page.locator(".stepper")
    visible = [at for at in range(steppers.count()) if steppers.nth(at).is_visible()]
    assert len(visible) > 1
    for at in [at for at in visible if at + 1 < steppers.count()][:2]:
        steppers.nth(at).get_by_role("link", name="Next request").click()
        # It may be in a fold, which opens.
        expect(steppers.nth(at + 1).locator("input")).to_be_focused()
        expect(steppers.nth(at + 1)).to_be_visible()
