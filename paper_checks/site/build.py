"""From ledger, code and stored results to a directory of pages."""

from __future__ import annotations

import importlib
import inspect
import json
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import jinja2

from gramcheck.paper_checks import kept, story
from gramcheck.paper_checks.libraries.catalogue import looked_up
from gramcheck.paper_checks.mathml import displayed
from gramcheck.paper_checks.registry import PAPERS, Registry
from gramcheck.paper_checks.report import (
    FONT,
    STATUSES,
    Entry,
    Evidences,
    entries_of,
    environment,
)
from gramcheck.paper_checks.site import code, symbols, zoo
from gramcheck.paper_checks.site.book import SHORT, Book, Chapter, anchor, heading
from gramcheck.paper_checks.site.extension import plain_bars
from gramcheck.paper_checks.site.stored import picture_file

HERE = Path(__file__).parent
PICTURES = "_static/pictures"
# as a reader comes to need them
_HOW_TO = ("oracle", "test-my-implementation", "another-language", "ci", "scoreboard", "ledger",
           "cluster", "large-corpus", "scikit-learn", "train-and-test", "metric-and-neighbors",
           "pandas", "choosing", "benchmarks", "add-a-paper")  # fmt: skip
HELPERS = ("axioms", "spectrum", "lipschitz", "tails", "means", "rates", "optimality", "sets",
            "manufactured", "hashing", "bounds", "strategies", "target", "record")  # fmt: skip


def build(out: Path, registry: Registry, run: Evidences) -> Path:
    """Write the book into a directory, which is replaced; return its start page.

    Raises
    ------
    ModuleNotFoundError    Sphinx is not there: the extra ``docs`` brings it
    RuntimeError    Sphinx found an error in the pages; it has printed which
    """
    from sphinx.cmd.build import build_main

    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder, "sources")
        book = Book(registry)
        Sources(sources, book, run).write()
        settings = json.dumps(_links(book))
        (sources / "links.json").write_text(settings, encoding="utf8")
        shutil.rmtree(out, ignore_errors=True)
        options = ["-q", "-W", "--keep-going", "-j", "auto", "-d", f"{folder}/state"]
        if build_main([*options, str(sources), str(out)]):
            raise RuntimeError(f"Sphinx did not build {out}")
    return out / "index.html"


def _links(book: Book) -> dict[str, dict[str, list[tuple[str, str]]]]:
    """By dotted path: what a function's entry in the API leads to, as (text, label)."""
    checks: dict[str, list[tuple[str, str]]] = {}
    for check in book.checks:
        for need in check.needs:
            label = (check.name.replace("_", " "), f"check-{anchor(check.id)}")
            checks.setdefault(f"{code.REFERENCE}.{need}", []).append(label)
    links: dict[str, dict[str, list[tuple[str, str]]]] = {}
    for path, ids in book.statements.items():
        links.setdefault(path, {})["Statements"] = [(id, id) for id in ids]
    for path, named in checks.items():
        links.setdefault(path, {})["Checks"] = named
    return links


