"""What a comparison says, in words for terminal and page alike.

One sentence a kernel answers whether the change helped, by how much, and why; then each line that costs
something has its time and its accesses, before and after.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum
from pathlib import Path

from grader.core.wording import figure, microseconds, plural
from grader.report.launch_times import error_words, limiter_words, on_words
from grader.schema.comparison import (
    Amounts,
    ComparedAccess,
    ComparedFault,
    ComparedKernel,
    ComparedLine,
    Comparison,
    KernelFigures,
    LineShare,
    Place,
)

# A line's time is worth showing from this share of its kernel's time on, as in the other reports.
LEAST_SHARE = 0.005
ARROW = "→"
NONE = "–"


class Trend(Enum):
    """Whether a cost became less or more. UNSURE: a time did, but by no more than the error to expect."""

    LESS = "less"
    MORE = "more"
    SAME = "same"
    UNSURE = "unsure"


@dataclass(frozen=True)
class AccessWords:
    """What became of one access. conflicts: '' where there are none."""

    what: str
    requests: str
    amount: str
    conflicts: str
    trend: Trend


@dataclass(frozen=True)
class LineWords:
    """What became of one line. fate: 'changed', 'was line 12', 'new', …; '' for a line in its place.

    time: '' where no time worth showing is known.
    """

    fate: str
    time: str
    time_trend: Trend
    accesses: tuple[AccessWords, ...]


@dataclass(frozen=True)
class Row:
    """A figure of a kernel in both versions."""

    name: str
    before: str
    after: str
    change: str
    trend: Trend


def head_words(comparison: Comparison) -> str:
    """How many kernels were compared, and whether anything new is wrong."""
    compared = f"{plural(len(comparison.kernels), 'kernel')} compared"
    return f"{compared}; {fault_words(comparison)}"


def fault_words(comparison: Comparison) -> str:
    """How many faults are new, gone, or in both."""
    words = []
    if comparison.new_faults:
        words.append(f"{plural(len(comparison.new_faults), 'new fault')}")
    if comparison.gone_faults:
        words.append(f"{plural(len(comparison.gone_faults), 'fault')} gone")
    if comparison.kept_faults:
        words.append(f"{plural(comparison.kept_faults, 'fault')} in both")
    return ", ".join(words) or "no fault found in either"


def only_words(comparison: Comparison) -> tuple[str, ...]:
    """Kernels that one version alone has."""
    sides = (
        (comparison.only_before, comparison.before.label),
        (comparison.only_after, comparison.after.label),
    )
    return tuple(
        f"Only in {label}: {', '.join(f'`{name}`' for name in names)}." for names, label in sides if names
    )


def kernel_sentence(kernel: ComparedKernel, comparison: Comparison) -> str:
    """Whether the change helped, by how much, and why."""
    before, after = kernel.before, kernel.after
    name = (
        f"`{after.kernel}`" if before.kernel == after.kernel else f"`{before.kernel}`, now `{after.kernel}`"
    )
    return f"{name}: {_times(kernel, comparison.device)}; {_reason(kernel, comparison)}."


def _times(kernel: ComparedKernel, device: str) -> str:
    before, after = kernel.before, kernel.after
    if kernel.verdict == "unknown":
        return f"no times can be compared, because {_why_unknown(kernel)}"
    times = [_time(one, kernel) for one in (before, after)]
    if kernel.verdict == "same":
        return f"about {times[0]} as before{on_words(device)}, {_limiters(kernel)}"
    said = f"about {times[0]} became {times[1]}{on_words(device)}"
    if kernel.verdict == "within_error":
        change = abs((after.predicted_us or 0.0) - (before.predicted_us or 0.0))
        return (
            f"{said}, a difference of {microseconds(change)} that lies within the error "
            f"(±{microseconds(kernel.error_us)}): {_limiters(kernel)}"
        )
    ratio = kernel.times_as_fast or 1.0
    factor = f"{ratio:.3g} times as fast" if ratio > 1 else f"{1 / ratio:.3g} times as long"
    return f"{said} ({factor}): {_limiters(kernel)}"


def _time(one: KernelFigures, kernel: ComparedKernel) -> str:
    """The time with its error: of one launch, or of all if one version makes more launches."""
    us, count = one.predicted_us or 0.0, one.launches
    is_each = kernel.before.launches == kernel.after.launches
    of = "" if is_each and count == 1 else " each" if is_each else f" in {_launches(count)}"
    return f"{microseconds(us / count if is_each else us)}{of}{error_words(one.predicted_error)}"


def _launches(count: int) -> str:
    return "1 launch" if count == 1 else f"{count:,} launches"


def _why_unknown(kernel: ComparedKernel) -> str:
    for one, which in ((kernel.before, "first"), (kernel.after, "second")):
        if not one.predicted_us:
            reason = one.predicted_why_not or "not every launch has one"
            return f"the {which} version has none: {reason}"
    return "no time is known"


def _limiters(kernel: ComparedKernel) -> str:
    before, after = (limiter_words(one.predicted_by) for one in (kernel.before, kernel.after))
    return f"still limited by {after}" if before == after else f"limited by {before}, now by {after}"


def _reason(kernel: ComparedKernel, comparison: Comparison) -> str:
    """The line whose requests changed most, else accesses of a kind, else what the kernel moves."""
    for line in kernel.lines:
        for access in sorted(line.accesses, key=_moved, reverse=True):
            place = line.after or line.before
            if place and (change := _change_of(access)):
                return f"{place_words(place, comparison)}'s {_what(access)} {change}"
    if not is_whole(kernel):
        return "what it costs is not counted to its end"
    for access in sorted(_by_kind(kernel), key=_moved, reverse=True):
        if change := _change_of(access):
            return f"its {_what(access)}s {change}"
    changed = [row for row in figure_rows(kernel) if row.name in COUNTED and row.trend is not Trend.SAME]
    if changed:
        return f"in all, {', '.join(f'{row.before} {row.name} became {row.after}' for row in changed)}"
    return "every request costs what it did"


def _change_of(access: ComparedAccess) -> str:
    """'went from 32 to 4 sectors a request'; '' where a request costs the same, or one version lacks it."""
    if access.before is None or access.after is None:
        return ""
    old, new = _each(access, access.before), _each(access, access.after)
    unit = access.measure if new == 1 else f"{access.measure}s"
    return f"went from {figure(old)} to {figure(new)} {unit} a request" if old != new else ""


def _by_kind(kernel: ComparedKernel) -> tuple[ComparedAccess, ...]:
    """The accesses of all lines, summed by what they do: for a kernel whose lines were rewritten."""
    found: dict[tuple[str, str], list[Amounts | None]] = {}
    for access in (access for line in kernel.lines for access in line.accesses):
        sums = found.setdefault((access.space, access.op), [None, None])
        for at, amounts in enumerate((access.before, access.after)):
            sums[at] = _added(sums[at], amounts)
    return tuple(ComparedAccess(*kind, "", sums[0], sums[1]) for kind, sums in found.items())


def _added(one: Amounts | None, other: Amounts | None) -> Amounts | None:
    if one is None or other is None:
        return one or other
    return Amounts(*(getattr(one, key.name) + getattr(other, key.name) for key in fields(Amounts)))


COUNTED = ("requests", "sectors", "wavefronts", "bank conflicts")


def _moved(access: ComparedAccess) -> float:
    """How much an access changed, as a factor."""
    if access.before is None or access.after is None:
        return 0.0
    old, new = _each(access, access.before), _each(access, access.after)
    return max(old, new) / min(old, new) if old and new else max(old, new)


def _each(access: ComparedAccess, amounts: Amounts) -> float:
    total = amounts.wavefronts if access.measure == "wavefront" else amounts.sectors
    return total / amounts.requests if amounts.requests else 0.0


def _what(access: ComparedAccess) -> str:
    return f"{access.space} {access.op}"


def figure_rows(kernel: ComparedKernel) -> tuple[Row, ...]:
    """The kernel's figures in both versions: its time, what bounds it, and what was counted."""
    before, after = kernel.before, kernel.after
    is_each = before.launches == after.launches
    rows = (
        [_number_row("launches", before.launches, after.launches)]
        if max(before.launches, after.launches) > 1
        else []
    )
    shapes = [_shape(one) for one in (before, after)]
    if shapes[0] != shapes[1]:
        rows.append(Row("shape", shapes[0], shapes[1], "changed", Trend.SAME))
    name = "time each" if is_each and before.launches > 1 else "time"
    rows += list(_time_rows(name, "predicted_us", kernel)) + list(_time_rows("at least", "least_us", kernel))
    if before.predicted_by or after.predicted_by:
        rows.append(_limiter_row("limited by", before.predicted_by, after.predicted_by))
        rows.append(_limiter_row("next", before.predicted_next, after.predicted_next))
    for word, key in (
        ("requests", "requests"),
        ("sectors", "sectors"),
        ("wavefronts", "wavefronts"),
        ("bank conflicts", "bank_conflicts"),
    ):
        old, new = getattr(before.amounts, key), getattr(after.amounts, key)
        if old or new:
            rows.append(_number_row(word, old, new))
    return tuple(rows if is_whole(kernel) else (replace(row, change="", trend=Trend.SAME) for row in rows))


