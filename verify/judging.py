"""The verdict of one check on one target: a record, whatever the implementation does."""

from __future__ import annotations

import functools
import hashlib
import os
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace as changed
from typing import Any

import numpy as np

from gramcheck.verify import precision
from gramcheck.verify.calls import shown
from gramcheck.verify.precision import UnjudgedError
from gramcheck.verify.record import LackingError, Outcome, Record, Status, message
from gramcheck.verify.registry import Check, Drawn
from gramcheck.verify.rounded import Rounded
from gramcheck.verify.settings import DEFAULT, Run, Settings
from gramcheck.verify.target import NOTHING, Target, load

_LONG, _LINES = 500, 3  # characters and lines of an exception that a message shows


def run_check(
    check: Check, target: Target, settings: Settings, alpha: float, expected: bool = False
) -> Record:
    """Verdict of one check; never raises for a fault of the implementation or of the check."""
    begin = time.perf_counter()
    target.lacking.clear()
    target.changed.clear()
    own = precision.with_claims(settings.precision, target.tolerances, check.needs)
    blank = Record(
        check.claim,
        check.name,
        check.place,
        check.since,
        Status.ERROR,
        seed=settings.seed,
        precision=own.name,
        functions=check.needs,
    )
    # a verdict must not depend on the filters and settings of whoever runs the suite, nor may an
    # implementation change them for the checks after it; what extremes make it warn of is no news
    with precision.at(own), warnings.catch_warnings(record=True), np.errstate():
        warnings.simplefilter("default")
        try:
            record = _verdict(check, target, settings, alpha, blank)
        except Exception as error:
            record = _unjudged(check, target, settings, alpha, blank, error)
    target.calls.clear()
    target.latest, target.result = None, NOTHING
    if expected and record.status == Status.FAILED:
        record = changed(record, status=Status.EXPECTED_FAILURE)
    elif expected and record.status == Status.PASSED:
        note = _message(check, "passes, but is in the list of expected failures")
        record = changed(record, status=Status.UNEXPECTED_PASS, message=note)
    return changed(record, seconds=time.perf_counter() - begin)


def _verdict(
    check: Check, target: Target, settings: Settings, alpha: float, blank: Record
) -> Record:
    try:
        lacking = [name for name in check.needs if not target.has(name)]
    except Exception as error:  # a submodule that fails as it is imported
        body = f"got={_text(error)}, should be importable"
        return changed(blank, status=Status.FAILED, message=_message(check, body))
    if lacking:
        body = f"skipped, {target.name} lacks {', '.join(lacking)}"
        message_ = _message(check, body)
        return changed(blank, status=Status.SKIPPED, message=message_, lacking=tuple(lacking))

    again = _run_again(check, target, settings)
    seed, rng_seed = settings.seed, _own_seed(check, settings.seed)
    example = others = ""
    if check.drawn:
        from gramcheck.verify.search import search  # hypothesis is needed here only

        def evaluate(drawn: Mapping[str, Any]) -> Iterable[Outcome]:
            return _judged(check, target, lambda: drawn, again)

        found = search(
            evaluate,
            _representable(check.drawn),
            settings.examples,
            int(rng_seed[1]),
            settings.seconds,
        )
        outcome, example, tried = found.outcome, found.example, found.tried
    else:

        def fresh() -> Mapping[str, Any]:
            return {"run": Run(np.random.default_rng(rng_seed), alpha, settings.examples, seed)}

        outcomes = _judged(check, target, fresh, again)
        outcome, tried = max(outcomes, key=lambda each: each.severity, default=None), 1
        if (failing := sum(not each.passed for each in outcomes)) > 1:
            others = f"; {failing} of {len(outcomes)} outcomes fail"
    lacking = list(target.lacking)
    if outcome is None:  # outcomes_of gives at least one, raises, or says what is lacking
        body = f"not tested, {target.name} lacks {', '.join(lacking)}"
        message_ = _message(check, body)
        return changed(blank, status=Status.LACKING, message=message_, lacking=tuple(lacking))
    status, body = Status.PASSED, outcome.sentence() + others
    if not outcome.passed:
        status = Status.FAILED
        body += "".join(f"; {each}" for each in [*target.changed, *_diagnosis(check, target)])
    elif lacking:
        status = Status.LACKING
        body += f"; what it has agrees, it lacks {', '.join(lacking)}"
    return changed(
        blank,
        status=status,
        lacking=tuple(lacking),
        measured=float(outcome.measured),
        bound=float(outcome.bound),
        ratio=float(outcome.ratio),
        examples=tried,
        example=example,
        message=_message(check, body, "" if outcome.passed else outcome.reproduce),
    )


def _judged(
    check: Check, target: Target, arguments: Callable[[], Mapping[str, Any]], again: str
) -> list[Outcome]:
    """What the check yields, without what nobody's digits suffice for at the precision of the run.

    That is what the default target fails as well when it is rounded, by a quarter as much at least.
    """
    outcomes = dict(outcomes_of(check, target, arguments(), again))
    if precision.current().is_float64 or all(each.passed for each in outcomes.values()):
        return list(outcomes.values())
    best = dict(outcomes_of(check, _yardstick(), arguments(), again)) or {0: Outcome(0, 0, 0)}
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
    return [outcome for place, outcome in outcomes.items() if place not in lost]


