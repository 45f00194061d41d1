#!/usr/bin/env python3
"""Writes into each lab.toml the SHA-256 of the lab's stub: stub_sha256, by which an untouched file is known.

A student's checkout cannot tell the stub from an edit that was committed, so the manifest says what was
handed out. The stub is the one that git has staged, whatever the working copy looks like now. Without
--update it only compares.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grader.core.manifest import Lab, read_labs  # noqa: E402
from grader.core.paths import Project  # noqa: E402

LINE = re.compile(r'^stub_sha256 = "[^"]*"\n', re.MULTILINE)
KERNEL_FILE = re.compile(r"^kernel_file = .*\n", re.MULTILINE)


def digest_of(root: Path, lab: Lab) -> str:
    """The SHA-256 of the stub that is staged. Raises CalledProcessError where git has none."""
    name = f":labs/{lab.folder}/{lab.kernel_file}"
    shown = subprocess.run(["git", "-C", root, "show", name], capture_output=True, check=True)
    return hashlib.sha256(shown.stdout).hexdigest()


def with_digest(manifest: str, digest: str) -> str:
    """The manifest with that digest, in its line or else behind the name of the kernel file."""
    line = f'stub_sha256 = "{digest}"\n'
    if LINE.search(manifest):
        return LINE.sub(line, manifest, count=1)
    return KERNEL_FILE.sub(lambda found: found[0] + line, manifest, count=1)


def main() -> int:
    """Returns 0 when every manifest is right, or was corrected; 1 when one is not."""
    parser = argparse.ArgumentParser(description="The SHA-256 of each lab's stub, in its manifest.")
    parser.add_argument("--update", action="store_true", help="write what is missing or wrong")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout")
    options = parser.parse_args()
    wrong = 0
    for lab in read_labs(Project(options.root, options.root / "build")):
        file = options.root / "labs" / lab.folder / "lab.toml"
        # A lab that is a link belongs to another checkout.
        if file.parent.is_symlink() or lab.stub_sha256 == (digest := digest_of(options.root, lab)):
            continue
        if options.update:
            text = file.read_text(encoding="utf-8")
            file.write_text(with_digest(text, digest), encoding="utf-8")
            continue
        wrong += 1
        print(
            f"{file.relative_to(options.root)}: its stub_sha256 is not that of {lab.kernel_file}: "
            "tools/stub_hashes.py --update",
            file=sys.stderr,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