class Sources:
    """Sphinx's sources, written into a directory.

    Parameters
    ----------
    folder : where to; made
    book : what there is
    run : evidence
    """

    def __init__(self, folder: Path, book: Book, run: Evidences) -> None:
        self.folder, self.book, self.run = folder, book, run
        self.entries = {entry.claim.id: entry for entry in entries_of(book.claims, run)}
        self.formulas = json.loads((HERE / "formulas.json").read_text(encoding="utf8"))
        self.faults = zoo.faults(book.checks)
        loaders = [jinja2.FileSystemLoader(HERE / "templates"),
                   jinja2.PackageLoader("gramcheck.paper_checks")]  # fmt: skip
        self.environment = environment(
            loader=jinja2.ChoiceLoader(loaders),
            autoescape=lambda name: bool(name and "html" in name),
            lstrip_blocks=True,
        )
        self.environment.filters |= {"anchor": anchor, "rst": _plain}
        self.environment.globals |= {
            "short": SHORT,
            "papers": {paper: PAPERS[paper] for paper in book.papers},
            "book": book,
            "heading": heading,
            "ref": lambda id: (
                f":ref:`{id.removeprefix('errata/')} <{id}>`" if id in book.homes else id
            ),
            "hold": lambda verdict: verdict.replace("-", " ").replace("holds", "hold"),
            "verdicts": STATUSES,
            "first_picture": self._first_picture,
            "underlined": lambda text, line: f"{_plain(text)}\n{line * 2 * len(text)}",
        }

    def write(self) -> None:
        """All of them."""
        shutil.copytree(HERE / "pages", self.folder)
        shutil.copytree(HERE / "how-to", self.folder / "how-to")
        glossary = self.folder / "symbols.md"
        glossary.write_text(symbols.linked(glossary.read_text("utf8"), self.book), encoding="utf8")
        self._page("_static/book.css", "book.css")
        self._page("_static/scroll.js", "scroll.js")
        shutil.copy(FONT, self.folder / "_static")
        for chapter in self.book.chapters:
            cards = [
                (claim, self._card(self.entries[claim.id], chapter)) for claim in chapter.claims
            ]
            self._page(f"{chapter.page}.rst", "chapter.rst.j2", chapter=chapter, cards=cards,
                       **self._summary(chapter.claims))  # fmt: skip
        for paper in self.book.papers:
            self._paper(paper)
        self._page("api/verify.rst", "functions.rst.j2", title="verify: tools for your own checks",
                   parts=list(_tools()))  # fmt: skip
        by_paper = {p: [c for c in self.book.claims if c.paper == p] for p in self.book.papers}
        self._page("index.rst", "index.rst.j2", how_to=_HOW_TO,
                   counts=self._counts(self.book.claims), story=story.by_kind(),
                   twice=story.judged_twice(self.book.claims),
                   paper_counts={p: self._counts(claims) for p, claims in by_paper.items()},
                   run=self.run.read_run(), extras=self._extras())  # fmt: skip

    def _paper(self, paper: str) -> None:
        chapters = self.book.of_paper(paper)
        listed = [(chapter, [self._row(self.entries[c.id], chapter) for c in chapter.claims])
                  for chapter in chapters]  # fmt: skip
        claims = [claim for chapter in chapters for claim in chapter.claims]
        about = inspect.getdoc(code.resolve(f"{code.REFERENCE}.{paper}")) or ""
        self._page(f"{paper}/index.rst", "paper.rst.j2", paper=paper, chapters=listed,
                   about=about.partition("\n")[0],
                   **self._summary(claims))  # fmt: skip
        checks = self.book.checks_of_paper(paper)
        self._page(f"checks/{paper}.rst", "checks.rst.j2", paper=paper, checks=checks,
                   faults=self.faults, code=code,
                   ids=lambda checks: {c.id for c in checks})  # fmt: skip
        for folder, what, parts in (
            ("api", "code", _by_module(f"{code.REFERENCE}.{paper}")),
            ("definitions", "definitions", _defined(f"{code.DEFINITIONS}.{paper}")),
        ):
            self._page(f"{folder}/{paper}.rst", "functions.rst.j2",
                       title=f"{SHORT[paper]}: {what}", parts=list(parts))  # fmt: skip

    def _page(self, path: str, template: str, **values: Any) -> None:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(self.environment.get_template(template).render(values), encoding="utf8")

    def _summary(self, claims: list[Any]) -> dict[str, Any]:
        """Of a page: how many statements have which verdict, and what the story tells of them."""
        ids = {claim.id for claim in claims}
        findings = [told for told in story.told() if ids.intersection(told.ids)]
        return {"counts": self._counts(claims), "findings": findings}

    def _counts(self, claims: list[Any]) -> Mapping[str, int]:
        count = Counter(self.entries[claim.id].status for claim in claims)
        return {status: count[status] for status in STATUSES}

    def _row(self, entry: Entry, chapter: Chapter) -> str:
        template = self.environment.get_template("row.html.j2")
        address = self.book.homes[entry.claim.id].removeprefix(f"{chapter.paper}/")
        return template.render(entry=entry, address=address)

    def _card(self, entry: Entry, chapter: Chapter) -> str:
        """One statement as HTML."""
        claim, crossed = entry.claim, self.book.crossings[entry.claim.id]
        ids = set(crossed.checks)
        checks = [check for check in self.book.checks if check.id in ids]
        faults = [fault for fault in self.faults if fault.killers & ids]
        up = "../"
        return self.environment.get_template("statement.html.j2").render(
            entry=entry,
            claim=claim,
            formulas={form: displayed(tex)
                      for form, tex in self.formulas.get(claim.id, {}).items()},
            reference=code.excerpts(code.REFERENCE, crossed.reference),
            definitions=code.excerpts(code.DEFINITIONS, crossed.definitions),
            checks=checks,
            faults=faults,
            falsifiers=crossed.falsifiers,
            vectors=[c for c in checks if "/vectors/" in c.claim],
            related=self.book.related(claim),
            up=up,
            address=lambda picture: f"{up}{self._picture(picture)}",
            homes={id: f"{up}{home}" for id, home in self.book.homes.items()},
        )  # fmt: skip

    def _picture(self, picture: Mapping[str, str]) -> str:
        """A picture as a file of the book; its address from the start page."""
        name, data = picture_file(picture)
        target = self.folder / PICTURES / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        return f"{PICTURES}/{name}"

    def _first_picture(self, id: str) -> tuple[str, str] | None:
        """Address from the start page and description of a claim's picture, if a run drew one."""
        entry = self.entries.get(id)
        for picture in (entry.evidence or {}).get("pictures", ()) if entry else ():
            return self._picture(picture), picture["alt"]
        return None

    def _extras(self) -> list[str]:
        """Pages that are there when others have measured: libraries, and speed beside peers."""
        pages = []
        found = sorted((kept.RESULTS / "libraries").glob("*.json"))
        if found:
            libraries = [json.loads(path.read_text(encoding="utf8")) for path in found]
            judged = [(each, *item) for each in libraries for item in each["functions"].items()]
            for _, _, judgment in judged:
                judgment["findings"].sort(key=lambda finding: not finding["confirmed"])
            self._page("libraries.rst", "libraries.rst.j2", libraries=libraries, judged=judged,
                       **looked_up())  # fmt: skip
            pages.append("libraries")
        speed = code.ROOT / "asv_bench" / "RESULTS.md"
        if speed.exists():
            shutil.copy(speed, self.folder / "speed.md")
            pages.append("speed")
        return pages


