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

from gramcheck.verify.record import Outcome, Record, Status, message
from gramcheck.verify.registry import Check, Registry
from gramcheck.verify.target import Target, load, require_some


@dataclass(frozen=True)
class Settings:
    """How a run is made."""

    alpha: float = 1e-6  # false-alarm rate of the whole run
    examples: int = 100  # drawn for each check that has arguments drawn
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise ValueError(f"alpha must lie strictly between 0 and 1, got {self.alpha!r}")
        if self.examples < 1:
            raise ValueError(f"examples must be at least 1, got {self.examples!r}")
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
    target: Any = "gramcheck.reference",
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
    blank = Record(
        check.claim, check.name, check.place, check.since, Status.ERROR, seed=settings.seed
    )
    with warnings.catch_warnings():
        # a verdict must not depend on the warning filters of whoever runs the suite
        warnings.simplefilter("default")
        try:
            record = _verdict(check, target, settings, alpha, blank)
        except Exception as error:
            record = changed(blank, message=_our_fault(check, target, error))
    target.calls.clear()
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
        return changed(blank, status=Status.SKIPPED, message=_message(check, body))

    again = _run_again(check, target, settings)
    seed, rng_seed = settings.seed, _own_seed(check, settings.seed)
    example = others = ""
    if check.drawn:
        from gramcheck.verify.search import search  # hypothesis is needed here only

        def evaluate(arguments: Mapping[str, Any]) -> Iterator[Outcome]:
            return _outcomes(check, target, arguments, again)

        found = search(evaluate, check.drawn, settings.examples, int(rng_seed[1]))
        outcome, example, tried = found.outcome, found.example, found.tried
    else:
        rng = np.random.default_rng(rng_seed)
        arguments = {"run": Run(rng, alpha, settings.examples, seed)}
        outcomes = list(_outcomes(check, target, arguments, again))
        outcome, tried = max(outcomes, key=lambda each: each.severity), 1
        if (failing := sum(not each.passed for each in outcomes)) > 1:
            others = f"; {failing} of {len(outcomes)} outcomes fail"
    assert outcome is not None  # _outcomes gives at least one, or raises

    body = outcome.sentence() + others
    if not outcome.passed:
        body += "".join(f"; {sentence}" for sentence in _diagnosis(check, target))
    return changed(
        blank,
        status=Status.PASSED if outcome.passed else Status.FAILED,
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
    except Exception as error:
        if not target.raised(error):
            raise
        calls = target.pasteable_calls(last_only=True) or again
        detail = f"got={_text(error)}, should be a result"
        yield Outcome(float("nan"), 0.0, float("inf"), detail, calls)
    else:
        if not seen:
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


def _our_fault(check: Check, target: Target, error: Exception) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(frame.filename)}:{frame.lineno}"
    body = f"the check itself fails ({where}): {_text(error)}"
    if target.calls:
        body += f"; not in {target.name}, unless that returned something of a wrong kind"
    return _message(check, body, target.pasteable_calls(last_only=True))


def _text(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