def _shape(one: KernelFigures) -> str:
    if not one.grid:
        return "several"
    grid, block = (" x ".join(f"{n:,}" for n in shape if n > 1) or "1" for shape in (one.grid, one.block))
    return f"{grid} of {block}"


def _time_rows(name: str, key: str, kernel: ComparedKernel) -> Iterator[Row]:
    """The row of a time; of both sides' launches together where they are not as many."""
    is_each = kernel.before.launches == kernel.after.launches
    values = []
    for one in (kernel.before, kernel.after):
        us = getattr(one, key)
        values.append(us / one.launches if us and is_each else us)
    if not any(values):
        return
    is_predicted = key == "predicted_us"
    texts = [
        microseconds(us) + (error_words(one.predicted_error) if is_predicted else "") if us else NONE
        for us, one in zip(values, (kernel.before, kernel.after), strict=True)
    ]
    if not all(values):
        yield Row(name, texts[0], texts[1], "", Trend.SAME)
        return
    trend = _trend(*values)
    if is_predicted and kernel.verdict == "within_error":
        yield Row(name, texts[0], texts[1], f"{_percent_change(*values)}, within the error", Trend.SAME)
    else:
        yield Row(name, texts[0], texts[1], _percent_change(*values), trend)


def _limiter_row(name: str, before: str, after: str) -> Row:
    # The table has no room for what a sentence explains: 'latency: too little in flight'.
    texts = [one.partition(":")[0] or NONE for one in (before, after)]
    return Row(
        name, texts[0], texts[1], "changed" if before and after and before != after else "", Trend.SAME
    )


