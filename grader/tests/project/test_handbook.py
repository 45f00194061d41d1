"""The handbook builds without a warning, and everything on its pages leads somewhere."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest

from grader.cli.main import main
from grader.core.manifest import read_labs
from grader.core.paths import current_project
from grader.tests.handbook_build import build, built_handbook

ROOT = Path(__file__).resolve().parents[3]
DOCS = ROOT / "docs"


@dataclass
class Page(HTMLParser):
    """What a page points to, and what may be pointed to in it."""

    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") not in ("search", "next", "prev", "index"):
            self.loaded.append(given["href"])
        elif "src" in given:
            self.loaded.append(given["src"])
        if tag == "img" and not given.get("alt"):
            self.unnamed.append(given.get("src", ""))


@pytest.fixture(scope="module")
def handbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.getbasetemp()
    return built_handbook(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


@pytest.fixture(scope="module")
def pages(handbook: Path) -> dict[Path, Page]:
    found = {}
    for file in sorted(handbook.rglob("*.html")):
        page = Page()
        page.feed(file.read_text(encoding="utf-8"))
        found[file] = page
    return found


def is_external(target: str) -> bool:
    return bool(urlsplit(target).scheme or urlsplit(target).netloc)


def broken(file: Path, target: str, pages: dict[Path, Page]) -> str:
    """Why the target leads nowhere; '' when it does not."""
    path, anchor = urldefrag(target)
    aim = (file.parent / unquote(urlsplit(path).path)).resolve() if path else file
    if not aim.is_file():
        return f"{file.name}: {target}: no such file"
    if anchor and aim in pages and unquote(anchor) not in pages[aim].ids:
        return f"{file.name}: {target}: no such place"
    return ""


@pytest.mark.slow
def test_every_link_and_every_anchor_leads_somewhere(pages: dict[Path, Page]) -> None:
    targets = [(file, target) for file, page in pages.items() for target in (*page.links, *page.loaded)]
    assert len(targets) > 1000
    problems = [broken(file, target, pages) for file, target in targets if not is_external(target)]
    assert [problem for problem in problems if problem] == []


@pytest.mark.slow
def test_nothing_is_loaded_from_a_network(handbook: Path, pages: dict[Path, Page]) -> None:
    assert [target for page in pages.values() for target in page.loaded if is_external(target)] == []
    for style in handbook.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        assert "url(http" not in text and "url(//" not in text and "@import" not in text, style


@pytest.mark.slow
def test_no_role_is_left_as_it_was_typed(pages: dict[Path, Page]) -> None:
    # A bar within a table's cell ends it, and the role with it.
    for file in pages:
        assert not re.search(
            r"\{(counted|measured|predicted|term|time)\}", file.read_text(encoding="utf-8")
        ), file


@pytest.mark.slow
def test_no_id_is_given_twice_and_every_picture_has_words(pages: dict[Path, Page]) -> None:
    for file, page in pages.items():
        assert sorted(set(page.ids)) == sorted(page.ids), file
        assert page.unnamed == [], file


@pytest.mark.slow
def test_every_lab_and_every_measured_page_is_in_it(handbook: Path) -> None:
    for lab in read_labs(current_project()):
        assert (handbook / "labs" / f"{lab.id}.html").is_file()
    for source in (DOCS / "measurements").rglob("*.md"):
        assert (handbook / source.relative_to(DOCS)).with_suffix(".html").is_file(), source


@pytest.mark.slow
@pytest.mark.full
def test_the_student_edition_has_one_without_the_answers(tmp_path: Path) -> None:
    edition = tmp_path / "edition"
    assert main(["release", str(edition)]) == 0
    pages = {page.stem for page in build(edition, tmp_path / "out").rglob("*.html")}
    assert {"index", "coalescing", "lab1", "troubleshooting"} <= pages
    assert "words" not in pages


SAID = re.compile(r"<!-- said by: (?P<file>\S+) -->\n```text\n(?P<words>.*?)\n```", re.DOTALL)


def test_every_message_of_the_troubleshooting_page_is_still_said() -> None:
    text = (DOCS / "troubleshooting.md").read_text(encoding="utf-8")
    quotes = list(SAID.finditer(text))
    assert len(quotes) == text.count("```text") > 20
    for quote in quotes:
        said_by = (ROOT / quote["file"]).read_text(encoding="utf-8")
        for part in quote["words"].split("…"):
            words = part.strip()
            # A file may say it in several pieces of one string; what is quoted must stand in one.
            assert words and words in said_by, f"{quote['file']} no longer says: {words}"
