"""The page of `watch --page` in use: a file is saved, the page changes, and the reader's place stays.

The watch is the program itself in a tiny checkout, whose compiler copies and whose test program reports what
the test says.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from grader.cli.browser import redirect_file
from grader.core.paths import current_project
from grader.tests.browser.chromium import PHONE, SCREENS, WIDE, Looked, listen
from grader.tests.browser.inspection import OPEN_ALL, axe_violations, focus_faults, overflow
from grader.tests.fake_project import FakeProject

pytestmark = [pytest.mark.slow, pytest.mark.browser]

REAL = current_project()
LINE = "#lab4-L42"
TOP = "(one) => one.getBoundingClientRect().top"


@dataclass
class Watched:
    """A watch under way, and what it has printed."""

    fake: FakeProject
    process: subprocess.Popen[str]
    address: str
    printed: str = ""

    def until(self, words: str) -> None:
        """Read what it prints up to a line with these words."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.printed += line
            if words in line:
                return
        pytest.fail(f"the watch ended without '{words}':\n{self.printed}")

    def save(self, text: str, record: str) -> None:
        """Save that text, which the test program reports with that record."""
        file = self.fake.root / "conflict.json"
        file.write_text(self.fake.data(f"{record}.json"), encoding="utf-8")
        self.fake.kernel.write_text(text, encoding="utf-8")
        self.until("checked in")

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=20)


