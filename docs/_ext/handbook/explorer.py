"""Takes the explorer, a page without any build of its own, into the handbook as it is."""

from __future__ import annotations

import shutil
from pathlib import Path

from sphinx.application import Sphinx


def setup(app: Sphinx) -> None:
    """Called by the extension."""
    app.connect("build-finished", _copy)


def _copy(app: Sphinx, error: Exception | None) -> None:
    explorer = Path(app.srcdir) / "explorer"
    if error is None and app.builder.format == "html" and explorer.is_dir():
        shutil.copytree(explorer, Path(app.outdir) / "explorer", dirs_exist_ok=True)
