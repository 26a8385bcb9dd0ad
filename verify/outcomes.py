"""What a check yields on a target: outcomes, without those that say nothing of the target."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace as changed
from typing import Any

from gramcheck.verify import precision
from gramcheck.verify.calls import MalformedError
from gramcheck.verify.contract import PAPERS
from gramcheck.verify.precision import UnjudgedError
from gramcheck.verify.record import LackingError, Outcome
from gramcheck.verify.registry import Check
from gramcheck.verify.rendering import error_text
from gramcheck.verify.rounded import Rounded
from gramcheck.verify.settings import DEFAULT
from gramcheck.verify.target import Target, load


def judged(
    check: Check,
    target: Target,
    arguments: Callable[[], Mapping[str, Any]],
    again: str,
    note: Callable[[Outcome], None],
) -> list[Outcome]:
    """What the check yields; and where all is right, whether the target wrote to its arguments.

    ``note`` is called with each outcome as soon as it is known to count.
    """
    target.changed.clear()
    told = _told(check, target, arguments, again, note)
    if target.changed and all(each.passed for each in told):
        told.append(overwritten(target, again))
        note(told[-1])
    return told


def _told(
    check: Check,
    target: Target,
    arguments: Callable[[], Mapping[str, Any]],
    again: str,
    note: Callable[[Outcome], None],
) -> list[Outcome]:
    """What the check yields, without what nobody's digits suffice for at the precision of the run.

    That is what the default target fails as well when it is rounded, by a quarter as much at least.
    """
    outcomes: dict[int, Outcome] = {}
    for place, outcome in outcomes_of(check, target, arguments(), again):
        outcomes[place] = outcome
        if outcome.passed or precision.current().is_float64:
            note(outcome)
    if precision.current().is_float64 or all(each.passed for each in outcomes.values()):
        return list(outcomes.values())
    best = dict(outcomes_of(check, yardstick(), arguments(), again)) or {0: Outcome(0, 0, 0)}
    lost = {
        place
        for place, mine in outcomes.items()
        if not mine.passed
        and not (nobodys := best.get(place, best[max(best)])).passed
        and mine.severity <= 4 * nobodys.severity
    }
    if lost:
        lack = f"precision: more digits than {precision.current().name} has"
        target.lacking[lack] = None
    left = [outcome for place, outcome in outcomes.items() if place not in lost]
    for outcome in left:
        note(outcome)
    return left


def overwritten(target: Target, again: str) -> Outcome:
    """The failure of an implementation that answers rightly and ruins what it was given."""
    detail = f"{'; '.join(target.changed)}; a caller's value is not its to write to"
    call = next(iter(target.changed.values()))
    line = target.pasteable(call) or f"{again}  # {call.in_short(target.expression)}"
    return Outcome(1.0, 0.0, math.inf, detail, line)


@functools.cache
def _default() -> Target:
    return load(DEFAULT)


@functools.cache
def yardstick() -> Target:
    """The default target, rounded to the precision of the run."""
    for paper in PAPERS:
        _default().has(paper)  # which imports it: what is rounded has only what is there
    return Target(Rounded(_default().root), DEFAULT)


def outcomes_of(
    check: Check, target: Target, arguments: Mapping[str, Any], again: str
) -> Iterator[tuple[int, Outcome]]:
    """What the check yields, each with its place, but for what needs what the target lacks.

    There the default target answers in its stead, so that the check goes on with the rest. An
    exception of the implementation is the last, failing outcome. One of the check is none, and
    raised, unless an outcome has failed: that stands, and is probably what it stumbles over.
    """
    target.calls.clear()
    place, failed = -1, False
    try:
        with target.helped_by(_default):
            result = check.function(target, **arguments)
            every = result if isinstance(result, Iterable) else [result]
            for place, outcome in enumerate(every):
                if not isinstance(outcome, Outcome):
                    raise TypeError(f"the check gave {outcome!r} instead of an Outcome")
                if outcome.unjudged:
                    target.lacking[outcome.unjudged] = None
                elif not target.stood_in:
                    failed |= not outcome.passed
                    if not outcome.passed and not outcome.reproduce:
                        outcome = changed(outcome, reproduce=to_paste(target, again))
                    yield place, outcome
                target.calls.clear()
                target.is_behind_outcome = True
    except UnjudgedError as error:
        target.lacking[str(error)] = None
    except LackingError:  # the default target has it not either
        return
    except Exception as error:
        if target.stood_in:  # of what is lacking, nothing can be said
            return
        if not target.raised(error):
            if failed:
                return
            raise
        is_malformed = isinstance(error, MalformedError)  # which says what it should be
        detail = str(error) if is_malformed else f"got={error_text(error)}, should be a result"
        calls = to_paste(target, again, last_only=True)
        yield place + 1, Outcome(float("nan"), 0.0, float("inf"), detail, calls)
    else:
        if place < 0 and not target.lacking:
            raise TypeError("the check gave no Outcome")
    finally:
        target.put_back()


def to_paste(target: Target, again: str, last_only: bool = False) -> str:
    """The calls of an outcome, or else the line that runs the check, and the last call in short."""
    if text := target.pasteable_calls(last_only):
        return text
    return f"{again}  # {last}" if (last := target.last_call()) else again
