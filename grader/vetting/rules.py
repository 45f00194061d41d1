"""Reads rules.toml, the one list of what is allowed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from grader.core.toml_file import Table, read_toml

FILE = Path(__file__).with_name("rules.toml")


@dataclass(frozen=True)
class Finding:
    """Why a submission is refused: a sentence, and its line in the kernel file, 0 when unknown."""

    message: str
    line: int = 0


@dataclass(frozen=True)
class Rules:
    """Patterns match whole names."""

    imports: re.Pattern[str]
    libraries: frozenset[str]
    sections: frozenset[str]
    code_sections: frozenset[str]
    dynamic_tags: frozenset[str]
    initialisers: frozenset[str]
    largest_bytes: int
    instructions: re.Pattern[str]
    system_headers: frozenset[str]
    pragmas: re.Pattern[str]
    attributes: tuple[str, ...]
    builtins: re.Pattern[str]
    names: frozenset[str]
    machine_names: re.Pattern[str]


@lru_cache(maxsize=1)
def read_rules() -> Rules:
    """Raises GraderError at a malformed file."""
    table = Table(read_toml(FILE, FILE.name), FILE.name)
    module, code, source = table.table("module"), table.table("code"), table.table("source")
    imports: list[str] = []
    for group in table.tables("imports"):
        group.filled("reason")
        imports += [re.escape(name) for name in group.texts("names")]
        imports += group.texts("patterns")
        group.close()
    return Rules(
        imports=_any_of(imports),
        libraries=frozenset(module.texts("libraries")),
        sections=frozenset(module.texts("sections")),
        code_sections=frozenset(module.texts("code_sections")),
        dynamic_tags=frozenset(module.texts("dynamic_tags")),
        initialisers=frozenset(module.texts("initialisers")),
        largest_bytes=module.count("largest_bytes"),
        instructions=_any_of(code.texts("instructions")),
        system_headers=frozenset(source.texts("system_headers")),
        pragmas=_any_of(source.texts("pragmas")),
        attributes=source.texts("attributes"),
        builtins=_any_of(source.texts("builtins")),
        names=frozenset(source.texts("names")),
        machine_names=_any_of(source.texts("machine_names")),
    )


def _any_of(patterns: list[str] | tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
