"""How near the model of time is to what GPUs took: figures, tables and a plot of the recorded launches.

The record is common/simt/data/predicted_times.csv, one line for each launch and device, which
common/simt/agreement/timing/predict.py writes. A page holds

    <!-- generated: time-plot -->               predicted against measured times, a panel for each GPU
    <!-- generated: time-summary -->            how far off the predictions are, a row for each set and GPU
    <!-- generated: time-worst -->              the ten launches that are furthest off, of each GPU
    <!-- generated: time-launches-h200 -->      every launch

    {predicted}`h200; mean`                     a figure of FIGURES, of the launches of all sets
    {predicted}`h200 held_out; mean`            of one set
    {predicted}`h200; column_mean error`        a launch's error, predicted, measured, least, limiter
"""

from __future__ import annotations

import csv
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from grader.core.wording import microseconds

logger = logging.getLogger(__name__)

RECORD = "common/simt/data/predicted_times.csv"
DEVICES = {"h200": "NVIDIA H200", "h100": "NVIDIA H100"}
SETS = {
    "launches": "launches.cu",
    "held_out": "held_out.cu",
    "judged": "judged.cu",
    "fresh": "fresh.cu",
    "unseen": "unseen.cu",
    "outside": "outside.cu",
    "validation": "validation.cu",
    "textbook": "textbook.cu",
    "practice": "practice.cu",
    "blind": "blind/blind.cu",
    "first_sight": "first_sight/first_sight.cu",
    "untried": "untried/untried.cu",
    "everyday": "everyday/everyday.cu",
    "varied": "varied/varied.cu",
    "pieces": "pieces/pieces.cu",
    "labs": "the labs' own",
}
# The set that no rule is learned from, so that it can judge the model.
JUDGE = "validation"
NEAR = 0.15
FAR = 1.5
WORST = 10
MINUS = "\u2212"
NO_BREAK = "\u00a0"
# A bound may be above a measured time by as much as measurements differ (predict.py).
BOUND_MARGIN = 1.02


class PredictionError(Exception):
    """A figure that the record does not hold, in one sentence."""


@dataclass(frozen=True)
class Launch:
    """A line of the record. Times are in microseconds; which: the set."""

    name: str
    which: str
    device: str
    shape: str
    predicted: float
    measured: float
    least: float
    limiter: str

    @property
    def error(self) -> float:
        return self.predicted / self.measured - 1

    @property
    def factor(self) -> float:
        """How many times too long or too short; at least 1."""
        return max(self.predicted / self.measured, self.measured / self.predicted)


def read_launches(root: Path) -> list[Launch]:
    """The record's launches with a predicted time, in its order."""
    with (root / RECORD).open(encoding="utf-8", newline="") as file:
        return [
            Launch(
                line["launch"],
                line["set"],
                line["device"],
                line["shape"],
                float(line["predicted_us"]),
                float(line["measured_us"]),
                float(line["least_us"]),
                line["limiter"],
            )
            for line in csv.DictReader(file)
            if line["predicted_us"]
        ]


def _near(launches: Sequence[Launch]) -> int:
    return sum(abs(one.error) <= NEAR for one in launches)


FIGURES: dict[str, Callable[[Sequence[Launch]], str]] = {
    "launches": lambda of: f"{len(of):,}",
    "mean": lambda of: f"{100 * statistics.mean(abs(one.error) for one in of):.1f} %",
    "median": lambda of: f"{100 * statistics.median(abs(one.error) for one in of):.1f} %",
    "near": lambda of: f"{_near(of):,}",
    "near-share": lambda of: f"{100 * _near(of) / len(of):.0f} %",
    "far": lambda of: f"{sum(one.factor > FAR for one in of):,}",
    "broken-bounds": lambda of: f"{sum(one.least > BOUND_MARGIN * one.measured for one in of):,}",
    "shortest": lambda of: microseconds(min(one.measured for one in of)),
    "longest": lambda of: microseconds(max(one.measured for one in of)),
}
OF_LAUNCH: dict[str, Callable[[Launch], str]] = {
    "error": lambda one: _signed(one.error),
    "predicted": lambda one: microseconds(one.predicted),
    "measured": lambda one: microseconds(one.measured),
    "least": lambda one: microseconds(one.least),
    "limiter": lambda one: one.limiter,
}


