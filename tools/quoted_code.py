#!/usr/bin/env python3
"""Holds the code that Markdown files quote to the code itself.

A quote is a fenced block right after a marker, with a path from the root of the repository and a region
of that file:

    <!-- quoted: labs/lab4_tiled_transpose/given_kernels.cu#naive -->

A region lies between the comment lines `// [naive]` and `// [/naive]` (or `# [naive]` and `# [/naive]`).
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = {".git", ".venv", "build", "node_modules"}

MARKER = re.compile(r"<!-- quoted: (?P<path>[^#\s]+)#(?P<region>[\w-]+) -->\s*")
FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})[^`]*")


class QuoteError(Exception):
    """A quote whose source cannot be found, in one sentence."""


@dataclass
class Page:
    """A Markdown file as it should be, and what had to be said of it: pairs of line number and text."""

    lines: list[str] = field(default_factory=list)
    quotes: int = 0
    stale: list[tuple[int, str]] = field(default_factory=list)
    broken: list[tuple[int, str]] = field(default_factory=list)


def region_of(file: Path, name: str) -> list[str]:
    """The lines between a region's two markers, without their common indentation."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise QuoteError(f"cannot be read: {error}") from error
    begin = _only_line(lines, f"[{name}]")
    end = _only_line(lines, f"[/{name}]")
    if end < begin:
        raise QuoteError(f"region '{name}' ends before it begins")
    return textwrap.dedent("\n".join(lines[begin + 1 : end])).splitlines()


def _only_line(lines: list[str], tag: str) -> int:
    found = [i for i, line in enumerate(lines) if line.strip() in (f"// {tag}", f"# {tag}")]
    if len(found) != 1:
        raise QuoteError(f"has {len(found)} lines '// {tag}', needs one")
    return found[0]


def refresh(text: str, root: Path) -> Page:
    """The page with every quote brought up to date."""
    lines = text.split("\n")
    page = Page()
    i = 0
    while i < len(lines):
        marker = MARKER.fullmatch(lines[i])
        end = _end_of_block(lines, i + 1 if marker else i)
        if end is None:
            if marker:
                page.broken.append((i + 1, "a marker without a fenced block right after it"))
            end = i
        elif marker:
            region = _quote(page, marker, lines[i + 2 : end], i + 1, root)
            lines[i + 2 : end] = region
            end = i + 2 + len(region)
        page.lines += lines[i : end + 1]  # a block without a marker is not looked at
        i = end + 1
    return page


def _end_of_block(lines: list[str], start: int) -> int | None:
    """The closing fence of the block that opens at `start`."""
    opening = FENCE.fullmatch(lines[start]) if start < len(lines) else None
    if opening is None:
        return None
    closing = re.compile(r" {0,3}" + re.escape(opening["fence"]) + opening["fence"][0] + r"*\s*")
    return next((i for i in range(start + 1, len(lines)) if closing.fullmatch(lines[i])), None)


def _quote(page: Page, marker: re.Match[str], quoted: list[str], number: int, root: Path) -> list[str]:
    """What the block should hold; what it holds where that cannot be told."""
    name = f"{marker['path']}#{marker['region']}"
    file = (root / marker["path"]).resolve()
    page.quotes += 1
    try:
        if not file.is_relative_to(root.resolve()):
            raise QuoteError("is outside the repository")
        region = region_of(file, marker["region"])
    except QuoteError as error:
        page.broken.append((number, f"{name}: {error}"))
        return quoted
    if quoted != region:
        page.stale.append((number, f"the quote differs from {name}"))
    return region


def markdown_files(root: Path) -> Iterator[Path]:
    """Every Markdown file of the project, in order."""
    for path in sorted(root.rglob("*.md")):
        if not NOT_OURS.intersection(path.relative_to(root).parts):
            yield path


def main() -> int:
    """Returns 0 when every quote is up to date, or was brought up to date; 1 when one is not."""
    parser = argparse.ArgumentParser(description="Checks that code quoted in Markdown equals its source.")
    parser.add_argument("--update", action="store_true", help="rewrite quotes that differ")
    parser.add_argument("--root", type=Path, default=ROOT, help="the folder to look through")
    options = parser.parse_args()
    quotes = problems = 0
    for file in markdown_files(options.root):
        text = file.read_text(encoding="utf-8")
        page = refresh(text, options.root)
        quotes += page.quotes
        if options.update and page.stale:
            file.write_text("\n".join(page.lines), encoding="utf-8")
        unsolved = page.broken if options.update else sorted(page.broken + page.stale)
        problems += len(unsolved)
        for number, sentence in unsolved:
            print(f"{file.relative_to(options.root)}:{number}: {sentence}", file=sys.stderr)
    if problems:
        print("fix the markers, then: python3 tools/quoted_code.py --update", file=sys.stderr)
        return 1
    print(f"quotes up to date: {quotes}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
