"""Mends the relative links of a Markdown text that is shown on a page of the handbook."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from handbook.edition import has_page

# An image or a link, whose target is no address of its own. Texts may hold one pair of brackets.
LINK = re.compile(r"(?P<image>!?)\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<target>[^)\s]+)\)")
ELSEWHERE = re.compile(r"^(?:[a-z]+:|#|<)")
FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
# Files whose content the handbook's first page tells.
FIRST_PAGE = {"README.md": "index.md"}


@dataclass(frozen=True)
class _Place:
    """source: the file that the text is of. page: where it is shown. shown: pages by the file they show."""

    source: str
    page: str
    docs: Path
    shown: Mapping[str, str]

    def rewritten(self, match: re.Match[str]) -> str:
        target, _, anchor = match["target"].partition("#")
        if ELSEWHERE.match(match["target"]):
            return match[0]
        file = os.path.normpath((PurePosixPath(self.source).parent / target).as_posix())
        if match["image"]:
            return f"![{match['text']}]({self._way_to(file)})"
        page = self.shown.get(file) or FIRST_PAGE.get(file) or _page_of(file)
        if page and has_page(self.docs, page):
            # The first page has sections of its own.
            anchored = f"#{anchor}" if anchor and file not in FIRST_PAGE else ""
            return f"[{match['text']}]({self._way_to(f'docs/{page}')}{anchored})"
        if page:
            return match["text"]
        return _named(match["text"], file)

    def _way_to(self, file: str) -> str:
        """From the folder of the page to a file of the repository."""
        return os.path.relpath(file, PurePosixPath("docs", self.page).parent)


def rewrite_links(text: str, source: str, page: str, docs: Path, shown: Mapping[str, str]) -> str:
    """The text with links that lead somewhere. Code blocks stay as they are."""
    place = _Place(source, page, docs, shown)
    fence = ""
    lines = []
    for line in text.split("\n"):
        mark = FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif fence:
            fence = "" if mark and mark[1].startswith(fence) else fence
        else:
            line = LINK.sub(place.rewritten, line)
        lines.append(line)
    return "\n".join(lines)


def _page_of(file: str) -> str:
    """The page, with its .md, that is in docs/ itself."""
    return file.removeprefix("docs/") if file.startswith("docs/") and file.endswith(".md") else ""


def _named(text: str, file: str) -> str:
    """Words in place of a link: they say where the file lies, unless its name is there already."""
    return text if PurePosixPath(file).name in text else f"{text} (`{file}`)"
