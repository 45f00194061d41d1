"""Strict, typed reading of parsed TOML or JSON, one key at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.core.errors import GraderError


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
            raise self.fail(f"'{key}' must be text, not {_kind(value)}")
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
            raise self.fail(f"'{key}' must be a whole number, not {_kind(value)}")
        return value

    def count(self, key: str) -> int:
        value = self.whole(key)
        if value < 0:
            raise self.fail(f"'{key}' is {value}", "It must be 0 or more.")
        return value

    def number(self, key: str) -> float:
        value = self.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.fail(f"'{key}' must be a number, not {_kind(value)}")
        return float(value)

    def maybe_number(self, key: str) -> float | None:
        if self.get(key) is None:
            return None
        return self.number(key)

    def flag(self, key: str) -> bool:
        value = self.get(key)
        if not isinstance(value, bool):
            raise self.fail(f"'{key}' must be true or false, not {_kind(value)}")
        return value

    def items(self, key: str) -> list[object]:
        value = self.get(key)
        if not isinstance(value, list):
            raise self.fail(f"'{key}' must be a list, not {_kind(value)}")
        return list(value)

    def texts(self, key: str) -> tuple[str, ...]:
        values = self.items(key)
        if not all(isinstance(value, str) for value in values):
            raise self.fail(f"'{key}' must be a list of texts")
        return tuple(str(value) for value in values)

    def wholes(self, key: str, length: int) -> tuple[int, ...]:
        values = [v for v in self.items(key) if isinstance(v, int) and not isinstance(v, bool)]
        if len(values) != length or len(self.items(key)) != length:
            raise self.fail(f"'{key}' must be a list of {length} whole numbers")
        return tuple(values)

    def maybe_numbers(self, key: str) -> tuple[float | None, ...]:
        """A list of numbers, in which null stands for an unknown one."""
        values = self.items(key)
        known = [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
        if len(known) + values.count(None) != len(values):
            raise self.fail(f"'{key}' must be a list of numbers or null")
        return tuple(float(v) if isinstance(v, int | float) else None for v in values)

    def table(self, key: str) -> Table:
        return as_table(self.get(key), f"{self.where}: {key}")

    def maybe_table(self, key: str) -> Table | None:
        return None if self.get(key) is None else self.table(key)

    def tables(self, key: str) -> list[Table]:
        return [as_table(item, f"{self.where}: {key}[{index}]") for index, item in enumerate(self.items(key))]

    def close(self) -> None:
        """Raise GraderError when a key was never asked for: most often a misspelled one."""
        unknown = sorted(set(self.data) - self.used)
        if unknown:
            raise self.fail(
                f"unknown key '{unknown[0]}'",
                f"Remove it or correct its spelling. Known here: {', '.join(sorted(self.used))}.",
            )


def as_table(value: object, where: str) -> Table:
    """A Table over value. Raises GraderError when value is no mapping."""
    if not isinstance(value, dict):
        raise GraderError(f"{where}: must be a table of keys, not {_kind(value)}")
    return Table(value, where)


def _kind(value: object) -> str:
    names = {str: "text", bool: "true/false", int: "a number", float: "a number", list: "a list"}
    return names.get(type(value), "nothing" if value is None else "a table")
