"""Handbook, explorer and scorecard look like one family, on a phone as well."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from handbook.face import EXPLORER, themed
from playwright.sync_api import Page, expect

from grader.core.paths import current_project
from grader.report.scorecard.html_page import TEMPLATES
from grader.tests.browser.chromium import PHONE, WIDE, Looked, Setting, visit
from grader.tests.browser.conftest import FileOf

pytestmark = [pytest.mark.slow, pytest.mark.browser]

TILE = current_project().labs / "lab4_tiled_transpose" / "tile.svg"
DARK_WIDE = Setting("1280-dark", WIDE.width, WIDE.height, "dark")
COLOURS_OF = """() => {
  const style = getComputedStyle(document.body);
  return [style.backgroundColor, style.color, style.fontFamily];
}"""
SMALLEST_TEXT = 8.0  # px on a phone's screen


def scorecard(scheme: str) -> tuple[str, str, str]:
    """The scorecard's ground, ink and type."""
    light, dark = (TEMPLATES / "colours.css").read_text(encoding="utf-8").split("@media (prefers-color")
    chosen = dark if scheme == "dark" else light
    ground, ink = (rgb(re.findall(rf"--{name}: (#\w+)", chosen)[0]) for name in ("paper", "ink"))
    return ground, ink, re.findall(r"--sans: ([^;]+)", light)[0]


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


def seen(page: Page) -> tuple[str, ...]:
    return tuple(page.evaluate(COLOURS_OF))


def test_the_explorers_colours_are_the_scorecards() -> None:
    assert EXPLORER.read_text(encoding="utf-8") == themed(":root"), (
        "colours.css has changed: PYTHONPATH=. .venv/bin/python docs/_ext/handbook/face.py"
    )


@pytest.mark.parametrize("name", ["handbook", "explorer"])
def test_a_page_has_the_scorecards_ground_ink_and_type(name: str, window: Looked, file_of: FileOf) -> None:
    page = visit(window, file_of(name).as_uri(), WIDE)
    assert seen(page) == scorecard("light")
    page.emulate_media(color_scheme="dark")
    assert seen(page) == scorecard("dark")


def test_the_readers_choice_of_a_theme_wins(window: Looked, file_of: FileOf) -> None:
    page = visit(window, file_of("handbook").as_uri(), DARK_WIDE)
    page.evaluate("document.body.dataset.theme = 'light'")
    assert seen(page) == scorecard("light")
    page.emulate_media(color_scheme="light")
    page.evaluate("document.body.dataset.theme = 'dark'")
    assert seen(page) == scorecard("dark")


@pytest.mark.parametrize("setting", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_mark_is_on_every_page(setting: Setting, window: Looked, file_of: FileOf) -> None:
    page = visit(window, file_of("handbook").as_uri(), setting)
    if setting == WIDE:
        expect(page.locator(".sidebar-brand .brand-mark")).to_be_visible()
    else:
        mark = "getComputedStyle(document.querySelector('.mobile-header .brand'), '::before').backgroundImage"
        assert "favicon.svg" in page.evaluate(mark)


@pytest.mark.parametrize("setting", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_explorer_is_open_in_its_page(setting: Setting, window: Looked, file_of: FileOf) -> None:
    page = visit(window, (file_of("handbook").parent / "explore.html").as_uri(), setting)
    frame = page.frame_locator("iframe.explorer")
    expect(frame.locator("#heading")).to_contain_text("32 lanes touch 8 sectors")
    expect(frame.locator("header")).to_be_hidden()  # the page has the heading
    frame.get_by_role("button", name="A whole tile").click()
    expect(frame.locator("#tile-elements .now")).to_have_count(32)
    # It is as high as what it shows: the page scrolls, and not the frame in it.
    inside = page.frames[1]
    page.wait_for_function(
        "(height) => Math.abs(document.querySelector('iframe.explorer').clientHeight - height) < 3",
        arg=inside.evaluate("document.body.offsetHeight"),
    )
    page.evaluate("document.body.dataset.theme = 'dark'")
    expect(frame.locator("html")).to_have_attribute("data-theme", "dark")
    assert inside.evaluate(COLOURS_OF)[0] == scorecard("dark")[0]


def test_lab_4s_picture_is_whole_on_a_phone(window: Looked, file_of: FileOf) -> None:
    page = visit(window, (file_of("handbook").parent / "labs/lab4.html").as_uri(), PHONE)
    picture = page.locator("img[src$='/tile.svg']")
    box = picture.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= PHONE.width
    assert picture.evaluate("(one) => one.parentElement.scrollWidth <= one.parentElement.clientWidth")
    text = TILE.read_text(encoding="utf-8")
    width = float(ElementTree.fromstring(text).attrib["width"])
    sizes = [float(size) for size in re.findall(r"font(?:-size)?:(?:\d+ )?(\d+)px", text)]
    assert min(sizes) * box["width"] / width >= SMALLEST_TEXT
    # The drawing stays within the picture, whichever fonts this system has.
    page.goto(TILE.as_uri())
    ends = page.evaluate(
        "[...document.querySelectorAll('text')].map((one) => one.getBBox().x + one.getBBox().width)"
    )
    assert max(ends) <= width


def test_a_table_that_is_wider_than_a_phone_shows_that_it_scrolls(window: Looked, file_of: FileOf) -> None:
    page = visit(window, (file_of("handbook").parent / "chapter/transpose.html").as_uri(), PHONE)
    wide = page.locator(".table-wrapper").first
    assert wide.evaluate("(one) => one.scrollWidth > one.clientWidth")
    style = "(one) => [getComputedStyle(one).backgroundAttachment, getComputedStyle(one).scrollbarWidth]"
    assert wide.evaluate(style) == ["local, local, scroll, scroll", "thin"]
    # A cell with a ground of its own would hide the shadow behind it.
    grounds = wide.locator("table, tr, th, td").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert set(grounds) == {"rgba(0, 0, 0, 0)"}


def test_the_chapter_opens_with_a_picture_and_a_first_step(window: Looked, file_of: FileOf) -> None:
    page = visit(window, file_of("handbook-chapter").as_uri(), WIDE)
    told = page.locator(".pair figure.warp .told").all_inner_texts()
    assert ["4 sectors: the least possible" in told[0], "32 sectors; 4 would do" in told[1]] == [True, True]
    picture = page.locator(".pair").bounding_box()
    begin = page.locator(".begin").bounding_box()
    contents = page.locator(".toctree-wrapper").bounding_box()
    assert picture is not None and begin is not None and contents is not None
    assert picture["y"] < begin["y"] < contents["y"]
    page.locator(".begin a").first.click()
    expect(page.locator("h1")).to_contain_text("Transactions and sectors")
