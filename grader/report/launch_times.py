"""How long a launch takes on a GPU, and which source lines take that time: in words and in shares.

The SIMT machine's model of time gives a launch a time with the error to expect, and each source line its
share. The terminal and the pages show both in the words made here. A launch without a predicted time has the
bound of its traffic instead, and the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.core.wording import microseconds
from grader.schema.record import Modelled, PredictedTime
from grader.schema.results import LabResult

# The model's word for a launch that waits. It has a colon of its own, which a sentence has no place for.
LATENCY = "latency: too little in flight"


@dataclass(frozen=True)
class LineShares:
    """Shares of the time of some launches, by file and line. Empty where no launch has a predicted time."""

    shares: Mapping[tuple[str, int], float] = field(default_factory=dict)

    def percent(self, file: str, line: int) -> int:
        """The line's share in percent, rounded; 0 for a line that takes no time worth showing."""
        return _percent(self.shares.get((file, line), 0))

    @property
    def shown(self) -> tuple[tuple[str, int], ...]:
        """The places that take at least half a percent, the largest share first."""
        largest = sorted(self.shares, key=lambda place: -self.shares[place])
        return tuple(place for place in largest if place[1] and self.percent(*place))

    def in_file(self, file: str) -> dict[int, int]:
        """The percentages of one file's lines, without those that are not shown."""
        real = Path(file).resolve()
        return {line: self.percent(name, line) for name, line in self.shown if Path(name).resolve() == real}


NO_SHARES = LineShares()


def line_shares(launches: Iterable[PredictedTime]) -> LineShares:
    """Each line's share of the time that all of the launches take together."""
    predicted = [(launch, launch.predicted_us) for launch in launches if launch.predicted_us]
    total = sum(us for _, us in predicted)
    shares: dict[tuple[str, int], float] = {}
    for launch, us in predicted:
        for line in launch.line_times:
            place = (line.file, line.line)
            shares[place] = shares.get(place, 0) + line.share * us / total
    return LineShares(shares)


def longest_modelled(lab: LabResult) -> dict[str, Modelled]:
    """Of each kernel that a lab's checks model, the launch that takes longest, on the first device."""
    longest: dict[str, Modelled] = {}
    for launch in (launch for check in lab.checks for launch in check.launches):
        for one in launch.modelled[:1]:
            known = longest.get(launch.kernel)
            if known is None or one.us > known.us:
                longest[launch.kernel] = one
    return longest


def kernel_shares(lab: LabResult) -> LineShares:
    """Each line's share of the time of the kernel that runs it, of several the largest."""
    shares: dict[tuple[str, int], float] = {}
    for line in (line for one in longest_modelled(lab).values() for line in one.line_times):
        place = (line.file, line.line)
        shares[place] = max(shares.get(place, 0), line.share)
    return LineShares(shares)


def slowest_line_words(kernel: str, modelled: Modelled) -> str:
    """The line that takes most of a kernel's time, and what limits the kernel; '' where no line is known."""
    lines = [line for line in modelled.line_times if line.line and _percent(line.share)]
    if not lines:
        return ""
    time = PredictedTime(
        predicted_us=modelled.us,
        predicted_error=modelled.error,
        predicted_by=modelled.limiter,
        predicted_next=modelled.next_limiter,
    )
    percent = _percent(lines[0].share)
    share = "all" if percent == 100 else percent_words(percent)
    return f"{kernel}: line {lines[0].line} takes {share} of the time. {time_words(time, modelled.device)}"


def percent_words(percent: int) -> str:
    """'62 %'; '' for 0, which is less than half a percent."""
    return f"{percent} %" if percent else ""


def most_time_words(shares: LineShares) -> str:
    """The line that takes the most time, and its share; '' where that is not known."""
    if not shares.shown:
        return ""
    file, line = shares.shown[0]
    percent = shares.percent(file, line)
    return f"Slowest: line {line}, with {'all' if percent == 100 else percent_words(percent)} of the time"


def time_words(time: PredictedTime, device: str, count: int = 1) -> str:
    """The time of a launch, and what limits it; without a prediction the reason and the bound.

    count: over how many launches `time` is a sum. device: '' when not known.
    """
    if time.predicted_us is None:
        return " ".join(words for words in (_why_not(time), bound_words(time, device, count)) if words)
    words = f"About {_each(time.predicted_us, count)}{on_words(device)}{_error(time)}{_limits(time)}."
    if time.least_us:
        words += f" At least {microseconds(time.least_us / count)} by its traffic."
    return words


def bound_words(time: PredictedTime, device: str, count: int = 1) -> str:
    """The least time that the traffic of a launch allows; '' when it is not known."""
    if not time.least_us:
        return ""
    least = f"{_each(time.least_us, count)}{on_words(device)}"
    return f"At least {least}, by its traffic: a bound, not a measurement."


def _why_not(time: PredictedTime) -> str:
    # A limiter without a time: some of the launches have one, and the others' reason is not told.
    reason = time.predicted_why_not or ("not every launch has one" if time.predicted_by else "")
    return f"No time is predicted because {reason}." if reason else ""


def _each(us: float, count: int) -> str:
    return f"{microseconds(us / count)}{' each' if count > 1 else ''}"


def on_words(device: str) -> str:
    """' on an NVIDIA H200'; '' where no device is known."""
    article = "an" if device.startswith("NVIDIA") else "a"
    return f" on {article} {device}" if device else ""


def _error(time: PredictedTime) -> str:
    return error_words(time.predicted_error)


def error_words(error: float) -> str:
    """' (±12 %)', the mean error to expect of a time; '' for none."""
    return f" (±{max(1, _percent(error))} %)" if error else ""


def _limits(time: PredictedTime) -> str:
    first, after = time.predicted_by, time.predicted_next
    if not first:
        return ""
    limited = f": limited by {limiter_words(first)}"
    return limited + (f"; next, {'too little in flight' if after == LATENCY else after}" if after else "")


def limiter_words(limiter: str) -> str:
    """What keeps a launch from being faster, as it stands in a sentence."""
    return "latency (too little in flight)" if limiter == LATENCY else limiter


def _percent(share: float) -> int:
    # round() would round a half to the even number, and so 0.5 to nothing.
    return int(100 * share + 0.5)
