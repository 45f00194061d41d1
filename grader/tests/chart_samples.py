"""Charts of every form that the labs plot, with made-up but plausible numbers."""

from __future__ import annotations

from collections.abc import Sequence

from grader.schema.record import Chart, Series

Values = Sequence[float | None]


def chart(
    name: str, kind: str, x: tuple[str, Sequence[object]], y_label: str, *series: tuple[str, str, Values]
) -> Chart:
    """series: name, role and values of each."""
    return Chart(
        id=name,
        title=f"Sample of {name}",
        kind=kind,
        x_label=x[0],
        x=tuple(str(place) for place in x[1]),
        y_label=y_label,
        series=tuple(Series(title, role, tuple(values)) for title, role, values in series),
        source="docs/measurements/h200/sample.md",
    )


def stride_curve() -> Chart:
    """Lab 1: a few strides that double; the student's curve lies on the limit, and has a gap."""
    limit = (1.0, 0.5, 0.25, 0.125, 0.125, 0.125)
    return chart(
        "stride-curve",
        "line",
        ("stride in elements", (1, 2, 4, 8, 16, 32)),
        "bandwidth, part of stride 1",
        ("strided_read", "student", (1.0, 0.5, None, 0.125, 0.125, 0.125)),
        ("what traffic allows", "limit", limit),
        ("on an H200", "hardware", (1.0, 0.86, 0.64, 0.35, 0.18, 0.17)),
    )


def layouts() -> Chart:
    """Lab 2: bars whose series have values at some places only."""
    return chart(
        "layouts",
        "bars",
        ("layout", ("AoS", "SoA", "AoSoA")),
        "times as fast as update_aos",
        ("yours", "student", (None, 2.667, 2.667)),
        ("given", "given", (1.0, None, None)),
        ("on an H200", "hardware", (1.0, 2.70, 3.00)),
    )


def wavefronts() -> Chart:
    """Lab 3: 34 places, whole numbers."""
    degrees = [1, *(_common_factor(stride) for stride in range(1, 34))]
    return chart(
        "wavefronts",
        "line",
        ("stride in words", range(34)),
        "wavefronts per shared load",
        ("conflict_probe", "student", degrees),
        ("what the rule says", "limit", degrees),
    )


def cycles() -> Chart:
    """Lab 3: hardware alone at few of many places, so that lone points must show."""
    timed = {0: 7.0, 1: 7.1, 2: 7.2, 4: 10.2, 8: 18.2, 16: 34.2, 32: 66.2, 33: 7.1}
    return chart(
        "cycles",
        "line",
        ("stride in words", range(34)),
        "cycles per load",
        ("conflict_probe", "student", [None] * 34),
        ("on an H200", "hardware", [timed.get(stride) for stride in range(34)]),
    )


def transposes() -> Chart:
    """Lab 4: bars with long names; one kernel is still a stub."""
    names = ("copy_rows", "transpose_naive", "transpose_tiled", "transpose_padded", "transpose_tile16")
    return chart(
        "transposes",
        "bars",
        ("kernel", names),
        "bandwidth, part of the copy's",
        ("yours", "student", (None, None, 0.4492, None, 1.0)),
        ("given", "given", (1.0, 0.2487, None, None, None)),
        ("on an H200", "hardware", (1.0, 0.15, 0.48, 0.94, 0.55)),
    )


def shapes() -> Chart:
    """Lab 5: eight places with three series each."""
    names = ("1024 x 1024", "4096 x 4096", "16384 x 16384", "8192 x 2048")
    odd = ("1023 x 1025", "4095 x 4097", "10007 x 9973", "1 x 1000003")
    return chart(
        "shapes",
        "bars",
        ("shape", names + odd),
        "bandwidth bound in GB/s, the least time that the counted traffic allows",
        ("geam_transpose", "student", (3600, 3600, 3600, 3600, 3120, 3125, 3130, None)),
        ("an ideal kernel", "limit", (3600, 3600, 3600, 3600, 3200, 3200, 3200, 1800)),
        ("cublasSgeam on an H200", "hardware", (749, 3002, 3940, 3044, None, 2743, 3414, None)),
    )


def all_charts() -> tuple[Chart, ...]:
    return (stride_curve(), layouts(), wavefronts(), cycles(), transposes(), shapes())


def _common_factor(stride: int) -> int:
    return next(power for power in (32, 16, 8, 4, 2, 1) if stride % power == 0)
