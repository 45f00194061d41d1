"""Common claims about memory access, each compared with a measurement.

A claim names readings by lab, name and shape; a claim whose readings are not in the record is left out.
Each lab's handout explains what its claims are about. `so` says whether the claim is true, within the bounds
below.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grader.measuring.survey_table import number
from grader.schema.measurements import Measurements, Survey
from grader.schema.record import Reading

HOLDS, NOT_SO = "true", "false"
# Two bandwidths within 5 % of each other count as the same: more than runs of one kernel differ by.
SAME = 0.05


@dataclass(frozen=True)
class Verdict:
    """One claim. measured: the figures that bear on it. so: whether it is true, and if not, why."""

    said: str
    measured: str
    so: str


class NoReading(Exception):
    """The record has no such reading."""


@dataclass(frozen=True)
class Readings:
    """The readings of a record, by lab and name."""

    found: Measurements

    def of(self, lab: str, name: str, shape: str = "") -> float:
        """The median. shape: a part of the reading's. Raises NoReading."""
        for reading in (one for survey in self._surveys(lab) for one in survey.readings):
            if reading.name == name and shape in reading.shape:
                return reading.value
        raise NoReading

    def ratio(self, lab: str, of: str, against: str, shape: str = "") -> float:
        """Of two readings that took turns: of one survey and one shape. Raises NoReading."""
        for survey in self._surveys(lab):
            found = {(one.shape, one.name): one.value for one in survey.readings if shape in one.shape}
            for (where, name), value in found.items():
                if name == of and (where, against) in found:
                    return value / found[where, against]
        raise NoReading

    def at(self, lab: str, shape: str) -> tuple[Reading, ...]:
        """All readings whose shape holds that part."""
        return tuple(one for survey in self._surveys(lab) for one in survey.readings if shape in one.shape)

    def _surveys(self, lab: str) -> tuple[Survey, ...]:
        if lab == "others":
            return self.found.others
        return tuple(survey for one in self.found.labs if one.id == lab for survey in one.surveys)


def verdicts_of(found: Measurements) -> tuple[Verdict, ...]:
    """Every claim that this record can speak of."""
    readings = Readings(found)
    verdicts = []
    for claim in CLAIMS:
        try:
            verdicts.append(claim(readings))
        except NoReading:
            continue
    return tuple(verdicts)


def _verdict(said: str, measured: str, holds: bool, why_not: str = "") -> Verdict:
    """why_not: what explains the figures where the claim does not hold."""
    if holds:
        return Verdict(said, measured, HOLDS)
    return Verdict(said, measured, f"{NOT_SO}: {why_not}" if why_not else NOT_SO)


def _stride_in_proportion(readings: Readings) -> Verdict:
    one, eight, last = (readings.of("lab1", f"strided_read at stride {stride}") for stride in (1, 8, 32))
    return _verdict(
        "A stride of s leaves 1/s of the bandwidth",
        f"stride 1: {number(one)} GB/s, 8: {number(eight)}, 32: {number(last)}",
        last / one < 1.5 / 32,
        f"a sector holds 8 floats, so reads cost no more sectors from 8 on; 1/{one / last:.1f} is left at 32 "
        "because the stores stay coalesced",
    )


def _stride_two(readings: Readings) -> Verdict:
    ratio = readings.ratio("lab1", "strided_read at stride 2", "strided_read at stride 1")
    return _verdict(
        "A stride of 2 halves the bandwidth",
        f"{ratio:.2f} of the bandwidth of stride 1",
        ratio < 0.6,
        "the traffic for the reads doubles, but one float a thread leaves memory partly idle at stride 1",
    )


def _offset_costs(readings: Readings) -> Verdict:
    ratio = readings.ratio("lab1", "offset_read at offset 1", "offset_read at offset 0")
    return _verdict(
        "A misaligned read (offset 1) is as bad as a stride of 2",
        f"{ratio:.2f} of the bandwidth of offset 0",
        ratio < 0.75,
        "a warp touches 5 sectors instead of 4, and the next warp finds the fifth in a cache",
    )


