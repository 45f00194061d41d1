"""Opens a page in the user's browser, where there is one to open it in."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Mapping
from contextlib import suppress

# Where windows are shown; or how an editor's terminal (VS Code, Codespaces) opens a page on the user's side.
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")


def can_open(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether somebody sits at a terminal, and has a browser that can show a window."""
    return sys.stdout.isatty() and (
        sys.platform == "darwin" or any(environment.get(name) for name in DISPLAYS)
    )


def open_page(address: str) -> None:
    """Open the address. Where that fails, nothing is lost: the address is printed as well."""
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
