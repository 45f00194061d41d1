"""How a launch's time and the shares of its lines are said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.core.wording import microseconds
from grader.report.launch_times import (
    LATENCY,
    line_shares,
    most_time_words,
    percent_words,
    time_words,
)
from grader.schema.record import LineTime, PredictedTime

H200 = "NVIDIA H200"
BY_DRAM = PredictedTime(
    predicted_us=63.04, predicted_by="DRAM", predicted_next=LATENCY, predicted_error=0.12, least_us=51.2
)


@pytest.mark.parametrize(
    ("us", "words"),
    [
        (0.013937, "0.0139 µs"),
        (0.5, "0.5 µs"),
        (2.498, "2.5 µs"),
        (63.04, "63 µs"),
        (999.4, "999 µs"),
        (999.6, "1 ms"),
        (1250, "1.25 ms"),
        (12_345_678, "12,300 ms"),
    ],
)
def test_times_have_three_digits(us: float, words: str) -> None:
    assert microseconds(us) == words


def test_what_limits_a_launch_reads_as_a_sentence() -> None:
    assert time_words(BY_DRAM, H200) == (
        "About 63 µs on an NVIDIA H200 (±12 %): limited by DRAM; next, too little in flight. "
        "At least 51.2 µs by its traffic."
    )
    waiting = replace(BY_DRAM, predicted_by=LATENCY, predicted_next="reads from L2", least_us=0)
    assert time_words(waiting, H200) == (
        "About 63 µs on an NVIDIA H200 (±12 %): limited by latency (too little in flight); "
        "next, reads from L2."
    )


def test_a_sum_is_told_for_each_launch() -> None:
    sums = replace(BY_DRAM, predicted_us=6304.0, least_us=5120)
    assert time_words(sums, H200, 100).startswith("About 63 µs each on an NVIDIA H200 (±12 %)")
    assert time_words(sums, H200, 100).endswith("At least 51.2 µs by its traffic.")


def test_what_is_not_known_is_left_out() -> None:
    assert time_words(PredictedTime(), H200) == ""
    assert time_words(PredictedTime(predicted_us=2.0), "") == "About 2 µs."


def test_a_device_has_its_article() -> None:
    assert " on a GeForce RTX 4090 (" in time_words(BY_DRAM, "GeForce RTX 4090")


@pytest.mark.parametrize(
    ("time", "words"),
    [
        (
            PredictedTime(predicted_why_not="the launch is cooperative", least_us=3),
            "No time is predicted because the launch is cooperative. "
            "At least 3 µs on an NVIDIA H200, by its traffic: a bound, not a measurement.",
        ),
        (
            replace(BY_DRAM, predicted_us=None, least_us=0),
            "No time is predicted because not every launch has one.",
        ),
        (
            PredictedTime(least_us=3),
            "At least 3 µs on an NVIDIA H200, by its traffic: a bound, not a measurement.",
        ),
    ],
)
def test_without_a_prediction_the_reason_and_the_bound_are_told(time: PredictedTime, words: str) -> None:
    assert time_words(time, H200) == words


def timed(us: float | None, **shares: float) -> PredictedTime:
    """A launch with the shares of its lines, which are named l1, l2 and so on."""
    lines = tuple(LineTime("k.cu", int(name[1:]), share) for name, share in shares.items())
    return PredictedTime(predicted_us=us, line_times=lines)


def test_shares_are_of_the_time_of_all_launches() -> None:
    shares = line_shares([timed(30, l3=1.0), timed(10, l3=0.2, l7=0.8), timed(None, l9=1.0)])
    assert shares.shown == (("k.cu", 3), ("k.cu", 7))
    assert [shares.percent("k.cu", line) for line in (3, 7, 9)] == [80, 20, 0]
    assert most_time_words(shares) == "Slowest: line 3, with 80 % of the time"


def test_shares_below_half_a_percent_are_not_shown() -> None:
    shares = line_shares([timed(10, l1=0.991, l2=0.005, l3=0.004)])
    assert shares.in_file("k.cu") == {1: 99, 2: 1}
    assert [percent_words(shares.percent("k.cu", line)) for line in (2, 3)] == ["1 %", ""]


def test_time_of_no_known_line_is_counted_and_not_shown() -> None:
    shares = line_shares([timed(10, l0=0.7, l5=0.3)])
    assert shares.shown == (("k.cu", 5),)
    assert most_time_words(shares) == "Slowest: line 5, with 30 % of the time"
    assert most_time_words(line_shares([])) == ""
    assert most_time_words(line_shares([timed(10, l5=1.0)])) == "Slowest: line 5, with all of the time"


def test_a_file_is_known_by_any_of_its_names() -> None:
    shares = line_shares([timed(10, l5=1.0)])
    assert shares.in_file(str(Path("k.cu").resolve())) == {5: 100}
    assert shares.in_file("other.cu") == {}
