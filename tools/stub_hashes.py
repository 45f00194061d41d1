#!/usr/bin/env python3
"""Writes into each lab.toml what the lab's stub is known by: of the file (stub_sha256), and of each function.

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
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grader.core.kernel_text import code_of  # noqa: E402
from grader.core.manifest import Lab, read_labs  # noqa: E402
from grader.core.paths import Project  # noqa: E402

LINES = re.compile(r'^stub_sha256 = "[^"]*"\n(?:stub_code = \{.*\}\n)?', re.MULTILINE)
KERNEL_FILE = re.compile(r"^kernel_file = .*\n", re.MULTILINE)


@dataclass(frozen=True)
class Stub:
    """What a kernel file is known by. code: the digest of each function's code."""

    sha256: str
    code: dict[str, str]

    @property
    def lines(self) -> str:
        """As the manifest has it."""
        code = ", ".join(f'{name} = "{digest}"' for name, digest in self.code.items())
        return f'stub_sha256 = "{self.sha256}"\nstub_code = {{ {code} }}\n'


def stub_of(root: Path, lab: Lab) -> Stub:
    """The stub that is staged. Raises CalledProcessError where git has none."""
    name = f":labs/{lab.folder}/{lab.kernel_file}"
    shown = subprocess.run(["git", "-C", root, "show", name], capture_output=True, check=True)
    return Stub(hashlib.sha256(shown.stdout).hexdigest(), code_of(shown.stdout.decode("utf-8")))


def with_stub(manifest: str, stub: Stub) -> str:
    """The manifest with those lines, in their place or else behind the name of the kernel file."""
    if LINES.search(manifest):
        return LINES.sub(lambda _: stub.lines, manifest, count=1)
    return KERNEL_FILE.sub(lambda found: found[0] + stub.lines, manifest, count=1)


def main() -> int:
    """Returns 0 when every manifest is right, or was corrected; 1 when one is not."""
    parser = argparse.ArgumentParser(description="What each lab's stub is known by, in its manifest.")
    parser.add_argument("--update", action="store_true", help="write what is missing or wrong")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout")
    options = parser.parse_args()
    wrong = 0
    for lab in read_labs(Project(options.root, options.root / "build")):
        file = options.root / "labs" / lab.folder / "lab.toml"
        # A lab that is a link belongs to another checkout.
        if file.parent.is_symlink() or Stub(lab.stub_sha256, dict(lab.stub_code)) == (
            stub := stub_of(options.root, lab)
        ):
            continue
        if options.update:
            text = file.read_text(encoding="utf-8")
            file.write_text(with_stub(text, stub), encoding="utf-8")
            continue
        wrong += 1
        print(
            f"{file.relative_to(options.root)}: its stub_sha256 and stub_code are not those of "
            f"{lab.kernel_file}: tools/stub_hashes.py --update",
            file=sys.stderr,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
