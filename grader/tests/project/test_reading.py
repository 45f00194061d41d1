"""Who reads which page, how long it takes, and what comes before and after it."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from handbook.page_lines import line_of, neighbours, time_of
from handbook.reading import (
    LEVELS,
    WORDS_A_MINUTE,
    Door,
    Reading,
    Row,
    count_words,
    doors_text,
    lab_time,
    minutes_of,
    pages_text,
    read_reading,
)
from sphinx.errors import ExtensionError

from grader.core.manifest import read_labs
from grader.core.paths import current_project
from grader.tests.handbook_build import built_handbook

ROOT = Path(__file__).resolve().parents[3]
DOCS = ROOT / "docs"
LINE = re.compile(r'</h1>\s*<p class="page-line"><span>(.+?)</span> <span>(.+?)</span>')
NEXT = re.compile(r'<a class="next-page" href="([^"]+)"')
PREVIOUS = re.compile(r'<a class="prev-page" href="([^"]+)"')


def a_reading() -> Reading:
    def door(reader: str, path: tuple[str, ...]) -> Door:
        return Door(reader, "I learn", "Learn.", "./course check", "This.", "That.", path[0], path)

    return Reading(
        (door("student", ("a", "labs/lab1", "b")), door("engineer", ("c",))),
        (Row("Memory", "core", ("a",), "labs/lab1"),),
        {"further": ("labs/*", "b"), "reference": ("measurements/*",)},
    )


def test_words_that_nobody_reads_do_not_count() -> None:
    text = """
<!-- measured: "63 µs" is an example -->
```{warp} tile[0]
:tile: [32][32]
```

A [lane](../chapter/banks.md) of a **warp**.

| a | b |
| --- | --- |
| one | two |

<svg viewBox="0 0 1 1"><text>not this</text></svg>
```{toctree}
simt
```
"""
    assert count_words(text) == 10  # A lane of a warp. a b one two, and the full stop


def test_a_page_takes_as_long_as_its_words_and_a_lab_as_long_as_it_says() -> None:
    assert [minutes_of(words) for words in (1, WORDS_A_MINUTE, WORDS_A_MINUTE + 1)] == [1, 1, 2]
    assert time_of("word " * WORDS_A_MINUTE) == "1 minute to read"
    assert time_of("word " * 3 * WORDS_A_MINUTE) == "3 minutes to read"
    lab = "| **Time** | about 60 minutes for the core (`f`, `g`), 120 for everything |"
    assert time_of(lab) == "60 minutes for the core, 120 for everything"


def test_every_handout_says_how_long_it_takes() -> None:
    labs = read_labs(current_project())
    assert len(labs) > 10
    for lab in labs:
        text = (ROOT / "labs" / lab.folder / "README.md").read_text(encoding="utf-8")
        assert lab_time(text), lab.id


def test_a_row_of_the_map_decides_the_level_then_the_first_pattern() -> None:
    reading = a_reading()
    pages = ("a", "labs/lab1", "labs/lab2", "measurements/h200/x")
    assert [reading.level_of(page) for page in pages] == ["core", "core", "further", "reference"]
    line = line_of("labs/lab1", "60 minutes", reading)
    assert (line.level, line.place) == ("Core", "For students: 2 of 3")
    assert line_of("measurements/x", "9 minutes to read", reading).time == "9 minutes if read whole"
    with pytest.raises(ExtensionError, match=r"reading\.toml has no level for new: add it to \[levels\]"):
        line_of("new", "1 minute to read", reading)


def test_previous_and_next_follow_the_door_and_the_table_of_contents_elsewhere() -> None:
    contents = ["index", "a", "b", "terms", "c", "labs/lab1", "records"]
    assert neighbours(contents, a_reading()) == {
        "index": ("", "a"),
        "a": ("index", "labs/lab1"),
        "labs/lab1": ("a", "b"),
        "b": ("labs/lab1", ""),
        "c": ("index", ""),
        "terms": ("index", "records"),
        "records": ("terms", ""),
    }


def test_each_page_is_in_one_place_and_the_chapter_lists_all_of_its_pages() -> None:
    reading = read_reading(DOCS)
    placed = [page for door in reading.doors for page in door.path]
    assert sorted(placed) == sorted(set(placed)) and len(reading.doors) == 3
    listed = set(pages_text(DOCS).split())
    assert {page.stem for page in (DOCS / "chapter").glob("*.md")} - {"index"} <= listed
    assert {f"labs/{lab.id}" for lab in read_labs(current_project())} <= set(placed)


def test_a_door_is_closed_where_its_first_page_is_missing(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    (docs / "chapter").mkdir(parents=True)
    (docs / "chapter" / "index.md").touch()
    (docs / "reading.toml").write_text((DOCS / "reading.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert [door.path for door in read_reading(docs).doors] == [("chapter/index",)]
    assert "Begin as a student" in doors_text(docs) and "instructor" not in doors_text(docs)


@pytest.fixture(scope="module")
def handbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.getbasetemp()
    return built_handbook(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


def sources(handbook: Path) -> dict[str, str]:
    """By name, every page that somebody wrote."""
    files = {file.relative_to(handbook).with_suffix("").as_posix(): file for file in handbook.rglob("*.html")}
    return {
        page: file.read_text(encoding="utf-8")
        for page, file in files.items()
        if page != "search" and not page.startswith(("_", "explorer/"))
    }


@pytest.mark.slow
def test_every_page_says_its_time_and_its_level_below_its_title(handbook: Path) -> None:
    pages = sources(handbook)
    assert len(pages) > 80
    levels = {level.capitalize() for level in LEVELS.values()}
    for page, text in pages.items():
        found = LINE.search(text)
        assert found, page
        assert re.search(r"\d+ minute", found[1]) and found[2] in levels, page


@pytest.mark.slow
def test_next_goes_through_every_page_of_a_door_and_previous_back(handbook: Path) -> None:
    pages = sources(handbook)

    def follow(page: str, link: re.Pattern[str]) -> str:
        if not (found := link.search(pages[page])):
            return ""
        file = (handbook / f"{page}.html").parent / found[1]
        # "#" is the page itself.
        return Path(os.path.normpath(file)).relative_to(handbook).with_suffix("").as_posix()

    walked = {"index"}
    for door in read_reading(DOCS).doors:
        page = door.path[0]
        assert follow(page, PREVIOUS) == "index"
        for after in door.path[1:]:
            assert follow(page, NEXT) == after and follow(after, PREVIOUS) == page
            page = after
        assert follow(page, NEXT) == ""
        walked |= set(door.path)
    assert follow("index", NEXT) == "chapter/index"
    rest = next(page for page in pages if page not in walked and follow(page, PREVIOUS) == "index")
    while rest:
        walked.add(rest)
        rest = follow(rest, NEXT)
    assert walked == set(pages)
