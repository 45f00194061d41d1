"""What the search page searches: the handbook's passages, each with its place, as _static/passages.js.

A passage is a section without the sections in it, a term of the glossary, or an error message of the
troubleshooting page with its answer. docs/_static/search.js ranks them.

Sphinx's own search is left out: it knows whole pages only, sorts most of them by title, and finds nothing for
a message that has one word, such as a reader's own file name, that no page has. Pagefind ranks better, but a
browser loads its index from a server only. This one also works in pages that are opened from a folder.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from handbook.page_lines import pages_in_order
from handbook.reading import read_reading

FILE = "passages.js"
NAME = "handbookPassages"
SAID_BY = "<!-- said by:"
# What is text on its own. What is in none of them, such as a drawing, is not searched.
TEXTS = (nodes.paragraph, nodes.literal_block, nodes.term)


@dataclass(frozen=True)
class Passage:
    """anchor: '' at the top of its page. level: of its page, as in reading.toml."""

    page: str
    anchor: str
    page_title: str
    level: str
    title: str
    text: str


def passages_of(tree: nodes.document, page: str, level: str) -> list[Passage]:
    """A page's passages, in its order; those that say nothing are left out."""
    top = next(iter(tree.findall(nodes.section)))
    begun = [(anchor, title, " ".join(texts)) for anchor, title, texts in _split(top)]
    name = _title(top)
    # A page that begins with a section opens with that section's text.
    if not begun[0][2] and len(begun) > 1:
        begun[0] = (*begun[0][:2], begun[1][2])
    return [
        Passage(page, "" if anchor == top["ids"][0] else anchor, name, level, title, text)
        for anchor, title, text in begun
        if text
    ]


def _split(section: nodes.section) -> Iterator[tuple[str, str, list[str]]]:
    """By anchor and title, the texts up to the next passage."""
    anchor, title, texts = section["ids"][0], _title(section), list[str]()
    for child in section.children:
        if isinstance(child, (nodes.section, addnodes.glossary)):
            yield anchor, title, texts
            texts = []
            yield from _split(child) if isinstance(child, nodes.section) else _terms(child)
        elif isinstance(child, nodes.literal_block) and is_message(child):
            yield anchor, title, texts
            anchor, title = child["ids"][0], _flat(child)
            texts = [title]
        elif not isinstance(child, nodes.title):
            texts += _texts(child)
    yield anchor, title, texts


def _terms(glossary: addnodes.glossary) -> Iterator[tuple[str, str, list[str]]]:
    for item in glossary.findall(nodes.definition_list_item):
        term = next(item.findall(nodes.term))
        yield term["ids"][0], _flat(term), _texts(item)


def _texts(node: nodes.Node) -> list[str]:
    found: Iterable[nodes.Node] = node.findall(lambda one: isinstance(one, TEXTS))
    return [text for one in found if (text := _flat(one))]


def _flat(node: nodes.Node) -> str:
    return " ".join(node.astext().split())


def _title(section: nodes.section) -> str:
    return _flat(next(section.findall(nodes.title)))


def is_message(block: nodes.literal_block) -> bool:
    """Whether the block quotes a message: the comment before it names the file that says it."""
    before = block.previous_sibling()
    return isinstance(before, nodes.raw) and before.astext().startswith(SAID_BY)


def name_messages(_app: Sphinx, tree: nodes.document) -> None:
    """Give each message an anchor, made from its words."""
    for block in tree.findall(nodes.literal_block):
        if is_message(block):
            words = re.findall(r"[a-z0-9]+", block.astext().lower())
            block["ids"].append("-".join(["message", *words[:8]]))


def _write(app: Sphinx, error: Exception | None) -> None:
    if error is not None or app.builder.name != "html":
        return
    reading = read_reading(Path(app.srcdir))
    found = [
        passage
        for page in pages_in_order(app.env)
        for passage in passages_of(app.env.get_doctree(page), page, reading.level_of(page))
    ]
    rows = [[one.page, one.anchor, one.page_title, one.level, one.title, one.text] for one in found]
    data = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    (Path(app.outdir) / "_static" / FILE).write_text(f"globalThis.{NAME} = {data};\n", encoding="utf-8")


def _without_sphinx_search(app: Sphinx) -> None:
    if app.builder.format == "html":
        app.builder.search = False  # type: ignore[attr-defined]


def setup(app: Sphinx) -> None:
    """Called by the extension."""
    app.connect("builder-inited", _without_sphinx_search)
    app.connect("doctree-read", name_messages)
    app.connect("build-finished", _write)
