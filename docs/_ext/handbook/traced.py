"""{traced}: a kernel of a file, shown beside what each of its lines costs on the SIMT machine.

```{traced} examples/strides.cu
:kernel: read_every_second
:launch: --grid 4 --block 256 --arg f32:4Ki:iota --arg f32:1Ki:uninit
:region: second          the lines between // [second] and // [/second]; or
:lines: 10-15            these; the whole file, unless told
:costs-only:             what the lines cost, without the lines
:name: second            for {counted} in the text
:fault: race             the kind of fault that the run must find; none, unless told
```
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from markupsafe import Markup, escape
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from grader.core.wording import figure
from grader.report.costs import LineCost, costs_of
from grader.schema.trace_document import Fault, Trace
from grader.trace.request import parse_group
from handbook.counts import page_costs
from handbook.drawing import OWN
from handbook.machine import run_kernels


@dataclass(frozen=True)
class Row:
    """A line of the table, in words."""

    line: int
    access: str
    requests: str
    each: str
    least: str
    conflicts: str
    weight: str


@dataclass(frozen=True)
class FaultRow:
    """A fault, in words."""

    place: str
    message: Markup


class TracedDirective(SphinxDirective):
    """See the module's text."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "kernel": directives.unchanged_required,
        "launch": directives.unchanged_required,
        "region": directives.unchanged_required,
        "lines": directives.unchanged_required,
        "costs-only": directives.flag,
        "name": directives.unchanged_required,
        "fault": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        docs = Path(self.env.srcdir)
        file = docs / self.arguments[0]
        self.env.note_dependency(str(file))
        kernel: str = self.options["kernel"]
        launch: str = self.options["launch"]
        trace = run_kernels(file, [parse_group(f"--kernel '{kernel}' {launch}")])
        self._check_faults(file, trace)
        first, code = code_of(file, self.options.get("region", ""), self.options.get("lines", ""))
        last = first + code.count("\n")
        costs = [one for one in costs_of([trace.launches[0].launch]) if first <= one.access.line <= last]
        page_costs(self.env)[self.options.get("name") or kernel] = costs
        place = os.path.relpath(file, docs.parent)
        command = f"./course trace {place} --kernel '{kernel}' {launch}"
        table = OWN.get_template("costs.html.j2").render(
            title=f"What each line of {kernel} costs",
            rows=[_row(one) for one in costs],
            faults=[_fault(one) for one in trace.faults],
            command=command.replace(" --grid", " \\\n    --grid"),
        )
        listing = [] if "costs-only" in self.options else [listing_of(code, first)]
        return [*listing, nodes.raw("", table, format="html")]

    def _check_faults(self, file: Path, trace: Trace) -> None:
        kinds = {fault.kind for fault in trace.faults}
        asked = {self.options["fault"]} if "fault" in self.options else set()
        if kinds != asked:
            raise ExtensionError(
                f"{file}: the run found {kinds or 'no fault'}, its page says {asked or 'none'}"
            )


def code_of(file: Path, region: str, span: str) -> tuple[int, str]:
    """The number of the first line shown, and the text."""
    lines = file.read_text(encoding="utf-8").splitlines()
    begin, _, end = (span or f"1-{len(lines)}").partition("-")
    first, last = int(begin), int(end)
    if region:
        first = _only_line(file, lines, f"// [{region}]") + 1
        last = _only_line(file, lines, f"// [/{region}]") - 1
    return first, "\n".join(lines[first - 1 : last])


def _only_line(file: Path, lines: list[str], marker: str) -> int:
    """The number, from 1, of the one line that is a region's marker."""
    found = [number for number, line in enumerate(lines, start=1) if line.strip() == marker]
    if len(found) != 1:
        raise ExtensionError(f"{file} has {len(found)} lines '{marker}', needs one")
    return found[0]


def listing_of(code: str, first: int) -> nodes.literal_block:
    """Code as a page shows it, with its line numbers in the file."""
    listing = nodes.literal_block(code, code, language="cuda", linenos=True)
    listing["highlight_args"] = {"linenostart": first}
    return listing


def _row(cost: LineCost) -> Row:
    return Row(
        line=cost.access.line,
        access=f"{cost.access.space} {cost.access.op}, {cost.access.width} B",
        requests=figure(cost.access.requests),
        each=f"{figure(round(cost.amount, 1))} {cost.unit}",
        least=figure(round(cost.least, 1)),
        conflicts=figure(cost.access.bank_conflicts) if cost.access.space == "shared" else "–",
        weight=cost.weight.value,
    )


def _fault(fault: Fault) -> FaultRow:
    place = f"line {fault.line}, {fault.kind}" if fault.line else fault.kind
    # What stands in backticks is code.
    message = re.sub(r"`([^`]*)`", r"<code>\1</code>", str(escape(fault.message)))
    return FaultRow(place, Markup(message))


def setup(app: Sphinx) -> None:
    """Called by the extension."""
    app.add_directive("traced", TracedDirective)
