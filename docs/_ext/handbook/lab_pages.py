"""The handbook's pages of the labs: one a lab of labs/, made when the handbook is built.

Each is a line that stands for the lab's handout (handbook.pages), in a file that Git ignores: Sphinx reads
nothing but files. A lab that comes or goes needs no change in docs/. Texts link to a lab by its handout,
`../../labs/lab4_tiled_transpose/README.md`, which is a page of the handbook while the lab exists.
"""

from __future__ import annotations

from pathlib import Path

from grader.core.manifest import Lab, read_labs
from grader.core.paths import Project

FOLDER = "labs"


def write_lab_pages(docs: Path) -> None:
    """Write the page of each lab, and remove those of labs that are gone; a page that is right stays."""
    folder = docs / FOLDER
    pages = {f"{lab.id}.md": f"<!-- whole: labs/{lab.folder}/README.md -->\n" for lab in _labs(docs.parent)}
    for stale in folder.glob("lab*.md"):
        if stale.name not in pages:
            stale.unlink()
    for name, text in pages.items():
        page = folder / name
        if not page.is_file() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


def markdown(root: Path) -> str:
    """The table of contents of the labs, in their order."""
    return "\n".join(["```{toctree}", ":maxdepth: 1", *(lab.id for lab in _labs(root)), "```"])


def _labs(root: Path) -> tuple[Lab, ...]:
    return read_labs(Project(root, root / "build"))
