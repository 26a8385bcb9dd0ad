"""The zoo of claims: for each entry of the ledger something wrong that flips its verdict.

A module here stands beside a module of `claims` and holds rows such as::

    falsify("d2ke/eq-4", wrong={"d2ke.kernel": without_weights})

which says: with `without_weights(kernel)` in the place of the reference's kernel, the verdict of
d2ke/eq-4 is another one. Wrong may also be a definition, a data set, a constant of a claim, at its
place in the package (``paper_checks.claims...``); each is made from the right one. Rows of a table
are made worse after they were measured::

    falsify("d2ke/table-1", results=worse("D2KE", by=20))

Of several such changes one must do: results that had been decided one way come out the other. Where
none could, since even perfect ones would be too few to decide, they are left undecided, and the
summary of ``paper-checks falsify`` names the claim.

The claim's own findings must see it: the conformance suite, which the claim cites besides, is not
asked, unless the row says ``by_suite=True``, which is for claims whose evidence is the suite's.

What takes long and has nothing to do with what is wrong, a row names as ``untouched``: there the
results of the undisturbed claim are taken again.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

import joblib

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.evidence import Evidence, Results, Verdict
from gramcheck.paper_checks.registry import PAPERS, Claim

PACKAGE = "gramcheck"
Change = Callable[[Any], Any]  # from the right thing to the wrong one
Memory = dict[tuple[str, str], Any]  # results by place of the function and hash of its arguments


@dataclass(frozen=True)
class Falsifier:
    """Something wrong, and the claim that must see it."""

    claim: str
    wrong: Mapping[str, Change] = field(default_factory=dict)  # by place: "d2ke.kernel"
    results: tuple[Change, ...] = ()  # from the units' results to others, one of which must do
    by_suite: bool = False
    untouched: tuple[str, ...] = ()  # places of functions whose results stay as they were

    @property
    def name(self) -> str:
        """What is wrong, in words: the places, and the names of the functions that spoil them."""
        parts = [f"{place}: {_words(change)}" for place, change in self.wrong.items()]
        ways = " or ".join(map(_words, self.results))
        return "; ".join(parts + ([f"results: {ways}"] if ways else []))

    @contextlib.contextmanager
    def at_work(self, memory: Memory | None = None) -> Iterator[None]:
        """Have the wrong things in their places while the block runs.

        What is untouched is looked up in the memory, and computed where it is not there, for this
        trial alone.

        Raises
        ------
        AttributeError, ImportError    a place that does not exist
        """
        with contextlib.ExitStack() as stack:
            stack.callback(forget_solutions)
            if not self.by_suite:
                stack.enter_context(mock.patch.object(Run, "verify", return_value=None))
            stack.enter_context(remembering(self.untouched, dict(memory or {})))
            for place, change in self.wrong.items():
                stack.enter_context(_changed(place, change))
            forget_solutions()
            yield

    def evidence(
        self, claim: Claim, run: Run, results: Results | None, memory: Memory | None = None
    ) -> list[Evidence]:
        """What the claim finds with the wrong thing in place, for each change of the results."""
        with self.at_work(memory):
            if results is None:
                return [claim.function(run)]
            changed = [change(results) for change in self.results] or [results]
            return [claim.function(run, each) for each in changed]


def decisive(found: Sequence[Evidence], before: Verdict | None) -> Verdict:
    """Of several verdicts another one than before if any is, a decided one first."""
    verdicts = [evidence.verdict for evidence in found]
    others = [verdict for verdict in verdicts if verdict is not before]
    decided = [verdict for verdict in others if verdict is not Verdict.UNDECIDED]
    return (decided or others or verdicts)[0]


@contextlib.contextmanager
def remembering(places: Iterable[str], memory: Memory) -> Iterator[None]:
    """Have the functions at these places give what the memory has for the same arguments.

    What it has not is computed and put there.
    """

    def remember(function: Callable[..., Any], place: str) -> Callable[..., Any]:
        @functools.wraps(function)  # by whose name it can be an argument that is hashed
        def remembered(*arguments: Any, **options: Any) -> Any:
            # a data directory has no hash, and is the same for all of a claim
            told = [(a.scale, a.seed, a.key) if isinstance(a, Run) else a for a in arguments]
            key = place, joblib.hash((told, options))
            if key not in memory:
                memory[key] = function(*arguments, **options)
            return memory[key]

        return remembered

    with contextlib.ExitStack() as stack:
        for place in dict.fromkeys(places):
            stack.enter_context(_changed(place, functools.partial(remember, place=place)))
        yield


def _changed(place: str, change: Change) -> contextlib.AbstractContextManager[Any]:
    """Have something made from it in the place of a thing while a block runs."""
    owner, _, name = _in_full(place).rpartition(".")
    home = pkgutil.resolve_name(owner)
    return mock.patch.object(home, name, change(getattr(home, name)))


def _in_full(place: str) -> str:
    """A dotted name to import; one that begins with a paper is the reference's."""
    home = f"{PACKAGE}.reference" if place.partition(".")[0] in PAPERS else PACKAGE
    return f"{home}.{place}"


def _words(change: Change) -> str:
    function = change.func if isinstance(change, functools.partial) else change
    return function.__name__.strip("_").replace("_", " ")


def forget_solutions() -> None:
    """Empty the caches of the claims: what they keep was found with other things in place.

    Data that the experiments have read or drawn are as before: what falsifiers change is not asked
    for them.
    """
    claims = f"{PACKAGE}.paper_checks.claims."
    for name, module in list(sys.modules.items()):
        if name.startswith(claims):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear") and value.__module__.startswith(claims):
                    value.cache_clear()


_ALL: list[Falsifier] = []


def falsify(
    *claims: str,
    wrong: Mapping[str, Change] | None = None,
    results: Change | Sequence[Change] = (),
    by_suite: bool = False,
    untouched: Sequence[str] = (),
) -> None:
    """Register something wrong that each of these claims must see.

    Parameters
    ----------
    claims : ids
    wrong : by place, in the reference or else in the package, what makes the wrong thing from the
        right one
    results : makes other results of the units from the measured ones; of several, one must do
    by_suite : whether only the conformance suite can see it
    untouched : places of functions that take long, and that what is wrong cannot reach

    Raises
    ------
    ValueError    nothing wrong, or no claim; a change without a name that says what is wrong
    """
    results = (results,) if callable(results) else tuple(results)
    changes = [*(wrong or {}).values(), *results]
    if not changes or not claims:
        raise ValueError(f"{claims}: a falsifier needs a claim and something wrong")
    if any(_words(change) == "<lambda>" for change in changes):
        raise ValueError(f"{claims}: a change must be a function whose name says what is wrong")
    row = dict(wrong or {}), results, by_suite, tuple(untouched)
    _ALL.extend(Falsifier(claim, *row) for claim in claims)


def falsifiers() -> dict[str, list[Falsifier]]:
    """All of them by claim."""
    _register()
    found: dict[str, list[Falsifier]] = {}
    for falsifier in _ALL:
        found.setdefault(falsifier.claim, []).append(falsifier)
    return found


@functools.cache
def _register() -> None:
    """Import the modules of this package, which registers what they hold."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        importlib.import_module(module.name)
