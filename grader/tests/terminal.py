"""Runs a command in a terminal of its own, as a user would see it and end it."""

from __future__ import annotations

import contextlib
import os
import pty
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Screen:
    """All that was written to a terminal, without its control codes. status: the exit status."""

    text: str
    status: int

    @property
    def with_a_bar(self) -> list[str]:
        """What was shown of bars: each redrawn line."""
        return re.findall(r"[━╸╺]{5,} +\d+/\d+[^\n\r]*", self.text)


def in_a_terminal(
    command: Sequence[str], environment: Mapping[str, str], stop_at: str = "", columns: int = 80
) -> Screen:
    """Run the command in a terminal of its own, and press Ctrl-C once `stop_at` is seen."""
    named = {"TERM": "xterm", "LC_ALL": "C.UTF-8", "COLUMNS": str(columns)}
    child, terminal = pty.fork()
    if child == 0:
        os.execve(command[0], list(command), {**environment, **named})
    said, stopped = b"", False
    with contextlib.suppress(OSError):  # a terminal that nobody holds any more
        while part := os.read(terminal, 4096):
            said += part
            if stop_at and not stopped and stop_at.encode() in said:
                stopped = True
                os.write(terminal, b"\x03")
    _process, status = os.waitpid(child, 0)
    os.close(terminal)
    text = re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", said).decode("utf-8", "replace")
    return Screen(text, os.waitstatus_to_exitcode(status))
