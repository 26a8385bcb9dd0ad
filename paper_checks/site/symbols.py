"""The glossary with its links: a symbol leads to the statements that it stands in, and to the code.

What a cell of "where" names, "D2KE, Eq. (4), Proposition 1; SFM, III", becomes links: a numbered
item to its statement, a section to its chapter. A name in backticks becomes a link where it is a
public function of one of the papers of its row.
"""

from __future__ import annotations

import re

from gramcheck.paper_checks.reading import number
from gramcheck.paper_checks.site import code
from gramcheck.paper_checks.site.book import SHORT, Book

_PAPERS = {name.removesuffix(" kernels").lower(): paper for paper, name in SHORT.items()}
_ITEM = re.compile(r"(Eq\.|Algorithm|Assumption|Definition|Proposition|Remark|Theorem) \(?(\w+)\)?")
_SECTION = re.compile(r"(\d+|[IVX]+)(?:[.-][\w.]+)?")


def linked(text: str, book: Book) -> str:
    """The glossary in Markdown, links added to the rows of its table."""
    return "\n".join(
        _row(line, book) if line.startswith("| $") else line for line in text.split("\n")
    )


def _row(line: str, book: Book) -> str:
    symbol, meaning, where, names = line.strip("| ").split(" | ")
    papers, shown = [], []
    for part in where.split("; "):
        name, *places = part.split(", ")
        papers.append(_PAPERS[name.lower()])
        shown.append(", ".join([name, *(_place(place, papers[-1], book) for place in places)]))
    names = re.sub("`([^`]+)`", lambda found: _function(found[1], papers, book), names)
    return f"| {symbol} | {meaning} | {'; '.join(shown)} | {names} |"


def _place(text: str, paper: str, book: Book) -> str:
    """A numbered item, or a section; as it is where the book has no page of the paper."""
    if item := _ITEM.fullmatch(text):
        address = book.homes.get(f"{paper}/{item[1].lower().rstrip('.')}-{item[2]}")
    else:
        section = _SECTION.fullmatch(text)
        if section is None:
            raise ValueError(f"symbols.md must name items or sections, got {text!r}")
        page = f"{paper}/section-{number(section[1]):.0f}"
        address = next((f"{c.page}.html" for c in book.chapters if c.page == page), None)
    return f'<a href="{address}">{text}</a>' if address else text


def _function(name: str, papers: list[str], book: Book) -> str:
    for paper in papers:
        home = f"{code.REFERENCE}.{paper}"
        if paper in book.papers and name in code.public(code.resolve(home)):
            return f'<a href="api/{paper}.html#{home}.{name}"><code>{name}</code></a>'
    return f"`{name}`"
