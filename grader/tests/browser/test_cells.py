"""A report in a notebook's output: as high as its page, in the notebook's theme, and apart from its style.

The notebook around it is a few lines of HTML with what counts of JupyterLab's: a theme in an attribute of the
body, which a reader changes while the page is open, and outputs that are put in as HTML.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Frame, Page

from grader.notebook.cell_report import mime_bundle
from grader.notebook.cell_run import Cell, CellRun
from grader.schema.program_report import parse_report
from grader.tests.browser.chromium import PHONE, WIDE, Looked, Setting, visit
from grader.tests.browser.inspection import axe_violations, colour_violations
from grader.tests.program_document import document
from grader.tests.trace_document import SOURCE

pytestmark = pytest.mark.browser

NOTEBOOK = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Notebook</title>
<style>
body { font: 14px/1.3 serif; margin: 1rem; }
body[data-theme=light] { background: #fff; color: #212121; }
body[data-theme=dark] { background: #111; color: #e0e0e0; }
.output { overflow: auto; }
</style></head>
<body data-theme="light"><main><h1 class="lab">A notebook</h1><ul class="checks"><li>its own list</li></ul>
<div class="output">@OUTPUT@</div></main></body></html>
"""
LOOK = """() => ['h1', 'ul', 'li', 'body'].map((name) => {
  const style = getComputedStyle(document.querySelector(name));
  return [style.font, style.color, style.margin, style.listStyleType, style.borderTopWidth].join();
})"""
PAPER = "() => getComputedStyle(document.body).backgroundColor"


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("notebook")
    file = folder / "cell.cu"
    file.write_text(SOURCE, encoding="utf-8")
    report = parse_report(document(str(file), faults=True, host=True), "the report")
    run = CellRun(Cell(SOURCE, file), 0, report, timed_out=False, interrupted=False)
    for name, output in (("plain", ""), ("report", mime_bundle(run, report, whole=True)["text/html"])):
        (folder / f"{name}.html").write_text(NOTEBOOK.replace("@OUTPUT@", output), encoding="utf-8")
    return folder / "report.html"


def frame_of(page: Page) -> Frame:
    handle = page.query_selector("iframe")
    assert handle is not None
    frame = handle.content_frame()
    assert frame is not None
    # Its height is set once its page has been laid out.
    frame.wait_for_function("() => Math.abs(innerHeight - document.body.getBoundingClientRect().height) < 4")
    return frame


def set_theme(page: Page, theme: str) -> None:
    page.evaluate("(theme) => { document.body.dataset.theme = theme; }", theme)


@pytest.mark.parametrize("setting", [WIDE, PHONE], ids=lambda setting: setting.name)
def test_the_frame_is_as_high_as_its_page_and_nothing_is_cut(
    window: Looked, notebook: Path, setting: Setting
) -> None:
    page = visit(window, notebook.as_uri(), setting)
    frame = frame_of(page)
    assert frame.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    before = frame.evaluate("() => innerHeight")
    frame.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
    frame.wait_for_function(f"() => innerHeight > {before}")
    assert frame_of(page).evaluate("() => document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("system", ["light", "dark"])
def test_it_follows_the_notebooks_theme_whatever_the_system_prefers(
    window: Looked, notebook: Path, system: str
) -> None:
    page = visit(window, notebook.as_uri(), Setting(system, 1280, 900, system))
    frame = frame_of(page)
    light = frame.evaluate(PAPER)
    set_theme(page, "dark")
    frame.wait_for_function(f"() => ({PAPER})() !== '{light}'")
    dark = frame.evaluate(PAPER)
    assert [sum(map(int, colour[4:-1].split(","))) > 380 for colour in (light, dark)] == [True, False]
    set_theme(page, "light")
    frame.wait_for_function(f"() => ({PAPER})() === '{light}'")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible_in_both_themes(window: Looked, notebook: Path, theme: str) -> None:
    page = visit(window, notebook.as_uri(), WIDE)
    frame_of(page)
    set_theme(page, theme)
    assert not axe_violations(page, contrast=True) and not colour_violations(page)


def test_no_style_leaks_into_the_notebook(window: Looked, notebook: Path) -> None:
    page = visit(window, notebook.with_name("plain.html").as_uri(), WIDE)
    plain = page.evaluate(LOOK)
    page = visit(window, notebook.as_uri(), WIDE)
    frame_of(page)
    assert page.evaluate(LOOK) == plain


def test_a_link_to_a_line_moves_within_the_frame_and_leaves_the_notebook(
    window: Looked, notebook: Path
) -> None:
    page = visit(window, notebook.as_uri(), WIDE)
    frame = frame_of(page)
    frame.click(".next a")
    assert frame.evaluate("() => document.querySelector(':target').id").startswith("source1-L")
    assert page.url == notebook.as_uri()
