"""Every way in which a file is saved gives its text, once, and none is missed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.cli import saves
from grader.cli.saves import saved_texts, settled


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "kernel.cu"
    file.write_text("first", encoding="utf-8")
    return file


def texts_of(file: Path, action: Callable[[], None], count: int, poll: bool = False) -> list[str | None]:
    """The first texts seen after an action that begins a little later, in another thread."""
    told: list[str] = []
    worker = threading.Timer(0.3, action)
    worker.start()
    seen: Iterator[str | None] = saved_texts(file, "first", poll, told.append)
    found = [next(seen) for _ in range(count)]
    worker.join()
    assert told == []
    return found


@pytest.mark.parametrize("poll", [False, True], ids=["events", "poll"])
def test_a_save_in_place_and_one_by_rename_are_seen(file: Path, poll: bool) -> None:
    def save() -> None:
        file.write_text("second", encoding="utf-8")
        time.sleep(1.2)
        other = file.with_name(".kernel.cu.swp")
        other.write_text("third", encoding="utf-8")
        other.replace(file)

    assert texts_of(file, save, 2, poll) == ["second", "third"]


def test_a_file_that_is_away_for_a_moment_was_not_deleted(file: Path) -> None:
    def save() -> None:
        file.rename(file.with_name("kernel.cu~"))
        time.sleep(0.15)
        file.write_text("second", encoding="utf-8")

    assert texts_of(file, save, 1) == ["second"]


def test_a_file_that_is_gone_is_told_and_so_is_its_return(file: Path) -> None:
    def delete() -> None:
        file.unlink()
        time.sleep(1.5)
        file.write_text("first", encoding="utf-8")

    assert texts_of(file, delete, 2) == [None, "first"]


def test_an_editor_that_empties_the_file_first_is_waited_for(file: Path) -> None:
    def save() -> None:
        file.write_text("", encoding="utf-8")
        time.sleep(0.15)
        file.write_text("second", encoding="utf-8")

    assert texts_of(file, save, 1) == ["second"]


def test_several_quick_saves_end_with_the_last(file: Path) -> None:
    def save() -> None:
        for number in range(20):
            file.write_text(f"save {number}", encoding="utf-8")
            time.sleep(0.01)
        time.sleep(1.2)
        file.write_text("end", encoding="utf-8")

    seen = saved_texts(file, "first", False, lambda _: None)
    worker = threading.Timer(0.3, save)
    worker.start()
    found: list[str | None] = []
    while not found or found[-1] != "end":
        found.append(next(seen))
    worker.join()
    assert found[-2:] == ["save 19", "end"]
    assert len(found) < 6


def test_a_save_before_the_watch_begins_is_not_missed(file: Path) -> None:
    file.write_text("second", encoding="utf-8")
    assert next(saved_texts(file, "first", False, lambda _: None)) == "second"


def test_a_file_reached_by_a_link_is_watched_where_it_lies(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "lab" / "kernel.cu"
    link.parent.mkdir()
    link.symlink_to(file)

    def save() -> None:
        file.write_text("second", encoding="utf-8")

    assert texts_of(link, save, 1) == ["second"]


def test_where_the_system_gives_no_notice_the_file_is_looked_at(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> Iterator[None]:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(saves, "watch", broken)
    told: list[str] = []
    seen = saved_texts(file, "first", False, told.append)
    threading.Timer(0.3, lambda: file.write_text("second", encoding="utf-8")).start()
    assert next(seen) == "second"
    assert "gives no notice of saves" in told[0]
    assert "Too many open files" in told[0]


def test_polling_is_tried_before_looking(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def half_broken(*_: object, **options: object) -> Iterator[None]:
        asked.append(options["force_polling"])
        if not options["force_polling"]:
            raise RuntimeError("inotify limit reached")
        file.write_text("second", encoding="utf-8")
        while True:
            yield

    monkeypatch.setattr(saves, "watch", half_broken)
    assert next(saved_texts(file, "first", False, lambda _: None)) == "second"
    assert asked == [False, True]


def test_a_file_that_stays_empty_is_empty(file: Path) -> None:
    file.write_text("", encoding="utf-8")
    assert settled(file) == ""
