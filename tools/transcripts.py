#!/usr/bin/env python3
"""Holds the transcripts in Markdown files to what the commands really print.

A transcript is a fenced block right after a marker, with a command of ./course:

    <!-- transcript: ./course run common/simt/examples/stencil.cu -->

The command runs at the root of the repository, in a terminal of 96 columns. What it prints on both streams is
the block, without the lines that tell how far a build is. `--update` writes the blocks again.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".venv" / "bin" / "python"
FILES = ("README.md", "docs/programs.md", "docs/chapter/occupancy.md")
COLUMNS = 96
LIMIT_S = 600
TRANSCRIPT = re.compile(
    r"^<!-- transcript: \./course (?P<command>.+?) -->\n```text\n(?P<block>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
PROGRESS = re.compile(r"^(configuring|building|compiling) .*\n", re.MULTILINE)


def printed(command: str) -> str:
    """What a command of ./course prints."""
    ended = subprocess.run(
        [str(PYTHON if PYTHON.exists() else sys.executable), "-m", "grader", *shlex.split(command)],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": str(COLUMNS), "TERM": "dumb", "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=LIMIT_S,
        check=False,
    )
    if ended.returncode == 2 or "Traceback (most recent call last)" in ended.stdout:
        sys.exit(f"./course {command} could not run:\n{ended.stdout}")
    own = PROGRESS.sub("", ended.stdout).replace(f"{ROOT}/", "")
    return "".join(f"{line.rstrip()}\n" for line in own.split("\n")).rstrip("\n") + "\n"


def transcripts(text: str) -> Iterator[re.Match[str]]:
    """Every transcript of a Markdown file."""
    yield from TRANSCRIPT.finditer(text)


def refreshed(text: str) -> str:
    """The file's text with every transcript as it is today."""
    return TRANSCRIPT.sub(
        lambda found: (
            f"<!-- transcript: ./course {found['command']} -->\n```text\n{printed(found['command'])}```"
        ),
        text,
    )


def main() -> int:
    """Returns 1 when a transcript differs from what its command prints, and was not to be updated."""
    parser = argparse.ArgumentParser(description="Checks the transcripts in Markdown files.")
    parser.add_argument("--update", action="store_true", help="write those that differ again")
    options = parser.parse_args()
    stale = []
    for name in FILES:
        file = ROOT / name
        text = file.read_text(encoding="utf-8")
        fresh = refreshed(text)
        if fresh != text and options.update:
            file.write_text(fresh, encoding="utf-8")
        elif fresh != text:
            stale.append(name)
    for name in stale:
        print(f"{name}: a transcript differs; write it again: tools/transcripts.py --update", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
