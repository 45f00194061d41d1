"""The handbook's search, typed into its page: queries, and the page that is among the first three results.

Readers paste what they see: every message that the troubleshooting page and the page of verdicts quote is a
query, with names and numbers of a reader's own where the quote has dots.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple, cast

import pytest
from playwright.sync_api import Browser, Page

from grader.tests.browser.chromium import PHONE, SCREENS, WIDE, Looked, Setting, opened, visit
from grader.tests.browser.conftest import FileOf
from grader.tests.browser.inspection import axe_violations, colour_violations, focus_faults, overflow
from grader.tests.project.test_handbook import DOCS, SAID

pytestmark = [pytest.mark.slow, pytest.mark.browser]

FIRST = 3
SAMPLE = 10  # every tenth verdict; the full run asks for all
# Query, and a page of which it is the subject.
QUERIES = (
    ("LDS.128", "chapter/element_sizes"),
    ("bank conflict float4", "chapter/element_sizes"),
    ("bank conflict", "chapter/banks"),
    ("coalescing", "chapter/coalescing"),
    ("occupancy", "chapter/occupancy"),
    ("what is a warp", "glossary"),
    ("padding", "chapter/padding"),
    ("ldmatrix", "chapter/swizzles"),
    ("cp.async", "chapter/swizzles"),
    ("__ldg", "chapter/caches"),
    ("histogram atomicAdd shared", "chapter/reductions"),
    ("how long does a kernel take", "chapter/time"),
    ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld", "chapter/profilers"),
    ("WSL", "other_systems"),
    ("moodle gradebook", "instructors/index"),
    ("--fail-on", "programs"),
    ("an illegal memory access was encountered", "programs"),
    ("out-of-bounds write of `c[25000]`: `c` has 25000 elements", "programs"),
    ("CUDA_HOME", "troubleshooting"),
    ("%%simt", "notebooks"),
    ("sbatch", "instructors/slurm"),
)
# What a reader sees where a quote has dots.
OWN = "my_kernel<128>, line 42, thread (3,1,0) of block (7,0,0)"
SHOWN = "all => all.map((one) => one.querySelector('h2 a').getAttribute('href'))"
PASSAGES = "() => globalThis.handbookPassages.map(([page, , , , , text]) => [page, text])"
VERDICT = re.compile(r"“([^”]+)”")


class Place(NamedTuple):
    """Where a result leads."""

    page: str
    anchor: str


@pytest.fixture
def search_page(window: Looked, file_of: FileOf) -> Page:
    return visit(window, (file_of("handbook").parent / "search.html").as_uri(), WIDE)


def results_of(page: Page, query: str) -> list[Place]:
    page.locator("#query").fill(query)
    links = cast(list[str], page.locator("#results > li").evaluate_all(SHOWN))
    return [Place(file.removesuffix(".html"), anchor) for file, _, anchor in map(split, links)]


def split(link: str) -> tuple[str, str, str]:
    return link.partition("#")


def test_a_query_finds_the_page_that_is_about_it(search_page: Page) -> None:
    wrong = []
    for query, wanted in QUERIES:
        first = [result.page for result in results_of(search_page, query)[:FIRST]]
        if wanted not in first:
            wrong.append(f"{query}: {wanted} is not among {first}")
    assert not wrong, "\n".join(wrong)


def test_every_message_of_the_troubleshooting_page_leads_to_its_answer(search_page: Page) -> None:
    messages = [quote["words"] for quote in SAID.finditer((DOCS / "troubleshooting.md").read_text("utf-8"))]
    assert len(messages) > 20
    wrong = []
    for message in messages:
        for query in (message, message.replace("…", OWN), f"error: {message} in tiled_transpose.cu:31"):
            first = results_of(search_page, query)[:FIRST]
            found = [place for place in first if place.page == "troubleshooting"]
            words = re.findall(r"[a-z0-9]+", message.lower())[:8]
            if not found or found[0].anchor != "-".join(["message", *words]):
                wrong.append(f"{query}: {first}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("step", [SAMPLE, pytest.param(1, marks=pytest.mark.full)])
def test_every_verdict_that_the_pages_quote_is_found(step: int, search_page: Page) -> None:
    """Several pages may quote one message: one of them is among the first three."""
    texts = cast(list[list[str]], search_page.evaluate(PASSAGES))
    quotes = sorted({quote for page, text in texts if page == "words" for quote in VERDICT.findall(text)})
    assert len(quotes) > 300
    wrong = []
    for quote in quotes[::step]:
        pages = {page for page, text in texts if all(part.strip() in text for part in quote.split("…"))}
        first = [place.page for place in results_of(search_page, quote)[:FIRST]]
        if not pages & set(first):
            wrong.append(f"{quote}: {first}, not {sorted(pages)}")
    assert not wrong, "\n".join(wrong)


def test_results_follow_the_typing(search_page: Page) -> None:
    assert not results_of(search_page, "")
    assert results_of(search_page, "uncoal")[0].page
    assert not results_of(search_page, "zzzqqq")
    assert "No page" in search_page.locator("#found").inner_text()


def test_a_result_opens_its_place_and_back_keeps_the_query(browser: Browser, file_of: FileOf) -> None:
    # In a window of its own: a picture that still loads when its page is left counts as missing in the other.
    with opened(browser, (file_of("handbook").parent / "search.html").as_uri()) as looked:
        page = looked.page
        place = results_of(page, "divergent __syncthreads()")[0]
        assert place == Place("troubleshooting", "message-divergent-syncthreads")
        page.locator("#results h2 a").first.click()
        page.wait_for_url("**/troubleshooting.html#*")
        assert page.locator(f"#{place.anchor}").is_visible()
        page.go_back()
        assert page.locator("#query").input_value() == "divergent __syncthreads()"
        assert page.locator("#results > li").count()


def test_the_field_beside_each_page_leads_to_the_results(browser: Browser, file_of: FileOf) -> None:
    with opened(browser, file_of("handbook").as_uri()) as looked:
        page = looked.page
        page.locator(".sidebar-search").fill("bank conflict")
        page.keyboard.press("Enter")
        page.wait_for_url("**/search.html?q=bank+conflict*")
        assert page.locator("#query").input_value() == "bank conflict"
        first = page.locator("#results mark").first.inner_text().lower()
        assert first in ("bank", "banks", "conflict", "conflicts")


@pytest.mark.parametrize("setting", SCREENS, ids=lambda setting: setting.name)
def test_the_results_fit_and_axe_finds_nothing(setting: Setting, window: Looked, file_of: FileOf) -> None:
    address = (file_of("handbook").parent / "search.html").as_uri() + "?q=bank+conflict+float4"
    page = visit(window, address, setting)
    assert page.locator("#results > li").count() > FIRST
    faults = (
        overflow(page) + axe_violations(page, contrast=False) + colour_violations(page) + focus_faults(page)
    )
    assert not faults, "\n".join(faults)


def test_a_phone_shows_a_result_without_scrolling(window: Looked, file_of: FileOf) -> None:
    address = (file_of("handbook").parent / "search.html").as_uri() + "?q=LDS.128"
    page = visit(window, address, PHONE)
    box = page.locator("#results > li").first.bounding_box()
    assert box and box["y"] + box["height"] < PHONE.height


def test_the_passages_are_whole(search_page: Page, file_of: FileOf) -> None:
    root: Path = file_of("handbook").parent
    pages = {page for page, _ in cast(list[list[str]], search_page.evaluate(PASSAGES))}
    files = {file.relative_to(root).with_suffix("").as_posix() for file in root.rglob("*.html")}
    assert pages == {page for page in files if not page.startswith(("_", "explorer/"))} - {"search"}
