"""The class page's table with 300 students, in a browser: it sorts and filters, and nobody waits for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

from grader.classroom.class_page import class_page
from grader.classroom.class_row import Stuck
from grader.tests.browser.chromium import WIDE, Looked, visit
from grader.tests.classroom.test_class_page import FULL, NOW, entry, row, run_of
from grader.tests.exports_results import GOOD, SKIPPED

pytestmark = [pytest.mark.slow, pytest.mark.browser]

STUDENTS = 300
# Of a sort or a filter with its layout. It takes a tenth of that on two busy cores.
MOST_MS = 500
SHOWN = "() => [...document.querySelectorAll('table.class tbody tr')].filter((one) => !one.hidden).length"
NAMES = "() => [...document.querySelectorAll('table.class tbody th a')].map((one) => one.textContent)"
# From the action to the end of the next layout.
TIMED = """(act) => {
  const start = performance.now();
  new Function(act)();
  document.body.getBoundingClientRect();
  return performance.now() - start;
}"""


def rows_of_300() -> str:
    rows = []
    for number in range(1, STUDENTS + 1):
        name = f"student-{number:03}"
        handed_in = ("lab1",) if number % 3 == 0 else ("lab1", "lab2")
        one = row(entry(name, *handed_in, late=number % 10 == 0), FULL if number % 2 else GOOD, SKIPPED)
        if number in (7, 77):
            one = replace(one, stuck=(Stuck("lab1", "title of fast", "32 sectors", 4, 4),))
        rows.append(one)
    return class_page(run_of(rows, ("lab1", "lab2")), NOW, rows)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = tmp_path_factory.mktemp("class") / "index.html"
    page.write_text(rows_of_300(), encoding="utf-8")
    return page


@pytest.fixture
def page(file: Path, window: Looked) -> Iterator[Page]:
    yield visit(window, file.as_uri(), WIDE)


def test_it_filters_by_name_need_and_state(page: Page) -> None:
    assert page.evaluate(SHOWN) == STUDENTS
    page.fill("[name=name]", "STUDENT-07")
    assert page.evaluate(SHOWN) == 10
    assert page.locator("form.filter output").text_content() == "10 of 300"
    page.select_option("[name=flag]", "help")
    assert page.evaluate(SHOWN) == 1
    page.fill("[name=name]", "")
    assert page.evaluate(SHOWN) == 2
    page.select_option("[name=flag]", "late")
    assert page.evaluate(SHOWN) == 30
    page.click("text=Show all")
    page.wait_for_function("document.querySelector('form.filter output').value === '300 of 300'")
    page.select_option("[name=state]", "none")
    assert page.evaluate(SHOWN) == 100
    page.select_option("[name=lab]", "lab1")
    assert page.evaluate(SHOWN) == 0


def test_it_sorts_both_ways_and_keeps_what_is_filtered(page: Page) -> None:
    page.fill("[name=name]", "9")
    shown = page.evaluate(SHOWN)
    page.click("table.class thead button >> nth=1")
    assert page.locator("table.class thead th[aria-sort=ascending]").count() == 1
    first = page.evaluate(NAMES)
    page.click("table.class thead button >> nth=1")
    assert page.evaluate(NAMES) != first
    assert page.evaluate(SHOWN) == shown
    page.click("table.class thead button >> nth=0")
    assert page.evaluate(NAMES) == [f"student-{number:03}" for number in range(1, STUDENTS + 1)]


def test_nobody_waits_for_300_students(page: Page) -> None:
    sort = "document.querySelectorAll('table.class thead button')[1].click()"
    typed = (
        "const one = document.querySelector('[name=name]'); one.value = '1';"
        "one.dispatchEvent(new Event('input', { bubbles: true }))"
    )
    for act in (sort, typed):
        assert page.evaluate(TIMED, act) < MOST_MS
