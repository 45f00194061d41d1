#!/usr/bin/env python3
"""Writes what lists the labs from their manifests, each between two markers.

    README.md             the table of the labs, between <!-- labs --> and <!-- /labs -->
    .vscode/tasks.json    a task for each lab, between // labs and // /labs

Without --update it only compares. A lab that is a link in labs/ belongs to somebody else's checkout, and is
listed nowhere. An edition without one of the files has no list there.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grader.core.manifest import Lab, read_labs  # noqa: E402
from grader.core.paths import Project  # noqa: E402

README, TASKS = "README.md", ".vscode/tasks.json"
BLOCKS = {
    README: re.compile(r"(?<=<!-- labs -->\n).*?(?=<!-- /labs -->)", re.DOTALL),
    TASKS: re.compile(r"(?<=    // labs\n).*?(?=    // /labs\n)", re.DOTALL),
}
# The task that those of the labs are copies of: it checks the lab of the open file.
OF_THE_OPEN_FILE = "check this lab"


def table_of(labs: Sequence[Lab]) -> str:
    """The Markdown table, a line a lab."""
    lines = ["| lab | what you do |", "| --- | --- |"]
    lines += [f"| [{lab.id}](labs/{lab.folder}/README.md) {lab.title} | {lab.summary} |" for lab in labs]
    return "\n".join(["", *lines, "", ""])


def tasks_of(labs: Sequence[Lab], text: str) -> str:
    """A task a line, each with the problem matcher that the task of the open file has."""
    tasks = json.loads(re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE))["tasks"]
    model = next(task for task in tasks if task["label"] == OF_THE_OPEN_FILE)
    own = [
        {
            **model,
            "label": f"check {lab.id}",
            "detail": lab.title,
            "args": ["check", lab.id, "--problems"],
            "group": "test",
        }
        for lab in labs
    ]
    return "".join(f"    {json.dumps(task, ensure_ascii=False)},\n" for task in own)


def refresh(name: str, text: str, root: Path) -> str:
    """The file's text with what lists root's labs between its markers. Raises ValueError without these."""
    labs = read_labs(Project(root, root / "build"))
    own = [lab for lab in labs if not (root / "labs" / lab.folder).is_symlink()]
    if not BLOCKS[name].search(text):
        raise ValueError(f"{name} lacks the lines between which its labs are listed")
    made = table_of(own) if name == README else tasks_of(own, text)
    return BLOCKS[name].sub(lambda _: made, text)


def main() -> int:
    """Returns 0 when the lists are up to date, or were brought up to date; 1 when one is not."""
    parser = argparse.ArgumentParser(description="What lists the labs, from their manifests.")
    parser.add_argument("--update", action="store_true", help="rewrite the lists")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout")
    options = parser.parse_args()
    stale = False
    for name in filter(lambda name: (options.root / name).is_file(), BLOCKS):
        file = options.root / name
        text = file.read_text(encoding="utf-8")
        wanted = refresh(name, text, options.root)
        if text == wanted:
            continue
        if options.update:
            file.write_text(wanted, encoding="utf-8")
            continue
        stale = True
        print(f"{name} differs from the labs' manifests: tools/lab_table.py --update", file=sys.stderr)
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
