"""Reads the course's TOML strictly: lab.toml, course.toml, the verdicts of answers and attacks.

Each reader takes its keys one by one. A wrong, missing or misspelled key is named with its place, and with
what to write there. line_of() finds the line of a value for files that instructors write by hand. (What
programs write is JSON, which grader/schema reads by its models.)
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader.core.errors import GraderError
from grader.core.wording import kind_of

# The module is imported by name, so that type checks for either Python need neither's module installed.
_PARSER = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
# Each is a new reading of the text: what follows in a longer file is not worth the time.
MOST_LINES_TRIED = 300


def read_toml(file: Path, shown: str) -> dict[str, object]:
    """The file's top table. Raises GraderError with `shown`, and the line of a syntax error."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GraderError(f"{shown}: cannot be read: {error}") from error
    return parse_toml(text, shown)


def parse_toml(text: str, shown: str) -> dict[str, object]:
    """The text's top table. Raises GraderError with `shown`, and the line of a syntax error."""
    try:
        table: dict[str, object] = _PARSER.loads(text)
    except ValueError as error:
        # The parser's own words carry "(at line 3, column 7)".
        raise GraderError(f"{shown}: not valid TOML: {error}", "Correct that line.") from error
    except RecursionError as error:
        raise GraderError(f"{shown}: not valid TOML: lists or tables are nested too deeply") from error
    return table


def line_of(text: str, *path: str | int) -> int:
    """The line, from 1, that the value at this path stands in; 0 where that cannot be told.

    TOML readers do not tell positions. So this finds the fewest first lines of the text that a reader finds
    the value in; a list that is open at their end is closed for that.
    """
    name = next((part for part in reversed(path) if isinstance(part, str)), "")
    lines = text.split("\n")
    # The value of a key cannot come before its name.
    first = next((number for number, line in enumerate(lines, 1) if name in line), len(lines))
    for number in range(first, min(len(lines), first + MOST_LINES_TRIED) + 1):
        head = "\n".join(lines[:number])
        if any(_has(head + end, path) for end in ("\n", "\n]")):
            return number
    return 0


def _has(text: str, path: tuple[str | int, ...]) -> bool:
    try:
        value: Any = _PARSER.loads(text)
        for part in path:
            value = value[part]
    except (ValueError, LookupError, TypeError, RecursionError):
        return False
    return True


@dataclass
class Table:
    """A mapping read from a file. Every wrong, missing or unknown key raises GraderError.

    where: the file, and the place in it, as the user would look for it. source: the file's text, for
    messages that name the line; path: where in it this table is.
    """

    data: Mapping[str, object]
    where: str
    used: set[str] = field(default_factory=set)
    source: str = ""
    path: tuple[str | int, ...] = ()

    def fail(self, problem: str, fix: str = "", at: tuple[str | int, ...] = ()) -> GraderError:
        """at: the key that is wrong, and the item of its list, for the line; () for the table's first."""
        line = line_of(self.source, *self.path, *at) if self.source else 0
        file, colon, inside = self.where.partition(": ")
        where = f"{file}:{line}{colon}{inside}" if line else self.where
        return GraderError(f"{where}: {problem}", fix)

    def get(self, key: str) -> object:
        if key not in self.data:
            raise self.fail(f"the key '{key}' is missing", f"Add {key} = … to it.")
        self.used.add(key)
        return self.data[key]

    def has(self, key: str) -> bool:
        return key in self.data

    def text(self, key: str) -> str:
        value = self.get(key)
        if not isinstance(value, str):
            raise self.fail(f"'{key}' must be text, not {kind_of(value)}", at=(key,))
        return value

    def filled(self, key: str) -> str:
        """Text that is not blank."""
        value = self.text(key)
        if not value.strip():
            raise self.fail(f"'{key}' is empty", "Write something there.", (key,))
        return value

    def one_of(self, key: str, allowed: tuple[str, ...]) -> str:
        value = self.text(key)
        if value not in allowed:
            raise self.fail(f"'{key}' is '{value}'", f"It must be one of: {', '.join(allowed)}.", (key,))
        return value

    def whole(self, key: str) -> int:
        value = self.get(key)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fail(f"'{key}' must be a whole number, not {kind_of(value)}", at=(key,))
        return value

    def count(self, key: str) -> int:
        value = self.whole(key)
        if value < 0:
            raise self.fail(f"'{key}' is {value}", "It must be 0 or more.", (key,))
        return value

    def flag(self, key: str) -> bool:
        value = self.get(key)
        if not isinstance(value, bool):
            raise self.fail(f"'{key}' must be true or false, not {kind_of(value)}", at=(key,))
        return value

    def items(self, key: str) -> list[object]:
        value = self.get(key)
        if not isinstance(value, list):
            raise self.fail(f"'{key}' must be a list, not {kind_of(value)}", at=(key,))
        return list(value)

    def texts(self, key: str) -> tuple[str, ...]:
        values = self.items(key)
        if not all(isinstance(value, str) for value in values):
            raise self.fail(f"'{key}' must be a list of texts", at=(key,))
        return tuple(str(value) for value in values)

    def table(self, key: str) -> Table:
        value = self.get(key)
        if not isinstance(value, dict):
            raise self.fail(f"{key}: must be a table of keys, not {kind_of(value)}", at=(key,))
        return Table(value, f"{self.where}: {key}", source=self.source, path=(*self.path, key))

    def tables(self, key: str) -> list[Table]:
        return [self._item(key, index, item) for index, item in enumerate(self.items(key))]

    def _item(self, key: str, index: int, value: object) -> Table:
        if not isinstance(value, dict):
            raise self.fail(f"{key}[{index}]: must be a table of keys, not {kind_of(value)}", at=(key, index))
        return Table(
            value, f"{self.where}: {key}[{index}]", source=self.source, path=(*self.path, key, index)
        )

    def close(self) -> None:
        """Raise GraderError when a key was never read: most often a misspelled one."""
        unknown = sorted(set(self.data) - self.used)
        if unknown:
            raise self.fail(
                f"unknown key '{unknown[0]}'",
                f"Remove it or correct its spelling. Known here: {', '.join(sorted(self.used))}.",
                (unknown[0],),
            )
