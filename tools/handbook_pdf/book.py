"""One page of all pages of a built handbook, in the order of its contents, with links that stay inside it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urldefrag, urlsplit

from bs4 import BeautifulSoup, Tag
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

HERE = Path(__file__).parent
STYLES = (
    "_static/pygments.css",
    "_static/styles/furo.css",
    "_static/colours.css",
    "_static/face.css",
    "_static/handbook.css",
)
# Gives answers away. The PDF is published beside the student edition, which has no such page either.
LEFT_OUT = ("words.html",)
# A sheet has no buttons, and nothing on it moves. A picture's table says the same as the picture.
SCREEN_ONLY = ("a.headerlink", ".stepper", "script", "figure.warp details")
IN_PLACE_OF_A_FRAME = "This page is interactive. Open it with ./course docs."
# Attributes that name one or several elements of the same page.
REFERENCES = ("aria-labelledby", "aria-describedby", "aria-controls", "for")
LAST_HEADING = 6


@dataclass(frozen=True)
class Entry:
    """A line of the table of contents. depth: 1 for a part, and one more for each level of pages below it."""

    title: str
    anchor: str
    depth: int
    page: str  # its file, or '' for a part


@dataclass(frozen=True)
class Article:
    """A page's content, ready for the book."""

    page: str
    body: Markup


def read_contents(folder: Path) -> list[Entry]:
    """The parts and pages of a built handbook, from the navigation that Furo puts beside each page."""
    soup = _soup(folder / "index.html")
    entries = [Entry("Start here", anchor_of("index.html"), 1, "index.html")]
    tree = soup.select_one(".sidebar-tree")
    assert tree is not None, f"{folder}/index.html has no navigation"
    for child in tree.find_all(["p", "ul"], recursive=False):
        if child.name == "p":
            title = child.get_text(strip=True)
            entries.append(Entry(title, f"part-{title.lower().replace(' ', '-')}", 1, ""))
        else:
            entries += _listed(child, 2)
    return [entry for entry in entries if entry.page not in LEFT_OUT]


def _listed(listing: Tag, depth: int) -> Iterator[Entry]:
    for item in listing.find_all("li", recursive=False):
        link = item.find("a", recursive=False)
        assert isinstance(link, Tag)
        page = urldefrag(str(link["href"])).url
        yield Entry(link.get_text(strip=True), anchor_of(page), depth, page)
        for below in item.find_all("ul", recursive=False):
            yield from _listed(below, depth + 1)


def anchor_of(page: str, anchor: str = "") -> str:
    """Where a place of a page is in the book."""
    name = page.removesuffix(".html").replace("/", "-")
    return f"{name}--{anchor}" if anchor else name


def write_book(folder: Path, out: Path, numbers: dict[str, int], version: str) -> list[Entry]:
    """Write the book of the handbook in `folder`. numbers: by anchor, the sheet that the contents name."""
    contents = read_contents(folder)
    pages = {entry.page for entry in contents if entry.page}
    articles = {entry.page: _article(folder, entry, pages) for entry in contents if entry.page}
    environment = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    text = environment.get_template("book.html.j2").render(
        version=version,
        styles=[(folder / style).as_uri() for style in STYLES],
        theme_values=_theme_values(folder),
        own_style=(HERE / "book.css").as_uri(),
        lines=[(entry, numbers.get(entry.anchor, "")) for entry in contents],
        articles=[(entry, articles.get(entry.page)) for entry in contents],
    )
    out.write_text(text, encoding="utf-8")
    return contents


def _theme_values(folder: Path) -> Markup:
    """What conf.py gives the theme, which Furo writes into each page."""
    style = _soup(folder / "index.html").select_one("head style")
    assert style is not None, "Furo no longer writes its values into a page's head"
    return Markup(style.get_text())


def _article(folder: Path, entry: Entry, pages: set[str]) -> Article:
    article = _soup(folder / entry.page).select_one("article[role=main]")
    assert article is not None, f"{entry.page} has no article"
    for selector in SCREEN_ONLY:
        for element in article.select(selector):
            element.decompose()
    for frame in article.select("iframe"):
        frame.replace_with(IN_PLACE_OF_A_FRAME)
    for fold in article.select("details"):
        fold["open"] = ""
    _rename(article, entry.page)
    for link in article.select("a[href]"):
        _relink(link, entry.page, pages)
    for picture in article.select("img[src]"):
        picture["src"] = (
            (folder / PurePosixPath(entry.page).parent / unquote(str(picture["src"]))).resolve().as_uri()
        )
    for heading in article.find_all([f"h{level}" for level in range(1, LAST_HEADING + 1)]):
        heading.name = f"h{min(int(heading.name[1]) + entry.depth - 1, LAST_HEADING)}"
    return Article(entry.page, Markup(article.decode_contents()))


def _rename(article: Tag, page: str) -> None:
    """Two pages may give one id: each gets its page's name."""
    for element in article.select("[id]"):
        element["id"] = anchor_of(page, str(element["id"]))
    for name in REFERENCES:
        for element in article.select(f"[{name}]"):
            element[name] = " ".join(anchor_of(page, one) for one in str(element[name]).split())


def _relink(link: Tag, page: str, pages: set[str]) -> None:
    """Lead to the place in the book, or to the web. What is in neither, such as a data file, is no link."""
    target = str(link["href"])
    if urlsplit(target).scheme:
        return
    path, anchor = urldefrag(target)
    file = os.path.normpath((PurePosixPath(page).parent / path).as_posix()) if path else page
    if file in pages:
        link["href"] = f"#{anchor_of(file, anchor)}"
    else:
        link.unwrap()


def _soup(file: Path) -> BeautifulSoup:
    return BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser")
