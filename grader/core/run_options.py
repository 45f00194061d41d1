"""How a lab's test program is run. The command line names these defaults without importing the runner."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_LIMIT_S = 120.0
DEFAULT_SEED = 1


@dataclass(frozen=True)
class RunOptions:
    """machine: simt or cuda. limit_s: seconds for the whole program. seed: of all random inputs."""

    machine: str = "simt"
    limit_s: float = DEFAULT_LIMIT_S
    seed: int = DEFAULT_SEED