def _signed(share: float) -> str:
    return f"{100 * share:+.0f}{NO_BREAK}%".replace("-", MINUS)


def predicted(text: str, root: Path) -> str:
    """The figure of a {predicted} role. Raises PredictionError."""
    of, _, figure = (part.strip() for part in text.partition(";"))
    device, _, which = of.partition(" ")
    launches = [one for one in read_launches(root) if one.device == device and which in ("", one.which)]
    if not launches:
        raise PredictionError(f"'{text}': {RECORD} has no launches of '{of}'")
    if figure in FIGURES:
        return FIGURES[figure](launches)
    name, _, quantity = figure.partition(" ")
    found = [one for one in launches if one.name == name]
    if not found or quantity not in OF_LAUNCH:
        known = ", ".join(FIGURES)
        raise PredictionError(
            f"'{text}': neither one of {known}, nor a launch and one of {', '.join(OF_LAUNCH)}"
        )
    return OF_LAUNCH[quantity](found[0])


def _groups(launches: Sequence[Launch]) -> list[tuple[str, str, list[Launch]]]:
    """Each device and set that has launches, in the order of DEVICES and SETS."""
    groups = [
        (device, which, [one for one in launches if (one.device, one.which) == (device, which)])
        for which in SETS
        for device in DEVICES
    ]
    return [group for group in groups if group[2]]


def summary_table(root: Path) -> str:
    """How far off the predictions are."""
    lines = [
        "| launches of | on | launches | mean error | median | within 15 % | off by more than 1.5 times |",
        "| --- | --- | --: | --: | --: | --: | --: |",
    ]
    for device, which, of in _groups(read_launches(root)):
        mean, median, near, share, far = (
            FIGURES[name](of) for name in ("mean", "median", "near", "near-share", "far")
        )
        lines.append(
            f"| `{SETS[which]}` | {DEVICES[device]} | {len(of)} "
            f"| {mean} | {median} | {near} ({share}) | {far} |"
        )
    return "\n".join(lines)


def worst_table(root: Path) -> str:
    """The launches that are furthest off on each device, a launch of both devices in one row."""
    launches = read_launches(root)
    by_device = {device: {one.name: one for one in launches if one.device == device} for device in DEVICES}
    worst: list[str] = []
    for of in by_device.values():
        furthest = sorted(of.values(), key=lambda one: -one.factor)[:WORST]
        worst += [one.name for one in furthest if one.name not in worst]
    worst.sort(key=lambda name: -max(of[name].factor for of in by_device.values() if name in of))
    heads = " | ".join(f"{name.removeprefix('NVIDIA ')}, µs | predicted" for name in DEVICES.values())
    lines = [f"| launch | {heads} | limited by, says the model |", f"| --- |{' --: | --: |' * 2} --- |"]
    for name in worst:
        cells = []
        for of in by_device.values():
            one = of.get(name)
            cells += (
                [f"{one.measured:,.1f}", f"{one.predicted:,.1f}{NO_BREAK}({_signed(one.error)})"]
                if one
                else ["", ""]
            )
        limiter = next(of[name].limiter for of in by_device.values() if name in of)
        lines.append(f"| `{name}` | {' | '.join(cells)} | {limiter} |")
    return "\n".join(lines)


def launches_table(root: Path, device: str) -> str:
    """Every launch of a device."""
    lines = ["| launch | grid of block | measured, µs | predicted, µs | error | bound, µs | limited by |"]
    lines.append("| --- | --- | --: | --: | --: | --: | --- |")
    lines += [
        f"| `{one.name}` | {one.shape} | {one.measured:,.1f} | {one.predicted:,.1f} | {_signed(one.error)} | "
        f"{one.least:,.1f} | {one.limiter} |"
        for one in read_launches(root)
        if one.device == device
    ]
    return "\n".join(lines)


# The plot, in units of its own: about a pixel where a panel has the width of a phone.
SIDE = 360
LEFT, RIGHT, TOP, BOTTOM = 46, 16, 8, 42
STEPS = (1, 2, 5)
LABELLED = 5  # launches a panel, the furthest off
LABEL_HEIGHT = 12
LETTER = 6.2  # of a label, in width