def _plain(text: str) -> str:
    """Text that reStructuredText leaves as it is."""
    return re.sub(r"([\\*`|_])", r"\\\1", text)


def _text(module: ModuleType) -> str:
    """A module's docstring."""
    return "\n".join(plain_bars((inspect.getdoc(module) or "").splitlines()))


Part = tuple[str, str, str, list[str]]  # title, text, module, names


def _by_module(package: str) -> Iterator[Part]:
    """The public names of a paper's package, module by module, in the table's order."""
    paper = package.rpartition(".")[2]
    home = importlib.import_module(package)
    left = code.public(home)
    for name in dict.fromkeys(row[2] for row in code.table(paper) if row[2] != "--"):
        module = importlib.import_module(f"{package}.{name}")
        names = [n for n in left if _home(getattr(home, n)) == module.__name__]
        left = [n for n in left if n not in names]
        yield name, _text(module), package, names
    if left:
        yield "further", "", package, left


def _home(value: Callable[..., Any]) -> str:
    return getattr(inspect.unwrap(value), "__module__", "")


def _defined(package: str) -> Iterator[Part]:
    """The definitions of a paper."""
    home = importlib.import_module(package)
    names = [n for n, v in vars(home).items()
             if not n.startswith("_") and callable(v) and _home(v).startswith(package)]  # fmt: skip
    yield "Definitions by brute force", _text(home), package, names


def _tools() -> Iterator[Part]:
    """What verify offers to those who write checks of their own."""
    home = importlib.import_module(code.VERIFY)
    own = code.public(home)
    yield "verify", _text(home), code.VERIFY, own
    homes = {f"{code.VERIFY}.{name}" for name in HELPERS}
    for name in HELPERS:
        module = importlib.import_module(f"{code.VERIFY}.{name}")
        elsewhere = homes - {module.__name__}
        own = [n for n in code.public(module) if getattr(module, n) is not getattr(home, n, None)]
        names = [n for n in own if _home(getattr(module, n)) not in elsewhere]
        yield name, _text(module), module.__name__, names
