#!/usr/bin/env python3
"""Checks that the checkout is ready to be released under a tag: tools/release.py TAG [--notes FILE].

The version is set in one place, `__version__` in grader/__init__.py. The tag must name that version, files
that cannot read it must hold a copy of it, and CHANGELOG.md must describe it. `--notes` writes the version's
section of CHANGELOG.md, for the page of the release.

It needs Python alone, so that .github/workflows/release.yml can call it before anything is installed.
Exit status: 0 ready, 1 not ready (every reason is printed), 2 wrong arguments.
"""

from __future__ import annotations

import argparse
import datetime
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = "grader/__init__.py"
CHANGELOG = "CHANGELOG.md"
CITATION = "CITATION.cff"
NUMBER = r"(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)"
VERSION_SET = re.compile(rf'^__version__ = "({NUMBER})"$', re.MULTILINE)
# Files that cannot read the version: CITATION.cff is data, and the SIMT machine is also built alone.
COPIES = {
    CITATION: re.compile(r"^version: (\S+)$", re.MULTILINE),
    "common/simt/CMakeLists.txt": re.compile(r"^project\(simt VERSION (\S+) ", re.MULTILINE),
}
DATE_RELEASED = re.compile(r"^date-released: (\S+)$", re.MULTILINE)
# "## [Unreleased]" or "## [1.2.0] - 2026-11-22", and all that follows up to the next one.
SECTION = re.compile(
    r"^## \[(?P<name>[^\]\n]+)\](?: - (?P<date>\S+))?\n(?P<text>.*?)(?=^## |\Z)", re.M | re.S
)
UNRELEASED = "Unreleased"


@dataclass(frozen=True)
class Section:
    """One section of CHANGELOG.md. name: a version, or "Unreleased"; date: as written, or empty."""

    name: str
    date: str
    text: str


def course_version(root: Path) -> str:
    """The version that grader/__init__.py sets. Raises ValueError where it sets none of the form 1.2.3."""
    match = VERSION_SET.search(_read(root, SOURCE))
    if match is None:
        raise ValueError(f'{SOURCE} sets no version: it needs a line __version__ = "1.2.3"')
    return match[1]


def changelog_sections(root: Path) -> list[Section]:
    """In the order of the file, newest first."""
    found = SECTION.finditer(_read(root, CHANGELOG))
    return [Section(match["name"], match["date"] or "", match["text"].strip()) for match in found]


def faults_of_tag(tag: str, version: str) -> list[str]:
    """Why the tag cannot name the version."""
    if not re.fullmatch(f"v{NUMBER}", tag):
        return [f"'{tag}' is not a release tag: write v1.2.3"]
    if tag != f"v{version}":
        return [
            f"the tag is {tag}, but {SOURCE} sets version {version}: tag v{version}, or set the version first"
        ]
    return []


def faults_of_copies(root: Path, version: str) -> list[str]:
    """Which files name another version than the source."""
    faults = []
    for name, pattern in COPIES.items():
        match = pattern.search(_read(root, name))
        held = match[1] if match else "none"
        if held != version:
            faults.append(f"{name}: the version is {held}, expected {version} as in {SOURCE}")
    return faults


def faults_of_changelog(root: Path, version: str) -> list[str]:
    """What CHANGELOG.md lacks to describe the version, and whether CITATION.cff has its date."""
    sections = {section.name: section for section in changelog_sections(root)}
    section = sections.get(version)
    if section is None:
        return [f"{CHANGELOG}: there is no section '## [{version}] - YYYY-MM-DD'"]
    faults = []
    if not section.text:
        faults.append(f"{CHANGELOG}: the section of {version} is empty")
    if not _is_date(section.date):
        faults.append(f"{CHANGELOG}: {version} has the date '{section.date}', expected YYYY-MM-DD")
    newest = next(name for name in sections if name != UNRELEASED)
    if newest != version:
        faults.append(f"{CHANGELOG}: {newest} stands above {version}; the newest version comes first")
    released = DATE_RELEASED.search(_read(root, CITATION))
    if released is None or released[1] != section.date:
        faults.append(
            f"{CITATION}: date-released is not {section.date}, the date of {version} in {CHANGELOG}"
        )
    return faults


def faults_of_unreleased(root: Path) -> list[str]:
    """A tag releases everything, so nothing may still be listed as unreleased."""
    if any(section.text for section in changelog_sections(root) if section.name == UNRELEASED):
        return [f"{CHANGELOG}: '{UNRELEASED}' still has entries; move them into the version's section"]
    return []


def faults_of_release(root: Path, tag: str) -> list[str]:
    """Every reason why the checkout cannot be released under the tag."""
    try:
        version = course_version(root)
    except ValueError as error:
        return [str(error)]
    return [
        *faults_of_tag(tag, version),
        *faults_of_copies(root, version),
        *faults_of_changelog(root, version),
        *faults_of_unreleased(root),
    ]


def release_notes(root: Path, version: str) -> str:
    """The section of the version, without its heading."""
    [text] = [section.text for section in changelog_sections(root) if section.name == version]
    return f"{text}\n"


def main() -> int:
    """Run the command line; returns the exit status."""
    parser = argparse.ArgumentParser(description="Checks that the checkout is ready to be released.")
    parser.add_argument("tag", metavar="TAG", help="such as v1.2.3")
    parser.add_argument(
        "--notes", metavar="FILE", type=Path, help="write the version's section of CHANGELOG.md"
    )
    given = parser.parse_args()
    faults = faults_of_release(ROOT, given.tag)
    for fault in faults:
        print(f"release: {fault}", file=sys.stderr)
    if faults:
        return 1
    if given.notes:
        given.notes.write_text(release_notes(ROOT, course_version(ROOT)), encoding="utf-8")
    print(f"release: {given.tag} is ready")
    return 0


def _read(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8")


def _is_date(text: str) -> bool:
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


if __name__ == "__main__":
    sys.exit(main())
