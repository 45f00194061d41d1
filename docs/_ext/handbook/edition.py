"""Which pages this checkout can have: the student edition lacks what gives answers away."""

from __future__ import annotations

from pathlib import Path

# Pages that show what lies elsewhere, by what they cannot do without (from the repository's root).
NEEDS = {
    "words.md": "solutions",
    "engineers/contributing.md": "CONTRIBUTING.md",
    "explore.md": "docs/explorer/index.html",
}


def left_out(docs: Path) -> list[str]:
    """The pages, relative to docs/, whose source this checkout has not."""
    return [page for page, needed in NEEDS.items() if not (docs.parent / needed).exists()]


def has_page(docs: Path, page: str) -> bool:
    """Whether there is such a page, named with its .md and relative to docs/."""
    return (docs / page).is_file() and page not in left_out(docs)
