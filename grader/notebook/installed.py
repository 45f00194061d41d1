"""Finds the installed SIMT machine, without which no cell can be compiled."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import GraderError

# Where packages put programs. A notebook's server may have been started with a shorter PATH.
USUAL_PLACES = ("/usr/local/bin", "/usr/bin")
HOW_TO_INSTALL = """Install the SIMT machine's package. A release has one each for Debian 12, Ubuntu 22.04 and
24.04, and `./course package` makes one:
    sudo apt install ./coalesce-simt_*.deb
    !apt-get install -y ./coalesce-simt_*.deb     (in a cell, as in Colab)
If simtcc is somewhere else, name it in a cell:
    %env SIMTCC=/path/to/bin/simtcc"""


@dataclass(frozen=True)
class InstalledMachine:
    """simtcc, and the folder for what it makes of this session's cells."""

    simtcc: Path
    modules: Path


def find_simtcc(environment: Mapping[str, str] = os.environ) -> Path:
    """The compiler that SIMTCC names, or else the first one of that name. Raises GraderError without one."""
    if named := environment.get("SIMTCC", ""):
        if not os.access(named, os.X_OK) or Path(named).is_dir():
            raise GraderError(f"SIMTCC names {named}, which is no program", HOW_TO_INSTALL)
        return Path(named).absolute()
    places = os.pathsep.join((environment.get("PATH", ""), *USUAL_PLACES))
    found = shutil.which("simtcc", path=places)
    if found is None:
        raise GraderError("%%simt needs simtcc, which is not installed here", HOW_TO_INSTALL)
    return Path(found).absolute()
