r"""The sums of GAK and LAK as they stand, without logarithms, scaled by powers of two.

Lanes are those of :mod:`.pair_sweep`; from time to time each of them, and in LAK each i of a lane,
is multiplied by a power of two that brings it back to the middle of float64. The terms are
nonnegative, so that a relative error is handed on but never amplified: the result is within
:math:`10 (n + m) + 4 |\log K|` roundings of the exact K of lengths n and m, the second part being
that of the exponents. What remains is underflow. Each form below says when it takes nothing that
counts; lanes of which it cannot say so are *lost*, and the caller computes their logarithms
instead.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.antidiagonals import Terms, diagonals, in_strips, squared_distances
from gramcheck.reference.sfm.engines.pair_sweep import LOG_ZERO, Lanes
from gramcheck.reference.types import AnyArray, Array, Booleans

_SMALLEST = 2.0**-880  # of GAK; beside it the roundings of subnormal numbers are nothing
_EVERY = 32  # diagonals of GAK between two looks at the range
_BITS = 300  # by which a sum of LAK may rise or fall between two looks, but for one opening
_GAPS = 250.0  # d + 3 |d - e| up to which underflow in LAK takes nothing that counts
_LARGE = 100  # bits up to which K is left alone, so that its logarithm keeps those of K - 1


@np.errstate(over="ignore", invalid="ignore")  # what padding grows to is never read
def global_sums(
    rows: AnyArray, lanes: Lanes, sigma: float, triangular: int
) -> tuple[Array, Booleans]:
    r"""Logarithms of GAK, and which lanes are lost.

    .. math:: K(i, j) = \kappa(x_i, y_j) \, (K(i-1, j-1) + K(i-1, j) + K(i, j-1))

    A number below :math:`2^{-1022}` is rounded to a multiple of :math:`2^{-1074}`, and a kappa
    below that to 0. As kappa <= 1, a diagonal is at most :math:`1 + \sqrt 2` times the larger of
    the two before it, and 32 diagonals after the last look at most :math:`2^{41}`. Hence all that
    underflow took since then has changed a cell by less than :math:`2^{-1022 + 23 + 41 + 9}`. If
    none of the lane's cells on two neighboring diagonals, on which all later ones depend, is below
    :math:`2^{-880}`, that is less than :math:`2^{-69}` of each.
    """
    n, m, ends = int(lanes.n.max()), int(lanes.m.max()), lanes.n + lanes.m
    reached = (lanes.n > 0) & (lanes.m > 0)
    if triangular:
        reached &= np.abs(lanes.n - lanes.m) < triangular  # K is 0 otherwise
    inverse_kappa = _inverse_kappa(rows, lanes, n, m, sigma, triangular)
    # By i, 0 on the borders but for K(0, 0) = 1.
    before, last, new = np.zeros((3, n + 1, len(ends)))
    before[0] = 1
    exponent, lost = np.zeros(len(ends), np.int64), np.zeros(len(ends), bool)
    result = np.where(ends == 0, 0.0, LOG_ZERO)
    finishing = {s: np.flatnonzero((ends == s) & reached) for s in set(ends[reached].tolist())}
    diagonal = (1, 1, 0)
    for s, low, high in diagonals(n, m, triangular or None):
        above, here = slice(low - 1, high), slice(low, high + 1)
        K = new[here]
        np.add(before[above], last[above], out=K)
        np.add(K, last[here], out=K)
        np.divide(K, inverse_kappa(s, low, high), out=K)
        new[low - 1 : low] = 0  # not of this diagonal, but of one that had this memory before
        if s in finishing:
            done = finishing[s]
            final = new[lanes.n[done], done]
            lost[done] |= final < _SMALLEST
            result[done] = np.log(np.maximum(final, _SMALLEST)) + exponent[done] * math.log(2)
        if s % _EVERY == 0:
            least, top = _extremes(lanes, (new, s, low, high), (last, *diagonal))
            lost |= least < _SMALLEST
            shift = np.maximum(np.frexp(top)[1], -1000)
            exponent += shift
            for table in (new, last):
                np.multiply(table, np.ldexp(1.0, -shift), out=table)
        before, last, new, diagonal = last, new, before, (s, low, high)
    return result, lost & reached


def _inverse_kappa(
    rows: AnyArray, lanes: Lanes, n: int, m: int, sigma: float, triangular: int
) -> Terms:
    """1 / kappa = 2 / k - 1 at the cells of a diagonal, infinite where kappa underflows."""

    def inverse_k(x: AnyArray, y: AnyArray, memory: Array) -> Array:
        if x.dtype == np.uint32:  # characters
            memory[0] = np.exp(1 / sigma**2)
            np.copyto(memory[0], 1.0, where=x[0] == y[0])
            return memory[0]
        exponent = squared_distances(x, y, memory)
        np.multiply(exponent, 0.5 / sigma**2, out=exponent)
        return np.exp(exponent, out=exponent)

    def inverse_kappa(x: AnyArray, y: AnyArray, memory: Array) -> Array:
        k = inverse_k(x, y, memory)
        return np.subtract(np.multiply(k, 2, out=k), 1, out=k)

    def tapered(s: int, low: int, high: int) -> Array:
        taper = 1 - np.abs(2 * np.arange(low, high + 1) - s) / triangular
        return untapered(s, low, high) * (2 / taper)[:, None] - 1

    points = np.atleast_3d(rows).T  # channels first, one for characters
    x, y = points[:, :n].take(lanes.x, axis=2), points[:, :m].take(lanes.y, axis=2)
    untapered = in_strips(x, y, inverse_k if triangular else inverse_kappa)
    return tapered if triangular else untapered


def _extremes(lanes: Lanes, *tables: tuple[Array, int, int, int]) -> tuple[Array, Array]:
    """Each lane's smallest and largest cell on some diagonals (table, s, first i, last i)."""
    least, top = np.full(len(lanes.n), np.inf), np.zeros(len(lanes.n))
    padded = np.ptp(lanes.n) + np.ptp(lanes.m) > 0
    for table, s, low, high in tables:
        i = np.arange(low, high + 1)[:, None]
        inside = (i <= lanes.n) & (s - i <= lanes.m) if padded else True
        cells = table[low : high + 1]
        np.minimum(least, cells.min(axis=0, where=inside, initial=np.inf), out=least)
        np.maximum(top, cells.max(axis=0, where=inside, initial=0), out=top)
    return least, top


