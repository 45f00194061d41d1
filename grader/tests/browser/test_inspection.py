"""What the pages are asked finds what it is to find: a small page for each, with one fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from grader.tests.browser.chromium import Looked
from grader.tests.browser.inspection import (
    axe_violations,
    broken_links,
    colour_violations,
    focus_faults,
    keyboard_faults,
    overflow,
)

pytestmark = [pytest.mark.slow, pytest.mark.browser]

HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><style>%s</style><main>'
SOUND = '<h1>Heading</h1><p>Text <a href="#here">one</a></p><p id="here"><button>two</button></p>'
# Grey on white for what is marked so, on a dark screen alone.
PALE_IF_DARK = "@media (prefers-color-scheme: dark) { .pale { color: #ccc } }"
NO_RING_IF_DARK = "@media (prefers-color-scheme: dark) { button:focus-visible { outline: none } }"
TRAP = "<script>document.querySelector('button').onkeydown = (event) => event.preventDefault()</script>"
Look = Callable[[Page], list[str]]


def plain(page: Page) -> list[str]:
    return axe_violations(page, contrast=False)


def links(page: Page) -> list[str]:
    return broken_links(page, Path("/nowhere/page.html"))


def found(window: Looked, look: Look, body: str, style: str = "", scheme: str = "light") -> list[str]:
    window.page.set_content(HEAD % style + body)
    window.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    return look(window.page)


@pytest.mark.parametrize("look", [overflow, plain, colour_violations, focus_faults, keyboard_faults, links])
def test_a_sound_page_has_no_fault(window: Looked, look: Look) -> None:
    assert found(window, look, SOUND, PALE_IF_DARK + NO_RING_IF_DARK) == []


@pytest.mark.parametrize(
    ("look", "body", "style", "words"),
    [
        (overflow, '<p style="width: 3000px">wide</p>', "", "wider than the window"),
        (plain, '<img src="data:,">', "", "axe image-alt"),
        (links, '<a href="#gone">link</a>', "", "leads nowhere: #gone"),
        (links, '<a href="other.html">link</a>', "", "leads nowhere: other.html"),
        (colour_violations, '<p class="pale">pale</p>' * 3, PALE_IF_DARK, "axe color-contrast"),
        (focus_faults, "", NO_RING_IF_DARK, "no visible focus: <button>two"),
        (keyboard_faults, "", NO_RING_IF_DARK, "no visible focus: <button>two"),
        (keyboard_faults, f"<button>three</button>{TRAP}", "", "not reached by Tab: <button>three"),
        (keyboard_faults, '<button style="position: fixed; top: -99px">x</button>', "", "outside the window"),
    ],
)
def test_a_fault_is_found(window: Looked, look: Look, body: str, style: str, words: str) -> None:
    faults = found(window, look, SOUND + body, style, "dark")
    assert len(faults) == 1 and words in faults[0], faults


def test_each_kind_of_text_is_looked_at_once(window: Looked) -> None:
    body = SOUND + '<p class="pale">pale</p>' * 50 + '<ul><li class="pale">pale</ul>' * 50
    faults = found(window, colour_violations, body, PALE_IF_DARK, "dark")
    assert sorted(fault.count("<p") - fault.count("<li") for fault in faults) == [-1, 1], faults
