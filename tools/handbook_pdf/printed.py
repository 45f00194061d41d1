"""Prints a book with Chromium, twice: the first time tells which sheet each line of the contents is on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pypdfium2  # type: ignore[import-untyped]
from playwright.sync_api import Browser

from tools.handbook_pdf.book import Entry, write_book

MARGIN = "18mm"
FOOT = (
    '<p style="width: 100%; margin: 0 18mm; text-align: right; font: 8pt sans-serif; color: #555">'
    '<span class="pageNumber"></span></p>'
)
# A sheet's width between its margins, in CSS pixels: (210 - 2 * 18) mm * 96 / 25.4.
WIDTH = 657
MINUTES = 60_000
# Makes what is wider than its sheet as small as it must be, and returns what sticks out even so.
FIT = """(width) => {
  const all = "article :is(table, pre, svg, img, figure)";
  const right = (one) => one.getBoundingClientRect().right;
  const wide = () => [...document.querySelectorAll(all)].filter((one) => right(one) > width + 1);
  for (const one of wide()) {
    const box = one.getBoundingClientRect();
    const room = width - box.left;
    one.style.zoom = Math.max(0.3, (room / Math.max(box.width, one.scrollWidth)) * 0.995);
  }
  return wide().map((one) => `${one.closest("article").id}: ${one.outerHTML.slice(0, 120)}`);
}"""


class PrintError(Exception):
    """What does not fit on a sheet, in words."""


@dataclass(frozen=True)
class Heading:
    """A line of a PDF's outline. sheet: counted from 1."""

    title: str
    level: int
    sheet: int


def print_handbook(browser: Browser, folder: Path, out: Path, version: str) -> int:
    """Print the handbook that is built in `folder`; returns the number of sheets. Raises PrintError."""
    page = folder / "book.html"
    try:
        contents = write_book(folder, page, {}, version)
        _print(browser, page, out)
        write_book(folder, page, sheets_of(contents, read_outline(out)), version)
        _print(browser, page, out)
    finally:
        page.unlink(missing_ok=True)
    with pypdfium2.PdfDocument(out) as document:
        return len(document)


def _print(browser: Browser, page: Path, out: Path) -> None:
    shown = browser.new_page(viewport={"width": WIDTH, "height": 1000}, java_script_enabled=True)
    shown.emulate_media(media="print", color_scheme="light")
    shown.goto(page.as_uri(), timeout=5 * MINUTES)
    if beyond := cast(list[str], shown.evaluate(FIT, WIDTH)):
        raise PrintError("wider than a sheet: " + "\n".join(beyond))
    # Chromium prints a long book for minutes, and page.pdf() waits as long as it takes.
    shown.pdf(
        path=out,
        format="A4",
        margin={"top": MARGIN, "bottom": MARGIN, "left": MARGIN, "right": MARGIN},
        print_background=True,
        display_header_footer=True,
        header_template="<span></span>",
        footer_template=FOOT,
        tagged=True,
        outline=True,
    )
    shown.close()


def read_outline(file: Path) -> list[Heading]:
    """The bookmarks of a PDF, in their order."""
    with pypdfium2.PdfDocument(file) as document:
        found = []
        for mark in document.get_toc(max_depth=20):
            place = mark.get_dest()
            found.append(Heading(mark.get_title(), mark.level, (place.get_index() if place else 0) + 1))
        return found


def sheets_of(contents: list[Entry], outline: list[Heading]) -> dict[str, int]:
    """By anchor, the sheet of each line of the contents. The outline has more headings."""
    sheets: dict[str, int] = {}
    headings = iter(outline)
    for entry in contents:
        wanted = _plain(entry.title)
        found = next(
            (one for one in headings if _plain(one.title) == wanted and one.level < entry.depth), None
        )
        if found is None:
            raise PrintError(f"the outline has no heading '{entry.title}' in its place")
        sheets[entry.anchor] = found.sheet
    return sheets


def _plain(title: str) -> str:
    return "".join(title.split())
