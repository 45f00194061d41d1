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
html_css_files = ["handbook.css"]
html_copy_source = False
html_use_index = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#0a6b62",
        "color-brand-content": "#0a6b62",
        "color-brand-visited": "#0a6b62",
    },
    "dark_css_variables": {
        "color-brand-primary": "#62cdbf",
        "color-brand-content": "#62cdbf",
        "color-brand-visited": "#62cdbf",
    },
    "top_of_page_buttons": [],
}
# For `sphinx -b linkcheck`, which no test runs: it needs a network.
linkcheck_timeout = 20