@dataclass(frozen=True)
class _Axes:
    """Both axes have one scale, from `low` to `high` microseconds."""

    low: float
    high: float

    def _place(self, us: float, room: float) -> float:
        return room * log(us / self.low) / log(self.high / self.low)

    def x(self, us: float) -> float:
        return LEFT + self._place(us, SIDE - LEFT - RIGHT)

    def y(self, us: float) -> float:
        return SIDE - BOTTOM - self._place(us, SIDE - TOP - BOTTOM)

    def ticks(self) -> list[float]:
        steps = [step * 10.0**power for power in range(-1, 6) for step in STEPS]
        return [step for step in steps if self.low <= step <= self.high]


def _axes(launches: Sequence[Launch]) -> _Axes:
    times = [us for one in launches for us in (one.predicted, one.measured)]
    steps = [step * 10.0**power for power in range(-2, 7) for step in STEPS]
    return _Axes(
        max(step for step in steps if step <= min(times)), min(step for step in steps if step >= max(times))
    )


def plot(root: Path) -> str:
    """Predicted against measured times as HTML: one line, so that Markdown takes it as it is."""
    launches = read_launches(root)
    axes = _axes(launches)
    panels = [
        _panel(device, [one for one in launches if one.device == device], axes)
        for device in DEVICES
        if any(one.device == device for one in launches)
    ]
    kinds = {"": "a launch"}
    if any(one.which == JUDGE for one in launches):
        kinds[JUDGE] = f"a launch of <code>{SETS[JUDGE]}</code>, from which nothing was learned"
    marks = " ".join(
        f'<span><svg class="key" viewBox="0 0 12 12" aria-hidden="true">{_mark(which, 6, 6, "")}</svg> '
        f"{words}</span>"
        for which, words in kinds.items()
    )
    key = (
        f'<p class="key">{marks} <span><svg class="key" viewBox="0 0 12 12" aria-hidden="true">'
        '<rect class="band" width="12" height="12"/></svg> within 15 % of the measured time</span> '
        '<span><svg class="key" viewBox="0 0 12 12" aria-hidden="true">'
        '<path class="far" d="M0 6H12"/></svg> off by 1.5 times</span></p>'
    )
    return f'<div class="plots">{"".join(panels)}{key}</div>'


def _panel(device: str, launches: Sequence[Launch], axes: _Axes) -> str:
    name = DEVICES[device]
    words = _words(name, launches)
    marks = "".join(
        _mark(
            one.which,
            axes.x(one.measured),
            axes.y(one.predicted),
            f"<title>{one.name}: measured {microseconds(one.measured)}, predicted "
            f"{microseconds(one.predicted)} ({_signed(one.error)})</title>",
        )
        for one in sorted(launches, key=lambda one: one.which == JUDGE)
    )
    return (
        f'<figure class="plot"><figcaption>{name}: {len(launches)} launches</figcaption>'
        f'<svg viewBox="0 0 {SIDE} {SIDE}" role="img" '
        f'aria-labelledby="plot-{device}-title plot-{device}-words">'
        f'<title id="plot-{device}-title">Predicted against measured times of an {name}</title>'
        f'<desc id="plot-{device}-words">{words}</desc>'
        f"{_frame(axes)}{marks}{_labels(launches, axes)}</svg></figure>"
    )


def _words(name: str, launches: Sequence[Launch]) -> str:
    """What the plot shows, for who does not see it."""
    worst = sorted(launches, key=lambda one: -one.factor)[:LABELLED]
    named = ", ".join(f"{one.name} ({_signed(one.error)})" for one in worst)
    return (
        f"{len(launches)} launches took an {name} from {FIGURES['shortest'](launches)} to "
        f"{FIGURES['longest'](launches)}. The points follow the diagonal: "
        f"{FIGURES['near'](launches)} predictions are within 15 % of the measured time, "
        f"{FIGURES['far'](launches)} are off by more than 1.5 times. "
        f"Furthest off: {named}."
    )


