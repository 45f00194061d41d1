"""How Sphinx builds the handbook: ./course docs."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent)]

from handbook.edition import left_out  # noqa: E402

project = "Coalesce Labs"
author = "Coalesce Labs"
copyright = "Coalesce Labs, Apache-2.0"
language = "en"

extensions = ["myst_parser", "handbook"]
exclude_patterns = ["_ext", "_templates", "explorer", *left_out(HERE)]
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 4
smartquotes = False  # an option's two dashes stay two

# Furo: well kept; light, dark and phone without a setting, and nothing from a network.
html_theme = "furo"
html_title = "Coalesce Labs"
templates_path = ["_templates"]
html_static_path = ["_static"]
html_favicon = "_static/favicon.svg"
html_css_files = ["face.css", "handbook.css"]
html_copy_source = False
html_use_index = False
html_additional_pages = {"search": "search.html"}  # what it searches: handbook/passages.py
html_show_sourcelink = False
# The scorecard's colours and type under the theme's names: they are light or dark themselves (face.py).
FACE = {
    "font-stack": "var(--sans)",
    "font-stack--monospace": "var(--mono)",
    "font-stack--headings": "var(--sans)",
    "color-foreground-primary": "var(--ink)",
    "color-foreground-secondary": "var(--quiet)",
    "color-foreground-muted": "var(--quiet)",
    "color-foreground-border": "var(--line-strong)",
    "color-background-primary": "var(--paper)",
    "color-background-secondary": "var(--sunken)",
    "color-background-hover": "var(--accent-soft)",
    "color-background-hover--transparent": "transparent",
    "color-background-border": "var(--line)",
    "color-background-item": "var(--line)",
    "color-brand-primary": "var(--accent)",
    "color-brand-content": "var(--accent)",
    "color-brand-visited": "var(--accent)",
    "color-inline-code-background": "var(--sunken)",
    "color-code-background": "var(--surface)",
    "color-code-foreground": "var(--ink)",
    "color-highlight-on-target": "var(--warn-soft)",
    "color-admonition-background": "var(--surface)",
    "color-card-background": "var(--surface)",
    "color-sidebar-link-text": "var(--ink)",
    "color-sidebar-link-text--top-level": "var(--ink)",
    "color-sidebar-search-background--focus": "var(--surface)",
}
html_theme_options = {"light_css_variables": FACE, "dark_css_variables": FACE, "top_of_page_buttons": []}
# For `sphinx -b linkcheck`, which no test runs: it needs a network.
linkcheck_timeout = 20
