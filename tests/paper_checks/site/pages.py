"""Pages as a reader meets them: what stands on each, where its links lead, how far away it is."""

import html.parser
import posixpath
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urlsplit

from gramcheck.paper_checks.ledger import Registry


@dataclass
class Page(html.parser.HTMLParser):
    """One page: ids, links, and what the browser loads for it."""

    text: str
    ids: list = field(default_factory=list)
    links: list = field(default_factory=list)
    loaded: list = field(default_factory=list)

    def __post_init__(self):
        super().__init__()
        self.feed(self.text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag in ("script", "img", "link", "iframe", "source"):
            self.loaded += [given[name] for name in ("src", "href") if name in given]


@dataclass
class Book:
    """A directory of pages and the claims that they are about."""

    folder: Path
    registry: Registry

    @cached_property
    def pages(self):
        """By address."""
        files = sorted(self.folder.rglob("*.html"))
        return {
            file.relative_to(self.folder).as_posix(): Page(file.read_text("utf8"))
            for file in files
            if "_static" not in file.parts
        }

    def targets(self, address):
        """Where the links of a page lead within the book: (page, anchor)."""
        for link in self.pages[address].links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            place = posixpath.join(posixpath.dirname(address), unquote(parts.path))
            yield posixpath.normpath(place) if parts.path else address, unquote(parts.fragment)

    def broken(self):
        """Links that lead nowhere: (page, target)."""
        for address in self.pages:
            for page, anchor in self.targets(address):
                known = self.pages.get(page)
                if known is None and not (self.folder / page).is_file():
                    yield address, page
                elif anchor and known is not None and anchor not in known.ids:
                    yield address, f"{page}#{anchor}"

    @cached_property
    def homes(self):
        """How many places of the book have an id."""
        return Counter(id for page in self.pages.values() for id in set(page.ids))

    def clicks(self):
        """From the start page: how many clicks to each (page, anchor)."""
        depth, reached = {"index.html": 0}, {}
        queue = ["index.html"]
        for address in queue:
            for page, anchor in self.targets(address):
                reached.setdefault((page, anchor), depth[address] + 1)
                if page in self.pages and page not in depth:
                    depth[page] = depth[address] + 1
                    queue.append(page)
        return reached
