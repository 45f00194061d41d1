"""Each handout begins with a first step and leads to the chapter; each page of the chapter leads to a lab."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from handbook.pages import WHOLE

from grader.core.manifest import Lab
from grader.tests.labs.test_handouts import PROJECT, every_lab, handout, parts_of

ROOT = PROJECT.root
CHAPTER = ROOT / "docs" / "chapter"
TEMPLATE = ROOT / "tools" / "new_lab" / "lab" / "README.md"
PAGES = sorted(page for page in CHAPTER.glob("*.md") if page.name != "index.md")

OPENING = ["You will", "Time", "You need", "First step"]
WORDS_BEFORE_THE_FIRST_COMMAND = 400
TAKEAWAYS = range(3, 6)

ROW = re.compile(r"^\| \*\*(.+?)\*\* \| (.+) \|$", re.MULTILINE)
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\[\]]*\])+\]\((?P<target>[^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,4} (.+)$", re.MULTILINE)


def text_of(lab: Lab) -> str:
    return handout(lab).read_text(encoding="utf-8")


def opening_of(text: str) -> str:
    return text.partition("\n## ")[0]


def links_of(file: Path) -> Iterator[tuple[Path, str]]:
    """The files of the repository that a Markdown file links to, each with its anchor or ''."""
    for match in LINK.finditer(FENCE.sub("", file.read_text(encoding="utf-8"))):
        target, _, anchor = match["target"].partition("#")
        if not re.match(r"[a-z]+:", match["target"]):
            yield Path(os.path.normpath(file.parent / target)) if target else file, anchor


def anchors_of(file: Path) -> set[str]:
    """The anchors of a Markdown file's headings, as GitHub and the handbook name them."""
    text = file.read_text(encoding="utf-8")
    if shown := WHOLE.search(text):
        text = (ROOT / shown["path"]).read_text(encoding="utf-8")
    headings = HEADING.findall(FENCE.sub("", text))
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.strip().replace(" ", "-") for heading in plain}


def leads_somewhere(target: Path, anchor: str) -> bool:
    if not target.exists():
        return False
    return not anchor or target.suffix != ".md" or anchor in anchors_of(target)


@every_lab
def test_a_handout_opens_with_what_time_needs_and_a_first_step(lab: Lab) -> None:
    rows = ROW.findall(opening_of(text_of(lab)))
    assert [name for name, _ in rows] == OPENING
    time = dict(rows)["Time"]
    core, whole = (int(minutes) for minutes in re.findall(r"\b\d+\b", re.sub(r"`[^`]*`", "", time)))
    assert time.startswith("about ") and 0 < core < whole


@every_lab
def test_the_first_command_comes_early_and_is_a_check(lab: Lab) -> None:
    step = parts_of(lab)["First step"]
    command = f"./course check {lab.id}\n"
    assert command in step
    assert f"({lab.kernel_file})" in step, "it names the file to edit"
    before, _, _ = text_of(lab).partition(command)
    assert len(before.split()) <= WORDS_BEFORE_THE_FIRST_COMMAND


@every_lab
def test_a_handout_links_the_chapters_pages_that_go_with_it(lab: Lab) -> None:
    (line,) = re.findall(r"^\*\*Read with this lab:\*\* .+$", opening_of(text_of(lab)), re.MULTILINE)
    names = re.findall(r"\]\(\.\./\.\./docs/chapter/(\w+)\.md\)", line)
    assert names
    assert all((CHAPTER / f"{name}.md").is_file() for name in names)


@every_lab
def test_a_handout_ends_with_takeaways_and_says_when_to_see_the_solution(lab: Lab) -> None:
    part = parts_of(lab)["Takeaways"]
    assert len(re.findall(r"^- ", part, re.MULTILINE)) in TAKEAWAYS
    assert f"**The reference solution** is in `solutions/{lab.folder}`" in part
    assert "Open it when" in part
    # A student edition has no solutions, so a link would lead nowhere.
    assert "solutions/" not in " ".join(match["target"] for match in LINK.finditer(part))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_a_page_of_the_chapter_says_which_lab_practises_it(page: Path) -> None:
    last = page.read_text(encoding="utf-8").rstrip().rpartition("\n\n")[2]
    assert last.startswith("**Practise:** ")
    assert re.search(r"\]\(\.\./\.\./labs/lab\d+_\w+/README\.md\)", last)


def test_links_between_handouts_and_the_handbook_lead_somewhere() -> None:
    files = [*(ROOT / "labs").glob("lab*_*/README.md"), *PAGES, CHAPTER / "index.md"]
    files += [ROOT / "docs" / name for name in ("index.md", "interview.md", "checks.md", "labs/index.md")]
    lost = [
        f"{file.relative_to(ROOT)}: {os.path.relpath(target, ROOT)}#{anchor}"
        for file in files
        for target, anchor in links_of(file)
        if not leads_somewhere(target, anchor)
    ]
    assert lost == []


def test_anchors_are_those_of_headings() -> None:
    assert "names-from-nvprof" in anchors_of(CHAPTER / "profilers.md")
    assert "const-__restrict__" in anchors_of(CHAPTER / "caches.md")


def test_a_new_lab_begins_in_the_same_form() -> None:
    text = TEMPLATE.read_text(encoding="utf-8")
    assert [name for name, _ in ROW.findall(opening_of(text))] == OPENING
    before, command, _ = text.partition("./course check lab0\n")
    assert command and len(before.split()) <= WORDS_BEFORE_THE_FIRST_COMMAND
    assert "\n## First step\n" in before and "\n## Takeaways\n" in text
    assert "**The reference solution**" in text
