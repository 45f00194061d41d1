"""Who reads which page, in which order, how long it takes and how much it expects: from docs/reading.toml.

    <!-- generated: doors -->        the doors of the start page
    <!-- generated: day4-map -->     the chapter's map, a row for each of [[day4]]
    <!-- generated: day4-pages -->   the chapter's table of contents, in the order in which it is read

A page's time is that of its words. A handout's time is what it says itself: its reader writes kernels.
page_lines.py puts both below the titles.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from handbook.edition import has_page

FILE = "reading.toml"
MAP = "day4"
LEVELS = {"start": "first steps", "core": "core", "further": "further", "reference": "to look up"}
# R. P. Carver, "Reading rate: Theory, research, and practical implications", Journal of Reading 36 (1992):
# adults read about 200 words a minute in order to learn. Words of code and of tables count like others.
WORDS_A_MINUTE = 200
LAB_TIME = re.compile(
    r"\*\*Time\*\* \| about (?P<core>\d+) minutes for the core.*?, (?P<all>\d+) for everything"
)
# What a page's text has and its reader does not read: comments, marks of blocks, options of directives, where
# links lead, and drawings.
UNREAD = (
    re.compile(r"<!--.*?-->", re.DOTALL),
    re.compile(r"```\{toctree\}.*?```", re.DOTALL),
    re.compile(r"^\s*(?:`{3,}|:{3,}).*$", re.MULTILINE),
    re.compile(r"^:[a-z-]+:.*$", re.MULTILINE),
    re.compile(r"(?<=\])\([^)\s]+\)"),
    re.compile(r"<(svg|script)\b.*?</\1>", re.DOTALL),
    re.compile(r"</?[a-z][^<>]*>"),
    re.compile(r"[|*]|-{3,}"),
)


@dataclass(frozen=True)
class Row:
    """A row of the chapter's map. do: the page of a lab, or ''."""

    about: str
    level: str
    read: tuple[str, ...]
    do: str

    @property
    def pages(self) -> tuple[str, ...]:
        return (*self.read, self.do) if self.do else self.read


@dataclass(frozen=True)
class Door:
    """A sort of reader, and the pages in the order in which they read them."""

    reader: str
    title: str
    says: str
    command: str
    minutes: str
    hour: str
    begin: str
    path: tuple[str, ...]


@dataclass(frozen=True)
class Reading:
    """All of reading.toml."""

    doors: tuple[Door, ...]
    rows: tuple[Row, ...]
    levels: dict[str, tuple[str, ...]]

    def level_of(self, page: str) -> str:
        """A key of LEVELS. Raises KeyError where no pattern fits."""
        for row in self.rows:
            if page in row.pages:
                return row.level
        for level, patterns in self.levels.items():
            if any(fnmatchcase(page, pattern) for pattern in patterns):
                return level
        raise KeyError(page)

    def door_of(self, page: str) -> Door | None:
        return next((door for door in self.doors if page in door.path), None)


@cache
def read_reading(docs: Path) -> Reading:
    """The file, without the pages that this edition lacks."""
    found = tomllib.loads((docs / FILE).read_text(encoding="utf-8"))

    def there(page: str) -> bool:
        return has_page(docs, f"{page}.md")

    def row_of(one: dict[str, Any]) -> Row:
        do = one.get("do", "")
        return Row(one["about"], one["level"], tuple(filter(there, one["read"])), do if there(do) else "")

    rows = tuple(map(row_of, found[MAP]))
    day4 = [page for level in ("core", "further") for row in rows if row.level == level for page in row.pages]

    def door_of(one: dict[str, Any]) -> Door:
        pages = [page for named in one["path"] for page in (day4 if named == MAP else [named])]
        return Door(**{**one, "path": tuple(filter(there, pages))})

    doors = tuple(door_of(one) for one in found["door"] if there(one["begin"]))
    return Reading(doors, rows, {level: tuple(patterns) for level, patterns in found["levels"].items()})


def count_words(text: str) -> int:
    """The words that a reader of the page reads."""
    for pattern in UNREAD:
        text = pattern.sub(" ", text)
    return len(text.split())


def minutes_of(words: int) -> int:
    """How long they take to read; at least one minute."""
    return max(1, ceil(words / WORDS_A_MINUTE))


def lab_time(text: str) -> tuple[int, int] | None:
    """The minutes that a handout gives for its core and for all of it."""
    found = LAB_TIME.search(text)
    return (int(found["core"]), int(found["all"])) if found else None


def doors_text(docs: Path) -> str:
    """The doors, as Markdown."""
    doors = "\n\n".join(_door(door) for door in read_reading(docs).doors)
    return f":::::{{container}} doors\n{doors}\n:::::"


def _door(door: Door) -> str:
    return (
        f"::::{{container}} door\n**{door.title}**\n\n{door.says}\n\n```sh\n{door.command}\n```\n\n"
        f"After 10 minutes\n: {door.minutes}\n\nAfter an hour\n: {door.hour}\n\n"
        f":::{{container}} way\n[Begin as {_article(door.reader)}]({door.begin}.md)\n:::\n::::"
    )


def _article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def pages_text(docs: Path) -> str:
    """The chapter's table of contents. Labs have their own."""
    folder = "chapter/"
    rows = read_reading(docs).rows
    pages = [page for level in ("core", "further") for row in rows if row.level == level for page in row.read]
    names = [page.removeprefix(folder) for page in pages]
    return "\n".join(["```{toctree}", ":hidden:", *names, "```"])


def map_text(docs: Path, text_of: Callable[[str], str]) -> str:
    """The chapter's map. text_of: gives a page's text by its name."""
    lines = ["| | read | minutes | then do | minutes |", "| --- | --- | --- | --- | --- |"]
    about = ""
    total = 0
    for row in read_reading(docs).rows:
        if row.about != about:
            about = row.about
            lines.append(f"| **{about}** | | | | |")
        texts = {page: text_of(page) for page in row.pages}
        reading = sum(minutes_of(count_words(texts[page])) for page in row.read)
        doing = lab_time(texts[row.do]) if row.do else None
        if row.level == "core":
            total += reading + (doing[0] if doing else 0)
        links = " · ".join(_link(page, texts[page]) for page in row.read)
        lab = _link(row.do, texts[row.do]) if row.do else ""
        lines.append(f"| {row.level} | {links} | {reading or ''} | {lab} | {doing[0] if doing else ''} |")
    return "\n".join(lines) + f"\n\nThe core takes about {_hours(total)}."


def _hours(minutes: int) -> str:
    """To the half hour."""
    return f"{round(minutes / 30) / 2:g} hours"


def _link(page: str, text: str) -> str:
    return f"[{title_of(text)}](../{page}.md)"


def title_of(text: str) -> str:
    """A page's title."""
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    return found[1] if found else ""
