"""Prints a built handbook:  python -m tools.handbook_pdf FOLDER OUT.pdf."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from grader import __version__
from tools.chromium import launch
from tools.handbook_pdf.printed import PrintError, print_handbook


def main() -> int:
    """Returns the exit status."""
    folder, out = map(Path, sys.argv[1:])
    try:
        with sync_playwright() as playwright:
            sheets = print_handbook(launch(playwright), folder.resolve(), out, __version__)
    except PrintError as error:
        print(f"handbook: {error}", file=sys.stderr)
        return 1
    print(f"The handbook: {out} ({sheets} pages)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
