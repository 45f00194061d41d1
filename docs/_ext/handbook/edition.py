"""Which pages this checkout can have: the student edition lacks what gives answers away."""

from __future__ import annotations

import re
from pathlib import Path

# Pages that show what lies elsewhere, by what they cannot do without (from the repository's root).
NEEDS = {
    "words.md": "solutions",
    "engineers/contributing.md": "CONTRIBUTING.md",
    "explore.md": "docs/explorer/index.html",
}

# A lab's page is made of its handout when the handbook is built (lab_pages.py).
LAB_PAGE = re.compile(r"labs/(lab\d+)\.md")


def left_out(docs: Path) -> list[str]:
    """The pages, relative to docs/, whose source this checkout has not."""
    return [page for page, needed in NEEDS.items() if not (docs.parent / needed).exists()]


def has_page(docs: Path, page: str) -> bool:
    """Whether there is such a page, or will be, named with its .md and relative to docs/."""
    if lab := LAB_PAGE.fullmatch(page):
        return any((docs.parent / "labs").glob(f"{lab[1]}_*"))
    return (docs / page).is_file() and page not in left_out(docs)