def _number_row(name: str, before: int, after: int) -> Row:
    return Row(name, f"{before:,}", f"{after:,}", _percent_change(before, after), _trend(before, after))


def _percent_change(before: float, after: float) -> str:
    """'-45 %', 'the same'; a factor from twice as much on."""
    if before == after:
        return "the same"
    if not before or not after:
        return "new" if not before else "gone"
    if after >= 2 * before:
        return f"x {after / before:.3g}"
    percent = 100 * (after - before) / before
    return f"{percent:+.1f} %" if abs(percent) < 10 else f"{percent:+.0f} %"


def _trend(before: float, after: float) -> Trend:
    return Trend.SAME if before == after else Trend.LESS if after < before else Trend.MORE


def is_kernel_changed(kernel: ComparedKernel) -> bool:
    """Whether a kernel takes another time, or any of its lines costs something else."""
    return kernel.verdict not in ("same", "unknown") or any(is_changed(line, kernel) for line in kernel.lines)


def same_words(comparison: Comparison) -> str:
    """The kernels that take and cost what they did; '' for none."""
    same = [kernel for kernel in comparison.kernels if not is_kernel_changed(kernel)]
    named = [
        f"`{kernel.after.kernel}`"
        + (f" with about {_time(kernel.after, kernel)}" if kernel.verdict == "same" else "")
        for kernel in same
    ]
    return f"The same in both: {', '.join(named)}." if named else ""


def is_changed(line: ComparedLine, kernel: ComparedKernel) -> bool:
    """Whether a line costs something else than before, or takes noticeably more or less time."""
    if any(access.before != access.after for access in line.accesses):
        return True
    most = max(kernel.before.predicted_us or 0.0, kernel.after.predicted_us or 0.0)
    old, new = line.time_before.us or 0.0, line.time_after.us or 0.0
    return abs(new - old) >= LEAST_SHARE * most > 0


