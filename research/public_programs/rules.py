"""What `rules.toml` says of collections: sources, options and arguments of programs, and what is left out."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


@dataclass(frozen=True)
class Named:
    """A program whose sources are named. Paths are below the collection."""

    collection: str
    folder: str
    name: str
    sources: tuple[str, ...]
    include: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True)
class More:
    """For programs whose names fit. beside: include folders of other collections, beside this one."""

    programs: str
    options: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rules:
    """The whole file."""

    named: tuple[Named, ...] = ()
    more: tuple[More, ...] = ()
    outside_headers: tuple[tuple[str, str], ...] = ()
    outside_text: tuple[tuple[str, str], ...] = ()
    outside_names: tuple[tuple[str, str], ...] = ()
    explained: dict[str, str] = field(default_factory=dict)

    def options(self, name: str) -> tuple[str, ...]:
        """Compiler options, from every entry whose pattern fits."""
        return tuple(word for one in self.more if fnmatch(name, one.programs) for word in one.options)

    def arguments(self, name: str) -> tuple[str, ...]:
        """The program's own arguments."""
        return tuple(word for one in self.more if fnmatch(name, one.programs) for word in one.arguments)

    def beside(self, name: str, top: Path) -> tuple[Path, ...]:
        """Folders of headers that are another collection's."""
        return tuple(
            top.parent / path for one in self.more if fnmatch(name, one.programs) for path in one.beside
        )

    def outside(self, name: str, sources: tuple[Path, ...]) -> str | None:
        """Why a program needs what is no part of CUDA's language and runtime, or None."""
        for pattern, reason in self.outside_names:
            if fnmatch(name, pattern):
                return reason
        texts = [_read(path) for path in sources]
        for pattern, reason in self.outside_text:
            if any(re.search(pattern, text) for text in texts):
                return reason
        headers = [header for text in texts for header in INCLUDE.findall(text)]
        for pattern, reason in self.outside_headers:
            if any(re.search(pattern, header) for header in headers):
                return reason
        return None


def read_rules(path: Path) -> Rules:
    """From a TOML file of this folder's form."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    outside = table.get("outside", {})
    return Rules(
        named=tuple(_named(row) for row in table.get("program", [])),
        more=tuple(_more(row) for row in table.get("more", [])),
        outside_headers=tuple(outside.get("headers", {}).items()),
        outside_text=tuple(outside.get("text", {}).items()),
        outside_names=tuple(outside.get("programs", {}).items()),
        explained=table.get("explained", {}),
    )


def _named(row: dict[str, object]) -> Named:
    return Named(
        collection=str(row["collection"]),
        folder=str(row["folder"]),
        name=str(row["name"]),
        sources=_words(row, "sources"),
        include=_words(row, "include"),
        options=_words(row, "options"),
        arguments=_words(row, "arguments"),
    )


def _more(row: dict[str, object]) -> More:
    return More(str(row["programs"]), _words(row, "options"), _words(row, "arguments"), _words(row, "beside"))


def _words(row: dict[str, object], key: str) -> tuple[str, ...]:
    found = row.get(key, [])
    return tuple(map(str, found)) if isinstance(found, list) else ()


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")
