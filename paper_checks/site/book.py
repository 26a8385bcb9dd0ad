"""The book's contents: chapters in the papers' order, and where each id has its home.

A paper has one chapter for each of its sections, one for its errata and one for what this project
adds. An address is ``page#anchor``; the anchor of an id is the id with dashes, for good.
"""

from __future__ import annotations

import inspect
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from gramcheck.paper_checks.crossings import Crossings, crossings
from gramcheck.paper_checks.reading import ABSTRACT, ANYWHERE, APPENDIX
from gramcheck.paper_checks.registry import PAPERS, Claim, Registry
from gramcheck.paper_checks.site import code
from gramcheck.verify.registry import Check
from gramcheck.verify.runner import suite_registry

SECTIONS = {
    "d2ke": "Introduction|Problem setup|From distance to kernel|Analysis|Experiments|Conclusion",
    "sfm": "Introduction|Related work|Edit-sensitive parsing|Space-efficient feature maps|"
    "Scalable alignment kernels|Feature maps by CGK embedding|Experiments|Conclusion",
    "idealized": "Introduction|Ideal kernel and alignment|Adapting the kernel|Experiments",
    "kcr": "Introduction|The learning problem|Embeddings|Convex relaxation and algorithm|"
    "Experiments|Related work",
}
SHORT = {"d2ke": "D2KE", "sfm": "SFM", "idealized": "Idealized kernels", "kcr": "KCR"}
_NUMBERED = (
    r"\b{}\.? (?:\(\d+\)|(?:\d+|[IVX]+)\b(?: \([a-z]\))?)"  # Eq. (7), Table IV, Remark 2 (a)
)
_SPELLED = {
    **{
        word.lower(): word
        for word in ("CGK", "EDM", "ESP", "KLMCA", "L1", "LPP", "PSD", "RBF", "RSM")
    },
    "hamming": "Hamming",
    "xing": "Xing et al.",
    "mnist": "MNIST",
    "euclidean": "Euclidean",
}
_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII")


def anchor(id: str) -> str:
    """The anchor of a claim's or a check's id, for good."""
    return re.sub(r"[^a-z0-9]+", "-", id.lower())


@dataclass(frozen=True)
class Chapter:
    """A section of a paper with its claims."""

    paper: str
    key: str
    title: str
    claims: list[Claim]

    @property
    def page(self) -> str:
        """Address of the page, without its ending."""
        return f"{self.paper}/{self.key}"


def _chapter_of(claim: Claim) -> tuple[str, str]:
    """Key and title."""
    if claim.id.startswith("errata/"):
        return "errata", "Errata"
    if claim.id.startswith("own/"):
        return "beyond", "Beyond the paper"
    section = claim.section
    if section == ANYWHERE:
        return "across", "Across the sections"
    if section > APPENDIX:
        letter = chr(int(section - APPENDIX))
        return f"appendix-{letter.lower()}", f"Appendix {letter}"
    if section == ABSTRACT:
        return "section-0", "Abstract"
    titles, number = SECTIONS.get(claim.paper, "").split("|"), int(section)
    title = titles[number - 1] if number <= len(titles) else ""
    shown = _ROMAN[number] if claim.paper == "sfm" else number
    return f"section-{number}", f"{shown} {title}".strip()


def heading(claim: Claim) -> str:
    """A short title: the numbered item of the paper with what of it is meant, or the id's words."""
    name = claim.id.partition("/")[2].removeprefix(f"{claim.paper}-")
    if claim.id.startswith("errata/"):
        return f"{name}: {claim.place.partition(';')[0]}"
    kind, _, more = name.partition("-")
    numbered = re.fullmatch(r"\d+[a-z]?(?:-(.+))?", more)
    item = re.search(_NUMBERED.format(kind), claim.place, re.IGNORECASE)
    if not numbered or not item:
        title = _words(name)
    else:
        title = item[0] + (f": {_words(numbered[1])}" if numbered[1] else "")
    return title[0].upper() + title[1:]


def _words(name: str) -> str:
    """Words of an id as they are written; the name of a system is left in one piece."""
    words = ["system", name[7:]] if name.startswith("system-") else name.split("-")
    return " ".join(_SPELLED.get(word, word) for word in words)


