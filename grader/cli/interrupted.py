"""What Ctrl-C leaves of each command's work, and how to go on.

`watch`, `grade` and `run` answer Ctrl-C themselves. Every other command ends at once: what was written is
whole, since files appear under their names only when they are finished.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

STOPPED = 130
VERDICTS = "What was built is kept, and so are the verdicts of your last check."
COMPILED = "What was built and compiled is kept, so that a second run gets here sooner."
KEPT = {
    "build": "What was built is kept.",
    "check": VERDICTS,
    "explain": VERDICTS,
    "progress": VERDICTS,
    "scorecard": f"{VERDICTS} No page was written.",
    "prove": f"{COMPILED} No verdict is kept: to prove less at a time, name a lab.",
    "measure": "What was built is kept. No record and no page was written.",
    "run": COMPILED,
    "trace": COMPILED,
    "compare": COMPILED,
    "grade": "Nothing was graded yet, and nothing was written.",
    "grade-one": "What was built is kept. No result was written.",
}
RESUME = "Run the same command again to resume."


@contextmanager
def saying_what_is_kept(command: str) -> Iterator[None]:
    """Ctrl-C ends the command with what is kept and how to go on, and a status of its own."""
    try:
        yield
    except KeyboardInterrupt:
        # The terminal shows ^C, so the message starts on a new line.
        start = "\n" if sys.stderr.isatty() else ""
        words = " ".join(filter(None, ("Stopped.", KEPT.get(command, ""), RESUME)))
        print(f"{start}{words}", file=sys.stderr, flush=True)
        raise SystemExit(STOPPED) from None
