"""Runs checks on a target, one record a check.

The false-alarm rate ``alpha`` is that of the whole run: correct code fails any statistical check at
all with probability at most ``alpha`` (Bonferroni over all registered ones, selected or not). Every
check draws from its own generator, made from the run's seed and the check's id, so that selecting
some checks changes no draw of another.
"""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gramcheck.verify.judging import run_check
from gramcheck.verify.precision import Precision, parsed
from gramcheck.verify.record import Record
from gramcheck.verify.registry import Check, Registry, listed_globs, why_expected
from gramcheck.verify.settings import DEFAULT, Settings
from gramcheck.verify.target import Target, load, require_some

HYPOTHESIS = "hypothesis"
_NO_HYPOTHESIS = (
    "the suite draws its examples with hypothesis, which comes with the extra: "
    "pip install 'gramcheck[test]'"
)


def run(
    target: Any = DEFAULT,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    expected_failures: Iterable[str] = (),
    alpha: float = 1e-6,
    examples: int = 100,
    seed: int | None = None,
    *,
    precision: str | float | Precision = "float64",
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
    expected_failures : list of str, or mapping
        Globs of checks that are known to fail, or the reason of each by its glob; such a check
        fails the run when it passes.
    alpha : float
        False-alarm rate of the whole run.
    examples : int
        Examples drawn for each check that has arguments drawn.
    seed : int, optional
        Drawn from the system when not given, and written into every record.
    precision : str or float
        "float64", "float32" or "float16", whose roundings the implementation may make; or a number
        t such as 1e-6 by which, times their scale, its results may be off beside those of float64.
    registry : Registry, optional
        Other checks than those of :mod:`.suite`.
    on_record : callable, optional
        Called with each record as soon as it is there.

    Raises
    ------
    ValueError
        A glob that matches no check, a setting out of range, or a target that has none of the
        names that the selected checks need.
    TypeError
        A setting, or a target, of a wrong type.
    ImportError
        The target cannot be imported, or hypothesis is not installed.
    """
    registry = suite_registry() if registry is None else registry
    seed = fresh_seed() if seed is None else seed
    settings = Settings(alpha, examples, seed, precision=parsed(precision))
    target, selected = load(target), registry.select(include, exclude)
    require_selected(target, selected)
    if isinstance(expected_failures, Mapping):
        expected = dict(expected_failures)
    else:
        expected = dict.fromkeys(listed_globs("expected_failures", expected_failures), "")
    for glob in registry.unmatched(expected):
        warnings.warn(f"the expected failure {glob!r} matches no check", stacklevel=2)
    records = []
    for check in selected:
        why = why_expected(check, expected)
        record = run_check(check, target, settings, share(settings, registry), why is not None)
        record = record.explained(why or "")
        if on_record is not None:
            on_record(record)
        records.append(record)
    return records


def suite_registry() -> Registry:
    """The registry with the whole conformance suite in it.

    Raises
    ------
    ModuleNotFoundError
        Hypothesis is not installed; says how it is.
    """
    from gramcheck.verify import registry

    try:
        from gramcheck.verify import suite
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != HYPOTHESIS:
            raise
        raise ModuleNotFoundError(_NO_HYPOTHESIS, name=HYPOTHESIS) from error
    assert suite  # importing it is what registers the checks
    return registry.default


def require_selected(target: Target, checks: Iterable[Check]) -> None:
    """Refuse a target on which every one of the checks would be skipped, or with odd claims."""
    _ = target.tolerances
    require_some(target, [name for check in checks for name in check.needs])


def fresh_seed() -> int:
    """A seed from the operating system."""
    return secrets.randbits(32)


def share(settings: Settings, registry: Registry) -> float:
    """False-alarm rate of one statistical check."""
    return settings.alpha / max(1, registry.statistical)
