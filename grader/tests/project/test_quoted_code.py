"""tools/quoted_code.py: quotes in Markdown follow the code, and this repository's do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

KERNEL = """\
#include "other.h"

// [body]
  int x = 1;
  if (x) {
    x = 2;
  }
// [/body]
int y;
"""
BODY = "int x = 1;\nif (x) {\n  x = 2;\n}"
MARKER = "<!-- quoted: code.cu#body -->"


def quoted_code(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools/quoted_code.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def page(quote: str, marker: str = MARKER) -> str:
    return f"# Title\n\n{marker}\n```cuda\n{quote}\n```\n\nThe end, without a newline"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "code.cu").write_text(KERNEL, encoding="utf-8")
    return tmp_path


def write(root: Path, text: str) -> Path:
    file = root / "docs" / "page.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_every_quote_of_this_repository_is_up_to_date() -> None:
    run = quoted_code()
    assert run.returncode == 0, run.stderr
    assert int(run.stdout.rpartition(" ")[2]) > 0, "no quote was found at all"


def test_an_equal_quote_passes(root: Path) -> None:
    write(root, page(BODY))
    run = quoted_code("--root", root)
    assert (run.returncode, run.stdout, run.stderr) == (0, "quotes up to date: 1\n", "")


@pytest.mark.parametrize("quote", [BODY.replace("2", "3"), BODY + "\n", "  " + BODY, ""])
def test_a_quote_that_differs_fails_and_names_its_line(root: Path, quote: str) -> None:
    file = write(root, page(quote))
    run = quoted_code("--root", root)
    assert run.returncode == 1
    assert run.stderr.startswith("docs/page.md:3: the quote differs from code.cu#body\n")
    assert file.read_text(encoding="utf-8") == page(quote), "a check changes nothing"


def test_changed_code_makes_a_quote_stale(root: Path) -> None:
    write(root, page(BODY))
    (root / "code.cu").write_text(KERNEL.replace("x = 2", "x = 3"), encoding="utf-8")
    assert quoted_code("--root", root).returncode == 1


def test_update_rewrites_the_quote_and_nothing_else(root: Path) -> None:
    file = write(root, page("old\nlines") + "\n\n" + page("") + "\n")
    assert quoted_code("--root", root, "--update").returncode == 0
    assert file.read_text(encoding="utf-8") == page(BODY) + "\n\n" + page(BODY) + "\n"
    assert quoted_code("--root", root).stdout == "quotes up to date: 2\n"


@pytest.mark.parametrize(
    ("marker", "sentence"),
    [
        ("<!-- quoted: none.cu#body -->", "none.cu#body: cannot be read"),
        ("<!-- quoted: code.cu#none -->", "code.cu#none: has 0 lines '// [none]', needs one"),
        ("<!-- quoted: ../code.cu#body -->", "../code.cu#body: is outside the repository"),
    ],
)
@pytest.mark.parametrize("mode", [(), ("--update",)])
def test_a_marker_that_leads_nowhere_fails(
    root: Path, marker: str, sentence: str, mode: tuple[str, ...]
) -> None:
    file = write(root, page(BODY, marker))
    run = quoted_code("--root", root, *mode)
    assert run.returncode == 1
    assert run.stderr.startswith(f"docs/page.md:3: {sentence}")
    assert file.read_text(encoding="utf-8") == page(BODY, marker)


@pytest.mark.parametrize("rest", ["", "\n```cuda\nint x;\n```\n", "```cuda\nnever closed\n"])
def test_a_marker_needs_a_block_right_after_it(root: Path, rest: str) -> None:
    write(root, f"{MARKER}\n{rest}")
    run = quoted_code("--root", root)
    assert run.returncode == 1
    assert run.stderr.startswith("docs/page.md:1: a marker without a fenced block right after it")


def test_a_region_must_be_marked_once(root: Path) -> None:
    (root / "code.cu").write_text(KERNEL + KERNEL, encoding="utf-8")
    write(root, page(BODY))
    assert "code.cu#body: has 2 lines '// [body]'" in quoted_code("--root", root).stderr


def test_a_region_may_be_marked_in_shell_and_python_comments(root: Path) -> None:
    (root / "code.cu").write_text("# [body]\nls\n# [/body]\n", encoding="utf-8")
    write(root, page("ls"))
    assert quoted_code("--root", root).returncode == 0


def test_other_blocks_are_left_alone(root: Path) -> None:
    write(root, f"```cuda\nint free;\n```\n\n````md\n{MARKER}\n```cuda\nold\n```\n````\n")
    assert quoted_code("--root", root).stdout == "quotes up to date: 0\n"


def test_build_folders_are_not_ours(root: Path) -> None:
    (root / "build").mkdir()
    (root / "build/page.md").write_text(page("old"), encoding="utf-8")
    assert quoted_code("--root", root).returncode == 0
