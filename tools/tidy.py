"""Runs clang-tidy over the project's own C++ sources.

    python tools/tidy.py BUILD [--without-tests] [--fix]

In: the compile commands of BUILD (tools/lint.sh configures it). Out: each finding once, and exit status 1 if
there is one. A source that passed is not looked at again until it, a file of the project that it includes,
its flags, .clang-tidy or clang-tidy itself changes. BUILD/passed remembers; it may be deleted, or kept for
CI's next run.

In a unity build a source is a batch of ten, which takes the time of two: most of it goes into headers. What
is then not seen is a source that lacks an include, and what a few checks look for in the main file alone.
"""

import argparse
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = ("common", "labs")
# CMake puts the batches of a unity build here, below the build folder.
BATCHES = "Unity"
# Kernel files are listed for editors alone (common/cmake/editors.cmake).
KERNELS = ".cu"
# The flags are those of the compiler in use, gcc's among them; clang-tidy need not know every one. Headers of
# an older library use what a newer clang calls deprecated.
TIDY = (
    "clang-tidy",
    "--quiet",
    # The batches of a unity build include sources.
    "--checks=-bugprone-suspicious-include",
    "--extra-arg=-Wno-unknown-warning-option",
    "--extra-arg=-Wno-deprecated-declarations",
    # common/simt/cmake/warnings.cmake. An option of gcc's, unlike a warning of its own, is an error to clang.
    "--removed-arg=-mmemset-strategy=vector_loop:1024:noalign,libcall:-1:noalign",
    "--removed-arg=-mmemcpy-strategy=vector_loop:1024:noalign,libcall:-1:noalign",
)
# Folders whose programs no user runs.
TESTS = {"tests", "fuzz", "bench"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^">]+)[>"]', re.MULTILINE)
FINDING = re.compile(r"^.*(?:error|warning): .*$", re.MULTILINE)


@dataclass(frozen=True)
class Source:
    """One source with the command that compiles it."""

    path: Path
    command: str

    @property
    def is_test(self) -> bool:
        return not TESTS.isdisjoint(self.path.relative_to(ROOT).parts)


def main() -> int:
    """Returns 0 when there is no finding, else 1."""
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path, help="the build folder")
    parser.add_argument("--without-tests", action="store_true", help="leave out tests and benchmarks")
    parser.add_argument("--fix", action="store_true", help="let clang-tidy change the sources")
    given = parser.parse_args()
    build = given.build.resolve()
    sources = [source for source in read_sources(build) if not (given.without_tests and source.is_test)]
    if not sources:
        sys.exit(f"{build}/compile_commands.json lists no source of this project")
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout
    common = digest_of([ROOT / ".clang-tidy"], f"{version} {' '.join(TIDY)}")
    findings = tidy(build, sources, common, fix=given.fix)
    for line in sorted(set(findings)):
        print(line)
    return 1 if findings else 0


def read_sources(build: Path) -> list[Source]:
    """Each of the project's own sources once, in order; generated and fetched ones are not ours to tidy."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    found = {(Path(one["directory"]) / one["file"]).resolve(): one["command"] for one in commands}

    def is_ours(path: Path) -> bool:
        return path.parent.name == BATCHES or any(path.is_relative_to(ROOT / folder) for folder in OURS)

    return [
        Source(path, command)
        for path, command in sorted(found.items())
        if path.suffix != KERNELS and is_ours(path)
    ]


def files_of(source: Source, root: Path = ROOT) -> list[Path]:
    """The source and every file below root that it includes, whatever a condition around the line says."""
    folders = tuple(include_folders(shlex.split(source.command), root))
    found: set[Path] = set()
    waiting = [source.path]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += included_by(file, folders)
    return sorted(found)


def include_folders(words: list[str], root: Path) -> Iterator[Path]:
    """The folders below root in which the compiler looks for headers, in any order."""
    for word, after in zip(words, [*words[1:], ""], strict=True):
        folder = after if word in ("-I", "-isystem") else word[2:] if word.startswith("-I") else ""
        if folder and Path(folder).resolve().is_relative_to(root):
            yield Path(folder).resolve()


@cache
def included_by(file: Path, folders: tuple[Path, ...]) -> tuple[Path, ...]:
    """The files that its lines with #include may mean: in its own folder, or in one of these."""
    named = INCLUDE.findall(file.read_text(encoding="utf-8", errors="replace"))
    places = (folder / name for name in named for folder in (file.parent, *folders))
    return tuple(place.resolve() for place in places if place.is_file())


def digest_of(files: Iterable[Path], more: str) -> str:
    """Tells whether any of the files, or the text, has changed."""
    digest = hashlib.sha256(more.encode())
    for file in files:
        digest.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def tidy(build: Path, sources: list[Source], common: str, *, fix: bool) -> list[str]:
    """The findings in all sources. One process a core; when fixing, one: two would fix one header at once."""
    (build / "passed").mkdir(exist_ok=True)
    with ThreadPoolExecutor(1 if fix else os.cpu_count()) as pool:
        found = pool.map(lambda source: tidy_one(build, source, common, fix=fix), sources)
        return [line for lines in found for line in lines]


def tidy_one(build: Path, source: Source, common: str, *, fix: bool) -> list[str]:
    """The findings in one source; none, at once, if it passed as it is now."""
    # Two checkouts may share what passed: their paths do not count.
    command = source.command.replace(str(ROOT), "")
    passed = build / "passed" / digest_of(files_of(source), common + command)
    if passed.exists():
        return []
    ended = subprocess.run(
        [*TIDY, "-p", str(build), *(["--fix"] if fix else []), str(source.path)],
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode == 0:
        passed.touch()
        return []
    lines = FINDING.findall(ended.stdout) or (ended.stdout + ended.stderr).splitlines()[-5:]
    return [line.replace(f"{ROOT}/", "") for line in lines]


if __name__ == "__main__":
    sys.exit(main())
