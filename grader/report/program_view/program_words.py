"""What a program's report says, in words, for terminal and page alike.

What it has in common with a trace is in trace_view/trace_words.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grader.core.wording import microseconds, plural
from grader.report.costs import LineCost
from grader.report.launch_times import bound_words, time_words
from grader.report.trace_view.trace_words import fault_place, shape_words, told_apart
from grader.schema.program_report import HostFault, LaunchGroup, LibraryCalls, ProgramFault, ProgramReport

# A reader looks at so many tables; of further groups of a kernel there is a row each.
SHOWN_APART = 3
# And at so many kernels: of more, those that waste most are shown.
KERNELS_SHOWN = 10
# As many functions of a library as the report of an executable names.
FUNCTIONS_NAMED = 4


def launches(count: int) -> str:
    """'1 launch', '2 launches'."""
    return "1 launch" if count == 1 else f"{count:,} launches"


def head_words(report: ProgramReport) -> str:
    """How much was launched, and how much went wrong."""
    kernels = len({group.signature for group in report.launches})
    if not report.launched:
        launched = "No kernel was launched"
    elif report.left_out:
        launched = f"{launches(report.launched)}, {report.left_out:,} of them not selected"
    else:
        launched = f"{launches(report.launched)} of {plural(kernels, 'kernel')}"
    return f"{launched}; {fault_words(report)}"


def fault_words(report: ProgramReport) -> str:
    """How many faults there are, of kernels and of host code."""
    kernels, host = len(told_apart(report.faults)[0]), len(report.host_faults)
    if not kernels and not host:
        return "no fault found"
    found = [f"{plural(kernels, 'fault')} in kernels"] if kernels else []
    return " and ".join([*found, *([f"{plural(host, 'fault')} in host code"] if host else [])])


def note_words(report: ProgramReport) -> tuple[str, ...]:
    """What else a reader must know before the figures."""
    notes = []
    if report.ended == "signal":
        notes.append(f"The program was ended by {report.signal}{stop_words(report)}.")
    if report.ended == "running":
        notes.append("The program ended without notice: this is what it had done up to a second before.")
    if report.running is not None:
        notes.append(f"Launch {report.running.number:,}, of `{report.running.kernel}`, had not ended.")
    if not report.counted:
        notes.append("Costs were not counted (--no-count).")
    if not report.races_looked_for:
        notes.append("Races and reads of unwritten memory were not looked for (--no-races).")
    notes += [library_words(calls) for calls in report.libraries]
    if report.launched and not report.launches and report.left_out:
        notes.append("No launch is of that kernel or number.")
    return tuple(notes)


def library_words(calls: LibraryCalls) -> str:
    """What a library computed on the host, without costs. The functions that were called most have names."""
    functions = sorted(calls.functions, key=lambda one: -one.calls)
    named = [f"{one.function} {one.calls:,}" for one in functions[:FUNCTIONS_NAMED]]
    if others := len(functions) - len(named):
        named.append(f"and {plural(others, 'other function')}")
    result = "its result is right, its costs" if calls.calls == 1 else "their results are right, their costs"
    counted = "1 call" if calls.calls == 1 else f"{calls.calls:,} calls"
    return f"{calls.library} computed {counted} on the host ({', '.join(named)}): {result} are not counted."


def stop_words(report: ProgramReport) -> str:
    """' at main.cu:12, in main', where host code was at fault; '' where that is not known."""
    at = report.stopped_at
    if at is None or not (at.line or at.function):
        return ""
    words = [f"{named(at.file)}:{at.line}"] if at.line else []
    return f" at {', '.join([*words, *([f'in {at.function}'] if at.function else [])])}"


def group_words(group: LaunchGroup) -> str:
    """How many launches, and their shape."""
    words = launches(group.count)
    if group.count > 1:
        words += {
            "costs": " of the same cost",
            "shape": " of different costs",
            "kernel": " of different shapes",
        }[group.alike]
    numbers = (
        f"number {group.first:,}" if group.count == 1 else f"from number {group.first:,} to {group.last:,}"
    )
    shape = "" if group.alike == "kernel" else f": {shape_words(group.launch, group.dynamic_shared_bytes)}"
    return f"{words} ({numbers}){shape}"


def further_words(group: LaunchGroup) -> tuple[str, ...]:
    """How they ran, which one is the worst of several unlike ones, and how many were stopped or not run."""
    words = []
    if group.lockstep:
        words.append("In lockstep: the lanes of a warp did each access together, as on GPUs before Volta.")
    if group.alike != "costs" and group.wasted:
        words.append(f"Launch {group.worst:,} wastes most; --launch {group.worst} shows it alone.")
    if group.stopped:
        verb = "was" if group.stopped == 1 else "were"
        words.append(f"{launches(group.stopped)} {verb} stopped by a fault.")
    if group.repeated:
        words.append(
            f"{launches(group.repeated)} repeated an earlier one on the same data: counted, not run again."
        )
    return tuple(words)


def group_time_words(group: LaunchGroup, report: ProgramReport) -> str:
    """How long one launch takes on the report's device; '' if that is not known, or none ran to its end."""
    if group.stopped == group.count:
        return ""
    # The model needs the counts. That they were not made is said once for the whole report.
    words = time_words if report.counted else bound_words
    return words(group, report.device, group.count)