def _vectors(readings: Readings) -> Verdict:
    ratio = readings.ratio("lab1", "fast_copy", "copy_floats")
    return _verdict(
        "A coalesced copy is as fast as a copy can be; 16 bytes a lane gain nothing",
        f"fast_copy {ratio:.2f} times copy_floats",
        ratio < 1 + SAME,
        "the same sectors, but four times the bytes in flight",
    )


def _memcpy(readings: Readings) -> Verdict:
    ratio = readings.ratio("lab1", "fast_copy", "cudaMemcpy")
    return _verdict(
        "No kernel copies as fast as cudaMemcpy", f"fast_copy {ratio:.2f} times cudaMemcpy", ratio < 1 - SAME
    )


def _soa(readings: Readings) -> Verdict:
    ratio = readings.ratio("lab2", "update_soa", "update_aos")
    return _verdict(
        "An array of 8-float structures costs 8 times a structure of arrays",
        f"SoA {ratio:.2f} times AoS",
        ratio > 7,
        "32 sectors a request instead of 4, but L1 keeps the other fields of a sector for the next loads",
    )


def _aosoa(readings: Readings) -> Verdict:
    ratio = readings.ratio("lab2", "update_aosoa", "update_soa")
    return _verdict("AoSoA is as fast as SoA", f"{ratio:.2f} times SoA", ratio > 1 - SAME)


def _cycles(readings: Readings, stride: int, kernel: str = "conflict_probe") -> float:
    """Cycles a load: of one warp alone (conflict_probe), or with 16 warps on the SM (conflict_busy)."""
    return readings.of("lab3", kernel, f"stride {stride},")


@dataclass(frozen=True)
class _Conflict:
    """What a conflict does to the time of a load, on a busy SM and to one warp alone."""

    busy: float
    words: str


def _conflict(readings: Readings, ways: int) -> _Conflict:
    def against(kernel: str) -> tuple[float, float]:
        return _cycles(readings, ways, kernel), _cycles(readings, 1, kernel)

    (busy, busy_without), (alone, alone_without) = against("conflict_busy"), against("conflict_probe")
    return _Conflict(
        busy / busy_without,
        f"16 warps on an SM: {number(busy)} cycles a load against {number(busy_without)}; "
        f"one warp alone: {number(alone)} against {number(alone_without)}",
    )


def _two_way(readings: Readings) -> Verdict:
    conflict = _conflict(readings, 2)
    return _verdict(
        "A 2-way bank conflict is free",
        conflict.words,
        conflict.busy < 1 + SAME,
        "only a lone warp, which cannot keep the banks busy, hides it",
    )


def _thirty_two_way(readings: Readings) -> Verdict:
    conflict = _conflict(readings, 32)
    return _verdict(
        "A 32-way bank conflict costs 9 times, not 32",
        conflict.words,
        conflict.busy < 24,
        f"{conflict.busy:.0f} times on a busy SM; 9 is what a lone warp sees, whose loads wait for more than "
        "the banks",
    )


def _odd_stride(readings: Readings) -> Verdict:
    one, odd = _cycles(readings, 1), _cycles(readings, 33)
    return _verdict(
        "An odd stride has no bank conflicts",
        f"stride 33: {number(odd)} cycles, stride 1: {number(one)}",
        odd < (1 + SAME) * one,
    )


def _swizzle(readings: Readings) -> Verdict:
    ratio = readings.ratio("lab3", "column_sum_swizzled", "column_sum_padded")
    return _verdict(
        "Swizzling costs more than padding, because it has to compute the index",
        f"swizzled {ratio:.2f} times padded",
        ratio < 1 - SAME,
    )


SIDE = "16384 x 16384"


