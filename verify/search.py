"""Search for a counterexample: drawn arguments, the worst outcome kept, a failing one shrunk."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace as changed
from typing import Any, NoReturn

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.internal.cache import LRUCache
from hypothesis.internal.conjecture import providers

from gramcheck.verify.guard import Deadline
from gramcheck.verify.record import Found, Outcome
from gramcheck.verify.registry import Drawn
from gramcheck.verify.rendering import describe

# Slowness and nesting are the implementation's and the caller's business; a strategy that throws
# most of its draws away is still reported.
_TOLERATED = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.nested_given)
_SHRINKING = 0.5  # of a check's time; then a failure is diagnosed with the example that there is
_NOT_REPEATED = "; the same arguments passed when tried again, so the result changes between calls"

# A search within another test is refused under the default settings, whatever the search's own are
_as_default = getattr(hypothesis._settings, "local_settings", contextlib.nullcontext)
# hypothesis' numbers by type and range, in the place of its own cache of them
_PERMITTED: LRUCache[Any, Any] = LRUCache(1024)


class _CounterexampleError(Exception):
    """Tells hypothesis that this example fails."""


def search(
    evaluate: Callable[[Mapping[str, Any]], Iterable[Outcome]],
    drawn: Drawn,
    examples: int,
    seed: int,
    deadline: Deadline,
) -> Found:
    """Try the fixed examples, then drawn ones, and shrink the first failing one.

    Parameters
    ----------
    evaluate : callable
        The outcomes for given arguments; may raise for faults that are not the implementation's.
    drawn : Drawn
        Strategies and fixed examples.
    examples : int
        How many drawn examples to try.
    seed : int
        The draws depend on nothing else.
    deadline : Deadline
        After it no further example is tried; none is made smaller when half of the time is over.
    """
    found = Found()

    def fail() -> NoReturn:  # one place: hypothesis tells failures apart by where they are raised
        raise _CounterexampleError

    def attempt(arguments: Mapping[str, Any]) -> float:
        outcomes = list(evaluate(arguments))
        if not outcomes:  # the implementation lacks what this example needs
            return 0.0
        found.tried += 1
        if failing := [outcome for outcome in outcomes if not outcome.passed]:
            # as hypothesis tries ever smaller examples, the last one seen is the smallest
            found.outcome, found.example = failing[0], describe(arguments)
            fail()
        worst = max(outcomes, key=lambda outcome: outcome.severity)
        if found.outcome is None or worst.severity > found.outcome.severity:
            found.outcome = worst
        return worst.severity

    def is_left_out(arguments: Mapping[str, Any]) -> bool:
        if not found.example:
            found.is_cut = deadline.is_over()
            return found.is_cut
        if deadline.is_over(_SHRINKING) and describe(arguments) == found.example:
            fail()  # as it did, which hypothesis wants to see once more
        return deadline.is_over(_SHRINKING)

    def attempt_and_climb(arguments: Mapping[str, Any]) -> None:
        if is_left_out(arguments):
            return  # quickly, so that hypothesis comes to its end
        ratio = attempt(arguments)
        if 0 < ratio < math.inf:  # on a plateau of zeros hypothesis climbs for minutes
            hypothesis.target(ratio, label="ratio")

    try:
        for arguments in drawn.examples:
            if not is_left_out(arguments):
                attempt(arguments)
        settings = _settings(examples)
        with _as_default(settings):
            given = hypothesis.given(st.fixed_dictionaries(dict(drawn.strategies)))
        test = given(attempt_and_climb)
        with _numbers_of_no_module():
            hypothesis.seed(seed)(settings(test))()
    except _CounterexampleError:
        pass
    except Flaky:
        if found.outcome is None or found.outcome.passed:
            raise  # the check or its strategies are not deterministic, not the implementation
        found.outcome = changed(found.outcome, detail=found.outcome.detail + _NOT_REPEATED)
    return found


@contextlib.contextmanager
def _numbers_of_no_module() -> Iterator[None]:
    """Draws that do not depend on what else is loaded.

    Hypothesis also tries numbers that stand in the sources of loaded modules, the caller's among
    them, so that the same seed would draw otherwise elsewhere. It has no setting for that.
    """
    usual = {}
    if hasattr(providers, "_get_local_constants"):  # since 6.132
        mine = {"_get_local_constants": providers.Constants, "CONSTANTS_CACHE": _PERMITTED}
        usual = {name: getattr(providers, name) for name in mine}
        vars(providers).update(mine)
    try:
        yield
    finally:
        vars(providers).update(usual)


def _settings(examples: int) -> hypothesis.settings:
    # On a plateau, hypothesis abandons a hundred draws for each one that it tries, and climbs for
    # minutes; from 1000 examples on it sets itself a limit.
    climb = (Phase.target,) if examples >= 1000 else ()
    return hypothesis.settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=False,
        phases=(Phase.generate, *climb, Phase.shrink),
        suppress_health_check=_TOLERATED,
        verbosity=Verbosity.quiet,
        print_blob=False,
        report_multiple_bugs=False,
    )
