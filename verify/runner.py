"""Runs checks on a target, one record a check.

The false-alarm rate ``alpha`` is that of the whole run: correct code fails any statistical check at
all with probability at most ``alpha`` (Bonferroni over all registered ones, selected or not). Every
check draws from its own generator, made from the run's seed and the check's id, so that selecting
some checks changes no draw of another.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import replace as changed
from typing import Any

import numpy as np

from gramcheck.verify.record import LackingError, Outcome, Record, Status, message
from gramcheck.verify.registry import Check, Registry
from gramcheck.verify.target import MalformedError, Target, load, require_some, shown

DEFAULT = "gramcheck.reference"  # named and never imported here: one target among others
_LONG = 500  # characters of an exception that a message shows


@dataclass(frozen=True)
class Settings:
    """How a run is made."""

    alpha: float = 1e-6  # false-alarm rate of the whole run
    examples: int = 100  # drawn for each check that has arguments drawn
    seed: int = 0
    seconds: float | None = None  # after which a failing example is not made smaller any more

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise ValueError(f"alpha must lie strictly between 0 and 1, got {self.alpha!r}")
        if self.examples < 1:
            raise ValueError(f"examples must be at least 1, got {self.examples!r}")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"seconds must be positive, got {self.seconds!r}")
        if self.seed < 0:
            raise ValueError(f"seed must be nonnegative, got {self.seed!r}")


@dataclass(frozen=True)
class Run:
    """What a check that takes ``(target, run)`` may use."""

    rng: np.random.Generator  # its own; fresh
    alpha: float  # its share of the run's false-alarm rate, for all its outcomes together
    examples: int
    seed: int


def run(
    target: Any = DEFAULT,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    expected_failures: Iterable[str] = (),
    alpha: float = 1e-6,
    examples: int = 100,
    seed: int | None = None,
    *,
    registry: Registry | None = None,
    on_record: Callable[[Record], object] | None = None,
) -> list[Record]:
    """Run the conformance suite on an implementation.

    Parameters
    ----------
    target : str, module, object or Target
        What is under test; a string names a module.
    include, exclude : list of str
        Globs on the claim (``"d2ke/*"``) or on claim and check (``"d2ke/eq-6 softmin_*"``).
    expected_failures : list of str
        Globs of checks that are known to fail; such a check fails the run when it passes.
    alpha : float
        False-alarm rate of the whole run.
    examples : int
        Examples drawn for each check that has arguments drawn.
    seed : int, optional
        Drawn from the system when not given, and written into every record.
    registry : Registry, optional
        Other checks than those of :mod:`.suite`.
    on_record : callable, optional
        Called with each record as soon as it is there.

    Raises
    ------
    ValueError
        A glob that matches no check, a setting out of range, or a target that has none of the
        names that the selected checks need.
    ImportError
        The target cannot be imported.
    """
    registry = suite_registry() if registry is None else registry
    settings = Settings(alpha, examples, fresh_seed() if seed is None else seed)
    target, selected = load(target), registry.select(include, exclude)
    require_selected(target, selected)
    expected = list(expected_failures)
    for glob in registry.unmatched(expected):
        warnings.warn(f"the expected failure {glob!r} matches no check", stacklevel=2)
    records = []
    for check in selected:
        known = any(map(check.matches, expected))
        record = run_check(check, target, settings, share(settings, registry), known)
        if on_record is not None:
            on_record(record)
        records.append(record)
    return records


def suite_registry() -> Registry:
    """The registry with the whole conformance suite in it."""
    from gramcheck.verify import registry, suite

    assert suite  # importing it is what registers the checks
    return registry.default


def require_selected(target: Target, checks: Iterable[Check]) -> None:
    """Refuse a target on which every one of the checks would be skipped."""
    require_some(target, [name for check in checks for name in check.needs])


def fresh_seed() -> int:
    """A seed from the operating system."""
    return secrets.randbits(32)


def share(settings: Settings, registry: Registry) -> float:
    """False-alarm rate of one statistical check."""
    return settings.alpha / max(1, registry.statistical)


def run_check(
    check: Check, target: Target, settings: Settings, alpha: float, expected: bool = False
) -> Record:
    """Verdict of one check; never raises for a fault of the implementation or of the check."""
    begin = time.perf_counter()
    target.lacking.clear()
    blank = Record(
        check.claim, check.name, check.place, check.since, Status.ERROR, seed=settings.seed
    )
    # a verdict must not depend on the filters and settings of whoever runs the suite, nor may an
    # implementation change them for the checks after it; what extremes make it warn of is no news
    with warnings.catch_warnings(record=True), np.errstate():
        warnings.simplefilter("default")
        try:
            record = _verdict(check, target, settings, alpha, blank)
        except Exception as error:
            record = _unjudged(check, target, settings, alpha, blank, error)
    target.calls.clear()
    target.results.clear()
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

        def evaluate(arguments: Mapping[str, Any]) -> Iterator[Outcome]:
            return _outcomes(check, target, arguments, again)

        found = search(evaluate, check.drawn, settings.examples, int(rng_seed[1]), settings.seconds)
        outcome, example, tried = found.outcome, found.example, found.tried
    else:
        rng = np.random.default_rng(rng_seed)
        arguments = {"run": Run(rng, alpha, settings.examples, seed)}
        outcomes = list(_outcomes(check, target, arguments, again))
        outcome, tried = max(outcomes, key=lambda each: each.severity, default=None), 1
        if (failing := sum(not each.passed for each in outcomes)) > 1:
            others = f"; {failing} of {len(outcomes)} outcomes fail"
    lacking = list(target.lacking)
    if outcome is None:  # _outcomes gives at least one, raises, or says what is lacking
        body = f"not tested, {target.name} lacks {', '.join(lacking)}"
        message_ = _message(check, body)
        return changed(blank, status=Status.LACKING, message=message_, lacking=tuple(lacking))
    status = Status.FAILED if not outcome.passed else Status.PASSED
    body = outcome.sentence() + others
    if lacking and outcome.passed:
        status = Status.LACKING
        body += f"; what it has agrees, it lacks {', '.join(lacking)}"
    if not outcome.passed:
        body += "".join(f"; {sentence}" for sentence in _diagnosis(check, target))
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


def _outcomes(
    check: Check, target: Target, arguments: Mapping[str, Any], again: str
) -> Iterator[Outcome]:
    """What the check yields; an exception of the implementation is its last, failing outcome."""
    target.calls.clear()
    seen = False
    try:
        result = check.function(target, **arguments)
        for outcome in [result] if isinstance(result, Outcome) else _iterable(result):
            if not isinstance(outcome, Outcome):
                raise TypeError(f"the check gave {outcome!r} instead of an Outcome")
            seen = True
            if not outcome.passed and not outcome.reproduce:
                outcome = changed(outcome, reproduce=target.pasteable_calls() or again)
            yield outcome
            target.calls.clear()
    except LackingError:
        return
    except Exception as error:
        if isinstance(error, AttributeError) and not target.raised(error):
            if not (missing := target.attribute_missing(error)):
                return
            error = MalformedError(missing)
        elif not target.raised(error):
            raise
        calls = target.pasteable_calls(last_only=True) or again
        detail = f"got={_text(error)}, should be a result"
        yield Outcome(float("nan"), 0.0, float("inf"), detail, calls)
    else:
        if not seen and not target.lacking:
            raise TypeError("the check gave no Outcome")


def _iterable(result: Any) -> Iterable[Any]:
    if not isinstance(result, Iterable) or isinstance(result, str | bytes | Mapping):
        raise TypeError(f"the check gave {result!r} instead of an Outcome")
    return result


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
    if target.results and target.expression != DEFAULT and _stands(check, settings, alpha, blank):
        body = (
            f"got={shown(target.results[-1][0])}, should be something that can be judged "
            f"({where}: {_text(error)})"
        )
        return changed(blank, status=Status.FAILED, message=_message(check, body, call))
    body = f"the check itself fails ({where}): {_text(error)}"
    return changed(blank, message=_message(check, body, call))


def _stands(check: Check, settings: Settings, alpha: float, blank: Record) -> bool:
    """Whether the check passes on the default target."""
    try:
        return _verdict(check, load(DEFAULT), settings, alpha, blank).status == Status.PASSED
    except Exception:
        return False


def _text(error: BaseException) -> str:
    """An exception in few words; those of compilers are pages long."""
    text = f"{type(error).__name__}: {error}"
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."
