"""What the book adds to Sphinx: formulas typeset when it is built, and links from the code.

Formulas become MathML, which browsers read without a script; a function's entry in the API names
the statements that it stands in, its definition and its checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from gramcheck.paper_checks.mathml import displayed, mathml

_LOG = logging.getLogger(__name__)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.add_config_value("book_links", {}, "")
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    app.connect("autodoc-process-docstring", _link)
    app.connect("html-page-context", _accessible, priority=900)  # after the theme
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _inline(writer: Any, node: nodes.math) -> None:
    writer.body.append(_mathml(node, display=False))
    raise nodes.SkipNode


def _block(writer: Any, node: nodes.math_block) -> None:
    writer.body.append(f'<div class="math">{_mathml(node, display=True)}</div>')
    raise nodes.SkipNode


def _mathml(node: nodes.Element, display: bool) -> str:
    html = (displayed if display else mathml)(node.astext())
    if html is None:
        _LOG.warning("formula not understood: %s", node.astext(), location=node)
        return str(nodes.unescape(node.astext()))
    return html


def _accessible(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """What the theme leaves out: levels of the menu's headings."""
    menu = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = menu.replace(
        'role="heading"', 'role="heading" aria-level="2"'
    )


def _link(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Under a docstring: a line for each kind of thing that the function is tied to."""
    lines[:] = plain_bars(lines)
    links = app.config.book_links.get(name, {})
    for title, targets in links.items():
        if targets:
            named = ", ".join(f":ref:`{text} <{label}>`" for text, label in targets)
            lines += ["", f"*{title}:* {named}", ""]


def plain_bars(lines: Iterable[str]) -> list[str]:
    """Absolute values in docstrings, which would be substitutions, with a bar that is none."""
    result, formula = [], False
    for line in lines:
        if line.strip():
            formula = line.lstrip().startswith(".. math::") or (formula and line[0] == " ")
        pieces = re.split(r"(`+[^`]*`+)", line)
        pieces[::2] = [piece.replace("|", "∣") for piece in pieces[::2]]
        result.append(line if formula else "".join(pieces))
    return result
