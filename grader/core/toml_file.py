"""Reads a TOML file."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from grader.core.errors import GraderError

# By name, so that type checks for either Python need neither's module installed.
_PARSER = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")


def read_toml(file: Path, shown: str) -> dict[str, object]:
    """The file's top table. Raises GraderError with `shown`, and the line of a syntax error."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GraderError(f"{shown}: cannot be read: {error}") from error
    try:
        table: dict[str, object] = _PARSER.loads(text)
    except ValueError as error:
        # The parser's own words carry "(at line 3, column 7)".
        raise GraderError(f"{shown}: not valid TOML: {error}", "Correct that line.") from error
    return table
