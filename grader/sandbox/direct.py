"""Runs a command without a sandbox: where somebody asked for it in so many words."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from grader.errors import GraderError
from grader.process import Finished, run_limited
from grader.sandbox.confinement import Limits, Places


class NoSandbox:
    """The time limit alone: such a program can read and write whatever its user can."""

    def run(self, command: Sequence[str | Path], limits: Limits, places: Places) -> Finished:
        environment = dict(os.environ)
        if places.write is not None:
            environment["TMPDIR"] = str(places.write)
        try:
            return run_limited(command, limits.wall_s, places.write, environment=environment)
        except OSError as error:
            raise GraderError(f"cannot start {command[0]}: {error.strerror}") from error
