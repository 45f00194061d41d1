"""{warp}: one access of one warp, run on the SIMT machine and drawn as the scorecard draws it.

    ```{warp} in[lane * 2]
    :bytes: 4                bytes per lane: 1, 2, 4, 8 or 16
    :lanes: lane < 16        which lanes take part; all, unless told
    :tile: [32][33]          the access is to a shared array `tile` of this shape
    :store:                  the access is a store
    :name: stride-2          for {counted} in the text
    :title: A stride of 2    stands above the drawing
    :undrawn:                counted, and not drawn
    ```

All accesses of a page are compiled as one file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from grader.report.costs import LineCost, costs_of
from grader.schema.record import Launch
from grader.trace.request import LaunchRequest
from handbook.counts import CountedNode, CountError, counted, page_costs
from handbook.drawing import draw
from handbook.machine import run_kernels

logger = logging.getLogger(__name__)

TYPES = {1: "signed char", 2: "short", 4: "float", 8: "double", 16: "float4"}
BUFFERS = {1: "i8", 2: "i16", 4: "f32", 8: "f64", 16: "f32"}
ROOM = "64Ki"  # elements of a buffer


@dataclass(frozen=True)
class Access:
    """What a directive asks for, and where its page has it."""

    code: str
    width: int
    lanes: str
    tile: str
    store: bool
    name: str
    title: str
    drawn: bool = True

    @property
    def kind(self) -> tuple[str, str]:
        return ("shared" if self.tile else "global", "store" if self.store else "load")


class WarpNode(nodes.General, nodes.Element):
    """Stands for a drawing until the page's accesses have run."""


class WarpDirective(SphinxDirective):
    """See the module's text."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "bytes": lambda text: int(directives.choice(text, [str(width) for width in TYPES])),
        "lanes": directives.unchanged_required,
        "tile": directives.unchanged_required,
        "store": directives.flag,
        "name": directives.unchanged_required,
        "title": directives.unchanged_required,
        "undrawn": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        access = Access(
            code=self.arguments[0],
            width=self.options.get("bytes", 4),
            lanes=self.options.get("lanes", "true"),
            tile=self.options.get("tile", ""),
            store="store" in self.options,
            name=self.options.get("name", ""),
            title=self.options.get("title", ""),
            drawn="undrawn" not in self.options,
        )
        node = WarpNode(access=access)
        self.set_source_info(node)
        return [node]


class CountedRole(SphinxRole):
    """See counts.py."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        node = CountedNode(self.rawtext, self.text)
        self.set_source_info(node)
        return [node], []


def kernel_text(accesses: Sequence[Access]) -> tuple[str, list[int]]:
    """A file with a kernel for each access, and the line that each access is in."""
    text = "#include <cuda_runtime.h>\n"
    lines = []
    for number, access in enumerate(accesses):
        before, after = _kernel(number, access).split("@", 1)
        text += before
        lines.append(text.count("\n") + 1)
        text += after
    return text, lines


def _kernel(number: int, access: Access) -> str:
    """@ stands before the access."""
    type_ = TYPES[access.width]
    tile = ""
    if access.tile:
        tile = (
            f"  __shared__ {type_} tile{access.tile};\n"
            f"  for (int i = lane; i < int(sizeof tile / sizeof({type_})); i += 32)\n"
            f"    reinterpret_cast<{type_}*>(tile)[i] = in[i];\n"
            "  __syncthreads();\n"
        )
    move = f"{access.code} = in[lane]" if access.store and access.tile else f"out[lane] = {access.code}"
    if access.store and not access.tile:
        move = f"{access.code} = in[lane]"
    return (
        f'extern "C" __global__ void access_{number}(const {type_}* in, {type_}* out) {{\n'
        f"  const int lane = threadIdx.x;\n{tile}@  if ({access.lanes}) {move};\n}}\n"
    )


def run_accesses(accesses: Sequence[Access], file: Path) -> list[LineCost]:
    """What each access costs. file: where the kernels are written to."""
    text, lines = kernel_text(accesses)
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")
    trace = run_kernels(file, [_launch(number, access) for number, access in enumerate(accesses)])
    if trace.faults or trace.not_run:
        raise ExtensionError(f"{file}: a picture's kernel has a fault: {trace.faults[0].message}")
    return [
        _cost(launch.launch, access, line)
        for launch, access, line in zip(trace.launches, accesses, lines, strict=True)
    ]


def _launch(number: int, access: Access) -> LaunchRequest:
    buffer = f"{BUFFERS[access.width]}:{ROOM}"
    return LaunchRequest(f"access_{number}", "1", "32", "", (f"{buffer}:zeros", f"{buffer}:zeros"))


def _cost(launch: Launch, access: Access, line: int) -> LineCost:
    for cost in costs_of([launch]):
        if (cost.access.line, cost.access.space, cost.access.op) == (line, *access.kind):
            return cost
    raise ExtensionError(f"'{access.code}' made no {' '.join(access.kind)}: check its expression")


def _resolve(app: Sphinx, tree: nodes.document) -> None:
    """Once a page is read: run its accesses, draw them, put the figures into the text."""
    pictures = list(tree.findall(WarpNode))
    page = app.env.docname.replace("/", "-")
    costs = page_costs(app.env)
    if pictures:
        accesses: list[Access] = [node["access"] for node in pictures]
        found = run_accesses(accesses, Path(app.doctreedir) / "kernels" / f"{page}.cu")
        for number, (node, access, cost) in enumerate(zip(pictures, accesses, found, strict=True)):
            drawing = draw(f"warp-{number}", cost, access.title, access.code) if access.drawn else ""
            node.replace_self(nodes.raw("", drawing, format="html"))
            if access.name:
                costs[access.name] = [cost]
    for figure in list(tree.findall(CountedNode)):
        try:
            figure.replace_self(nodes.Text(counted(figure.astext(), costs)))
        except CountError as error:
            logger.warning(str(error), location=figure)
            figure.replace_self(nodes.Text("?"))


def setup(app: Sphinx) -> None:
    """Called by the extension."""
    app.add_node(WarpNode)
    app.add_node(CountedNode)
    app.add_directive("warp", WarpDirective)
    app.add_role("counted", CountedRole())
    app.connect("doctree-read", _resolve)
