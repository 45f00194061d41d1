"""Bytes in flight, in words: what a thread has on its way from memory, and what its bound would need.

A bound knows only how much a kernel moves. Whether a GPU comes near it depends on how much is on its way at
once, so the figure stands beside every bound; that it is too small is said only where it is.
"""

from __future__ import annotations

from grader.core.wording import figure
from grader.schema.record import InFlight, Launch

KIB = 1024


def in_flight_words(launch: Launch) -> str:
    """What a thread and an SM have in flight; '' where nothing is loaded, or nobody counted."""
    flight = launch.in_flight
    if flight is None or not flight.waits:
        return ""
    return (
        f"In flight: a thread has {_bytes(flight.mean)} on the way on average, {flight.most} at most; "
        f"an SM at most {_kib(flight.in_an_sm)}."
    )


def shortfall_words(launch: Launch) -> str:
    """Why a measurement may stay below the bound; '' where enough is in flight, or what is enough unknown."""
    flight = launch.in_flight
    bound = launch.bounds[0] if launch.bounds else None
    if flight is None or bound is None or not _falls_short(flight, bound.in_flight_needed):
        return ""
    return (
        f"An {bound.device} needs about {_kib(bound.in_flight_needed)} in each SM to come near this bound. "
        "Measured, this kernel may stay below it: let each thread issue more loads before it needs the first."
    )


def _falls_short(flight: InFlight, needed: float) -> bool:
    return 0 < flight.in_an_sm < needed


def _bytes(amount: float) -> str:
    rounded = round(amount, 1)
    return f"{figure(rounded)} {'byte' if rounded == 1 else 'bytes'}"


def _kib(amount: float) -> str:
    return f"{figure(round(amount / KIB, 1))} KiB"