@functools.cache
def _default() -> Target:
    return load(DEFAULT)


@functools.cache
def _yardstick() -> Target:
    """The default target, rounded to the precision of the run."""
    return Target(Rounded(_default().root), DEFAULT)


def outcomes_of(
    check: Check, target: Target, arguments: Mapping[str, Any], again: str
) -> Iterator[tuple[int, Outcome]]:
    """What the check yields, each with its place, but for what needs what the target lacks.

    There the default target answers in its stead, so that the check goes on with the rest. An
    exception of the implementation is the last, failing outcome.
    """
    target.calls.clear()
    place = -1
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
                    if not outcome.passed and not outcome.reproduce:
                        outcome = changed(outcome, reproduce=_to_paste(target, again))
                    yield place, outcome
                target.calls.clear()
                target.stood_in = False
    except UnjudgedError as error:
        target.lacking[str(error)] = None
    except LackingError:  # the default target has it not either
        return
    except Exception as error:
        if target.stood_in:  # of what is lacking, nothing can be said
            return
        if not target.raised(error):
            raise
        calls = target.pasteable_calls(last_only=True) or _to_paste(target, again)
        detail = f"got={_text(error)}, should be a result"
        yield place + 1, Outcome(float("nan"), 0.0, float("inf"), detail, calls)
    else:
        if place < 0 and not target.lacking:
            raise TypeError("the check gave no Outcome")


def _to_paste(target: Target, again: str) -> str:
    """The calls of an outcome, or else the line that runs the check, and the last call in short."""
    if text := target.pasteable_calls():
        return text
    return f"{again}  # {last}" if (last := target.last_call()) else again


def _representable(drawn: Drawn) -> Drawn:
    """What is drawn, in numbers that the type of the run has."""
    if precision.current().type == "float64":
        return drawn
    strategies = {
        name: each.map(precision.representable) for name, each in drawn.strategies.items()
    }
    return Drawn(strategies, tuple(map(precision.representable, map(dict, drawn.examples))))


def _diagnosis(check: Check, target: Target) -> list[str]:
    """The conventions that the implementation seems to follow; a crash on the way says nothing."""
    if check.diagnose is None:
        return []
    try:
        return list(check.diagnose(target))
    except Exception as error:
        if target.raised(error):
            return []
        raise


def _own_seed(check: Check, seed: int) -> list[int]:
    digest = hashlib.sha256(check.id.encode()).digest()
    return [seed, int.from_bytes(digest[:8], "big")]


def _run_again(check: Check, target: Target, settings: Settings) -> str:
    """The line for failures that no short call reproduces."""
    named = not target.replaced and not target.expression.endswith(")")
    expression = repr(target.expression) if named else "target"
    return (
        f"gramcheck.verify.run({expression}, include=[{check.id!r}], alpha={settings.alpha!r}, "
        f"examples={settings.examples}, seed={settings.seed})"
    )


def _message(check: Check, body: str, reproduce: str = "") -> str:
    return message(check.claim, check.name, check.place, body, reproduce)


def _unjudged(
    check: Check, target: Target, settings: Settings, alpha: float, blank: Record, error: Exception
) -> Record:
    """What the check stumbled over was the implementation's answer, if it does not stumble alone.

    That is tried on the default target: where the same check passes, it was what this one returned.
    """
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(frame.filename)}:{frame.lineno}"
    call = target.pasteable_calls(last_only=True)
    run, own = precision.current(), (check, settings, alpha, blank)
    if not run.is_float64 and not _stands(_yardstick(), *own):
        lack = f"precision: more digits than {run.name} has"
        text = _message(check, f"not judged ({where}: {_text(error)}): {lack}")
        return changed(blank, status=Status.LACKING, message=text, lacking=(lack,))
    other = target.replaced or target.expression != DEFAULT
    if target.result is not NOTHING and other and _stands(load(DEFAULT), *own):
        body = (
            f"got={shown(target.result)}, should be something that can be judged "
            f"({where}: {_text(error)})"
        )
        return changed(blank, status=Status.FAILED, message=_message(check, body, call))
    body = f"the check itself fails ({where}): {_text(error)}"
    return changed(blank, message=_message(check, body, call))


def _stands(target: Target, check: Check, settings: Settings, alpha: float, blank: Record) -> bool:
    """Whether the check passes on the default target, rounded or not."""
    try:
        return _verdict(check, target, settings, alpha, blank).status == Status.PASSED
    except Exception:
        return False


def _text(error: BaseException) -> str:
    """An exception in a few lines; those of compilers are pages long."""
    try:
        lines = f"{type(error).__name__}: {error}".splitlines()
    except Exception:
        lines = [f"{type(error).__name__} (which cannot be written)"]
    text = "\n".join([*lines[:_LINES], "..."] if len(lines) > _LINES else lines)
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."
