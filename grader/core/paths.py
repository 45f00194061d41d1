"""Where things are in the repository."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PRESET = "default"
# Where CUDA's headers are, in a checkout and in an installed package.
CUDA_HEADERS = ("/common/simt/include/", "/share/simt/include/")


@dataclass(frozen=True)
class Project:
    """One checkout: its root and its build folder, both absolute."""

    root: Path
    build: Path

    @property
    def labs(self) -> Path:
        return self.root / "labs"

    @property
    def solutions(self) -> Path:
        return self.root / "solutions"

    @property
    def simt(self) -> Path:
        return self.root / "common" / "simt"

    @property
    def machine(self) -> Path:
        """The process that runs kernels, once it is built."""
        return self.build / "common" / "simt" / "remote" / "simt_machine"

    @property
    def simtcc(self) -> Path:
        """The compiler of kernel files, once it is built."""
        return self.build / "common" / "simt" / "compiler" / "simtcc"

    @property
    def modules(self) -> Path:
        return self.build / "modules"

    def shown(self, path: str | Path) -> str:
        """The path as a user reads it: relative to the root where it lies inside, else as it is.

        A lab that is a link in labs/ is inside by its name.
        """
        if not str(path):
            return ""
        for known in (Path(path).resolve(), Path(path)):
            if known.is_relative_to(self.root):
                return str(known.relative_to(self.root))
        return str(path)


def current_project(environment: Mapping[str, str] = os.environ) -> Project:
    """The checkout that this package lies in; COALESCE_BUILD_DIR names another build folder."""
    root = Path(__file__).resolve().parents[2]
    chosen = environment.get("COALESCE_BUILD_DIR", "")
    build = Path(chosen).resolve() if chosen else root / "build" / PRESET
    return Project(root, build)


def is_cuda_header(path: str) -> bool:
    """Whether a file that a report names is one of CUDA's headers, and no source of the user's."""
    return any(part in path for part in CUDA_HEADERS)
