"""Runs a program whose output appears while it runs, in a process that has no terminal: a notebook's kernel.

Both streams of the program are pipes. What it prints is passed on piece by piece, up to a limit, so that a
program that prints without end fills no notebook. Interrupting the cell and the time-out end the program with
a signal that lets it write its report; if that does not end it, it is killed.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

from grader.core.errors import GraderError

# Of each stream, in characters: beyond this, nobody reads on, and a notebook becomes slow to open.
MOST_SHOWN = 1 << 18
# A program that was told to end writes its report first.
GRACE_S = 5.0
CHUNK = 1 << 16
BETWEEN_LOOKS_S = 0.2

Sink = Callable[[str], object]


@dataclass(frozen=True)
class Sinks:
    """Where the two streams of a program go."""

    output: Sink
    errors: Sink


@dataclass(frozen=True)
class Streamed:
    """How the program ended. code: negative if a signal ended it. Its output is where the sinks took it."""

    code: int
    timed_out: bool = False
    interrupted: bool = False


def run_streaming(
    command: Sequence[str], environment: Mapping[str, str], limit_s: float, sinks: Sinks
) -> Streamed:
    """Run to the end, the time-out or an interrupt. Raises GraderError when it cannot be started."""
    try:
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # An interrupt of the notebook's kernel is passed on once, by us.
            start_new_session=True,
        )
    except OSError as error:
        raise GraderError(f"cannot start {command[0]}: {error.strerror}") from error
    assert process.stdout is not None and process.stderr is not None
    with process, _Streams() as streams:
        streams.add(process.stdout, sinks.output)
        streams.add(process.stderr, sinks.errors)
        try:
            return _watch(process, streams, limit_s)
        finally:
            _signal_group(process, signal.SIGKILL)


def _watch(process: subprocess.Popen[bytes], streams: _Streams, limit_s: float) -> Streamed:
    try:
        if streams.pass_on_until_ended(process, time.monotonic() + limit_s):
            return Streamed(process.wait())
        _signal_group(process, signal.SIGTERM)
        timed_out = True
    except KeyboardInterrupt:
        _signal_group(process, signal.SIGINT)
        timed_out = False
    if not streams.pass_on_until_ended(process, time.monotonic() + GRACE_S):
        _signal_group(process, signal.SIGKILL)
    return Streamed(process.wait(), timed_out=timed_out, interrupted=not timed_out)


def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


@dataclass
class _Stream:
    """One stream: its decoder, which waits for the rest of a letter, and how much of it was shown."""

    sink: Sink
    decoder: codecs.IncrementalDecoder = field(
        default_factory=lambda: codecs.getincrementaldecoder("utf-8")("replace")
    )
    shown: int = 0

    def take(self, piece: bytes) -> None:
        text = self.decoder.decode(piece, final=not piece)
        room = MOST_SHOWN - self.shown
        if text and room > 0:
            self.sink(text[:room])
            if len(text) >= room:
                self.sink(f"\n[what is printed beyond {MOST_SHOWN:,} characters is not shown]\n")
        self.shown += len(text)


class _Streams:
    """The open streams of a program."""

    def __init__(self) -> None:
        self.open = selectors.DefaultSelector()

    def __enter__(self) -> _Streams:
        return self

    def __exit__(self, *_: object) -> None:
        self.open.close()

    def add(self, pipe: IO[bytes], sink: Sink) -> None:
        self.open.register(pipe, selectors.EVENT_READ, _Stream(sink))

    def pass_on_until_ended(self, process: subprocess.Popen[bytes], until: float) -> bool:
        """Pass on what comes until the program ends. False: it has not ended in time.

        A child that outlives the program may hold its streams open for ever: the program's end counts.
        """
        while (left := until - time.monotonic()) > 0:
            has_ended = process.poll() is not None
            ready = self.open.select(0 if has_ended else min(left, BETWEEN_LOOKS_S)) if self._any() else []
            for key, _ in ready:
                self._pass_on(key)
            if has_ended and not ready:
                return True
            if not self._any() and not has_ended:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(min(left, BETWEEN_LOOKS_S))
        return False

    def _any(self) -> bool:
        return bool(self.open.get_map())

    def _pass_on(self, key: selectors.SelectorKey) -> None:
        stream: _Stream = key.data
        piece = os.read(key.fd, CHUNK)
        stream.take(piece)
        if not piece:
            self.open.unregister(key.fileobj)
