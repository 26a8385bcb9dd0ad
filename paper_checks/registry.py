"""Claims and their registry: which statements there are, and in what order they stand."""

from __future__ import annotations

import fnmatch
import functools
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gramcheck.paper_checks import reading
from gramcheck.paper_checks.evidence import Evidence, Unit, Verdict
from gramcheck.paper_checks.wording import unknown

KINDS = (
    "definition",
    "equation",
    "statement",
    "theorem",
    "algorithm",
    "table",
    "figure",
    "erratum",
    "system",
    "transcription",  # what a paper prints, set beside itself: no reference can be wrong about it
    "own",  # a hypothesis or promise of this project, under an id of its own
)

# what the name of a claim says of its kind: d2ke/eq-6 is an equation, errata/D1 an erratum
_KINDS_BY_NAME = {
    "eq": "equation",
    **dict.fromkeys(("theorem", "proposition", "corollary", "lemma", "claim"), "theorem"),
    **{name: name for name in ("algorithm", "table", "figure", "system", "own")},
    "errata": "erratum",
}

PAPERS = {
    "d2ke": "D2KE: From Distance to Kernel and Embedding",
    "sfm": "Space-efficient Feature Maps for String Alignment Kernels",
    "idealized": "Learning with Idealized Kernels",
    "kcr": "Metric Embedding for Kernel Classification Rules",
}
_ERRATA = {"D": "d2ke", "S": "sfm", "K": "idealized", "C": "kcr"}  # errata/D4 belongs to d2ke
OWN = "own"  # own/d2ke-gamma belongs to d2ke


@dataclass(frozen=True)
class Claim:
    """One entry of the ledger; statement and details come from the function's docstring."""

    id: str
    place: str
    kind: str
    expected: Verdict
    function: Callable[..., Evidence]
    units: Callable[..., Sequence[Unit]] | None = None
    data: tuple[str, ...] = ()
    stand_in: str = ""
    checks: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    decided: str = "quick"

    @property
    def paper(self) -> str:
        """Short name of the paper; an erratum's letter says which, an own claim's first word."""
        return _paper_of(self.id)

    def agrees(self, verdict: str, scale: str) -> bool:
        """Whether a run at this scale arrived where it has to.

        A claim that only full scale decides may be left undecided by a quick run; a verdict that
        contradicts the expected one is wrong at any scale.
        """
        if verdict == Verdict.UNDECIDED.value and self.decided == "full" and scale == "quick":
            return True
        return verdict == self.expected.value

    @property
    def statement(self) -> str:
        """First line of the docstring."""
        return (inspect.getdoc(self.function) or "").split("\n")[0]

    @property
    def details(self) -> str:
        """The docstring after its first line."""
        return (inspect.getdoc(self.function) or "").partition("\n")[2].strip()

    @property
    def source(self) -> str:
        """``file:line`` of the claim function, relative to the project where it lies inside it."""
        code = inspect.unwrap(self.function).__code__
        path, root = Path(code.co_filename), Path(__file__).resolve().parents[1]
        path = path.resolve().relative_to(root) if path.is_relative_to(root) else Path(path.name)
        return f"{path.as_posix()}:{code.co_firstlineno}"

    @property
    def order(self) -> tuple[Any, ...]:
        """Sort key: the paper, its errata last; in a paper by section, as it is read."""
        papers = list(PAPERS)
        paper = papers.index(self.paper) if self.paper in papers else len(papers)
        natural = [(int(n or 0), text) for n, text in re.findall(r"(\d+)|(\D+)", self.id)]
        family, _, name = self.id.partition("/")
        if family in ("errata", OWN):
            return (paper, self.paper, True, (), natural)
        section, part = reading.section_of(self.place)
        return (paper, self.paper, False, (section, reading.position(family, name), part), natural)

    @property
    def section(self) -> float:
        """Where it stands, as `reading` numbers sections."""
        return reading.section_of(self.place)[0]


def _paper_of(id: str) -> str:
    family, _, rest = id.partition("/")
    if family == OWN:
        return rest.partition("-")[0]
    return _ERRATA.get(rest[:1], family) if family == "errata" else family


def _in_the_suite(paper: str, check: str) -> str:
    """A check as the suite names it: of this paper, unless it begins with another's name."""
    return check if check.partition("/")[0] in PAPERS else f"{paper}/{check}"


def _kind_of(id: str) -> str:
    """The kind that an id says; empty where it says none."""
    family, _, name = id.partition("/")
    return _KINDS_BY_NAME.get(family) or _KINDS_BY_NAME.get(name.partition("-")[0], "")