def found_words(kind: str, message: str) -> str:
    """A fault's kind and message; the message alone where it begins with the kind."""
    return message if message.replace("-", " ").startswith(kind) else f"{kind}: {message}"


def who_words(fault: ProgramFault, group: LaunchGroup) -> str:
    """Which launch and thread ran into a fault, and how often."""
    launch = f"launch {fault.first:,} of {group.kernel}"
    more = f"in {launches(fault.launches)}" if fault.launches > 1 else ""
    return "; ".join(part for part in (launch, fault_place(fault), more) if part)


def host_words(fault: HostFault) -> str:
    """The function of a host fault, and how often it happened."""
    function = f"in {fault.function}" if fault.function else ""
    return "; ".join(part for part in (function, f"{fault.count:,} times" if fault.count > 1 else "") if part)


def by_kernel(report: ProgramReport) -> tuple[tuple[LaunchGroup, ...], ...]:
    """The groups of each kernel, in order of their first launches."""
    found: dict[str, list[LaunchGroup]] = {}
    for group in report.launches:
        found.setdefault(group.signature, []).append(group)
    return tuple(tuple(groups) for groups in found.values())


def most_wasteful(kernels: Sequence[tuple[LaunchGroup, ...]]) -> tuple[tuple[LaunchGroup, ...], ...]:
    """Of many kernels those with faults and the KERNELS_SHOWN that waste most, in order of their launches.

    Waste is the time that excess sectors and wavefronts account for. If a kernel that ran to its
    end has no predicted time, times rank nobody: the excess itself counts.
    """
    groups = [group for launched in kernels for group in launched if not group.stopped]
    measure = excess_us if all(group.predicted_us is not None for group in groups) else _excess
    worst = sorted(kernels, key=lambda launched: -sum(measure(group) for group in launched))
    kept = {launched[0].signature for launched in worst[:KERNELS_SHOWN]}
    return tuple(
        launched
        for launched in kernels
        if launched[0].signature in kept or any(group.faults for group in launched)
    )


def excess_us(group: LaunchGroup) -> float:
    """The part of each line's time that its requests' excess over the least possible accounts for."""
    excess: dict[tuple[str, int], float] = {}
    for access in group.accesses:
        place = (access.file, access.line)
        # Of several accesses of a line, the one that wastes the largest part speaks for the line.
        excess[place] = max(excess.get(place, 0.0), LineCost(group.launch, access).excess)
    return sum(
        line.share * (group.predicted_us or 0.0) * excess.get((line.file, line.line), 0.0)
        for line in group.line_times
    )


def _excess(group: LaunchGroup) -> float:
    return group.wasted


def not_shown_words(count: int) -> str:
    """How many kernels are left out of the text, and how to see them; '' for none."""
    if not count:
        return ""
    kernels = "1 more kernel wastes" if count == 1 else f"{count:,} more kernels waste"
    return f"{kernels} less, without faults: --all-kernels lists every kernel, --kernel K one of them."


def shown_apart(groups: Sequence[LaunchGroup]) -> tuple[LaunchGroup, ...]:
    """The groups of a kernel that are shown line by line: all, or of many the first and the worst."""
    if len(groups) <= SHOWN_APART:
        return tuple(groups)
    worst = max(groups, key=lambda group: group.wasted / group.count)
    faulty = [group for group in groups if group.faults and group not in (groups[0], worst)]
    chosen = [groups[0], *([worst] if worst is not groups[0] else []), *faulty[:1]]
    return tuple(sorted(chosen, key=lambda group: group.first))


GROUP_HEADS = ("launch", "times", "shape", "sectors", "least", "wavefronts", "least", "about", "at least")


def group_row(group: LaunchGroup) -> tuple[str, ...]:
    """One of many groups of a kernel, under GROUP_HEADS: sums over its launches."""
    sums = [
        sum(getattr(total, name) for total in group.totals)
        for name in ("sectors", "least_sectors", "wavefronts", "least_wavefronts")
    ]
    times = (microseconds(us / group.count) if us else "" for us in (group.predicted_us, group.least_us))
    grid, block = (" x ".join(f"{n:,}" for n in shape if n > 1) or "1" for shape in (group.grid, group.block))
    shape = "several" if group.alike == "kernel" else f"{grid} of {block}"
    return (f"{group.first:,}", f"{group.count:,}", shape, *(f"{one:,}" for one in sums), *times)


def named(path: str) -> str:
    """A file as somebody in the present folder would write it, where it lies below that."""
    here = Path.cwd()
    return str(Path(path).relative_to(here)) if path and Path(path).is_relative_to(here) else path
