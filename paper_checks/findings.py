"""Findings: one measured quantity held against one stated quantity.

The helpers ``holds``, ``at_most``, ``at_least``, ``below``, ``enough``, ``equals`` and ``is_true``
build them, and `comparisons` those about systems on random splits; nothing else decides whether a
statement is met. Each finding carries what was measured, what was stated and how far apart the two
might be, so that the report shows all three and not only the answer.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from typing import Any, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import nctdtrinc, ndtri, stdtrit

from gramcheck.paper_checks.wording import number, plain, shown
from gramcheck.reference.types import Array

ROUNDING = 1e-9  # relative tolerance when the author names none: the statement is meant exactly
CONFIDENCE = 1 - 1e-6  # two-sided; a full ledger has some hundred random findings, all must survive
POWER = 0.8  # probability with which the smallest detectable difference is detected
_FAR = 1000.0  # tolerances; beyond them it does not matter how many they are


@dataclass(frozen=True)
class Finding:
    """One comparison: ``measured relation stated``, its tolerance in words, its outcome.

    ``holds`` is None where the measurements leave the statement undecided. ``share`` is the part of
    the tolerance that the difference used, so that the reader sees how close it was; None where
    there is no tolerance or an inequality did without it. ``repeats`` says how many of them would
    decide what is undecided, infinite where no number would; None where that is not known.
    ``made`` is how many a comparison rests on.
    """

    name: str
    measured: Any
    relation: str
    stated: Any
    tolerance: str
    holds: bool | None
    share: float | None = None
    repeats: float | None = None
    made: int | None = None

    def __str__(self) -> str:
        name = f"{self.name}: " if self.name else ""
        tolerance = f" ({self.allowance})" if self.allowance else ""
        stated = f"{self.relation} {shown(self.stated)}"
        return f"{name}measured {shown(self.measured)}, stated {stated}{tolerance}: {self.outcome}"

    @property
    def yardstick(self) -> str:
        """What the measurement was held against, and how far apart the two may be."""
        tolerance = f" ({self.tolerance})" if self.tolerance else ""
        return f"{self.relation} {shown(self.stated)}{tolerance}"

    @property
    def outcome(self) -> str:
        """The outcome in a word."""
        return {True: "holds", False: "fails", None: "undecided"}[self.holds]

    @property
    def allowance(self) -> str:
        """The tolerance in words, and how much of it was used, unless it is far beyond."""
        if self.share is None or self.share > _FAR:
            return self.tolerance
        unit = "of" if self.share <= 1 else "times"
        return f"{self.tolerance}; {number(float(f'{self.share:.2g}'))} {unit} the tolerance"

    def to_json(self) -> dict[str, Any]:
        """The fields by name."""
        return asdict(self)


class Tolerance(TypedDict, total=False):
    """What measured and stated may be apart, and a name: the options of every comparison.

    atol, rtol : absolute, and relative to what is stated; neither means ``rtol=1e-9``: exactly
    standard_error : of what is measured, in its units; adds a confidence interval
    degrees : degrees of freedom of the standard error, for Student's t; without, it is taken as
        known and the interval is normal
    confidence : two-sided, for all entries together (Bonferroni); default 1 - 1e-6
    """

    atol: float | None
    rtol: float | None
    standard_error: ArrayLike | None
    degrees: float | None
    confidence: float | None
    name: str


def holds(measured: ArrayLike, stated: ArrayLike, **options: Unpack[Tolerance]) -> Finding:
    """``measured = stated`` within a tolerance, or within what chance explains.

    Parameters
    ----------
    measured, stated : numbers or arrays that broadcast; of arrays the entry is reported that used
        most of its tolerance
    **options : as in `Tolerance`

    Raises
    ------
    ValueError    shapes that do not meet, empty arrays, negative tolerances, bad confidence
    """
    return _compare(measured, "=", stated, **options)


def at_most(measured: ArrayLike, bound: ArrayLike, **options: Unpack[Tolerance]) -> Finding:
    """``measured <= bound``; arguments as in `holds`. With a standard error: not contradicted."""
    return _compare(measured, "≤", bound, **options)


def at_least(measured: ArrayLike, bound: ArrayLike, **options: Unpack[Tolerance]) -> Finding:
    """``measured >= bound``; arguments as in `holds`. With a standard error: not contradicted."""
    return _compare(measured, "≥", bound, **options)


def below(measured: ArrayLike, bound: ArrayLike, **options: Unpack[Tolerance]) -> Finding:
    """``measured < bound``: the measurement itself says so; arguments as in `holds`.

    With a standard error it has the outcomes of a comparison, at the confidence that is named, or
    that of the other findings: it holds where the whole interval lies below the bound, fails where
    it lies beyond, and is undecided where the bound is in it.
    """
    return _compare(measured, "<", bound, **options)


def enough(count: ArrayLike, least: ArrayLike, name: str) -> Finding:
    """``count >= least``: as many cases were looked at as can tell; fewer leave it undecided."""
    found = at_least(count, least, name=name)
    return found if found.holds else replace(found, holds=None)


def smallest_seen(confidence: float, degrees: float | None = None) -> float:
    """The smallest difference, in standard errors, that an interval leaves out in 4 of 5 cases."""
    width = _quantile((1 - confidence) / 2, degrees)
    if degrees is None:
        return width + float(ndtri(POWER))
    return float(nctdtrinc(degrees, 1 - POWER, width))


def _quantile(tail: float, degrees: float | None) -> float:
    """The value that Student's t (a normal number without degrees) exceeds with this rate."""
    return -float(ndtri(tail) if degrees is None else stdtrit(degrees, tail))


