"""Waits for a file to be saved, however the editor does that."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from watchfiles import watch

from grader.errors import GraderError
from grader.files import read_source

# The file is looked at this often whatever the system tells of it; a look is one read of a small file.
LOOK_MS = 500
POLL_MS = 250
# Two looks this far apart must agree before a save counts as finished.
SETTLE_S = 0.03
# An editor may empty a file before it writes it.
EMPTY_S = 0.3

Say = Callable[[str], None]


def saved_texts(file: Path, first: str, poll: bool, say: Say) -> Iterator[str | None]:
    """Each text that is saved to the file from now on, without end; None when the file has gone.

    first: the text that is known already. Saves by rename, a file that is away for a moment and
    several quick saves each give the text that is there in the end.
    """
    known: str | None = first
    for _ in _ticks(file, poll, say):
        text = settled(file)
        if text is None:
            # Away between the two halves of a save by rename?
            time.sleep(EMPTY_S)
            text = settled(file)
        if text != known:
            known = text
            yield text


def settled(file: Path) -> str | None:
    """The file's text once it no longer changes; None when there is no file."""
    text = _read(file)
    began = time.monotonic()
    while True:
        time.sleep(SETTLE_S)
        again = _read(file)
        waits = again == "" and time.monotonic() - began < EMPTY_S
        if again == text and not waits:
            return text
        text = again


def _read(file: Path) -> str | None:
    try:
        return read_source(file)
    except GraderError:
        return None


def _ticks(file: Path, poll: bool, say: Say) -> Iterator[None]:
    """Comes back at each event near the file, and twice a second without any."""
    # The folder, not the file: a save by rename puts another file in its place. A link has two folders.
    folders = sorted({file.parent, file.resolve().parent})
    names = {file.name, file.resolve().name}
    for forced in (True,) if poll else (False, True):
        try:
            for _ in watch(
                *folders,
                watch_filter=lambda _, path: Path(path).name in names,
                debounce=200,
                step=20,
                rust_timeout=LOOK_MS,
                yield_on_timeout=True,
                force_polling=forced,
                poll_delay_ms=POLL_MS,
                recursive=False,
            ):
                yield
        except (OSError, RuntimeError) as error:
            say(f"the system gives no notice of saves ({error}); the file is looked at instead")
    while True:
        time.sleep(LOOK_MS / 1000)
        yield
