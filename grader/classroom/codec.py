"""Frozen data as JSON, and back again with every type checked."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def encode(value: Any, change: Callable[[str], str] = str) -> str:
    """A dataclass as JSON text: ASCII, so that no letter of a student's can spoil the file.

    change: what becomes of each text in it.
    """
    return json.dumps(_changed(dataclasses.asdict(value), change), separators=(",", ":"))


def _changed(data: Any, change: Callable[[str], str]) -> Any:
    if isinstance(data, Enum):
        return data.value
    if isinstance(data, str):
        return change(data)
    if isinstance(data, dict):
        return {key: _changed(item, change) for key, item in data.items()}
    return [_changed(item, change) for item in data] if isinstance(data, (list, tuple)) else data


def decode(kind: type[T], text: str) -> T:
    """The dataclass again. Raises ValueError when the text does not hold one."""
    try:
        made: T = _value(kind, json.loads(text))
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"is no {kind.__name__}: {error!r}") from error
    return made


def _value(kind: Any, data: Any) -> Any:
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return None if data is None else _value(next(p for p in parts if p is not type(None)), data)
    if origin is tuple:
        return _tuple(parts, data)
    if origin is not None and issubclass(origin, Mapping):
        return {_value(parts[0], key): _value(parts[1], item) for key, item in data.items()}
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return kind(**{name: _value(hint, data[name]) for name, hint in _fields(kind).items()})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(data)
    return _plain(kind, data)


def _tuple(parts: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise TypeError(f"{data!r} is no list")
    if len(parts) == 2 and parts[1] is Ellipsis:
        return tuple(_value(parts[0], item) for item in data)
    return tuple(_value(part, item) for part, item in zip(parts, data, strict=True))


def _plain(kind: type, data: Any) -> Any:
    # A whole number may stand for a real one, as in the run record.
    allowed = (int, float) if kind is float else (kind,)
    if not isinstance(data, allowed) or (isinstance(data, bool) and kind is not bool):
        raise TypeError(f"{data!r} is no {kind.__name__}")
    return data


@cache
def _fields(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}