class Registry:
    """Claims by id. `ledger.REGISTRY` is the project's.

    Tests make their own, of invented claims that no check of the conformance suite is about.
    """

    def __init__(self, cites_suite: bool = False) -> None:
        self._claims: dict[str, Claim] = {}
        self._cites_suite = cites_suite

    def __len__(self) -> int:
        return len(self._claims)

    def __iter__(self) -> Iterator[Claim]:
        """In the order of the papers."""
        return iter(sorted(self._claims.values(), key=lambda claim: claim.order))

    def __getitem__(self, id: str) -> Claim:
        if id not in self._claims:
            raise LookupError(self._unknown(id))
        return self._claims[id]

    def _unknown(self, id: str) -> str:
        return f"{unknown('claim', id, self._claims)}; see `paper-checks list`"

    def claim(
        self,
        id: str,
        *,
        place: str,
        kind: str = "",
        expected: Verdict = Verdict.HOLDS,
        units: Callable[..., Sequence[Unit]] | None = None,
        data: Iterable[str] = (),
        stand_in: str = "",
        checks: Iterable[str] = (),
        about: Iterable[str] = (),
        decided: str = "quick",
    ) -> Callable[[Callable[..., Evidence]], Callable[..., Evidence]]:
        """Register the function below as a claim.

        What is returned adds to the function's evidence the conformance suite's: the checks that
        stand under the claim's own id, and those of ``checks``.

        Parameters
        ----------
        id : paper/name, for example ``d2ke/eq-6``; unique
        place : where the statement stands, for example ``Section 3, Eq. (6)``
        kind : one of `KINDS`, where the id does not say it as eq-6, table-2 or errata/D1 do
        expected : the verdict that a run has to arrive at; most claims hold
        units : ``units(run)`` lists independent long work; the claim function then takes
            ``(run, results)``, results by unit key
        data : names of data sets without which the claim is not run
        stand_in : id of a claim that shows the same on data that are always there
        checks : what else of the paper's conformance suite is evidence for this claim, as it
            stands there behind the paper's name (globs): ``vectors/softmin``; of another paper
            with its name, ``d2ke/random-strings``
        about : statements that an erratum corrects; what checks them is named, and not run again
        decided : the smallest scale that decides a comparison, ``quick`` or ``full``; a quick run
            may leave undecided what only full scale decides

        Raises
        ------
        ValueError    an id taken or malformed, an unknown kind, no docstring
        TypeError    ``expected`` no `Verdict`; ``data``, ``checks`` or ``about`` a bare string
        """
        if not isinstance(expected, Verdict):
            raise TypeError(f"{id}: expected must be a Verdict, got {expected!r}")
        for name, value in (("data", data), ("checks", checks), ("about", about)):
            if isinstance(value, str):
                got = f"got the string {value!r}"
                raise TypeError(f"{id}: {name} must be a sequence of names, {got}")
        if decided not in ("quick", "full"):
            raise ValueError(f"{id}: decided must be 'quick' or 'full', got {decided!r}")
        if not re.fullmatch(r"[a-z0-9]+/[A-Za-z0-9.-]+", id):
            raise ValueError(f"id must look like paper/name, got {id!r}")
        kind = kind or _kind_of(id)
        if kind not in KINDS:
            raise ValueError(f"{id}: kind must be one of {', '.join(KINDS)}, got {kind!r}")

        def register(function: Callable[..., Evidence]) -> Callable[..., Evidence]:
            cited = (id, *(_in_the_suite(_paper_of(id), check) for check in checks))
            corrected = tuple(f"{_paper_of(id)}/{name}" for name in about)

            @functools.wraps(function)
            def with_the_suite(run: Any, *arguments: Any, **options: Any) -> Evidence:
                evidence = function(run, *arguments, **options)
                if not isinstance(evidence, Evidence):
                    raise TypeError(f"{id} must return Evidence, got {type(evidence).__name__}")
                asked = self._cites_suite and not evidence.reason
                finding = run.verify(cited) if asked else None
                return evidence.citing(finding) if finding else evidence

            settings = (units, tuple(data), stand_in, cited, corrected, decided)
            new = Claim(id, place, kind, expected, with_the_suite, *settings)
            if id in self._claims:
                raise ValueError(
                    f"{id} is registered twice: {self._claims[id].source}, {new.source}"
                )
            if not new.statement:
                raise ValueError(f"{id}: the docstring's first line must be the statement")
            self._claims[id] = new
            return with_the_suite

        return register

    def select(
        self, patterns: Sequence[str] = (), paper: str | None = None, kind: str | None = None
    ) -> list[Claim]:
        """Claims whose id matches any pattern (all without patterns), in the papers' order.

        Raises
        ------
        LookupError    a pattern, paper or kind that matches nothing; names the closest that exists
        """
        for pattern in patterns:
            if not fnmatch.filter(self._claims, pattern):
                raise LookupError(self._unknown(pattern))
        papers = {claim.paper for claim in self}
        for what, value, known in (("paper", paper, papers), ("kind", kind, KINDS)):
            if value is not None and value not in known:
                raise LookupError(unknown(what, value, known))
        return [
            claim
            for claim in self
            if (not patterns or any(fnmatch.fnmatchcase(claim.id, p) for p in patterns))
            and paper in (None, claim.paper)
            and kind in (None, claim.kind)
        ]


REGISTRY = Registry(cites_suite=True)
claim = REGISTRY.claim
# Most errata are wrong as printed and right as corrected. One that says no more than a statement's
# own evidence shares its function, below the statement's line, so that the suite is asked once.
erratum = functools.partial(claim, expected=Verdict.HOLDS_WITH_CORRECTION)
