"""The defaults of a run, its seed and its time. The command line needs no runner to name them."""

from __future__ import annotations

import os
from datetime import datetime, timezone

# Limits are seconds of processor time, so that a busy computer costs nobody points.
DEFAULT_LIMIT_S = 120.0
# The limit for each file of a class, whose authors are strangers: compiling and running it takes a minute of
# processor time at most.
CLASS_LIMIT_S = 40.0
# The far stop: what has not ended by then, by the clock, has waited rather than worked.
FAR_STOP_FACTOR = 10.0
LEAST_FAR_STOP_S = 300.0
DEFAULT_SEED = 1


def far_stop_s(processor_s: float) -> float:
    """Seconds by the clock after which a run with that limit of processor time is a grading error."""
    return max(LEAST_FAR_STOP_S, FAR_STOP_FACTOR * processor_s)


def chosen_seed(requested: int | None) -> int:
    """The requested seed; else a random one, so that nobody can prepare answers to known inputs."""
    import secrets

    return secrets.randbelow(1_000_000_000) if requested is None else requested


def graded_at() -> datetime:
    """Now, in UTC; or the time that SOURCE_DATE_EPOCH fixes, for reproducible pages."""
    return fixed_time() or datetime.now(tz=timezone.utc)


def fixed_time() -> datetime | None:
    """The time that SOURCE_DATE_EPOCH sets (https://reproducible-builds.org/specs/source-date-epoch/)."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(fixed), tz=timezone.utc) if fixed.isdecimal() else None
