"""How a lab's test program is run, and when. The command line needs no runner to name the defaults."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime, timezone

DEFAULT_LIMIT_S = 120.0
# The limit for each file of a class, whose authors are strangers: compiling and running it takes a minute at
# most.
CLASS_LIMIT_S = 40.0
DEFAULT_SEED = 1


@dataclass(frozen=True)
class RunOptions:
    """machine: simt or cuda. limit_s: seconds for the whole program. seed: of all random inputs."""

    machine: str = "simt"
    limit_s: float = DEFAULT_LIMIT_S
    seed: int = DEFAULT_SEED


def graded_at() -> datetime:
    """Now, in UTC; or the time that SOURCE_DATE_EPOCH fixes, for reproducible pages."""
    return fixed_time() or datetime.now(tz=timezone.utc)


def fixed_time() -> datetime | None:
    """The time that SOURCE_DATE_EPOCH sets (https://reproducible-builds.org/specs/source-date-epoch/)."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(fixed), tz=timezone.utc) if fixed.isdecimal() else None
