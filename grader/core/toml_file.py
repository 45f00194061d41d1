"""Reads the course's TOML files strictly: lab.toml, the catalogue, the attacks.

Each reader takes its keys one by one. A wrong, missing or misspelled key is named with its place, and with
what to write there. (What programs write is JSON, which grader/schema reads by its models.)
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.core.errors import GraderError
from grader.core.wording import kind_of

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


@dataclass
class Table:
    """A mapping read from a file. Every wrong, missing or unknown key raises GraderError.

    where: the file, and the place in it, as the user would look for it.
    """

    data: Mapping[str, object]
    where: str
    used: set[str] = field(default_factory=set)

    def fail(self, problem: str, fix: str = "") -> GraderError:
        return GraderError(f"{self.where}: {problem}", fix)

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
            raise self.fail(f"'{key}' must be text, not {kind_of(value)}")
        return value

    def filled(self, key: str) -> str:
        """Text that is not blank."""
        value = self.text(key)
        if not value.strip():
            raise self.fail(f"'{key}' is empty", "Write something there.")
        return value

    def one_of(self, key: str, allowed: tuple[str, ...]) -> str:
        value = self.text(key)
        if value not in allowed:
            raise self.fail(f"'{key}' is '{value}'", f"It must be one of: {', '.join(allowed)}.")
        return value

    def whole(self, key: str) -> int:
        value = self.get(key)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fail(f"'{key}' must be a whole number, not {kind_of(value)}")
        return value

    def count(self, key: str) -> int:
        value = self.whole(key)
        if value < 0:
            raise self.fail(f"'{key}' is {value}", "It must be 0 or more.")
        return value

    def flag(self, key: str) -> bool:
        value = self.get(key)
        if not isinstance(value, bool):
            raise self.fail(f"'{key}' must be true or false, not {kind_of(value)}")
        return value

    def items(self, key: str) -> list[object]:
        value = self.get(key)
        if not isinstance(value, list):
            raise self.fail(f"'{key}' must be a list, not {kind_of(value)}")
        return list(value)

    def texts(self, key: str) -> tuple[str, ...]:
        values = self.items(key)
        if not all(isinstance(value, str) for value in values):
            raise self.fail(f"'{key}' must be a list of texts")
        return tuple(str(value) for value in values)

    def table(self, key: str) -> Table:
        return _as_table(self.get(key), f"{self.where}: {key}")

    def tables(self, key: str) -> list[Table]:
        return [
            _as_table(item, f"{self.where}: {key}[{index}]") for index, item in enumerate(self.items(key))
        ]

    def close(self) -> None:
        """Raise GraderError when a key was never read: most often a misspelled one."""
        unknown = sorted(set(self.data) - self.used)
        if unknown:
            raise self.fail(
                f"unknown key '{unknown[0]}'",
                f"Remove it or correct its spelling. Known here: {', '.join(sorted(self.used))}.",
            )


def _as_table(value: object, where: str) -> Table:
    """A Table over value. Raises GraderError when value is no mapping."""
    if not isinstance(value, dict):
        raise GraderError(f"{where}: must be a table of keys, not {kind_of(value)}")
    return Table(value, where)
