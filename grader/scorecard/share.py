"""Parts of a whole, for bars."""

from __future__ import annotations


def share(part: float, whole: float) -> float:
    """Percent from 0 to 100, one decimal; 0 of nothing is 0."""
    return round(max(0.0, min(100.0, 100.0 * part / whole)), 1) if whole else 0.0
