"""tools/macros_aside.py: a program's macros stay out of CUDA's headers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.macros_aside import names, unguarded

ROOT = Path(__file__).resolve().parents[3]


def test_the_headers_put_aside_what_they_use() -> None:
    command = [sys.executable, "tools/macros_aside.py"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, ""), ended.stderr


def test_names_are_those_that_a_program_may_define() -> None:
    text = (
        "#ifdef CONFIGURED\n"
        "#define CHOSEN(a) \\\n  (a + word)\n"
        "#endif\n"
        "template <class Value>  // of some Kind\n"
        'void cudaThing(Value simt_first, int _x, int y) { assert(0x7fU and "text"); CHOSEN(y); }\n'
    )
    assert names([text]) == ["Value", "a", "word", "y"]


def test_a_header_without_the_two_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "common/simt/include/cuda"
    (folder / "device").mkdir(parents=True)
    guards = '#include "device/simt_macros_aside.h"\n#include "device/simt_macros_back.h"\n'
    (folder / "guarded.h").write_text(guards)
    (folder / "plain.h").write_text("int x;\n")
    (folder / "device/simt_internal.h").write_text("int x;\n")
    assert unguarded(tmp_path) == ["plain.h"]
