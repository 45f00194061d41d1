"""Opens the page of `watch` in a browser, and keeps its address off every command line.

Other users of a shared computer can read command lines (ps), and whoever has the address can read the page.
So the browser gets a file that leads to it and that its user alone can read, until the watch ends. A browser
on another computer cannot read the file. There the printed address remains.
"""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from html import escape
from pathlib import Path

from grader.core.temporary import temporary_folder

# Where windows are shown on this computer.
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
# Set in the terminals of VS Code on a remote computer: its $BROWSER opens pages on the user's own.
REMOTE_EDITOR = "VSCODE_IPC_HOOK_CLI"
# Set where the computer is a container of this user alone, so that nobody else sees a command line.
OWN_COMPUTERS = ("CODESPACES", "REMOTE_CONTAINERS")
REDIRECT = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>Coalesce Labs watch</title>
</head>
<body><p><a href="{address}">The page of ./course watch</a></p></body>
</html>
"""


class Way(Enum):
    """What a browser is given. NOTHING: none is opened."""

    NOTHING = "nothing"
    FILE = "a file that leads to the address"
    ADDRESS = "the address"


def way_to_open(environment: Mapping[str, str] = os.environ) -> Way:
    """By whether somebody sits at a terminal, and where the browser is that can show a window."""
    if not sys.stdout.isatty():
        return Way.NOTHING
    if environment.get(REMOTE_EDITOR) and environment.get("BROWSER"):
        is_own = any(environment.get(name) == "true" for name in OWN_COMPUTERS)
        return Way.ADDRESS if is_own else Way.NOTHING
    names = (*DISPLAYS, "BROWSER")
    is_shown = sys.platform == "darwin" or any(environment.get(name) for name in names)
    return Way.FILE if is_shown else Way.NOTHING


@contextmanager
def opened(address: str, way: Way, place: Path) -> Iterator[None]:
    """The page in a browser. place: where the file is kept until the end; a folder that is made if need be.

    Where that fails, nothing is lost: the address is printed as well.
    """
    if way is not Way.FILE:
        if way is Way.ADDRESS:
            _open(address)
        yield
        return
    with redirect_file(address, place) as file:
        _open(file.as_uri())
        yield


@contextmanager
def redirect_file(address: str, place: Path) -> Iterator[Path]:
    """A file in a new folder, both of this user alone, that are removed at the end.

    place: not the system's folder for temporary files. Browsers that are snaps have another one.
    """
    with temporary_folder(_made(place)) as folder:
        file = folder / "watch.html"
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            out.write(REDIRECT.format(address=escape(address)))
        yield file


def _made(place: Path) -> Path | None:
    """The place, or None for the system's own where nothing can be written there."""
    with suppress(OSError):
        place.mkdir(exist_ok=True)
    return place if os.access(place, os.W_OK | os.X_OK) else None


def _open(address: str) -> None:
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
