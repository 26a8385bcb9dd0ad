r"""The sums of GAK as they stand, without logarithms, scaled by powers of two; so is LAK.

Lanes are those of :mod:`.pair_sweep`; from time to time each of them is multiplied by a power of
two that brings it back to the middle of float64: each i of it by one of its own in LAK
(:mod:`.local_sums`), and in GAK where one for all is not enough. The terms are nonnegative, so that
a relative error is handed on but never amplified: the result is within
:math:`10 (n + m) + 4 L` roundings, :math:`2^{-52}` each, of the exact K of lengths n and m. L
stands for the exponents: :math:`|\log K|` in GAK; in LAK, where scores may cancel with gap costs
and a match is multiplied by that of one letter of a gap,

.. math:: L = |\log K| + \min(n, m) \, (\max |S| + e).

What remains is underflow. Each form says when it takes nothing that counts; lanes of which it
cannot say so are *lost*, and the caller computes their logarithms instead.
"""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.antidiagonals import Terms, diagonals, in_strips, squared_distances
from gramcheck.reference.sfm.engines.corpus import Places
from gramcheck.reference.sfm.engines.pair_sweep import LOG_ZERO, Lanes, exponents_of, power_of_two
from gramcheck.reference.types import AnyArray, Array, Booleans

_EVERY = 16, 32  # diagonals of GAK between two looks while a lane has one power of two
_SMALLEST = -880  # exponent of its cells; beside it the roundings of subnormal numbers are nothing
_SPREAD = 600  # bits between its cells from which on each i has a power of its own
_FALL = 250  # bits by which a cell may then fall between two looks
_STEP = 600  # bits between the powers of i and i + 1, at most
_LEAST = -700  # exponent of the cells of an i beside its power
_FEW_CELLS = 2**14  # of all lanes: rows one after another take fewer calls than diagonals
_GROWTH = math.log2(1 + math.sqrt(2))  # bits of a diagonal, at most
_NOTHING = -(2**40)  # exponent of no number

Diagonal = tuple[int, int, int]  # s, first i, last i


@np.errstate(over="ignore", invalid="ignore")  # what padding grows to is never read
def global_sums(
    rows: AnyArray, lanes: Lanes, sigma: float, triangular: int
) -> tuple[Array, Booleans]:
    r"""Logarithms of GAK, and which lanes are lost.

    .. math:: K(i, j) = \kappa(x_i, y_j) \, (K(i-1, j-1) + K(i-1, j) + K(i, j-1))

    A number below :math:`2^{-1022}` is rounded to a multiple of :math:`2^{-1074}`, and a kappa
    below that to 0. While a lane has one power of two: as kappa <= 1, a diagonal is at most
    :math:`1 + \sqrt 2` times the larger of the two before it, and 32 diagonals after the last look
    at most :math:`2^{41}`. Hence all that underflow took since then has changed a cell by less than
    :math:`2^{-1022 + 23 + 41 + 9}`. If every i of the lane has a cell of at least :math:`2^{-880}`
    on two neighboring diagonals, on which all later ones depend, that is less than
    :math:`2^{-69}` of each sum with that cell.

    In few diagonals no cell leaves float64, and nobody looks: one is at least the product of a
    kappa for each letter on its way. When each i has its own power: a cell is at least kappa times
    its neighbor K(i, j-1), or K(i-1, j) where it is the first of its i. With looks as frequent as
    the smallest kappa wants, none has fallen by more than ``_FALL`` bits since the last one, which
    left it at :math:`2^{-700}` or more: no cell is subnormal, and what a term that is loses is
    below :math:`2^{-1074 + 950}` of its cell. A cell that grows beyond float64 takes all later ones
    with it, the last included.
    """
    n, m, ends = int(lanes.n.max()), int(lanes.m.max()), lanes.n + lanes.m
    reached = (lanes.n > 0) & (lanes.m > 0)
    if triangular:
        reached &= np.abs(lanes.n - lanes.m) < triangular  # K is 0 otherwise
    x, y = _points(rows, lanes.x, lanes.n, n), _points(rows, lanes.y, lanes.m, m)
    fall = _fall(x, y, sigma) + math.log2(max(1, triangular))
    few = not triangular and 0 < n * m * len(ends) <= _FEW_CELLS
    if few and (n + m) * (fall + _GROWTH) <= -_SMALLEST:
        return _by_rows(x, y, sigma, lanes), np.zeros(len(ends), bool)
    inverse_kappa = _inverse_kappa(x, y, sigma, triangular)
    # By i, 0 on the borders but for K(0, 0) = 1.
    before, last, new = np.zeros((3, n + 1, len(ends)))
    before[0] = 1
    powers, looked, diagonal = _Powers(lanes, n, fall), 0, (1, 1, 0)
    result = np.where(ends == 0, 0.0, LOG_ZERO)
    finishing = {s: np.flatnonzero((ends == s) & reached) for s in set(ends[reached].tolist())}
    for s, low, high in diagonals(n, m, triangular or None):
        above, here = slice(low - 1, high), slice(low, high + 1)
        K = new[here]
        np.add(before[above], last[above], K)
        if powers.differ:
            np.multiply(K, powers.step[here], K)
        K += last[here]
        K /= inverse_kappa(s, low, high)
        new[low - 1] = 0  # not of this diagonal, but of one that had this memory before
        if s in finishing:
            done = finishing[s]
            result[done] = powers.logarithms(new, done)
        if s - looked >= powers.every and low <= high:
            powers.look(new, last, (s, low, high), diagonal)
            looked = s
            if powers.lost.all():
                break
        before, last, new, diagonal = last, new, before, (s, low, high)
    return result, powers.lost & reached


