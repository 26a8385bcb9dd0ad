"""Sphinx's settings for the book; what depends on the ledger is handed over by `build`."""

import json as _json
from importlib.metadata import version as _version
from pathlib import Path as _Path

project = "gramcheck"
author = "the gramcheck authors"
release = version = _version("gramcheck")
html_title = "gramcheck"
extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "myst_parser",
    "gramcheck.paper_checks.site.extension",
]
book_links = _json.loads(_Path(__file__).with_name("links.json").read_text(encoding="utf8"))
html_math_renderer = "mathml"
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["book.css"]
html_js_files = [("scroll.js", {"defer": ""})]
html_show_search_summary = False  # it would fetch pages, which a browser refuses without a server
html_show_sourcelink = False
html_copy_source = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": False}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
# sentences whose formulas are typeset already
rst_prolog = """
.. role:: html(raw)
   :format: html
"""
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
napoleon_preprocess_types = False
napoleon_custom_sections = [("Warns", "returns_style")]
nitpicky = False
