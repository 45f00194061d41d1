"""The tree's own rules: who may include whom, and how much a folder may hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.house import LAYERS, MOST_FILES, ROOT, Class, classes, main

MACHINE = "common/simt/machine"


def written(path: Path, text: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_the_tree_keeps_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    words = capsys.readouterr().out
    assert "metadata files beside answers: 0\n" in words
    for part, layers in LAYERS.items():
        folders = {folder for layer in layers for folder in layer.split()}
        assert folders == {place.name for place in (ROOT / part).iterdir() if place.is_dir()} - {"tests"}


def test_a_file_that_includes_a_layer_above_its_own_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(
        tmp_path / MACHINE / "memory" / "arena.h", '#include "races/shadow.h"\n#include "common/grid.h"\n'
    )
    written(
        tmp_path / MACHINE / "races" / "shadow.h", '#include "memory/arena.h"\n#include "simt/report.h"\n'
    )
    assert main([str(tmp_path)]) == 1
    said = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("  ")]
    assert said == [
        f"{MACHINE}/memory/arena.h: includes a file of races/, which is above memory/ in tools/house.py: "
        "move what both need to memory/ or below"
    ]


def test_a_full_folder_is_named_and_a_set_of_cases_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(MOST_FILES + 1):
        written(tmp_path / "grader" / f"a{number}.py")
        written(tmp_path / "solutions" / "attacks" / f"a{number}.cu")
    assert main([str(tmp_path)]) == 1
    words = capsys.readouterr().out
    assert f"\ngrader: {MOST_FILES + 1} sources, at most {MOST_FILES} can be surveyed" in words
    assert "\nsolutions" not in words


def test_a_folder_without_sources_is_no_checkout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "give the folder of a checkout" in capsys.readouterr().err


def test_functions_and_members_of_a_class_are_told_apart() -> None:
    text = """
    // class Comment { int no; };
    template <class T>
    class Lane : public Base {
     public:
      explicit Lane(Context& context) : context_(context) { run(); }
      unsigned thread() const { return thread_; }
      [[noreturn]] void stop(const char* why);
      using Stage = int;
      static constexpr unsigned kMost = 3;
      struct Saved { int bytes = 0; };

     private:
      Context& context_;
      unsigned thread_ = 0;
      std::array<int, 4> counts_{};
    };
    """
    found = list(classes(text))
    assert found == [Class("Lane", 3, 3), Class("Saved", 0, 1)]
