"""The one error that a user may see."""

from __future__ import annotations


class GraderError(Exception):
    """Something that stops a command before a verdict. The command line prints it and exits 2.

    message: one sentence that names the place. fix: what to do about it, often a command.
    """

    def __init__(self, message: str, fix: str = "") -> None:
        super().__init__(f"{message}\n{fix}" if fix else message)
        self.message = message
        self.fix = fix


class StalledError(GraderError):
    """A program reached the far stop with processor time left: a grading error, never a verdict."""
