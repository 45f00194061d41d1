"""Draws a chart with Matplotlib, once for a wide window and once for a phone's.

A drawing's unit is the CSS pixel of its full size. Text keeps clear of other text by reckoning each letter
with a width that is ample for the usual fonts, so that the page's own font may stand in for Matplotlib's.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from grader.report.scorecard.chart_bars import bars_height, draw_bars
from grader.report.scorecard.chart_lines import draw_lines
from grader.report.scorecard.chart_parts import Frame, Plot
from grader.report.scorecard.chart_svg import page_svg

# css and width of each drawing.
SIZES = (("wide", 760.0), ("narrow", 320.0))
LINES_HEIGHT = {"wide": 330.0, "narrow": 280.0}
POINTS_AN_INCH = 72.0


def drawings(plot: Plot) -> tuple[tuple[Frame, str], ...]:
    """Each drawing's frame and its SVG without the <svg> tag; ids in it start with the frame's."""
    frames = tuple(_frame(plot, css, width) for css, width in SIZES)
    return tuple((frame, page_svg(_drawn(plot, frame), frame.id)) for frame in frames)


def _frame(plot: Plot, css: str, width: float) -> Frame:
    height = LINES_HEIGHT[css] if plot.kind == "line" else bars_height(plot, width)
    return Frame(f"{plot.id}-{css}", css, width, height)


def _drawn(plot: Plot, frame: Frame) -> str:
    # The reader's own matplotlibrc must not change a card, nor a card the reader's settings.
    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of letters that its font lacks: the page's font draws them
        _settings()
        figure = Figure(figsize=(frame.width / POINTS_AN_INCH, frame.height / POINTS_AN_INCH))
        FigureCanvasSVG(figure)
        figure.patch.set_visible(False)
        (draw_lines if plot.kind == "line" else draw_bars)(figure, plot, frame)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata=dict.fromkeys(_metadata()))
    return text.getvalue()


def _settings() -> None:
    matplotlib.rcdefaults()
    parameters = matplotlib.rcParams
    parameters["svg.fonttype"] = "none"
    parameters["svg.hashsalt"] = "coalesce-labs"
    # A `$` in a kernel's name is a `$`.
    parameters["text.parse_math"] = False
    parameters["text.usetex"] = False
    parameters["font.family"] = "DejaVu Sans"
    parameters["hatch.linewidth"] = 1.2
    parameters["path.simplify"] = False


def _metadata() -> Sequence[str]:
    return ("Creator", "Date", "Format", "Type")
