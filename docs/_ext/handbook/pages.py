"""Pages whose text lies elsewhere in the repository, or is made from its records.

A page of docs/ may hold one of these lines, which its text replaces:

    <!-- whole: labs/lab1_stride_sweep/README.md -->
    <!-- generated: claims -->

A line `?page` of a table of contents stands for a page that an edition may lack; it goes where there is none.

Links of every page that lead out of the handbook become what a reader can use: the page that shows the file,
or the file's place in the repository.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError

from handbook import claims, counters, formats, lab_pages, page_lines, predictions, reading, words
from handbook.edition import has_page
from handbook.links import rewrite_links

WHOLE = re.compile(r"^<!-- whole: (?P<path>\S+) -->$", re.MULTILINE)
GENERATED = re.compile(r"^<!-- generated: (?P<name>\S+) -->$", re.MULTILINE)
MAYBE = re.compile(r"^\?(?P<page>\S+)\n", re.MULTILINE)
MAKERS: dict[str, Callable[[Path], str]] = {
    "claims": claims.markdown,
    "counters": counters.markdown,
    "day4-map": lambda root: reading.map_text(root / "docs", lambda page: text_of(root / "docs", page)),
    "day4-pages": lambda root: reading.pages_text(root / "docs"),
    "doors": lambda root: reading.doors_text(root / "docs"),
    "formats": formats.markdown,
    "labs": lab_pages.markdown,
    "words": words.markdown,
    **predictions.MAKERS,
}
# When its record changes, the page is read again.
READING = f"docs/{reading.FILE}"
RECORDS = {
    "claims": claims.RECORD,
    **dict.fromkeys(("day4-map", "day4-pages", "doors"), READING),
    **dict.fromkeys(predictions.MAKERS, predictions.RECORD),
}


def setup(app: Sphinx) -> None:
    """Called by the extension."""
    # What is a link depends on which pages there are: when these change, every page is read again.
    app.add_config_value("handbook_pages", [], "env", types=[list])
    app.connect("config-inited", _note_pages)
    app.connect("source-read", _read)


def whole_pages(docs: Path) -> dict[str, str]:
    """By file, the page of docs/ that shows it whole; both relative, to the root and to docs/."""
    shown: dict[str, str] = {}
    for page in sorted(docs.rglob("*.md")):
        if match := WHOLE.search(page.read_text(encoding="utf-8")):
            shown[match["path"]] = page.relative_to(docs).as_posix()
    return shown


def page_text(docs: Path, page: str, text: str) -> str:
    """The text that Sphinx is to read for a page, named with its .md."""
    root = docs.parent
    source = f"docs/{page}"
    if match := WHOLE.search(text):
        source = match["path"]
        text = (root / source).read_text(encoding="utf-8")
    for match in GENERATED.finditer(text):
        if match["name"] not in MAKERS:
            raise ExtensionError(f"{page}: nothing makes '{match['name']}'; there are {', '.join(MAKERS)}")
        text = text.replace(match[0], MAKERS[match["name"]](root))
    text = MAYBE.sub(lambda match: _entry(match["page"], page, docs), text)
    return rewrite_links(text, source, page, docs, whole_pages(docs))


def text_of(docs: Path, page: str) -> str:
    """The text of the page with that name, which has no .md."""
    file = docs / f"{page}.md"
    return page_text(docs, f"{page}.md", file.read_text(encoding="utf-8"))


def _entry(wanted: str, page: str, docs: Path) -> str:
    file = os.path.normpath((PurePosixPath(page).parent / f"{wanted}.md").as_posix())
    return f"{wanted}\n" if has_page(docs, file) else ""


def _note_pages(app: Sphinx, config: Config) -> None:
    docs = Path(app.srcdir)
    lab_pages.write_lab_pages(docs)
    pages = (page.relative_to(docs).as_posix() for page in docs.rglob("*.md"))
    config.handbook_pages = sorted(page for page in pages if has_page(docs, page))


def _read(app: Sphinx, docname: str, content: list[str]) -> None:
    docs = Path(app.srcdir)
    if match := WHOLE.search(content[0]):
        app.env.note_dependency(str(docs.parent / match["path"]))
    for match in GENERATED.finditer(content[0]):
        if match["name"] in RECORDS:
            app.env.note_dependency(str(docs.parent / RECORDS[match["name"]]))
    content[0] = page_text(docs, f"{docname}.md", content[0])
    page_lines.note_text(app.env, docname, content[0])
