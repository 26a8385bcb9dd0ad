"""Outcomes that fail for no fault, written or generated: ``python -m tests.outcomes CLAIM ...``.

An outcome is named by the place of its ``yield``, in the check and in the generators that it hands
on to; all rounds of a loop are one. Faults of the zoo come first, then those of
:mod:`tests.generated`.
"""

from __future__ import annotations

import argparse
import functools
import inspect
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import hypothesis

from gramcheck import verify
from gramcheck.verify import search
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import Check, Registry
from gramcheck.verify.runner import suite_registry
from tests import generated
from tests.zoo import zoo

Place = tuple[str, ...]
EXAMPLES, SEED = 5, 2018


class Watched:
    """A registry of the same checks, which notes the places of outcomes, and those that failed."""

    def __init__(self, checks: Iterable[Check]) -> None:
        self.registry = Registry()
        self.seen: dict[str, dict[Place, bool]] = defaultdict(dict)  # check's id, place, failed
        for check in checks:
            watched = replace(check, function=self._watched(check))
            options = {n: getattr(check, n) for n in ("place", "needs", "since", "statistical")}
            self.registry.check(check.claim, diagnose=check.diagnose, **options)(watched.function)

    def unfailed(self, id: str) -> list[Place]:
        """The places of a check whose outcomes have passed each time."""
        return [place for place, failed in self.seen[id].items() if not failed]

    def _watched(self, check: Check) -> Any:
        seen = self.seen[check.id]

        def note(place: Place, outcome: Any) -> None:
            if isinstance(outcome, Outcome):
                seen[place] = seen.get(place, False) or not outcome.passed

        def noted(outcomes: Iterable[Any]) -> Iterator[Any]:
            for outcome in outcomes:
                note(place_of(outcomes), outcome)
                yield outcome

        @functools.wraps(check.function)
        def function(target: Any, *arguments: Any, **named: Any) -> Any:
            result = check.function(target, *arguments, **named)
            if inspect.isgenerator(result):
                return noted(result)
            note((), result)
            return result

        return function


def place_of(generator: Any) -> Place:
    """Files and lines at which a generator, and what it hands on to, has just yielded."""
    places = []
    while inspect.isgenerator(generator) and generator.gi_frame is not None:
        code = generator.gi_code
        places.append(f"{Path(code.co_filename).name}:{generator.gi_frame.f_lineno}")
        generator = generator.gi_yieldfrom
    return tuple(places)


def never_failing(check: Check, watched: Watched) -> list[Place]:
    """Places of a check that no fault fails; it is run until there are none."""
    right = verify.load("gramcheck.reference")

    def run(target: Any) -> list[Place]:
        verify.run(target, [check.id], examples=EXAMPLES, seed=SEED, registry=watched.registry)
        return watched.unfailed(check.id)

    left = run(right)
    written = (f.make(right) for f in zoo() if any(map(check.matches, f.killed_by)))
    made = (target for name in check.needs for _, target in generated.faults(right, name))
    for target in (*written, *made):
        if not left:
            break
        left = run(target)
    return left


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("globs", nargs="+", help="on claims or checks")
    usual, phases = search._settings, (hypothesis.Phase.generate,)
    search._settings = lambda n: hypothesis.settings(usual(n), phases=phases)
    watched = Watched(suite_registry())
    for check in suite_registry().select(parser.parse_args().globs):
        left = never_failing(check, watched)
        seen = len(watched.seen[check.id])
        places = ", ".join(" -> ".join(place) for place in left) or "none"
        print(f"{check.id}: {seen} outcomes, never failing: {places}", flush=True)


if __name__ == "__main__":
    main()
