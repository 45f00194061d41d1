"""The plots: useful bandwidth over the stride, and that of each transpose; SVG and PNG, on a light ground."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from grader.schema.record import Reading

INK, QUIET, LINE = "#1d2433", "#5a6374", "#d8dce3"
# Okabe and Ito's colours, which stay apart for the colour-blind; PyTorch's are the warm ones.
OWN = ("#0072b2", "#56b4e9", "#009e73", "#8a8f98", "#334455")
PYTORCH = ("#d55e00", "#e69f00", "#b3446c")
MARKERS = "osD^vP"
HATCHES = ("", "//", "..", "\\\\", "xx", "++")
SIZE = (9.0, 4.8)
TITLE_SIZE = 12


def draw_stride_curve(readings: Sequence[Reading], chip: str, file: Path) -> None:
    """One line a contender over the strides; nothing where nothing was measured."""
    if not readings:
        return
    figure, axes = _figure(f"Reading with a stride on an {chip}")
    for name, style in _styles(readings).items():
        own = [one for one in readings if one.name == name]
        strides = [int(one.shape.removeprefix("stride ")) for one in own]
        spread = [[one.value - one.low for one in own], [one.high - one.value for one in own]]
        axes.errorbar(
            strides,
            [one.value for one in own],
            yerr=spread,
            label=name,
            color=style.colour,
            marker=style.marker,
            linewidth=2,
            capsize=3,
        )
    axes.set_xscale("log", base=2)
    ticks = sorted({int(one.shape.removeprefix("stride ")) for one in readings})
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    axes.set_xlabel("stride, in floats")
    _finish(figure, axes, file, columns=2)


def draw_transposes(readings: Sequence[Reading], chip: str, file: Path) -> None:
    """A group of bars a shape, one a contender; nothing where nothing was measured."""
    if not readings:
        return
    figure, axes = _figure(f"Copies and transposes on an {chip}")
    shapes = list(dict.fromkeys(one.shape for one in readings))
    styles = _styles(readings)
    width = 0.86 / len(styles)
    for place, (name, style) in enumerate(styles.items()):
        own = [one for one in readings if one.name == name]
        at = [shapes.index(one.shape) + (place - (len(styles) - 1) / 2) * width for one in own]
        spread = [[one.value - one.low for one in own], [one.high - one.value for one in own]]
        axes.bar(
            at,
            [one.value for one in own],
            width,
            yerr=spread,
            label=name,
            color=style.colour,
            hatch=style.hatch,
            edgecolor="white",
            linewidth=0.6,
            error_kw={"ecolor": INK, "capsize": 2, "linewidth": 0.8},
        )
    axes.set_xticks(range(len(shapes)), shapes)
    axes.set_xlabel("rows x columns")
    _finish(figure, axes, file, columns=4)


class _Style:
    """How one contender is drawn."""

    def __init__(self, place: int, *, pytorch: bool) -> None:
        colours = PYTORCH if pytorch else OWN
        self.colour = colours[place % len(colours)]
        self.marker = MARKERS[(place + 3 * pytorch) % len(MARKERS)]
        self.hatch = HATCHES[(place + pytorch) % len(HATCHES)] if pytorch else ""


def _styles(readings: Sequence[Reading]) -> dict[str, _Style]:
    names = list(dict.fromkeys(one.name for one in readings))
    own = [name for name in names if not name.startswith("PyTorch")]
    theirs = [name for name in names if name.startswith("PyTorch")]
    styles = {name: _Style(place, pytorch=False) for place, name in enumerate(own)}
    return styles | {name: _Style(place, pytorch=True) for place, name in enumerate(theirs)}


def _figure(title: str) -> tuple[Figure, Axes]:
    figure = Figure(figsize=SIZE, facecolor="white", layout="constrained")
    axes = figure.subplots()
    axes.set_title(title, loc="left", color=INK, fontsize=TITLE_SIZE)
    axes.set_ylabel("GB/s, bytes read plus written, each once", color=INK)
    axes.grid(axis="y", color=LINE)
    axes.set_axisbelow(True)
    axes.tick_params(colors=QUIET)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def _finish(figure: Figure, axes: Axes, file: Path, columns: int) -> None:
    axes.set_ylim(bottom=0)
    figure.legend(loc="outside lower center", ncols=columns, frameon=False)
    # The reader's own matplotlibrc is not asked: the plots are the same everywhere.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "coalesce-labs"}):
        figure.savefig(file.with_suffix(".svg"), metadata={"Date": None})
        figure.savefig(file.with_suffix(".png"), dpi=160)
