"""{timed}: launches of a file, and what the SIMT machine's model of time says of each.

```{timed} examples/time.cu
:region: dram                     shows the lines between // [dram] and // [/dram]; nothing, unless told
:limited-by: DRAM                 what the model must say of the first launch, or the page is refused
:device: h100                     the GPU whose time is predicted; an H200, unless told
floats = --kernel 'add<float>' --grid 128 --block 256 --arg f32:32Ki:iota
halves = --kernel 'add<half>' --grid 128 --block 256 --arg f16:32Ki:iota
```

Each launch has a name, by which the text of the page quotes its figures, also before the directive:

    {time}`floats us`         the predicted time; also limiter, next, error, least, and says: all in words
    {time}`floats / halves`   how many times as long the first one takes
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, cast

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from grader.core.wording import microseconds
from grader.report.launch_times import time_words
from grader.schema.trace_document import TracedLaunch
from grader.trace.request import parse_group
from handbook.drawing import OWN
from handbook.machine import run_kernels
from handbook.traced import code_of, listing_of

logger = logging.getLogger(__name__)

FIGURES: dict[str, Callable[[TracedLaunch], str]] = {
    "us": lambda launch: microseconds(launch.predicted_us or 0),
    "limiter": lambda launch: launch.predicted_by,
    "next": lambda launch: launch.predicted_next,
    "error": lambda launch: f"{100 * launch.predicted_error:.0f} %",
    "least": lambda launch: microseconds(launch.least_us),
    "says": lambda launch: time_words(launch, launch.device),
}


class TimeError(Exception):
    """A figure that no launch of the page has, in one sentence."""


class TimeNode(nodes.Inline, nodes.TextElement):
    """Stands for a figure until the page's launches have run."""


@dataclass(frozen=True)
class Row:
    """A launch, in words."""

    kernel: str
    name: str
    shape: str
    time: str
    limiter: str
    next: str
    least: str


def launch_lines(content: list[str]) -> dict[str, str]:
    """The options of each launch, by its name. A line that begins with a blank continues the one before."""
    found: dict[str, str] = {}
    last = ""
    for line in content:
        if line.startswith(" ") and last:
            found[last] += f" {line.strip()}"
        elif line.strip():
            last, equals, options = (part.strip() for part in line.partition("="))
            if not equals or " " in last:
                raise ExtensionError(f"{{timed}}: '{line}' is not NAME = --kernel …")
            found[last] = options
    return found


def page_times(env: BuildEnvironment) -> dict[str, TracedLaunch]:
    """The launches of the page that is read, by their names."""
    return cast("dict[str, TracedLaunch]", env.temp_data.setdefault("handbook-times", {}))


def timed(text: str, times: Mapping[str, TracedLaunch]) -> str:
    """The figure that the words stand for. Raises TimeError."""
    first, is_ratio, second = (part.strip() for part in text.partition(" / "))
    name, _, figure = first.partition(" ")
    for wanted in (name, second):
        if wanted and wanted not in times:
            raise TimeError(
                f"'{text}': no launch of this page is called {wanted}; there are {', '.join(times)}"
            )
    if is_ratio and not figure:
        ratio = (times[name].predicted_us or 0) / (times[second].predicted_us or 1)
        return f"{ratio:.1f}" if ratio < 10 else f"{ratio:.0f}"
    if is_ratio or figure not in FIGURES:
        raise TimeError(f"'{text}' is not NAME / NAME, nor a name and one of {', '.join(FIGURES)}")
    return FIGURES[figure](times[name])


def check_limits(file: Path, launches: Mapping[str, TracedLaunch], wanted: str) -> None:
    """Raises ExtensionError if a launch has no time, or the first has another limiter than its page says."""
    for name, launch in launches.items():
        if launch.predicted_us is None:
            raise ExtensionError(f"{file}: '{name}' has no predicted time: {launch.predicted_why_not}")
    name, launch = next(iter(launches.items()))
    if wanted and launch.predicted_by != wanted:
        raise ExtensionError(
            f"{file}: its page says that '{name}' is limited by {wanted}, "
            f"and the model says {launch.predicted_by}"
        )


class TimedDirective(SphinxDirective):
    """See the module's text."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "region": directives.unchanged_required,
        "limited-by": directives.unchanged_required,
        "device": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        docs = Path(self.env.srcdir)
        file = docs / self.arguments[0]
        self.env.note_dependency(str(file))
        lines = launch_lines(list(self.content))
        device = self.options.get("device", "h200")
        requests = [parse_group(options) for options in lines.values()]
        trace = run_kernels(file, requests, ("--device", device))
        if trace.faults or trace.not_run:
            raise ExtensionError(
                f"{file}: {trace.faults[0].message if trace.faults else 'a launch was not run'}"
            )
        launches = dict(zip(lines, trace.launches, strict=True))
        check_limits(file, launches, self.options.get("limited-by", ""))
        page_times(self.env).update(launches)
        kernels = [request.kernel for request in requests]
        # A kernel that is launched twice is told apart by the names.
        words = [
            name if kernels.count(kernel) > 1 else "" for name, kernel in zip(lines, kernels, strict=True)
        ]
        place = os.path.relpath(file, docs.parent)
        table = OWN.get_template("times.html.j2").render(
            device=trace.launches[0].device,
            error=FIGURES["error"](trace.launches[0]),
            rows=[
                _row(kernel, word, launch)
                for kernel, word, launch in zip(kernels, words, trace.launches, strict=True)
            ],
            commands=[
                f"./course trace {place} --device {device} {options}".replace(" --grid", " \\\n    --grid")
                for options in lines.values()
            ],
        )
        shown = []
        if region := self.options.get("region"):
            first, code = code_of(file, region, "")
            shown = [listing_of(code, first)]
        return [*shown, nodes.raw("", table, format="html")]


def _row(kernel: str, name: str, launch: TracedLaunch) -> Row:
    return Row(
        kernel=kernel,
        name=name.replace("_", " "),
        shape=f"{_product(launch.grid)} of {_product(launch.block)}",
        time=microseconds(launch.predicted_us or 0),
        limiter=launch.predicted_by,
        next=launch.predicted_next,
        least=microseconds(launch.least_us),
    )


def _product(size: tuple[int, ...]) -> str:
    """'4,096', or '32 x 8' where there is more than one dimension."""
    used = [side for place, side in enumerate(size) if place == 0 or any(one > 1 for one in size[place:])]
    return " x ".join(f"{side:,}" for side in used)


class _Time(SphinxRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        node = TimeNode(self.rawtext, self.text)
        self.set_source_info(node)
        return [node], []


def _resolve(app: Sphinx, tree: nodes.document) -> None:
    """Once a page is read: put the figures into its text."""
    times = page_times(app.env)
    for figure in list(tree.findall(TimeNode)):
        try:
            figure.replace_self(nodes.Text(timed(figure.astext(), times)))
        except TimeError as error:
            logger.warning(str(error), location=figure)
            figure.replace_self(nodes.Text("?"))


def setup(app: Sphinx) -> None:
    """Called by the extension."""
    app.add_node(TimeNode)
    app.add_directive("timed", TimedDirective)
    app.add_role("time", _Time())
    app.connect("doctree-read", _resolve)