def equals(measured: Any, stated: Any, *, name: str = "") -> Finding:
    """The same value exactly: integers, strings, sequences or arrays of them."""
    got, wanted = np.asarray(measured), np.asarray(stated)
    same = got.shape == wanted.shape and bool(np.all(got == wanted))
    return Finding(name, plain(measured), "=", plain(stated), "exactly", same)


def is_true(condition: bool, detail: str, *, name: str = "") -> Finding:
    """A statement that is met or not; ``detail`` says what was looked at and what was seen.

    Raises
    ------
    TypeError    ``condition`` not a bool (an array, a number)
    """
    if not isinstance(condition, bool | np.bool_):
        raise TypeError(f"condition must be a bool, got {type(condition).__name__}")
    return Finding(name, detail, "is", "true", "", bool(condition))


def _compare(
    measured: ArrayLike,
    relation: str,
    stated: ArrayLike,
    *,
    atol: float | None = None,
    rtol: float | None = None,
    standard_error: ArrayLike | None = None,
    degrees: float | None = None,
    confidence: float | None = None,
    name: str = "",
) -> Finding:
    got, wanted = (np.asarray(v, dtype=float) for v in (measured, stated))
    error = np.asarray(0.0 if standard_error is None else standard_error, dtype=float)
    got, wanted, error = np.broadcast_arrays(got, wanted, error)
    if got.size == 0:
        raise ValueError("measured must not be empty")
    if confidence is not None and (standard_error is None or not 0 < confidence < 1):
        raise ValueError("confidence must lie in (0, 1), and needs standard_error")
    if degrees is not None and (standard_error is None or not degrees > 0):
        raise ValueError(f"degrees must be positive, and needs standard_error, got {degrees}")
    if atol is None and rtol is None and standard_error is None:
        rtol = ROUNDING
    together = 1 - (1 - (confidence or CONFIDENCE)) / got.size
    width = _quantile((1 - together) / 2, degrees)
    tolerance = _tolerance(wanted, atol or 0.0, rtol or 0.0) + width * error
    # how far measured lies on the forbidden side of stated
    with np.errstate(invalid="ignore"):
        above = got - wanted
        excess = {"=": abs(above), "<": above, "≤": above, "≥": -above}[relation]
    excess = np.where(got == wanted, 0.0, excess)  # equal infinities
    share = _share(excess, tolerance)
    worst = _worst(share, excess, wanted)
    used = float(share[worst])
    close = math.isfinite(used) and relation != "<" and (used > 0 or relation == "=")
    met = _below(excess, width * error) if relation == "<" else bool(np.all(excess <= tolerance))
    seen = None
    if degrees is not None:
        beyond = smallest_seen(together, degrees) - width
        seen = float(tolerance[worst] + beyond * error[worst])
    if got.size > 1:
        name = f"{name} (worst of {got.size})".strip()
    return Finding(
        name=name,
        measured=float(got[worst]),
        relation=relation,
        stated=float(wanted[worst]),
        tolerance=_in_words(float(tolerance[worst]), rtol, standard_error, confidence, seen),
        holds=met,
        share=used if close else None,
    )


def _below(excess: Array, half_width: Array) -> bool | None:
    """Whether all intervals lie below their bounds; None where a bound is in one, and none beyond.

    A NaN is beyond.
    """
    if not np.all(excess < half_width):
        return False
    return True if np.all(excess < -half_width) else None


def _tolerance(wanted: Array, atol: float, rtol: float) -> Array:
    for name, value in (("atol", atol), ("rtol", rtol)):
        if not (value >= 0 and math.isfinite(value)):
            raise ValueError(f"{name} must be finite and not negative, got {value}")
    # an infinite stated value allows infinity alone
    return atol + rtol * np.where(np.isfinite(wanted), abs(wanted), 0.0)


def _share(excess: Array, tolerance: Array) -> Array:
    """Part of its tolerance that each entry uses; a NaN is further than anything.

    What holds without having a tolerance (0 = 0, 1 = 1 exactly) says least: minus infinity.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        share = excess / tolerance
    share = np.where((tolerance == 0) & (excess <= 0), -np.inf, share)
    return np.where(np.isnan(share), np.inf, share)


def _worst(share: Array, excess: Array, wanted: Array) -> tuple[int, ...]:
    """Position of the entry that uses most of its tolerance; of equals, the largest one."""
    beyond = np.where(np.isnan(excess), np.inf, excess)
    order = np.lexsort((-np.arange(share.size), abs(wanted.ravel()), beyond.ravel(), share.ravel()))
    return tuple(int(i) for i in np.unravel_index(order[-1], share.shape))


def _in_words(
    width: float,
    rtol: float | None,
    standard_error: ArrayLike | None,
    confidence: float | None,
    seen: float | None,
) -> str:
    if standard_error is not None:
        words = f"± {number(width)}, confidence {confidence or CONFIDENCE:.6g}"
        return words if seen is None else f"{words}; {number(seen)} would be seen 4 times in 5"
    if rtol == ROUNDING:
        return "to rounding"
    return f"± {number(width)}" if width else ""
