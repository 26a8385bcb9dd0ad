"""Which outcomes of a check have failed: what tells a check that is needed from its needed parts.

An outcome is named by the place of its ``yield``, in the check and in the generators that it hands
on to; all rounds of a loop are one.
"""

from __future__ import annotations

import functools
import inspect
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import Check, Registry

Place = tuple[str, ...]


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
