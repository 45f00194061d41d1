"""Figures in the text that come from a record: {measured}`REFERENCE`.

    {measured}`lab1; fast_copy / copy_floats`         a ratio in the record of ./course measure
    {measured}`limits; L2, reads; 132 SMs`            a figure in a table of docs/measurements/h200/limits.md
    {measured}`modelled; lab1; copy-bandwidth; reference; h200`      what the model of time gives an answer

grader/measuring/figures.py has all forms. A reference that no record answers breaks the build.
"""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from grader.measuring.figures import NoFigure, figure_text, files_of

logger = logging.getLogger(__name__)


class _Measured(SphinxRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        root = Path(self.env.srcdir).parent
        # When the record changes, the page that quotes it is read again.
        for file in files_of(self.text):
            self.env.note_dependency(str(root / file))
        try:
            return [nodes.Text(figure_text(self.text, root))], []
        except NoFigure as error:
            logger.warning(str(error), location=self.get_location())
            return [], []


def setup(app: Sphinx) -> None:
    """Called by the extension."""
    app.add_role("measured", _Measured())