class _Powers:
    """The powers of two that the rows of GAK's tables are divided by, one for each i and lane.

    All of a lane are the same until its cells are ``_SPREAD`` bits apart; then they ``differ``, in
    all lanes together, unless kappa may ``fall`` by too many bits at once.
    """

    def __init__(self, lanes: Lanes, n: int, fall: float) -> None:
        self.lanes, shape = lanes, (n + 1, len(lanes.n))
        self.padded = np.ptp(lanes.n) + np.ptp(lanes.m) > 0
        self.common = np.zeros(shape[1], np.int64)  # of all i, until they differ
        self.exponents = np.broadcast_to(self.common, shape)
        self.differ, self.step = False, np.ones((1, 1))  # step: from i - 1 to i
        self.lost = np.zeros(shape[1], bool)
        self.fall, self.every_of_its_own = fall, min(int(_FALL / fall) - 2, _EVERY[1])
        diagonals = int((lanes.n + lanes.m).max())
        stays = diagonals * max(fall, _GROWTH) <= -_SMALLEST
        self.every = diagonals + 1 if stays else _EVERY[0]

    def logarithms(self, table: Array, done: Places) -> Array:
        """Those of the last cells of some lanes; one that is out of range loses its lane.

        What overflows on the way ends here, too: all later cells are infinite or NaN.
        """
        i = self.lanes.n[done]
        final = table[i, done]
        self.lost[done] |= ~((final >= 2.0**_SMALLEST) & (final < np.inf))
        mantissa, exponent = np.frexp(np.maximum(final, 2.0**_SMALLEST))
        logs: Array = np.log(mantissa) + (exponent + self.exponents[i, done]) * math.log(2)
        return logs

    def look(self, new: Array, last: Array, here: Diagonal, before: Diagonal) -> None:
        """Bring the cells of two neighboring diagonals back to the middle of float64."""
        i, high = slice(before[1], here[2] + 1), here[2]  # on either diagonal
        top = np.maximum(self._cells(new, i, *here), self._cells(last, i, *before))
        if not self.differ:
            bottom = np.where(top < 0, np.inf, top) if self.padded else top
            least = exponents_of(bottom.min(axis=0))
            shift = np.maximum(exponents_of(top.max(axis=0)), _SMALLEST)
            self.lost |= least < _SMALLEST
            # Until a cell that is large enough now may have fallen too far.
            room = int(((least - shift).min() - _SMALLEST) / self.fall)
            self.every = min(max(_EVERY[0], room), _EVERY[1])
            if self.every_of_its_own > 0 and (least < shift - _SPREAD).any():
                self.differ, self.every = True, self.every_of_its_own
                self.exponents, self.step = self.exponents.copy(), np.ones(self.exponents.shape)
        if self.differ:
            counts, exponents = top >= 0, exponents_of(top)
            own = self._own(np.where(counts, exponents + self.exponents[i], _NOTHING), i)
            shift = own - self.exponents[i]
            self.lost |= (counts & (exponents < shift + _LEAST)).any(axis=0)
            self.exponents[i] += shift
            self.exponents[high + 1 :] = self.exponents[high]
            steps = np.minimum(-np.diff(self.exponents[i], axis=0), 1024)
            self.step[i.start + 1 : i.stop] = power_of_two(steps)
        else:
            self.common += shift
        power = power_of_two(-shift)
        for table in (new, last):
            np.multiply(table[i], power, out=table[i])

    def _cells(self, table: Array, i: slice, s: int, low: int, high: int) -> Array:
        """Cells of a diagonal, and where lanes differ in lengths -1 for padding."""
        if not self.padded:
            return table[i]
        place = np.arange(i.start, i.stop)[:, None]
        there = (low <= place) & (place <= np.minimum(high, self.lanes.n))
        return np.where(there & (s - place <= self.lanes.m), table[i], -1.0)

    def _own(self, exponents: NDArray[np.int64], i: slice) -> NDArray[np.int64]:
        """Exponents for each i, at most ``_STEP`` above the one before."""
        slope = _STEP * np.arange(i.start, i.stop)[:, None]
        highest = np.maximum.accumulate((exponents - slope)[::-1])[::-1]
        return np.asarray(highest + slope)


