"""Scorecard, run and trace in a real browser: the answer and the learner's source are on the first screen.

Then what a reader does there: puts lines in the order of what they waste, and tries longer rows of an array.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from grader.tests.browser.chromium import PHONE, Setting, opened
from grader.tests.browser.conftest import FileOf

pytestmark = [pytest.mark.slow, pytest.mark.browser]

DESK = Setting("1440-light", 1440, 900, "light")
ANSWERS = {"scorecard-one": "#next", "scorecard-half-way": "#next", "run": "#first", "trace": "#first"}
PLACES = {
    "scorecard-one": "unpadded-as-padded.cu:36",
    "scorecard-half-way": "unpadded-as-padded.cu:36",
    "run": "racy_sums.cu:10",
    "trace": "transpose.cu:24",
}
CONFLICTS = "32 lanes take 32 wavefronts; 1 would do: 31 bank conflicts"
HEADINGS = {**dict.fromkeys(ANSWERS, CONFLICTS), "run": "32 lanes touch 32 sectors; 4 would do"}
# The top of the first source line that is seen.
FIRST_LINE = """() => [...document.querySelectorAll(".source .line")]
  .find((line) => line.checkVisibility()).getBoundingClientRect().top"""
NUMBERS = """() => [...document.querySelectorAll('.source .line')]
  .filter((line) => line.checkVisibility()).map((line) => line.id)"""
RANKS = "(all) => all.map((one) => Number(one.dataset.rank))"
# Links whose underline would cover an underscore: it is a tenth of the letters' size below their base line.
COVERED = """() => [...document.querySelectorAll("a[href]")].filter((one) => {
  const style = getComputedStyle(one);
  const underlined = style.textDecorationLine.includes("underline");
  const offset = parseFloat(style.textUnderlineOffset) / parseFloat(style.fontSize);
  const isClear = offset >= 0.25 && style.textDecorationSkipInk === "none";
  return one.textContent.includes("_") && underlined && !isClear;
}).map((one) => one.textContent)"""


@pytest.fixture(params=ANSWERS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(name: str, browser: Browser, file_of: FileOf) -> Iterator[Page]:
    with opened(browser, file_of(name).as_uri(), DESK) as looked:
        yield looked.page
        assert not looked.complaints


def test_the_answer_and_the_source_are_on_the_first_screen(page: Page, name: str) -> None:
    answer = page.locator(ANSWERS[name])
    box = answer.bounding_box()
    assert box is not None and box["y"] + box["height"] < 500
    assert 0 < page.evaluate(FIRST_LINE) <= 900 - 100, "with a few of its lines"
    expect(answer.locator("a").first).to_contain_text(PLACES[name])
    expect(answer).to_contain_text("µs on an NVIDIA H200 (±")
    expect(answer).to_contain_text("Change")


def test_on_a_phone_the_answer_comes_first(name: str, browser: Browser, file_of: FileOf) -> None:
    with opened(browser, file_of(name).as_uri(), PHONE) as looked:
        box = looked.page.locator(ANSWERS[name]).bounding_box()
        assert box is not None and box["y"] < PHONE.height / 3


def test_the_costliest_request_opens_in_the_explorer(page: Page, name: str) -> None:
    is_trace = name in ("run", "trace")
    link = page.locator(
        "#first a.explore" if is_trace else ".source .line.heavy .costs .heavy a.explore"
    ).first
    page.goto(link.get_attribute("href") or "")
    expect(page.locator("#heading")).to_have_text(HEADINGS[name])


def test_the_first_place_leads_to_its_line(page: Page, name: str) -> None:
    link = page.locator(ANSWERS[name]).locator("a[href^='#']").first
    target = page.locator(link.get_attribute("href") or "")
    link.click()
    expect(target).to_be_in_viewport()
    expect(target).to_have_class("line heavy" if name != "trace" else "line costed")


def test_no_underline_covers_an_underscore(page: Page, name: str) -> None:
    assert page.evaluate(COVERED) == []
    if name == "trace":
        return  # no link of this trace has an underscore
    page.add_style_tag(content="a { text-underline-offset: 0.1em !important; }")
    assert page.evaluate(COVERED), "the page has links with underscores"


def test_lines_are_put_in_the_order_of_their_waste_with_keys_and_back(page: Page) -> None:
    as_in_file = page.evaluate(NUMBERS)
    choice = page.get_by_label("Lines").first
    choice.focus()
    choice.press("ArrowDown")
    expect(choice).to_have_value("waste")
    ranks = page.locator(".source .line:visible").evaluate_all(
        "(all) => all.map((one) => Number(one.dataset.rank))"
    )
    assert ranks == list(range(1, len(ranks) + 1)) and len(ranks) > 1
    worst = page.locator(".source .line:visible").first
    expect(worst.locator(".bar i.wasted")).to_have_count(1)
    choice.press("ArrowUp")
    expect(choice).to_have_value("file")
    assert page.evaluate(NUMBERS) == as_in_file


def test_a_link_to_a_line_that_the_order_leaves_out_shows_the_file_again(page: Page) -> None:
    plain = page.locator(".source .line:not([data-rank]):visible").first
    number = plain.get_attribute("id")
    page.get_by_label("Lines").first.select_option("waste")
    page.evaluate("(id) => { location.hash = id; }", number)
    expect(page.locator(f"#{number}")).to_be_in_viewport()
    expect(page.get_by_label("Lines").first).to_have_value("file")


def test_without_a_script_the_page_is_whole(name: str, browser: Browser, file_of: FileOf) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(file_of(name).as_uri())
        expect(page.locator(".by-cost select:visible")).to_have_count(0)
        expect(page.locator(".source .line.heavy").first).to_be_visible()
        for pitch in page.locator(".pitch:visible").all():
            expect(pitch.locator("table")).to_be_visible()
            expect(pitch.locator(".slide")).to_be_hidden()


@pytest.mark.parametrize("shared", ["scorecard-one", "trace"])
def test_the_slider_says_what_longer_rows_would_do(shared: str, browser: Browser, file_of: FileOf) -> None:
    with opened(browser, file_of(shared).as_uri(), DESK) as looked:
        pitch = looked.page.locator(".pitch")
        expect(pitch.locator("table")).to_be_hidden()
        slider, told = pitch.get_by_label("Row length"), pitch.locator("output")
        expect(told).to_have_text("32 elements: 32 wavefronts, 31 bank conflicts")
        slider.focus()
        slider.press("ArrowRight")
        expect(told).to_have_text("33 elements: 1 wavefront, no bank conflict")
        assert slider.get_attribute("aria-valuetext") == told.inner_text()
        slider.press("End")
        expect(told).to_have_text("40 elements: 8 wavefronts, 7 bank conflicts")
        assert not looked.complaints