@pytest.fixture
def watched(fake: FakeProject, tmp_path: Path) -> Iterator[Watched]:
    """The program itself, once it has checked a file with bank conflicts."""
    shutil.copytree(
        REAL.root / "grader", fake.root / "grader", ignore=shutil.ignore_patterns("__pycache__", "tests")
    )
    shutil.copytree(REAL.root / "docs" / "explorer", fake.root / "docs" / "explorer")
    fake.script(tmp_path / "tools" / "cmake", "#!/bin/sh\nexit 0\n")
    fake.reports("conflict", 1)
    environment = {
        **os.environ,
        "PATH": f"{tmp_path / 'tools'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(fake.root),
        "PYTHONUNBUFFERED": "1",
        "COALESCE_BUILD_DIR": str(fake.project.build),
        "COLUMNS": "80",
    }
    command = [sys.executable, "-m", "grader", "watch", "lab4", "--page"]
    with subprocess.Popen(
        command, cwd=fake.root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        started = Watched(fake, process, "")
        started.until("http://")
        started.address = re.findall(r"http://\S+", started.printed)[0]
        started.until("checked in")
        yield started
        process.kill()


@pytest.fixture
def looked(browser: Browser, watched: Watched) -> Iterator[Looked]:
    """The page in a window. At the end nothing may have gone wrong, and nothing else been loaded."""
    with browser.new_context(viewport={"width": WIDE.width, "height": WIDE.height}) as context:
        found = Looked(context.new_page())
        listen(found)
        found.page.goto(watched.address)
        expect(found.page.locator("article#lab4")).to_be_visible()
        yield found
        ours = f"asks for {watched.address}"
        complaints = [one for one in found.complaints if not one.startswith(ours)]
        assert not complaints, "\n".join(complaints)


def test_the_file_that_a_browser_is_given_leads_to_the_page(
    browser: Browser, watched: Watched, tmp_path: Path
) -> None:
    with redirect_file(watched.address, tmp_path) as file, browser.new_context() as context:
        page = context.new_page()
        page.goto(file.as_uri())
        page.wait_for_url(watched.address)
        expect(page.locator("article#lab4")).to_be_visible()


def state_of(page: Page) -> Locator:
    return page.locator("#live-state [role=status]")


def news_of(page: Page) -> Locator:
    return page.locator("#live-news")


def at_least_a_frame(page: Page) -> None:
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def test_a_save_changes_the_page(watched: Watched, looked: Looked) -> None:
    page, text = looked.page, watched.fake.kernel.read_text(encoding="utf-8")
    expect(state_of(page)).to_contain_text("75 of 100 points, 5 of 7 checks")
    expect(page.locator("article#lab4")).to_contain_text("31 bank conflicts")
    watched.save(f"{text}// other\n", "strided")
    expect(state_of(page)).to_contain_text("60 of 100 points (-15)")
    expect(news_of(page)).to_contain_text("now fails: transpose_padded reads and writes whole sectors (-15)")
    expect(news_of(page)).to_contain_text("4 to 32 sectors per request")
    expect(page).to_have_title(re.compile("^60/100"))


def test_a_request_leads_to_the_explorer(watched: Watched, looked: Looked) -> None:
    link = looked.page.locator("p.explore a").first.get_attribute("href")
    explorer = Looked(looked.page.context.new_page())
    listen(explorer)
    explorer.page.goto(f"{watched.address}{link}")
    expect(explorer.page.locator("#access")).to_have_value(re.compile(r"^\{0 128 256 "))
    expect(explorer.page.locator("#main")).to_contain_text("32 wavefronts")
    complaints = [one for one in explorer.complaints if not one.startswith(f"asks for {watched.address}")]
    assert not complaints, "\n".join(complaints)


def test_opened_details_scroll_position_and_focus_stay(watched: Watched, looked: Looked) -> None:
    page, text = looked.page, watched.fake.kernel.read_text(encoding="utf-8")
    table = page.locator("details.numbers")
    expect(table).not_to_have_attribute("open", "")
    table.locator("summary").click()
    line = page.locator(LINE)
    code = line.locator("code").first.text_content()
    line.evaluate("(one) => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
    line.locator("a.no").focus()
    at_least_a_frame(page)
    before = line.evaluate(TOP)
    assert page.evaluate("scrollY") > 100
    # Two lines more above it: the reader's line has another number, and stays where it was on the screen.
    watched.save(f"// one\n// two\n{text}", "conflict")
    expect(news_of(page)).to_contain_text("No check has changed")
    moved = page.locator("#lab4-L44")
    expect(moved.locator("code").first).to_have_text(str(code))
    assert abs(moved.evaluate(TOP) - before) < 2
    expect(moved.locator("a.no")).to_be_focused()
    expect(page.locator("details.numbers")).to_have_attribute("open", "")
    # What was closed again is closed after the next save.
    page.locator("details.numbers > summary").click()
    watched.save(text, "strided")
    expect(state_of(page)).to_contain_text("60 of 100 points (-15)")
    expect(page.locator("details.numbers")).not_to_have_attribute("open", "")


def test_a_reader_at_the_top_sees_the_news(watched: Watched, looked: Looked) -> None:
    page, text = looked.page, watched.fake.kernel.read_text(encoding="utf-8")
    watched.save(f"{text}// other\n", "out_of_bounds")
    expect(news_of(page).locator("li.failed")).to_contain_text("now fails: transpose_tiled")
    assert page.evaluate("scrollY") == 0
    expect(news_of(page)).to_be_in_viewport()


def test_a_drawn_request_can_still_be_stepped_through(watched: Watched, looked: Looked) -> None:
    """The scorecard's own scripts work in each new scorecard."""
    page, text = looked.page, watched.fake.kernel.read_text(encoding="utf-8")
    for number in range(3):
        slider = page.locator(".stepper:visible input").first
        slider.focus()
        slider.press("Home")
        expect(page.locator(".stepper:visible p").first).to_contain_text("The whole request")
        slider.press("ArrowRight")
        expect(page.locator(".stepper:visible p").first).not_to_contain_text("The whole request")
        watched.save(f"{text}// {number}\n", "conflict")
        expect(state_of(page)).to_contain_text("75 of 100")
        expect(news_of(page)).to_contain_text("No check has changed")
        expect(page.locator(".stepper:visible input").first).to_have_value("1")
        expect(page.locator(".stepper:visible input").first).to_be_focused()


def test_an_error_leaves_the_last_scorecard_readable_and_marked(watched: Watched, looked: Looked) -> None:
    page, text = looked.page, watched.fake.kernel.read_text(encoding="utf-8")
    compiler = watched.fake.project.simtcc
    copies = compiler.read_text(encoding="utf-8")
    watched.fake.refuses()
    watched.save(f"{text}// broken\n", "conflict")
    expect(state_of(page)).to_contain_text("the file does not compile")
    expect(news_of(page)).to_contain_text("error: expected ';'")
    expect(news_of(page)).to_contain_text("The scorecard below is of")
    expect(page.locator("body")).to_have_class("old")
    expect(page.locator("article#lab4")).to_contain_text("31 bank conflicts")
    faults = overflow(page) + axe_violations(page, contrast=True)
    assert not faults, "\n".join(faults)
    watched.fake.simtcc(copies)
    watched.save(f"{text}// whole\n", "conflict")
    expect(page.locator("body")).not_to_have_class("old")


def test_a_check_under_way_is_said(watched: Watched, looked: Looked) -> None:
    page = looked.page
    gate = watched.fake.root / "gate"
    os.mkfifo(gate)
    ending = f"""cat '{gate}' > /dev/null; cp '{watched.fake.root / "conflict.json"}' "$results"; exit 1\n"""
    watched.fake.program(ending)
    with watched.fake.kernel.open("a", encoding="utf-8") as kernel:
        kernel.write("// other\n")
    expect(state_of(page)).to_contain_text("checking…")
    expect(page.locator("article#lab4")).to_contain_text("31 bank conflicts")
    gate.write_text("go", encoding="utf-8")
    watched.until("checked in")
    expect(state_of(page)).to_contain_text("75 of 100 points")


def test_ctrl_c_is_the_pages_last_word(watched: Watched, looked: Looked) -> None:
    assert watched.stop() == 0
    expect(state_of(looked.page)).to_contain_text("stopped; ./course watch --page resumes")
    expect(looked.page.locator("article#lab4")).to_be_visible()


def test_an_address_with_a_place_leads_there(watched: Watched, browser: Browser) -> None:
    with browser.new_context(viewport={"width": WIDE.width, "height": WIDE.height}) as context:
        page = context.new_page()
        page.goto(f"{watched.address}{LINE}")
        expect(page.locator(LINE)).to_be_in_viewport()


def test_without_a_script_there_is_the_scorecard_as_it_is(watched: Watched, browser: Browser) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(watched.address)
        page.get_by_role("link", name="The scorecard as it is now").click()
        # The terminal may have the verdict a moment earlier: the page asks to be loaded again until then.
        for _ in range(60):
            if page.locator("article#lab4").count():
                break
            page.wait_for_timeout(500)
            page.reload()
        expect(page.locator("article#lab4")).to_be_visible()


def test_it_fits_and_axe_finds_nothing(watched: Watched, browser: Browser) -> None:
    # The inspection puts a script of its own into the page, which the page's policy would refuse.
    with browser.new_context(bypass_csp=True) as context:
        page = context.new_page()
        page.goto(watched.address)
        expect(state_of(page)).to_contain_text("75 of 100")
        watched.save(f"{watched.fake.kernel.read_text(encoding='utf-8')}// other\n", "out_of_bounds")
        expect(news_of(page)).to_contain_text("now fails")
        page.evaluate(OPEN_ALL)
        faults = []
        for setting in SCREENS:
            page.set_viewport_size({"width": setting.width, "height": setting.height})
            page.emulate_media(color_scheme="dark" if setting.scheme == "dark" else "light")
            found = overflow(page) + focus_faults(page) + axe_violations(page, contrast=setting != PHONE)
            faults += [f"{setting.name}: {fault}" for fault in found]
        assert not faults, "\n".join(faults)
