"""Prints a built handbook:  python -m tools.handbook_pdf FOLDER OUT.pdf."""

from __future__ import annotations

import sys
from pathlib import Path

from grader import __version__
from tools.handbook_pdf.printed import PrintError, print_handbook


def main() -> int:
    """Returns the exit status."""
    folder, out = map(Path, sys.argv[1:])
    try:
        sheets = print_handbook(folder.resolve(), out, __version__)
    except PrintError as error:
        print(f"handbook: {error}", file=sys.stderr)
        return 1
    print(f"The handbook: {out} ({sheets} pages)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