def local_sums(
    rows: AnyArray, lanes: Lanes, scores: Array, opening: float, extending: float
) -> tuple[Array, Booleans]:
    r"""Logarithms of LAK, and which lanes are lost; scores and gap costs are multiplied by beta.

    Every alignment ends in one match, after which X2 and Y2 only carry it to the corner. So

    .. math:: K = 1 + \sum_{i,j} M(i, j), \quad
              M(i, j) = e^{S(x_i, y_j)} B(i-1, j-1), \quad B = 1 + M + X + Y,

    with the X and Y of the section, and two of its five tables are not needed. Padding has scores
    of :math:`-\infty`, so that it adds nothing to K.

    Along one diagonal B may vary by more than float64 holds, as for a string with itself. So each i
    has a power of two, chosen at every look to bring B back to 1. Up to the next look B neither
    grows nor falls by more than ``_BITS``, but for the opening of one gap: a diagonal is at most
    4 or :math:`4 e^{\max S + e}` times the two before it, and
    :math:`B(i, j + k) \ge e^{-d - e (k - 1)} B(i, j)`.

    Underflow takes less than :math:`2^{-1074}` at a time, :math:`2^{-1074 + 12 + 300}` until the
    next look, where B is at least :math:`2^{-300} e^{-d}`. K loses what B loses in the same
    proportion. What X or Y lose moves on by gaps, and so does B, at most :math:`e^{2 |d - e|}`
    times smaller; both are stored with a factor of :math:`e^{d - e}`. With ``_GAPS`` all this is
    less than :math:`2^{-100}` of K; dearer gaps are left to the logarithms.
    """
    rise = 2 + max(0.0, scores.max() + extending) / math.log(2)
    every = int(_BITS / max(rise, extending / math.log(2)))
    if every == 0 or opening + 3 * abs(opening - extending) > _GAPS:
        return np.zeros(len(lanes.n)), np.ones(len(lanes.n), bool)
    n, m = int(lanes.n.max()), int(lanes.m.max())
    padding = len(scores)
    weights = np.zeros((padding + 1, padding + 1))
    weights[:-1, :-1] = np.exp(scores + extending)
    extend, after_first = math.exp(-extending), math.exp(extending - opening)
    small = np.min_scalar_type(weights.size)

    def letters(side: AnyArray, lengths: AnyArray, longest: int) -> AnyArray:
        codes = rows.T[:longest].take(side, axis=1).astype(small)
        return np.where(np.arange(longest)[:, None] < lengths, codes, small.type(padding))

    x = letters(lanes.x, lanes.n, n) * small.type(padding + 1)
    y = letters(lanes.y, lanes.m, m)

    def looked_up(x: AnyArray, y: AnyArray, memory: Array) -> Array:
        cells = np.add(x[0], y[0], out=memory[0].view(np.intp))
        return weights.take(cells, out=memory[1], mode="wrap")  # the fastest; none is outside

    weight = in_strips(x[None], y[None], looked_up)
    # By i: Y; B on the last two diagonals; the sum of M since the last look. X is kept by m - j,
    # which a gap in y does not change. X and Y are divided by after_first.
    Y, matches = np.zeros((2, n + 1, len(lanes.n)))
    B, corner, one = np.ones((3, n + 1, len(lanes.n)))
    X, memory = np.zeros((m, len(lanes.n))), np.empty((min(n, m), len(lanes.n)))
    exponents = np.zeros(B.shape, np.int64)
    step = np.full((n + 2, len(lanes.n)), extend)  # times the power of two from row i - 1 to row i
    total, exponent = np.zeros(len(lanes.n)), np.zeros(len(lanes.n), np.int64)
    for s, low, high in diagonals(n, m):
        here = slice(low, high + 1)
        # M = weight B, from (i - 1, j - 1)
        M = weight(s, low, high)
        M *= corner[low - 1 : high]
        M *= step[here]
        matches[here] += M
        B, corner = corner, B
        # Z = M + X, and B = 1 + M + X + Y
        X_, Y_, B_ = X[m - s + low : m - s + high + 1], Y[here], B[here]
        Z = np.multiply(X_, after_first, out=memory[: len(M)])
        Z += M
        np.multiply(Y_, after_first, out=B_)
        B_ += Z
        B_ += one[here]
        if s % every == 0 or s == n + m:
            before, exponent = exponent, np.maximum(exponent, exponents.max(axis=0) - _LARGE)
            total *= _power_of_two(before - exponent)
            total += np.einsum("il,il->l", matches, _power_of_two(exponents - exponent))
            matches[:] = 0
            shift = 1022 - (B_.view(np.int64) >> 52)
            exponents[here] -= shift
            power = _power_of_two(shift)
            for table in (M, X_, Y_, Z, B_, corner[here], one[here]):
                np.multiply(table, power, out=table)
            np.multiply(_power_of_two(exponents[:-1] - exponents[1:]), extend, out=step[1:-1])
        # X = open M + extend X of (i + 1, j)
        X_ += M
        X_ *= step[low + 1 : high + 2]
        # Y = open (M + X) + extend Y of (i, j + 1)
        Y_ += Z
        Y_ *= extend
    logs = np.where(exponent == 0, np.log1p(total), np.log(_power_of_two(-exponent) + total))
    return logs + exponent * math.log(2), np.zeros(len(lanes.n), bool)


def _power_of_two(exponents: NDArray[np.int64]) -> Array:
    """2^exponents, of 1023 at most; 0 for those below -1022."""
    return (np.maximum(exponents + 1023, 0) << 52).view(np.float64)
