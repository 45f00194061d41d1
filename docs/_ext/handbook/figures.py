"""Figures in the text that come from a recorded run.

{measured}`lab1 | fast_copy`                         the median, in the record of ./course measure
{measured}`lab1 | fast_copy / copy_floats`           the ratio of two that took turns
{measured}`lab4 | transpose_padded | 16384 x 16384`  at a shape
{recorded}`196 in strides`                           a figure that stands on a page of docs/measurements/h200
"""

from __future__ import annotations

import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from grader.measuring.claims import NoReading, Readings
from grader.measuring.survey_table import number
from handbook.claims import RECORD, read_record

logger = logging.getLogger(__name__)


class FigureError(Exception):
    """A figure that no record holds, in one sentence."""


def measured(text: str, root: Path) -> str:
    """The figure of a {measured} role. Raises FigureError."""
    lab, _, rest = (part.strip() for part in text.partition(";"))
    name, _, shape = (part.strip() for part in rest.partition(";"))
    of, _, against = (part.strip() for part in name.partition(" / "))
    readings = Readings(read_record(root))
    try:
        if against:
            return f"{readings.ratio(lab, of, against, shape):.2f}"
        return number(readings.of(lab, of, shape))
    except NoReading as error:
        raise FigureError(f"{RECORD} has no '{text}'") from error


def recorded(text: str, root: Path) -> str:
    """The figure of a {recorded} role. Raises FigureError."""
    figure, _, _ = text.partition(" in ")
    file = _page_of(text, root)
    if not file.is_file():
        raise FigureError(f"'{text}': there is no page {file.name}")
    whole = re.compile(rf"(?<![\w.,]){re.escape(figure.strip())}(?![\w]|[.,]\d)")
    if not whole.search(file.read_text(encoding="utf-8")):
        raise FigureError(f"{file.name} does not hold the figure {figure}")
    return figure.strip()


def _page_of(text: str, root: Path) -> Path:
    """The page that a {recorded} role names behind its "in"."""
    return root / "docs" / "measurements" / "h200" / f"{text.partition(' in ')[2].strip()}.md"


class _Figure(SphinxRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        root = Path(self.env.srcdir).parent
        is_measured = self.name.endswith("measured")
        find = measured if is_measured else recorded
        # When the record changes, the page that quotes it is read again.
        self.env.note_dependency(str(root / RECORD if is_measured else _page_of(self.text, root)))
        try:
            return [nodes.Text(find(self.text, root))], []
        except FigureError as error:
            logger.warning(str(error), location=self.get_location())
            return [], []


def setup(app: Sphinx) -> None:
    """Called by the extension."""
    app.add_role("measured", _Figure())
    app.add_role("recorded", _Figure())
