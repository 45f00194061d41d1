"""The labs' handouts: their parts in order, short enough to read, and no figure of their own.

A handout is a page for GitHub as well as for the handbook, so it cannot name a figure by its record. It holds
the figure, and what is checked here is that a page of docs/measurements/h200 holds it too.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.core.manifest import Lab, read_labs
from grader.core.paths import current_project

PROJECT = current_project()

PARTS = [
    "First step",
    "Why it matters",
    "The idea, step by step",
    "The task",
    "Hints",
    "Look at it yourself",
    "Before you move on",
    "How it is graded",
    "What was measured on an H200",
    "Takeaways",
]
MEASURED = ("Why it matters", "What was measured on an H200")
WORDS = 1800
HINTS_A_KERNEL = 3

# A lab that is a link in labs/ belongs to somebody else's checkout.
LABS = [lab for lab in read_labs(PROJECT) if not (PROJECT.root / "labs" / lab.folder).is_symlink()]
every_lab = pytest.mark.parametrize("lab", LABS, ids=[lab.id for lab in LABS])


def handout(lab: Lab) -> Path:
    return PROJECT.root / "labs" / lab.folder / "README.md"


def parts_of(lab: Lab) -> dict[str, str]:
    text = handout(lab).read_text(encoding="utf-8")
    _, *rest = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return dict(zip(rest[::2], rest[1::2], strict=True))


@every_lab
def test_the_parts_stand_in_their_order(lab: Lab) -> None:
    assert list(parts_of(lab)) == PARTS


@every_lab
def test_what_comes_before_the_folded_parts_can_be_read_in_one_sitting(lab: Lab) -> None:
    opening, _, _ = handout(lab).read_text(encoding="utf-8").partition("<details>")
    assert len(re.sub(r"<!--.*?-->", "", opening, flags=re.DOTALL).split()) <= WORDS


@every_lab
def test_each_kernel_has_three_folded_hints(lab: Lab) -> None:
    hints = re.findall(r"<summary>(.+?), hint (\d)", parts_of(lab)["Hints"])
    kernels = list(dict.fromkeys(kernel for kernel, _ in hints))
    assert hints == [(kernel, str(i + 1)) for kernel in kernels for i in range(HINTS_A_KERNEL)]


def figures_in_tables(text: str) -> list[str]:
    """Whole numbers of three and four digits that stand in a table, but for the sides of a matrix."""
    rows = "\n".join(line for line in text.splitlines() if line.startswith("| "))
    rows = re.sub(r"`[^`]*`|\d+ x \d+", "", rows)
    return re.findall(r"(?<![\w.,])\d{3,4}(?!\w|[.,]\d)", rows)


@every_lab
def test_each_measured_figure_stands_in_a_record(lab: Lab) -> None:
    parts = parts_of(lab)
    text = "\n".join(parts[name] for name in MEASURED)
    linked = re.findall(r"\]\((\.\./\.\./docs/measurements/h200/\w+\.md)\)", text)
    pages = {handout(lab).parent / link for link in linked}
    recorded = "\n".join(page.read_text(encoding="utf-8") for page in sorted(pages))
    missing = [
        figure
        for figure in figures_in_tables(text)
        if not re.search(rf"(?<![\w.,]){figure}(?!\w|[.,]\d)", recorded)
    ]
    assert not missing, f"{handout(lab)}: no linked record holds {', '.join(missing)}"


def test_a_figure_is_found_where_it_is_one() -> None:
    table = "| `sm_90` | 4096 x 4096, 1736 | 4,096 bytes | 2.25 | 0.123 | 543, 773 |\n"
    assert figures_in_tables(table) == ["1736", "543", "773"]
    assert not figures_in_tables("1736 in a sentence")
