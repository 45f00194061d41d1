"""The handbook's Sphinx extension: pages from elsewhere, and pictures and counts of real runs."""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from handbook import (
    access,
    drawing,
    explorer,
    face,
    figures,
    page_lines,
    pages,
    passages,
    predictions,
    timed,
    traced,
    warp,
)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    for part in (
        pages,
        page_lines,
        passages,
        traced,
        timed,
        warp,
        predictions,
        drawing,
        figures,
        face,
        explorer,
        access,
    ):
        part.setup(app)
    return {"version": "1", "env_version": 2, "parallel_read_safe": False, "parallel_write_safe": True}
