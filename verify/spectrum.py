"""Is a symmetric matrix positive semidefinite? Verdicts with a witness.

Two questions. :func:`psd_verdict`: is it so up to the roundings of a computed kernel matrix, that
is, relative to n eps ||K||_2? :func:`certified_psd`: is the matrix, as it is stored, so without any
doubt? The second one answers "undecided" on singular matrices. eps is the rounding unit of the run
(:mod:`.precision`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import scipy.linalg
from numpy.typing import ArrayLike

from gramcheck.verify import precision
from gramcheck.verify.compare import largest
from gramcheck.verify.record import Outcome
from gramcheck.verify.types import Array

_EPS = float(np.finfo(np.float64).eps)
_UNIT_ROUNDOFF = _EPS / 2
_SMALLEST = 5e-324  # the underflow unit


@dataclass(frozen=True)
class PSDVerdict:
    """Positive semidefinite up to ``tolerance``, or not, with a witness."""

    is_psd: bool
    smallest: float  # eigenvalue, as computed
    tolerance: float  # n eps ||K||_2
    witness: Array | None  # unit vector v with v'Kv < -tolerance, when not positive semidefinite
    quadratic_form: float  # v'Kv of the smallest eigenvector, in extended precision
    ratio: float  # of -v'Kv to the tolerance, also where both underflow; 0 when v'Kv >= 0


def psd_verdict(K: ArrayLike) -> PSDVerdict:
    """Whether no v'Kv is below -n eps ||K||_2 for a unit vector v.

    An eigenvalue below that is not enough: its vector must show it, with v'Kv evaluated anew.

    Raises
    ------
    ValueError
        K is not a square matrix of finite numbers, symmetric to n eps max|K|.
    """
    A = _symmetric(K)
    # by a power of two, so that neither the tolerance underflows nor the sum below overflows
    exponent = math.frexp(largest(A))[1]
    A = np.ldexp(A, -exponent)
    A = (A + A.T) / 2
    values, vectors = scipy.linalg.eigh(A)
    tolerance = len(A) * precision.unit() * largest(values)
    v = vectors[:, 0] / np.linalg.norm(vectors[:, 0])
    form = _quadratic_form(A, v)[0]
    ratio = max(0.0, -form) / tolerance if tolerance else 0.0  # tolerance 0: K is 0
    smallest, allowed, form = (
        float(np.ldexp(x, exponent)) for x in (float(values[0]), tolerance, form)
    )
    return PSDVerdict(ratio <= 1, smallest, allowed, v if ratio > 1 else None, form, ratio)


def positive_semidefinite(K: Any) -> Outcome:
    """The verdict of :func:`psd_verdict` as an outcome; a malformed K is a failure."""
    try:
        verdict = psd_verdict(K)
    except (TypeError, ValueError) as error:
        return Outcome(math.nan, 0.0, math.inf, f"got {error}, should be a kernel matrix")
    below = max(0.0, -verdict.quadratic_form)
    detail = f"got v'Kv={verdict.quadratic_form!r} for a unit vector v, should be nonnegative"
    if verdict.witness is not None and len(verdict.witness) <= 8:
        detail += f", v={verdict.witness.tolist()}"
    return Outcome(below, verdict.tolerance, verdict.ratio, detail)


def certified_psd(K: ArrayLike) -> Literal["psd", "indefinite", "undecided"]:
    r"""Rigorous verdict on the matrix as stored.

    "psd" by Rump, Verification of positive definiteness, BIT 46 (2006): if the Cholesky
    factorization of K - c I, computed in floating point, runs to its end, with

    .. math:: c = \frac{\gamma_{n+1}}{1 - \gamma_{n+1}} \operatorname{tr} K
              + 3 n (2 n + \max_i K_{ii}) \eta, \qquad
              \gamma_k = \frac{k u}{1 - k u},

    u the unit roundoff and eta the smallest positive number, then K is positive definite, for c is
    at least the norm of the backward error of the factorization. "indefinite" by a witness:
    see :func:`negative_direction`.

    Raises
    ------
    ValueError
        K is not a square matrix of finite numbers, or not exactly symmetric.
    """
    K = _symmetric(K, exactly=True)
    if _shifted_cholesky_succeeds(K):
        return "psd"
    return "undecided" if negative_direction(K) is None else "indefinite"


def negative_direction(K: ArrayLike) -> Array | None:
    """A unit vector v with v'Kv < 0 for certain: below 0 by more than its own error bound."""
    K = _symmetric(K, exactly=True)
    v = scipy.linalg.eigh(K, subset_by_index=(0, 0))[1][:, 0]
    form, error = _quadratic_form(K, v)
    return v if form < -error else None


def _shifted_cholesky_succeeds(K: Array) -> bool:
    n, diagonal = len(K), K.diagonal()
    if (diagonal <= 0).any():
        return False
    gamma = (n + 1) * _UNIT_ROUNDOFF / (1 - (n + 1) * _UNIT_ROUNDOFF)
    trace = math.fsum(diagonal) * (1 + 2 * _EPS)
    underflow = 3 * n * (2 * n + float(diagonal.max())) * _SMALLEST
    # ten roundings cover the evaluation of c itself
    shift = (gamma / (1 - gamma) * trace + underflow) * (1 + 10 * _EPS)
    shifted = K.copy()
    np.fill_diagonal(shifted, np.nextafter(diagonal - shift, -np.inf))
    try:
        scipy.linalg.cholesky(shifted, lower=True, check_finite=False)
    except np.linalg.LinAlgError:
        return False
    return True


def _quadratic_form(K: Array, v: Array) -> tuple[float, float]:
    """The form v'Kv from extended products and an exact sum, and a bound of its error."""
    wide = v.astype(np.longdouble)
    products = np.multiply.outer(wide, wide) * K
    high = products.astype(np.float64)
    low = (products - high).astype(np.float64)
    form = math.fsum([*high.ravel().tolist(), *low.ravel().tolist()])
    # two roundings a product, at worst in double precision, and one at the end
    roundings = 4 * _EPS * math.fsum(np.abs(high).ravel().tolist())
    # v_i v_j underflows where long double is no longer than double
    underflow = _SMALLEST + float(np.finfo(np.longdouble).smallest_subnormal) * largest(K)
    return form, roundings + 4 * K.size * float(underflow)


def _symmetric(K: ArrayLike, exactly: bool = False) -> Array:
    K = np.asarray(K)
    if K.ndim != 2 or K.shape[0] != K.shape[1] or K.size == 0:
        raise ValueError(f"K of shape {K.shape}, not a square matrix")
    if K.dtype.kind not in "iuf":
        raise ValueError(f"K of dtype {K.dtype}, not of real numbers")
    K = K.astype(np.float64)
    if not np.isfinite(K).all():
        raise ValueError(f"K with {int(np.sum(~np.isfinite(K)))} entries that are not finite")
    asymmetry = largest(K - K.T)
    if asymmetry > (0 if exactly else len(K) * precision.unit() * largest(K)):
        raise ValueError(f"K not symmetric, with |K - K'| up to {asymmetry:.3g}")
    return K
