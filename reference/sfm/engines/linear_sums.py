r"""The sums of GAK and LAK as they stand, without logarithms, each lane with its own power of two.

Lanes are those of :mod:`.pair_sweep`; from time to time each is multiplied by a power of two that
brings it back to the middle of float64. The terms are nonnegative, so that a relative error is
handed on but never amplified: the result is within :math:`10 (n + m) + 4 |\log K|` roundings of
the exact K of lengths n and m, the second part being that of the exponents. What remains is
underflow. Each form below says when it takes nothing that counts; lanes of which it cannot say so
are *lost*, and the caller computes their logarithms instead.
"""

from __future__ import annotations

import math

import numpy as np

from gramcheck.reference.antidiagonals import Terms, diagonals, in_strips, squared_distances
from gramcheck.reference.sfm.engines.pair_sweep import LOG_ZERO, Lanes
from gramcheck.reference.types import AnyArray, Array, Booleans

_SMALLEST = 2.0**-900  # beside it the roundings of subnormal numbers are nothing
_EVERY = 16  # diagonals of GAK between two looks at the range
_GROWTH = 400  # bits by which LAK may grow between two looks
_LARGE = 100  # bits up to which it is left alone, so that log K keeps the digits of a small K - 1


@np.errstate(over="ignore", invalid="ignore")  # what padding grows to is never read
def global_sums(
    rows: AnyArray, lanes: Lanes, sigma: float, triangular: int
) -> tuple[Array, Booleans]:
    r"""Logarithms of GAK, and which lanes are lost.

    .. math:: K(i, j) = \kappa(x_i, y_j) \, (K(i-1, j-1) + K(i-1, j) + K(i, j-1))

    A number below :math:`2^{-1022}` is rounded to a multiple of :math:`2^{-1074}`, and a kappa
    below that to 0. As kappa <= 1, a diagonal is at most :math:`1 + \sqrt 2` times the larger of
    the two before it, and 16 diagonals after the last look at most :math:`2^{21}`. Hence all that
    underflow took since then has changed a cell by less than :math:`2^{-1022 + 23 + 21 + 9}`. If
    none of the lane's cells on two neighboring diagonals, on which all later ones depend, is below
    :math:`2^{-900}`, that is less than :math:`2^{-69}` of each.
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
    for table, s, low, high in tables:
        i = np.arange(low, high + 1)[:, None]
        inside = (i <= lanes.n) & (s - i <= lanes.m)  # not in the padding
        cells = table[low : high + 1]
        np.minimum(least, cells.min(axis=0, where=inside, initial=np.inf), out=least)
        np.maximum(top, cells.max(axis=0, where=inside, initial=0), out=top)
    return least, top


@np.errstate(over="ignore", invalid="ignore")  # what is beyond float64 is lost
def local_sums(
    rows: AnyArray, lanes: Lanes, scores: Array, opening: float, extending: float
) -> tuple[Array, Booleans]:
    r"""Logarithms of LAK, and which lanes are lost; scores and gap costs are multiplied by beta.

    Every alignment ends in one match, after which X2 and Y2 only carry it to the corner. So

    .. math:: K = 1 + \sum_{i,j} M(i, j), \quad
              M(i, j) = e^{S(x_i, y_j)} B(i-1, j-1), \quad B = 1 + M + X + Y,

    with the X and Y of the section, and two of its five tables are not needed. Padding has scores
    of :math:`-\infty`, so that it adds nothing to K.

    The 1 in B and in K is scaled as everything else. As long as it is :math:`2^{-900}` or more, the
    n m underflows of a lane are nothing beside it. One diagonal exceeds the two before it at most
    :math:`4 e^{\max S}` times, 4 if that is less; lanes are scaled before that overflows.
    """
    n, m = int(lanes.n.max()), int(lanes.m.max())
    every = int(_GROWTH / (2 + max(0.0, scores.max()) / math.log(2)))
    if every == 0:
        return np.zeros(len(lanes.n)), np.ones(len(lanes.n), bool)
    padding = len(scores)
    weights = np.zeros((padding + 1, padding + 1))
    weights[:-1, :-1] = np.exp(scores)
    open_, extend = math.exp(-opening), math.exp(-extending)

    def letters(side: AnyArray, lengths: AnyArray, longest: int) -> AnyArray:
        codes = rows.T[:longest].take(side, axis=1)
        return np.where(np.arange(longest)[:, None] < lengths, codes, padding)

    x = letters(lanes.x, lanes.n, n) * (padding + 1)
    y = letters(lanes.y, lanes.m, m)

    def looked_up(x: AnyArray, y: AnyArray, memory: Array) -> Array:
        cells = np.add(x[0], y[0], out=memory[0].view(np.intp))
        return weights.take(cells, out=memory[1], mode="clip")

    weight = in_strips(x[None], y[None], looked_up)
    memory = np.empty((min(n, m), len(lanes.n)))
    # By i: the last diagonal, where MX = M + X, and B on both of the last two.
    M, X, new_X, Y, MX = np.zeros((5, n + 1, len(lanes.n)))
    B, corner = np.ones((2, n + 1, len(lanes.n)))
    one, total = np.ones(len(lanes.n)), np.zeros(len(lanes.n))
    exponent = np.zeros(len(lanes.n), np.int64)
    for s, low, high in diagonals(n, m):
        above, here = slice(low - 1, high), slice(low, high + 1)
        term = memory[: high + 1 - low]
        # X = open M + extend X, from (i - 1, j)
        np.multiply(X[above], extend, out=new_X[here])
        np.add(new_X[here], np.multiply(M[above], open_, out=term), out=new_X[here])
        # Y = open (M + X) + extend Y, from (i, j - 1)
        np.multiply(Y[here], extend, out=Y[here])
        np.add(Y[here], np.multiply(MX[here], open_, out=term), out=Y[here])
        # M = weight B, from (i - 1, j - 1)
        np.multiply(weight(s, low, high), corner[above], out=M[here])
        total += M[here].sum(axis=0)
        np.add(M[here], new_X[here], out=MX[here])
        np.add(MX[here], Y[here], out=corner[here])  # read above, and now of this diagonal
        np.add(corner[here], one, out=corner[here])
        B, corner, X, new_X = corner, B, new_X, X
        if s % every == 0:
            bits = np.frexp(np.maximum(total, B[here].max(axis=0)))[1]
            shift = np.where(bits > _LARGE, bits, 0)
            exponent += shift
            for table in (M, X, Y, MX, B, corner, one, total):
                np.multiply(table, np.ldexp(1.0, -shift), out=table)
    logs = np.where(exponent == 0, np.log1p(total), np.log(one + total))
    return logs + exponent * math.log(2), one < _SMALLEST
