"""Checks: plain functions, registered under the id of the claim that they check."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Drawn:
    """What a check wants drawn for it, and the examples that are always tried first."""

    strategies: Mapping[str, Any]
    examples: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Check:
    """One registered check.

    Parameters
    ----------
    claim : str
        Id of the claim, ``paper/claim``.
    function : callable
        ``function(target, run)``, or ``function(target, **drawn)`` under :func:`for_all`; returns
        or yields Outcomes.
    place : str
        Where in the paper: section, equation, line.
    needs : tuple of str
        Dotted names that the target must have; without them the check is skipped, and listed.
    since : str
        Version of the suite in which the check came.
    statistical : bool
        Whether correct code may fail, with probability at most ``run.alpha``.
    diagnose : callable or None
        ``diagnose(target)`` names the conventions that a failing implementation follows instead.
    """

    claim: str
    function: Callable[..., Any]
    place: str
    needs: tuple[str, ...]
    since: str
    statistical: bool = False
    diagnose: Callable[[Any], Sequence[str]] | None = None
    drawn: Drawn | None = None

    @property
    def name(self) -> str:
        """The function's name, a sentence."""
        return self.function.__name__

    @property
    def id(self) -> str:
        """Claim and name, as globs see them."""
        return f"{self.claim} {self.name}"

    @property
    def statement(self) -> str:
        """What is checked, in the words of the function's docstring."""
        return inspect.cleandoc(self.function.__doc__ or "").split("\n\n")[0]

    @property
    def file(self) -> Path:
        """The file that the check stands in."""
        return Path(inspect.unwrap(self.function).__code__.co_filename)

    @property
    def line(self) -> int:
        """The line on which the check begins."""
        return inspect.unwrap(self.function).__code__.co_firstlineno

    def matches(self, glob: str) -> bool:
        """Whether the glob matches the claim alone, or the claim with the name."""
        return fnmatchcase(self.claim, glob) or fnmatchcase(self.id, glob)


class Registry:
    """Checks in the order in which they were registered."""

    def __init__(self) -> None:
        self._checks: dict[str, Check] = {}

    def __iter__(self) -> Iterator[Check]:
        return iter(self._checks.values())

    def __len__(self) -> int:
        return len(self._checks)

    @property
    def statistical(self) -> int:
        """How many checks share the run's false-alarm rate."""
        return sum(check.statistical for check in self)

    def check(
        self,
        claim: str,
        *,
        place: str,
        needs: str | Iterable[str],
        since: str,
        statistical: bool = False,
        diagnose: Callable[[Any], Sequence[str]] | None = None,
    ) -> Callable[[Function], Function]:
        """Register a function as a check; see :class:`Check` for the arguments."""
        names = (needs,) if isinstance(needs, str) else tuple(needs)
        if not names:
            raise TypeError(f"the check of {claim} must name the functions it needs")

        def register(function: Function) -> Function:
            drawn = getattr(function, "drawn", None)
            check = Check(claim, function, place, names, since, statistical, diagnose, drawn)
            if not check.statement:
                raise TypeError(f"{check.id} must say in a docstring what it checks")
            if statistical and drawn:
                raise TypeError(
                    f"{check.id} cannot spread one false-alarm rate over drawn examples"
                )
            if not drawn and _parameters(function)[1:] != ["run"]:
                raise TypeError(f"{check.id} must take (target, run)")
            if check.id in self._checks:
                raise ValueError(f"{check.id} is registered twice")
            self._checks[check.id] = check
            return function

        return register

    def select(
        self,
        include: Iterable[str] = (),
        exclude: Iterable[str] = (),
        functions: Iterable[str] = (),
    ) -> list[Check]:
        """Checks that match some ``include`` glob (all if there is none) and no ``exclude`` glob.

        With ``functions``, globs on dotted names, only checks that need some such function.

        Raises
        ------
        ValueError
            A glob that matches no check: a misspelled selection must not pass for a clean run.
        """
        include, exclude = listed_globs("include", include), listed_globs("exclude", exclude)
        functions = listed_globs("functions", functions)
        needed = {name for check in self for name in check.needs}
        for glob in functions:
            if not any(fnmatchcase(name, glob) for name in needed):
                raise ValueError(f"no check needs a function {glob!r}{_hint(glob, needed)}")
        for glob in self.unmatched([*include, *exclude]):
            known = {check.claim for check in self} | set(self._checks)
            raise ValueError(f"no check matches {glob!r}{_hint(glob, known)}")
        return [
            check
            for check in self
            if (not include or any(map(check.matches, include)))
            and not any(map(check.matches, exclude))
            and (not functions or any(fnmatchcase(n, f) for n in check.needs for f in functions))
        ]

    def unmatched(self, globs: Iterable[str]) -> list[str]:
        """The globs that match no check."""
        return [glob for glob in globs if not any(check.matches(glob) for check in self)]


def for_all(
    *, examples: Sequence[Mapping[str, Any]] = (), **strategies: Any
) -> Callable[[Function], Function]:
    """Have the arguments of a check drawn by hypothesis; write it below ``@check``.

    Parameters
    ----------
    examples : sequence of mappings
        Arguments that are always tried, before any drawn ones: edge cases that chance may miss.
    **strategies : hypothesis strategies
        One for every parameter after ``target``.
    """

    def mark(function: Function) -> Function:
        wanted = _parameters(function)[1:]
        for given in (strategies, *examples):
            if set(given) != set(wanted):
                raise TypeError(f"{function.__name__} takes {wanted}, but is given {sorted(given)}")
        frozen = tuple(MappingProxyType(dict(example)) for example in examples)
        drawn = Drawn(MappingProxyType(strategies), frozen)
        function.drawn = drawn  # type: ignore[attr-defined]  # a Callable has no attributes
        return function

    return mark


def read_globs(path: str | Path) -> dict[str, str]:
    """Globs from a file, one a line, each with the reason that follows it after a #."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("#")[::2] for line in lines)
    return {glob.strip(): reason.strip() for glob, reason in pairs if glob.strip()}


def why_expected(check: Check, expected: Mapping[str, str]) -> str | None:
    """The reason why a check is expected to fail, perhaps empty; None where it is not."""
    return next((reason for glob, reason in expected.items() if check.matches(glob)), None)


def _parameters(function: Callable[..., Any]) -> list[str]:
    return list(inspect.signature(function).parameters)


def _hint(glob: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(glob, sorted(known), n=1, cutoff=0.4)
    return f"; did you mean {close[0]!r}?" if close else ""


def listed_globs(name: str, globs: Iterable[str]) -> list[str]:
    """The globs; a bare string would be taken letter by letter, and its * matches everything."""
    if isinstance(globs, str):
        raise TypeError(f"{name} must be a list of globs, got the bare string {globs!r}")
    return list(globs)


default = Registry()
check = default.check
