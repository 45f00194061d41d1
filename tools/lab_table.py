#!/usr/bin/env python3
"""Writes the README's table of the labs from their manifests, between two markers.

    <!-- labs -->
    <!-- /labs -->

Without --update it only compares. A lab that is a link in labs/ belongs to somebody else's checkout, and is
not in the table.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grader.core.manifest import Lab, read_labs  # noqa: E402
from grader.core.paths import Project  # noqa: E402

BLOCK = re.compile(r"(?<=<!-- labs -->\n).*?(?=<!-- /labs -->)", re.DOTALL)


def table_of(labs: list[Lab]) -> str:
    """The Markdown table, a line a lab."""
    lines = ["| lab | what you do |", "| --- | --- |"]
    lines += [f"| [{lab.id}](labs/{lab.folder}/README.md) {lab.title} | {lab.summary} |" for lab in labs]
    return "\n".join(["", *lines, "", ""])


def refresh(text: str, root: Path) -> str:
    """The text with the table of root's labs between its markers. Raises ValueError without these."""
    labs = read_labs(Project(root, root / "build"))
    own = [lab for lab in labs if not (root / "labs" / lab.folder).is_symlink()]
    if not BLOCK.search(text):
        raise ValueError("there are no lines '<!-- labs -->' and '<!-- /labs -->'")
    return BLOCK.sub(lambda _: table_of(own), text)


def main() -> int:
    """Returns 0 when the table is up to date, or was brought up to date; 1 when it is not."""
    parser = argparse.ArgumentParser(description="The README's table of the labs, from their manifests.")
    parser.add_argument("--update", action="store_true", help="rewrite the table")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout")
    options = parser.parse_args()
    readme = options.root / "README.md"
    text = readme.read_text(encoding="utf-8")
    wanted = refresh(text, options.root)
    if text == wanted:
        return 0
    if options.update:
        readme.write_text(wanted, encoding="utf-8")
        return 0
    print(
        "README.md: its table differs from the labs' manifests: tools/lab_table.py --update",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