def _by_rows(x: AnyArray, y: AnyArray, sigma: float, lanes: Lanes) -> Array:
    r"""Logarithms of GAK of few cells, none of which can leave float64, row by row of the table.

    A row is a recurrence in j, which products of kappa solve, and sums of nonnegative terms:

    .. math:: K(i, j) = \frac{1}{Q_j} \sum_{l \le j} Q_{l-1} \, (K(i-1, l-1) + K(i-1, l)) ,
              \qquad Q_j = \prod_{l \le j} \kappa(x_i, y_l)^{-1}

    A path takes five roundings for each row, two for each step in one, and those of kappa for each
    cell. If a kappa has f bits and a diagonal grows by g at most, Q is at most 2^(m f), K between
    2^(-(n + m) f) and 2^((n + m) g), and a sum is Q times K: in range if (n + m) (f + g) <= 880.
    """
    (n, count), m = x.shape[1:], y.shape[1]
    memory, y_last = np.empty((2, n, count, m)), y.transpose(0, 2, 1)[:, None]
    Q, before, K = (
        np.ones((n, count, m + 1)),
        np.zeros((n, count, m + 1)),
        np.zeros((n + 1, count, m + 1)),
    )
    np.cumprod(_two_over_k(x[..., None], y_last, memory, sigma), axis=2, out=Q[..., 1:])
    before[..., 1:] = Q[..., :-1]  # and 0 for j = 0, where the lane before ends
    K[0, :, 0] = 1
    terms = np.zeros((count, m + 1))
    flat = terms.reshape(-1)  # calls with one axis take half the time
    steps = (rows.reshape(len(rows), -1) for rows in (K, K[1:], Q, before))
    for last, new, q, q_before in zip(*steps, strict=False):
        np.add(last[:-1], last[1:], flat[1:])
        np.multiply(flat, q_before, flat)
        np.add.accumulate(terms, 1, None, terms)
        np.divide(flat, q, new)
    final = K[lanes.n, np.arange(count), lanes.m]
    return np.log(final, out=np.full(len(final), LOG_ZERO), where=final > 0)


def _inverse_kappa(x: AnyArray, y: AnyArray, sigma: float, triangular: int) -> Terms:
    """1 / kappa = 2 / k - 1 at the cells of a diagonal."""

    def tapered(s: int, low: int, high: int) -> Array:
        taper = 1 - np.abs(2 * np.arange(low, high + 1) - s) / triangular
        return untapered(s, low, high) * (2 / taper)[:, None] - 1

    # Deep strips of a band would be outside of it for the most part.
    untapered = in_strips(
        x,
        y,
        partial(_inverse_k if triangular else _two_over_k, sigma=sigma),
        least=1 if triangular else 3,
    )
    return tapered if triangular else untapered


def _points(rows: AnyArray, side: Places, lengths: Places, longest: int) -> AnyArray:
    """Points (channels, longest, lanes); padding repeats the first one."""
    taken = np.atleast_3d(rows).T[:, :longest].take(side, axis=2)
    inside = np.arange(longest)[:, None] < lengths
    return taken if inside.all() else np.where(inside, taken, taken[:, :1])


def _inverse_k(x: AnyArray, y: AnyArray, memory: Array, sigma: float) -> Array:
    if x.dtype == np.uint32:  # characters
        memory[0] = np.exp(1 / sigma**2)
        np.copyto(memory[0], 1.0, where=x[0] == y[0])
        return memory[0]
    exponent = squared_distances(x, y, memory)
    np.multiply(exponent, 0.5 / sigma**2, out=exponent)
    return np.exp(exponent, out=exponent)


def _two_over_k(x: AnyArray, y: AnyArray, memory: Array, sigma: float) -> Array:
    """2 / k - 1."""
    k = _inverse_k(x, y, memory, sigma)
    return np.subtract(np.multiply(k, 2, out=k), 1, out=k)


def _fall(x: AnyArray, y: AnyArray, sigma: float) -> float:
    """Bits of the largest 2 / k - 1, at most."""
    square = 2.0 if x.dtype == np.uint32 else _largest_square(x, y)
    return 1 + square / (2 * sigma**2 * math.log(2))


def _largest_square(x: Array, y: Array) -> float:
    """An upper bound of the squared distances of two collections of points (channels, ...)."""
    ends = [(side.min(axis=(1, 2)), side.max(axis=(1, 2))) for side in (x, y)]
    least, largest = np.minimum(*(e[0] for e in ends)), np.maximum(*(e[1] for e in ends))
    return float(np.square(largest - least).sum())