def _between(axes: _Axes, factor: float) -> str:
    """The ends, within the axes, of the line on which a prediction is `factor` times the measured time."""
    low, high = max(axes.low, axes.low / factor), min(axes.high, axes.high / factor)
    return f"{_at(axes, low, low * factor)} {_at(axes, high, high * factor)}"


def _at(axes: _Axes, measured: float, predicted_us: float) -> str:
    return f"{axes.x(measured):.1f},{axes.y(predicted_us):.1f}"


def _frame(axes: _Axes) -> str:
    left, right, top, bottom = LEFT, SIDE - RIGHT, TOP, SIDE - BOTTOM
    above = _between(axes, 1 + NEAR)
    below = " ".join(reversed(_between(axes, 1 - NEAR).split()))
    parts = [
        f'<polygon class="band" points="{_at(axes, axes.low, axes.low)} {above} '
        f'{_at(axes, axes.high, axes.high)} {below}"/>'
    ]
    for us in axes.ticks():
        x, y = f"{axes.x(us):.1f}", f"{axes.y(us):.1f}"
        parts.append(f'<path class="grid" d="M{x} {top}V{bottom}M{left} {y}H{right}"/>')
        parts.append(f'<text x="{x}" y="{bottom + 14}">{us:g}</text>')
        parts.append(f'<text class="side" x="{left - 6}" y="{y}">{us:g}</text>')
    parts += [f'<polyline class="far" points="{_between(axes, factor)}"/>' for factor in (FAR, 1 / FAR)]
    parts.append(f'<polyline class="diagonal" points="{_between(axes, 1)}"/>')
    parts.append(f'<text class="axis" x="{(left + right) / 2}" y="{SIDE - 8}">measured, µs</text>')
    middle = (top + bottom) / 2
    parts.append(
        f'<text class="axis" x="12" y="{middle}" transform="rotate(-90 12 {middle})">predicted, µs</text>'
    )
    return "".join(parts)


def _mark(which: str, x: float, y: float, inside: str) -> str:
    """A disc; a diamond for the set that judges the model."""
    if which != JUDGE:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.8">{inside}</circle>'
    return f'<path class="judge" d="M{x:.1f} {y - 4:.1f}l4 4l-4 4l-4 -4z">{inside}</path>'


def _labels(launches: Sequence[Launch], axes: _Axes) -> str:
    """The names of the launches that are furthest off, where they have room."""
    taken: list[tuple[float, float, float, float]] = []
    texts: list[str] = []
    for one in sorted(launches, key=lambda one: -one.factor):
        if len(texts) == LABELLED:
            break
        width = LETTER * len(one.name)
        x, y = axes.x(one.measured), axes.y(one.predicted)
        # Away from the diagonal, where the other points are.
        is_left = one.error > 0
        end = x - 7 if is_left else x + 7 + width
        if end > SIDE:
            end, y = SIDE - RIGHT, y + LABEL_HEIGHT
        box = (end - width, end, y - LABEL_HEIGHT / 2, y + LABEL_HEIGHT / 2)
        if end - width < LEFT or any(_overlap(box, other) for other in taken):
            continue
        taken.append(box)
        is_at_end = is_left or y != axes.y(one.predicted)
        place = f'class="name before" x="{end:.1f}"' if is_at_end else f'class="name" x="{x + 7:.1f}"'
        texts.append(f'<text {place} y="{y:.1f}">{one.name}</text>')
    return "".join(texts)


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3]


MAKERS: dict[str, Callable[[Path], str]] = {
    "time-plot": plot,
    "time-summary": summary_table,
    "time-worst": worst_table,
    **{
        f"time-launches-{device}": lambda root, device=device: launches_table(root, device)  # type: ignore[misc]
        for device in DEVICES
    },
}


class _Predicted(SphinxRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        root = Path(self.env.srcdir).parent
        self.env.note_dependency(str(root / RECORD))
        try:
            return [nodes.Text(predicted(self.text, root))], []
        except PredictionError as error:
            logger.warning(str(error), location=self.get_location())
            return [], []


def setup(app: Sphinx) -> None:
    """Called by the extension."""
    app.add_role("predicted", _Predicted())
