r"""Section IV-A: hash functions with t-wise independent values, Algorithm 1 of SFM.

Algorithm 1 computes :math:`f(i) = a + b i \bmod 2^{64}` in unsigned 64-bit arithmetic and keeps the
upper 32 bits. For two keys below :math:`2^{33}` the values are uniform and exactly independent
(in general those of :math:`((a + b i) \bmod 2^W) \gg (W - l)` are, for keys of u bits, if and only
if :math:`W \ge u + l - 1`); larger keys are refused. For three keys they are not independent.

The general construction, :math:`f_a(i) = \sum_{j<t} a_j i^j`, comes in two forms:

- ``"field"``: modulo the prime :math:`p = 2^{31} - 1`, exactly t-wise independent for every t and
  keys below p;
- ``"real"``: modulo 1 as printed. The coefficients are multiples of :math:`2^{-64}`, the sum wraps
  around as it should, and 32 bits are kept. For t = 2 this is Algorithm 1 itself. For t > 2 it is
  not exact, though over the reals it would be.

A 32-bit word v becomes a number in the unit interval as ``(v + 0.5) / 2**32``
(``endpoints="open"``) or, as printed, ``v / (2**32 - 1)`` (``"closed"``). The latter takes the
values 0 and 1, at which :math:`\tan` is -1.6e16 and 1.6e16 and a feature is noise (erratum S6).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gramcheck.reference import check
from gramcheck.reference.sfm.engines.tangent import tangent
from gramcheck.reference.types import Array

Words = NDArray[np.uint64]

KEYS = 2**33  # Algorithm 1 is exact below
FIELD = 2**31 - 1

ENDPOINTS = ("open", "closed")
FORMS = ("field", "real")


def sample_hash(d: int, rng: np.random.Generator) -> tuple[Words, Words]:
    """The two arrays of Algorithm 1, line 1: ``d`` words of 64 random bits each.

    array1 is drawn first, then array2, in one call. All 64 bits of array2 are needed.

    Parameters
    ----------
    d : int
        Number of coordinates, at least 1.
    rng : numpy.random.Generator

    Returns
    -------
    array1, array2 : (d,) uint64

    Raises
    ------
    ValueError
        ``d`` below 1, or beyond memory.
    TypeError
        A seed in place of a generator.
    """
    d = check.integer("d", d, 1)
    check.memory_for(16, d=d)
    array1, array2 = check.generator("rng", rng).integers(2**64, size=(2, d), dtype=np.uint64)
    return array1, array2


def hash_uniform(
    i: ArrayLike,
    array1: Words,
    array2: Words,
    endpoints: str = "open",
) -> Array:
    """Func_F of Algorithm 1, lines 2-5, for all coordinates j.

    ``f = array1[j] + array2[j] * i`` modulo 2^64, ``v = f >> 32``, then a number in the unit
    interval.

    Parameters
    ----------
    i : (m,)
        Keys, integers from 0 to 2^33 - 1; Algorithm 2 uses 1 ... D/2.
    array1, array2 : (d,) uint64
        As :func:`sample_hash` gives them.
    endpoints : "open" or "closed"
        ``(v + 0.5) / 2**32``, or ``v / (2**32 - 1)`` as printed.

    Returns
    -------
    (m, d)

    Raises
    ------
    ValueError
        Keys negative or above 2^33 - 1, arrays of unequal or no length, unknown ``endpoints``,
        a result beyond memory.
    TypeError
        Keys that are no integers, arrays that are not uint64.
    """
    keys = _keys(i, KEYS)
    array1 = check.words("array1", array1, (None,))
    array2 = check.words("array2", array2, (len(array1),))
    endpoints = check.choice("endpoints", endpoints, ENDPOINTS)
    check.memory_for(32, i=len(keys), array1=len(array1))
    f = array1 + array2 * keys[:, None]
    return to_unit(f >> np.uint64(32), 2**32, endpoints)


def hash_cauchy(
    i: ArrayLike,
    array1: Words,
    array2: Words,
    beta: float,
    endpoints: str = "open",
) -> Array:
    """Func_H of Algorithm 1, lines 6-8: Cauchy numbers of scale 1 / beta, for all coordinates j.

    Parameters
    ----------
    i, array1, array2, endpoints
        As in :func:`hash_uniform`.
    beta : float
        Positive, in the units of the L1 distance.

    Returns
    -------
    (m, d)
        Row by row the vectors r of Section IV, h(i).

    Raises
    ------
    ValueError, TypeError
        As :func:`hash_uniform`; ``beta`` not between 1e-100 and 1e100.
    """
    beta = check.positive("beta", beta)
    return cauchy_quantile(hash_uniform(i, array1, array2, endpoints), beta)


def cauchy_quantile(u: ArrayLike, beta: float) -> Array:
    """CDF^-1 of Section IV-A for the Laplacian kernel, Algorithm 1 line 8.

    ``tan(pi * (u - 0.5)) * (1 / beta)``, with operations in this order. The two roundings of the
    product, by at most eps in all, cost a quarter of the one of a quotient.

    Parameters
    ----------
    u : (...)
        In [0, 1].
    beta : float
        Positive.

    Returns
    -------
    (...)

    Raises
    ------
    ValueError
        ``u`` outside [0, 1], ``beta`` not between 1e-100 and 1e100.
    """
    beta = check.positive("beta", beta)
    u = check.real("u", u)
    if u.min() < 0 or u.max() > 1:
        raise ValueError(f"u must lie in [0, 1], got {u.min()} to {u.max()}")
    return tangent(np.pi * (u - 0.5)) * (1 / beta)


def sample_t_wise(d: int, t: int, rng: np.random.Generator, form: str = "field") -> Words:
    """Coefficients a^1 ... a^d of Section IV-A, each t numbers (printed [0, 1]^d, erratum S3).

    All of a_0 are drawn first, then all of a_1, and so on, in one call.

    Parameters
    ----------
    d : int
        Number of coordinates.
    t : int
        Any t values of the hash are independent; at least 1.
    rng : numpy.random.Generator
    form : "field" or "real"
        Numbers below 2^31 - 1, or of 64 bits (multiples of 2^-64 modulo 1).

    Returns
    -------
    (t, d) uint64

    Raises
    ------
    ValueError
        ``d`` or ``t`` below 1, both together beyond memory, an unknown form.
    TypeError
        A seed in place of a generator.
    """
    d, t = check.integer("d", d, 1), check.integer("t", t, 1)
    check.memory_for(8, d=d, t=t)
    n = FIELD if check.choice("form", form, FORMS) == "field" else 2**64
    return check.generator("rng", rng).integers(n, size=(t, d), dtype=np.uint64)


def t_wise_hash(
    i: ArrayLike,
    coefficients: Words,
    form: str = "field",
    endpoints: str = "open",
) -> Array:
    """f_a(i) of Section IV-A for all coordinates, by Horner's rule.

    Parameters
    ----------
    i : (m,)
        Keys, integers from 0; below 2^31 - 1 for "field", 2^33 for "real".
    coefficients : (t, d) uint64
        As :func:`sample_t_wise` gives them; below 2^31 - 1 for "field".
    form : "field" or "real"
        See the module.
    endpoints : "open" or "closed"
        ``(v + 0.5) / n`` or ``v / (n - 1)`` for a value v of n = 2^31 - 1 or 2^32.

    Returns
    -------
    (m, d)

    Raises
    ------
    ValueError
        Keys out of range, an empty array, coefficients beyond the field, unknown names, a result
        beyond memory.
    TypeError
        Keys that are no integers, coefficients that are not uint64.
    """
    form = check.choice("form", form, FORMS)
    endpoints = check.choice("endpoints", endpoints, ENDPOINTS)
    coefficients = check.words("coefficients", coefficients, (None, None))
    keys = _keys(i, FIELD if form == "field" else KEYS)[:, None]
    if form == "field" and coefficients.max() >= FIELD:
        raise ValueError(f"coefficients must be below {FIELD}, got {coefficients.max()}")
    d = coefficients.shape[1]
    check.memory_for(24 if form == "field" else 32, i=len(keys), coefficients=d)
    value = np.zeros((len(keys), d), dtype=np.uint64)
    for a in coefficients[::-1]:
        value *= keys
        value += a
        if form == "field":  # below 2^62 + 2^31 before
            value %= np.uint64(FIELD)
    if form == "field":
        return to_unit(value, FIELD, endpoints)
    return to_unit(value >> np.uint64(32), 2**32, endpoints)


def to_unit(v: Words, n: int, endpoints: str) -> Array:
    """Integers 0 ... ``n - 1`` as numbers between 0 and 1."""
    real = v.astype(np.float64)
    return (real + 0.5) / n if endpoints == "open" else real / (n - 1)


def _keys(i: ArrayLike, limit: int) -> Words:
    keys = check.integers("i", i, 1)
    if keys.min() < 0 or keys.max() >= limit:
        raise ValueError(
            f"i must lie between 0 and {limit - 1}, where the hash is exactly independent, got "
            f"{keys.min()} to {keys.max()}"
        )
    return keys.astype(np.uint64)