class Book:
    """Everything that has a home, and what crosses what."""

    def __init__(self, registry: Registry) -> None:
        self.claims = list(registry)
        grouped: dict[tuple[str, str, str], list[Claim]] = defaultdict(list)
        for claim in self.claims:
            grouped[(claim.paper, *_chapter_of(claim))].append(claim)
        self.chapters = [Chapter(*key, claims) for key, claims in grouped.items()]
        self.homes = {
            claim.id: f"{chapter.page}.html#{anchor(claim.id)}"
            for chapter in self.chapters
            for claim in chapter.claims
        }
        self.papers = [paper for paper in PAPERS if any(c.paper == paper for c in self.claims)]
        self.checks = [c for c in suite_registry() if c.claim.split("/")[0] in self.papers]

    def of_paper(self, paper: str) -> list[Chapter]:
        """A paper's chapters."""
        return [chapter for chapter in self.chapters if chapter.paper == paper]

    def checks_of_paper(self, paper: str) -> dict[str, list[Check]]:
        """A paper's checks by the claim that they check."""
        grouped: dict[str, list[Check]] = defaultdict(list)
        for check in self.checks:
            if check.claim.startswith(f"{paper}/"):
                grouped[check.claim].append(check)
        places = {claim.id: place for place, claim in enumerate(self.claims)}
        order = lambda entry: (_mechanical(entry[0]), places.get(entry[0], len(places)))  # noqa: E731
        return dict(sorted(grouped.items(), key=order))

    @cached_property
    def crossings(self) -> Mapping[str, Crossings]:
        """By claim: functions, definitions, checks, falsifiers."""
        return {claim.id: _sorted(claim, self._crossed(claim)) for claim in self.claims}

    def _crossed(self, claim: Claim) -> Crossings:
        """What of it has a page: a book may be of some papers."""
        found = crossings(claim, None)
        here = tuple(f"{paper}." for paper in self.papers)
        return replace(
            found,
            reference=[name for name in found.reference if name.startswith(here)],
            definitions=[name for name in found.definitions if name.startswith(here)],
        )

    @cached_property
    def statements(self) -> Mapping[str, list[str]]:
        """By the dotted path of a function or definition: the claims that it stands in."""
        found: dict[str, list[str]] = defaultdict(list)
        for id, crossed in self.crossings.items():
            for name in crossed.reference:
                found[f"{code.REFERENCE}.{name}"].append(id)
            for name in crossed.definitions:
                found[f"{code.DEFINITIONS}.{name}"].append(id)
        return dict(found)

    def related(self, claim: Claim) -> list[Claim]:
        """Errata about the same place of the paper, and the statement that an erratum is about."""
        number = claim.id.partition("/")[2]
        return [
            other
            for other in self.claims
            if other.paper == claim.paper
            and other is not claim
            and "errata" in (other.id.split("/")[0], claim.id.split("/")[0])
            and not (other.id.startswith("errata/") and claim.id.startswith("errata/"))
            and (
                _item(other.place) == _item(claim.place) is not None
                or _mentions(claim, other.id.partition("/")[2])
                or _mentions(other, number)
            )
        ]


def _mechanical(claim: str) -> bool:
    """Whether checks are of manners, or of stored answers: they stand last."""
    return "/bad-input" in claim or "/vectors/" in claim


def _item(place: str) -> str | None:
    """The numbered item that a place names: "Eq. (4)", "Theorem 1"."""
    found = re.search(
        r"(Eq\.|Theorem|Proposition|Corollary|Claim|Lemma|Assumption|Algorithm|Remark|Definition)"
        r" \(?(\d+)",
        place,
    )
    return f"{found[1]} {found[2]}" if found and "proof" not in place else None


def _mentions(claim: Claim, erratum: str) -> bool:
    """Whether a claim's details speak of the erratum: "(erratum D4)", "(D6b)"."""
    return bool(
        re.fullmatch(r"[A-Z]\d+[a-z]?", erratum)
        and not claim.id.startswith("errata/")
        and re.search(rf"\b{erratum}\b", claim.details)
    )


def _sorted(claim: Claim, crossed: Crossings) -> Crossings:
    """With the functions first that the paper's table gives the statement's number.

    An erratum is about less than the whole item: what it calls itself comes first there.
    """
    item = None if claim.id.startswith("errata/") else _item(claim.place)
    own = {
        f"{claim.paper}.{function}"
        for _, statement, _, functions in code.table(claim.paper)
        if item and item in _items(statement)
        for function in functions
    }
    listed = [name for name in crossed.reference if _shown(code.REFERENCE, name)]
    first = [name for name in dict.fromkeys([*listed, *sorted(own)]) if name in own]
    first.sort(key=lambda name: inspect.isclass(code.resolve(f"{code.REFERENCE}.{name}")))
    rest = [name for name in listed if name not in own]
    defined = [name for name in crossed.definitions if _shown(code.DEFINITIONS, name)]
    definitions = _twins_first(defined, [*first, *rest])
    return replace(crossed, reference=[*first, *rest], definitions=definitions)


def _shown(home: str, name: str) -> bool:
    """Whether it is a function or a class, with a page of its own, and no module or number."""
    value = code.resolve(f"{home}.{name}")
    return inspect.isfunction(value) or inspect.isclass(value)


def _items(statement: str) -> set[str]:
    found = re.findall(r"(Eq\.|[A-Z][a-z]+) \(?(\d+)", statement)
    return {f"{word} {number}" for word, number in found}


def _twins_first(definitions: Iterable[str], reference: list[str]) -> list[str]:
    """Definitions of the same names as the functions, in their order; then the others.

    A name may stand in another paper's package, as those of k-NN do.
    """
    places = {name.partition(".")[2]: i for i, name in enumerate(reference)}
    return sorted(definitions, key=lambda name: places.get(name.partition(".")[2], len(places)))


assert set(SECTIONS) == set(SHORT) == set(PAPERS)
