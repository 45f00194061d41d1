"""The handbook as one PDF: every page is in it, nothing is cut off, its links and bookmarks lead somewhere.

A book of three small pages shows what printing does with a line that is too long and a table that is too
wide. The whole handbook, which takes minutes, is printed in the full run.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]
import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Browser

from grader.tests.browser.conftest import FileOf
from tools.handbook_pdf.book import Entry, anchor_of, read_contents, write_book
from tools.handbook_pdf.printed import Heading, PrintError, print_handbook, read_outline, sheets_of

pytestmark = [pytest.mark.slow, pytest.mark.browser]

POINTS = 72 / 25.4  # a millimetre
MARGIN = 18 * POINTS
LONG_LINE = 95
LONG = "float last_of_a_long_line = " + " + ".join(f"value_{number}" for number in range(40)) + "; // END"
PAGE = """<!DOCTYPE html><html><head><style>body {{ --color-brand-content: #123456 }}</style></head><body>
<div class="sidebar-tree"><p class="caption">Learn</p><ul>
<li><a href="a.html">First</a><ul><li><a href="sub/b.html">Second</a></li></ul></li>
<li><a href="words.html">Verdicts</a></li></ul></div>
<article role="main"><section id="top"><h1>{title}<a class="headerlink" href="#top">¶</a></h1>
{body}</section></article></body></html>"""
WIDE = "<table class='docutils'><tr>" + "<td>unbreakable_cell_of_a_table</td>" * 12 + "</tr></table>"
BODIES = {
    "index.html": (
        "Start here",
        "<p>See <a href='a.html#places'>places</a> and <a href='words.html'>verdicts</a>.</p>",
    ),
    "a.html": (
        "First",
        f"<section id='places'><h2>Places</h2><div class='highlight'><pre>{LONG}</pre></div>{WIDE}</section>",
    ),
    "sub/b.html": (
        "Second",
        "<section id='places'><h2>Places</h2><p><a href='../a.html'>back</a> "
        "<a href='https://example.org/'>web</a> <a href='../data.json'>data</a> "
        "<a href='#places'>here</a></p></section>",
    ),
    "words.html": ("Verdicts", "<p>An answer.</p>"),
}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built handbook of a few lines."""
    folder = tmp_path_factory.mktemp("small")
    for name, (title, body) in BODIES.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(PAGE.format(title=title, body=body), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def small_pdf(browser: Browser, small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("pdf") / "small.pdf"
    assert print_handbook(browser, small, out, "1.2.3") > 4
    return out


def letters_beyond(file: Path) -> list[str]:
    """Sheets with a letter beyond the right margin, and the letters."""
    found = []
    with pypdfium2.PdfDocument(file) as document:
        for number, sheet in enumerate(document, start=1):
            text = sheet.get_textpage()
            right = sheet.get_width() - MARGIN + 1
            letters = range(text.count_chars())
            beyond = [text.get_text_range(at, 1) for at in letters if text.get_charbox(at)[2] > right]
            if "".join(beyond).strip():
                found.append(f"sheet {number}: {''.join(beyond)}")
    return found


def links_of(file: Path) -> Iterator[tuple[int, int]]:
    """Of each link inside the book, the sheet that it is on and the sheet that it leads to, or -1."""
    with pypdfium2.PdfDocument(file) as document:
        for number, sheet in enumerate(document, start=1):
            at = ctypes.c_int(0)
            link = pdfium.FPDF_LINK()
            while pdfium.FPDFLink_Enumerate(sheet, at, link):
                action = pdfium.FPDFLink_GetAction(link)
                if action and pdfium.FPDFAction_GetType(action) == pdfium.PDFACTION_URI:
                    continue
                place = pdfium.FPDFLink_GetDest(document, link)
                yield number, pdfium.FPDFDest_GetDestPageIndex(document, place) + 1 if place else -1


def text_of(file: Path) -> str:
    with pypdfium2.PdfDocument(file) as document:
        return "\n".join(sheet.get_textpage().get_text_bounded() for sheet in document)


def test_a_long_line_and_a_wide_table_stay_on_the_sheet(small_pdf: Path) -> None:
    assert letters_beyond(small_pdf) == []
    text = text_of(small_pdf)
    assert "END" in text and text.count("unbreakable_cell_of_a_table") == 12


def test_what_cannot_be_made_to_fit_is_reported(browser: Browser, small: Path, tmp_path: Path) -> None:
    page = small / "a.html"
    before = page.read_text(encoding="utf-8")
    wider = before.replace(WIDE, WIDE.replace("unbreakable", "unbreakable_" * 40))
    page.write_text(wider, encoding="utf-8")
    try:
        with pytest.raises(PrintError, match=r"wider than a sheet: a: <table"):
            print_handbook(browser, small, tmp_path / "out.pdf", "1.2.3")
    finally:
        page.write_text(before, encoding="utf-8")
    assert not (small / "book.html").exists()


def test_the_bookmarks_are_parts_pages_and_sections_in_their_ranks(small_pdf: Path) -> None:
    marks = [(one.title, one.level) for one in read_outline(small_pdf)]
    ranks = [
        ("Contents", 0),
        ("Start here", 0),
        ("Learn", 0),
        ("First", 1),
        ("Places", 2),
        ("Second", 2),
        ("Places", 3),
    ]
    assert marks == ranks


def test_the_contents_name_the_sheets_of_the_bookmarks(small_pdf: Path) -> None:
    contents = text_of(small_pdf).split("Contents", 1)[1]
    for mark in read_outline(small_pdf)[1:]:
        if mark.title != "Places":
            assert re.search(rf"{mark.title}\s+{mark.sheet}\b", contents), mark


def test_links_stay_in_the_book_and_answers_stay_out(small: Path, small_pdf: Path) -> None:
    led = list(links_of(small_pdf))
    assert len(led) == 4 + 3 and all(to > 0 for _, to in led)
    text = text_of(small_pdf)
    assert "An answer" not in text and "verdicts" in text
    book = small / "kept.html"
    write_book(small, book, {}, "1.2.3")
    html = book.read_text(encoding="utf-8")
    assert f'href="#{anchor_of("a.html", "places")}"' in html and 'href="https://example.org/"' in html
    assert "data.json" not in html and "headerlink" not in html
    ids = re.findall(r' id="([^"]+)"', html)
    assert sorted(ids) == sorted(set(ids))
    book.unlink()


def test_a_page_without_its_heading_is_reported() -> None:
    contents = [Entry("Start here", "index", 1, "index.html"), Entry("First", "a", 2, "a.html")]
    marks = [Heading("Start here", 0, 3), Heading("A part", 0, 4)]
    assert sheets_of(contents[:1], marks) == {"index": 3}
    with pytest.raises(PrintError, match="no heading 'First'"):
        sheets_of(contents, marks)


@pytest.mark.full
def test_the_whole_handbook_is_one_pdf(browser: Browser, file_of: FileOf, tmp_path: Path) -> None:
    folder = file_of("handbook").parent
    out = tmp_path / "handbook.pdf"
    assert print_handbook(browser, folder, out, "1.2.3") > 300
    contents = read_contents(folder)
    assert len(contents) > 90
    sheets = sheets_of(contents, read_outline(out))
    assert list(sheets.values()) == sorted(sheets.values())
    assert letters_beyond(out) == []
    led = list(links_of(out))
    assert len(led) > 500 and [one for one in led if one[1] < 1] == []
    code = [plain(line) for line in long_lines(folder)]
    printed = plain(text_of(out))
    assert len(code) > 10 and [line for line in code if line not in printed] == []


def plain(text: str) -> str:
    """Without what a sheet breaks in other places."""
    return "".join(text.split())


def long_lines(folder: Path) -> Iterator[str]:
    """Lines of the chapter's code that hardly fit a sheet."""
    for page in sorted((folder / "chapter").glob("*.html")):
        soup = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
        for block in soup.select("div.highlight pre"):
            yield from (line for line in block.get_text().splitlines() if len(line) > LONG_LINE)