def line_words(line: ComparedLine, kernel: ComparedKernel) -> LineWords:
    """What became of a line of this kernel. Its time has a trend if it changed beyond the kernel's error."""
    old, new = line.time_before, line.time_after
    words = tuple(access_words(access) for access in line.accesses)
    time = _time_words(old, new)
    if not is_whole(kernel):
        words = tuple(replace(one, trend=Trend.SAME) for one in words)
        return LineWords(fate_words(line), time, Trend.SAME, words)
    trend = _trend(old.us or 0.0, new.us or 0.0) if time else Trend.SAME
    if trend is not Trend.SAME and abs((new.us or 0.0) - (old.us or 0.0)) <= kernel.error_us:
        trend = Trend.UNSURE
    return LineWords(fate_words(line), time, trend, words)


def is_whole(kernel: ComparedKernel) -> bool:
    """Whether both versions ran to their ends: else less was counted, and nothing became cheaper by it."""
    return kernel.before.completed and kernel.after.completed


def fate_words(line: ComparedLine) -> str:
    """Where the line was, and whether its text changed; '' for the same line in the same place."""
    if line.match == "added" or line.before is None:
        return "new"
    if line.match == "removed" or line.after is None:
        return "removed"
    was = f"was line {line.before.line}" if line.before.line != line.after.line else ""
    kind = {"changed": "changed", "moved": "moved"}.get(line.match, "")
    return ", ".join(word for word in (kind, was) if word)


def _time_words(old: LineShare, new: LineShare) -> str:
    """'1.47 µs → 0.4 µs (43 → 20 % of the time)'; '' where neither time is worth showing."""
    if max(old.share, new.share) < LEAST_SHARE or (old.us is None and new.us is None):
        return ""
    known = [one for one in (old, new) if one.us is not None and one.share]
    times = _both(*(microseconds(one.us or 0.0) for one in known))
    shares = _both(*(f"{100 * one.share:.0f}" for one in known))
    when = "" if len(known) == 2 else "was " if known[0] is old else "now "
    return f"{when}{times} ({shares} % of the time)"


def access_words(access: ComparedAccess) -> AccessWords:
    """What became of an access: requests, what each costs, and bank conflicts."""
    known = [one for one in (access.before, access.after) if one is not None]
    when = "" if len(known) == 2 else "no longer: " if access.after is None else "new: "
    what = f"{_what(access)} of {access.array}" if access.array else _what(access)
    requests = _both(*(f"{one.requests:,}" for one in known))
    amount = _both(*(figure(_each(access, one)) for one in known))
    return AccessWords(
        f"{when}{what}",
        f"{requests} {'request' if requests == '1' else 'requests'}",
        f"{amount} {access.measure if amount == '1' else f'{access.measure}s'} each",
        _conflicts(known),
        _cost_trend(access),
    )


def _conflicts(known: Sequence[Amounts]) -> str:
    if not any(one.bank_conflicts for one in known):
        return ""
    words = _both(*(f"{one.bank_conflicts:,}" for one in known))
    return f"{words} bank {'conflict' if words == '1' else 'conflicts'}"


def _cost_trend(access: ComparedAccess) -> Trend:
    totals = [
        0 if one is None else one.wavefronts if access.measure == "wavefront" else one.sectors
        for one in (access.before, access.after)
    ]
    return _trend(*totals)


def _both(*words: str) -> str:
    """What was and what is; once where it is the same, or of one version alone."""
    return f" {ARROW} ".join(dict.fromkeys(words))


def place_words(place: Place, comparison: Comparison) -> str:
    """'line 12' of the compared file, 'tile.cuh:12' of another."""
    if place.file in (comparison.before.file, comparison.after.file):
        return f"line {place.line}"
    return f"{Path(place.file).name}:{place.line}"


def who_words(fault: ComparedFault) -> str:
    """Where a fault is: its kernel, and its line."""
    kernel = f"in {fault.kernel}" if fault.kernel else ""
    place = f"{fault.file}:{fault.line}" if fault.line else ""
    return ", ".join(word for word in (place, kernel) if word)


def unchanged_words(count: int) -> str:
    """How many lines cost what they did."""
    verb = "costs" if count == 1 else "cost"
    return f"{plural(count, 'line')} {verb} what {'it' if count == 1 else 'they'} did." if count else ""