def _naive(readings: Readings) -> Verdict:
    ratio = readings.ratio("lab4", "transpose_padded", "transpose_naive", SIDE)
    return _verdict(
        "A naive transpose is 32 times slower, because each lane's store is a transaction of its own",
        f"padded {ratio:.1f} times naive at {SIDE}",
        ratio > 24,
        "it is 8 times the sectors, on one side only, and L2 combines some of them",
    )


def _unpadded(readings: Readings) -> Verdict:
    ratio = readings.ratio("lab4", "transpose_padded", "transpose_tiled", SIDE)
    return _verdict(
        "Bank conflicts hardly matter where memory is the limit",
        f"padded {ratio:.2f} times unpadded at {SIDE}",
        ratio < 1 + SAME,
        "with 32 wavefronts a load, shared memory is the limit",
    )


def _padded(readings: Readings) -> Verdict:
    ratio = readings.ratio("lab4", "transpose_padded", "copy_rows", SIDE)
    return _verdict(
        "A padded tile transposes as fast as the same threads copy",
        f"{ratio:.2f} of copy_rows at {SIDE}",
        ratio > 1 - 2 * SAME,
    )


def _tile16(readings: Readings) -> Verdict:
    ratio = readings.ratio("lab4", "transpose_tile16", "transpose_padded", SIDE)
    return _verdict(
        "A tile of 16 x 16 is as good as one of 32 x 32",
        f"{ratio:.2f} of the 32 x 32 tile at {SIDE}",
        ratio > 1 - SAME,
        "too few bytes are in flight",
    )


def _cublas(readings: Readings) -> Verdict:
    shapes = [one.shape for one in readings.at("lab5", "beta") if one.name == "cublasSgeam"]
    if not shapes:
        raise NoReading
    ratios = [readings.ratio("lab5", "geam_transpose", "cublasSgeam", shape) for shape in shapes]
    return _verdict(
        "A library's transpose cannot be beaten by hand",
        f"{min(ratios):.2f} to {max(ratios):.2f} times cublasSgeam over {len(ratios)} shapes",
        max(ratios) < 1,
    )


def _pytorch(readings: Readings) -> Verdict:
    mine = readings.of("others", "transpose_padded", SIDE)
    theirs = readings.of("others", "PyTorch x.t().contiguous()", SIDE)
    return _verdict(
        "PyTorch's x.t().contiguous() is a tiled kernel in shared memory",
        f"PyTorch {number(theirs)} GB/s, the padded tile {number(mine)}",
        theirs > (1 - SAME) * mine,
        "it copies a strided view element by element",
    )


GATHER = "64 Mi floats from 512 MiB, random"


def _read_only_cache(readings: Readings) -> Verdict:
    ratio = readings.ratio("lab6", "gather_ldg", "gather", GATHER)
    return _verdict(
        "Loads through the read-only cache (__ldg) make a random gather faster",
        f"{ratio:.2f} times an ordinary load; {GATHER}",
        ratio > 1 + SAME,
        "each lane needs a sector of its own, and both are cached in the same L1",
    )


def _past_l1(readings: Readings) -> Verdict:
    ratio = readings.ratio("lab6", "gather_ldcg", "gather", GATHER)
    return _verdict(
        "Loads past L1 (__ldcg, -dlcm=cg) make a random gather faster",
        f"{ratio:.2f} times an ordinary load; {GATHER}",
        ratio > 1 + SAME,
        "L1 fetches single sectors, not lines, so nothing is saved without it",
    )


CLAIMS: tuple[Callable[[Readings], Verdict], ...] = (
    _stride_in_proportion,
    _stride_two,
    _offset_costs,
    _vectors,
    _memcpy,
    _soa,
    _aosoa,
    _two_way,
    _thirty_two_way,
    _odd_stride,
    _swizzle,
    _naive,
    _unpadded,
    _padded,
    _tile16,
    _cublas,
    _read_only_cache,
    _past_l1,
    _pytorch,
)
