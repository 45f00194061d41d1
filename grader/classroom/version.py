"""The fingerprint of everything in the checkout that a verdict depends on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from grader.cache_key import KEY_DIGITS
from grader.manifest import Lab
from grader.paths import Project

# Sources rather than built programs: those of two machines differ though they say the same.
FOLDERS = ("common", "grader", "labs")
KINDS = (".cpp", ".h", ".cuh", ".inl", ".py", ".toml", ".txt", ".cmake", "")
NO_PART = ("tests", "catalogue", "attacks", "__pycache__", "bench")


def course_version(project: Project, labs: tuple[Lab, ...]) -> str:
    """Another text for another grader, machine or lab; the students' own files do not count."""
    own = {project.labs / lab.folder / lab.kernel_file for lab in labs}
    digest = hashlib.sha256()
    for file in sorted(_sources(project)):
        if file not in own:
            for part in (str(file.relative_to(project.root)).encode(), file.read_bytes()):
                digest.update(len(part).to_bytes(8, "little"))
                digest.update(part)
    return digest.hexdigest()[:KEY_DIGITS]


def _sources(project: Project) -> Iterator[Path]:
    for name in FOLDERS:
        folder = project.root / name
        for path in folder.rglob("*"):
            inside = path.relative_to(folder).parts
            if path.suffix in KINDS and not set(inside) & set(NO_PART) and path.is_file():
                yield path
