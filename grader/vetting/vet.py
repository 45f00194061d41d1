"""The whole of the vetting: one call before a module is run."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from grader.core.errors import GraderError
from grader.isolation.confinement import Confinement, Places, compile_limits
from grader.vetting.code import vet_code
from grader.vetting.listing import read_listing
from grader.vetting.module_file import parse_readelf, vet_module
from grader.vetting.rules import Finding, read_rules
from grader.vetting.source import Headers, vet_source

INSPECT_LIMIT_S = 60.0
INSPECT = """\
readelf --wide --sections --segments --dynamic --symbols --relocs "$1" >"$2/readelf" &&
objdump --disassemble --no-show-raw-insn --line-numbers "$1" >"$2/objdump"
"""
LARGEST_TEXT = 64 * 1024 * 1024


@dataclass(frozen=True)
class Compiled:
    """A kernel file, its text, what the preprocessor made of it, and its module."""

    kernel: Path
    text: str
    expanded: Path
    module: Path


def vet_text(headers: Headers, kernel: Path, text: str, expanded: Path) -> list[Finding]:
    """The source alone: for a file that did not compile too."""
    words = read_output(expanded)
    if not words:
        return [Finding(f"the preprocessor makes nothing of the file, or more than {LARGEST_TEXT >> 20} MiB")]
    return vet_source(read_rules(), headers, str(kernel), text, words)


def vet_compiled(within: Confinement, folder: Path, headers: Headers, compiled: Compiled) -> list[Finding]:
    """Every reason to refuse, the source's first; empty when there is none.

    folder: empty, for the inspection's output. Raises GraderError when the module could not be inspected.
    """
    rules = read_rules()
    found = vet_text(headers, compiled.kernel, compiled.text, compiled.expanded)
    command: list[str | Path] = ["sh", "-c", INSPECT, "inspect", compiled.module, folder]
    ended = within.run(command, compile_limits(INSPECT_LIMIT_S), Places((compiled.module,), folder))
    if ended.code != 0:
        raise GraderError(
            f"the module could not be inspected: {ended.errors.strip()}",
            "Install it anew: apt-get install --reinstall binutils",
        )
    elf = parse_readelf(read_output(folder / "readelf"))
    listing = read_listing(read_output(folder / "objdump"), elf.slots)
    return [*found, *vet_module(rules, elf), *vet_code(rules, str(compiled.kernel), listing)]


def read_output(file: Path) -> str:
    """What a confined program wrote: a plain file of bounded size, or nothing."""
    if file.is_symlink() or not file.is_file() or file.stat().st_size > LARGEST_TEXT:
        return ""
    return file.read_text(encoding="utf-8", errors="replace")


@lru_cache(maxsize=1)
def vetting_version() -> str:
    """Changes with the rules and their code: what was vetted by others is vetted again."""
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.*")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
