"""The face that handbook, explorer and scorecard share: colours and type, from the scorecard's colours.css.

The scorecard follows the reader's system. The other two can also be told light or dark, by `data-theme` on
one element: the handbook's theme sets it on `body`, the explorer on the document. docs/explorer/colours.css
is kept in the repository, since the explorer also opens without the handbook. To write it again:

    PYTHONPATH=. .venv/bin/python docs/_ext/handbook/face.py
"""

from __future__ import annotations

import re
from pathlib import Path

from sphinx.application import Sphinx

from grader.report.scorecard.html_page import TEMPLATES

SOURCE = TEMPLATES / "colours.css"
EXPLORER = Path(__file__).resolve().parents[2] / "explorer" / "colours.css"
NAME = "colours.css"
VALUE = re.compile(r"--[\w-]+:[^;]+;")
HEAD = "/* Made from the scorecard's colours.css by docs/_ext/handbook/face.py. Edit that file. */\n"


def themed(root: str) -> str:
    """The scorecard's values as a style sheet. root: the element whose data-theme chooses between them."""
    light, dark = SOURCE.read_text(encoding="utf-8").split("@media (prefers-color-scheme: dark)")
    neither = f'{root}:not([data-theme="light"], [data-theme="dark"])'
    return (
        f'{HEAD}{root}, {root}[data-theme="light"] {{\n{_values(light, "light", "  ")}}}\n'
        f'{root}[data-theme="dark"] {{\n{_values(dark, "dark", "  ")}}}\n'
        "@media (prefers-color-scheme: dark) {\n"
        f"  {neither} {{\n{_values(dark, 'dark', '    ')}  }}\n}}\n"
    )


def _values(css: str, scheme: str, indent: str) -> str:
    lines = [f"{indent}color-scheme: {scheme};\n"]
    for line in css.splitlines():
        if found := VALUE.findall(line):
            lines.append(f"{indent}{' '.join(found)}\n")
    return "".join(lines)


def _write(app: Sphinx) -> None:
    if app.builder.format == "html":
        static = Path(app.outdir) / "_static"
        static.mkdir(parents=True, exist_ok=True)
        (static / NAME).write_text(themed("body"), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Called by the extension."""
    app.add_css_file(NAME, priority=300)
    app.connect("builder-inited", _write)


if __name__ == "__main__":
    EXPLORER.write_text(themed(":root"), encoding="utf-8")
