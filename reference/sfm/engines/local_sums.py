r"""The sums of LAK as they stand, without logarithms, within the distance of :mod:`.linear_sums`.

The tables of several pairs stand on each other in one lane of :mod:`.pair_sweep`, with a border row
above each, so that unequal lengths take little padding.
"""

from __future__ import annotations

import math

import numpy as np

from gramcheck.reference.antidiagonals import diagonals, in_strips
from gramcheck.reference.sfm.engines.pair_sweep import Lanes, exponents_of, power_of_two
from gramcheck.reference.types import AnyArray, Array, Booleans

_ROOM = 900  # bits for what happens between two changes of units
_LOOKS = 4  # in the time in which B may rise by what gaps leave of that
_LARGE = 100  # bits up to which K is left alone, so that its logarithm keeps those of K - 1
_PART = 2**13  # cells that a look takes at a time


@np.errstate(over="ignore", invalid="ignore")  # a lane that leaves float64 is lost
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
    has a power of two, its unit, chosen anew to bring B to 1/2 or more where a look finds that B
    has gone far, and one looks so often that underflow takes nothing that counts (:func:`_looks`).
    What rises too far is seen: a lane, with all its pairs, is lost where B rises or falls by more
    than ``_ROOM``, or where a number is beyond float64, which makes K infinite or NaN if it counts.

    On the border rows M, X and Y are 0 and B is 1, as no step leads to them from the pair above.
    Each i also has a sum of its own, whose unit never falls.
    """
    n, m = int((lanes.above + lanes.n).max()), int(lanes.m.max())
    every, far = _looks(float(scores.max()), opening, extending, int(lanes.n.max()))
    if every < 1:
        return np.zeros(len(lanes.n)), np.ones(len(lanes.n), bool)
    padding = len(scores)
    weights = np.zeros((padding + 1, padding + 1))
    weights[:-1, :-1] = np.exp(scores)
    # As arrays without axes, which NumPy need not convert at every call.
    extend, after_first = map(np.array, (math.exp(-extending), math.exp(extending - opening)))
    small = np.min_scalar_type(weights.size)
    tops = lanes.above == 0  # the first pair of each lane
    # Letters lane by lane, in which those of its pairs are in order, with padding on the borders.
    there = np.arange(n) < (lanes.above + lanes.n)[np.append(tops[1:], True)][:, None]
    there[lanes.lane[~tops], lanes.above[~tops] - 1] = False
    x = np.full(there.shape, padding, small)
    ends = np.cumsum(lanes.n)
    letters = np.repeat(lanes.x * rows.shape[1] - ends + lanes.n, lanes.n)
    x[there] = rows.take(letters + np.arange(len(letters)))
    x = np.multiply(x.T, small.type(padding + 1), order="C")
    codes = rows.T[:m].take(lanes.y[tops], axis=1).astype(small)
    y = np.where(np.arange(m)[:, None] < lanes.m[tops], codes, small.type(padding))

    def parts(first: int, end: int) -> list[slice]:
        """Rows by few, as memory that the system gives anew takes longer than the arithmetic."""
        few = max(1, _PART // x.shape[1])
        return [slice(i, min(i + few, end)) for i in range(first, end, few)]

    def looked_up(x: AnyArray, y: AnyArray, memory: Array) -> Array:
        cells = np.add(x[0], y[0], out=memory[0].view(np.intp))
        return weights.take(cells, out=memory[1], mode="wrap")  # the fastest; none is outside

    weight = in_strips(x[None], y[None], looked_up, least=5)
    # By i: Y; the sum of M since units changed, and before; B on the last two diagonals, and 1. All
    # are in units of row i, but the sum before, which has its own. X is kept by m - j, which a gap
    # in y does not change. X and Y are divided by after_first.
    shape = n + 1, x.shape[1]
    Y, matches, total = np.zeros((3, *shape))
    B, corner, one = np.ones((3, *shape))
    X, memory = np.zeros((m, shape[1])), np.empty((min(n, m), shape[1]))
    exponents, exponent = np.zeros((2, *shape), np.int64)
    # The power of two from row i - 1 to i, and times extend; nothing goes on into the next pair.
    power, borders = np.ones((n + 2, shape[1])), (lanes.above, lanes.lane)
    power[borders] = 0
    step = power * extend
    changed, lost = 0, np.zeros(shape[1], bool)

    def settle(end: int) -> None:
        """Add up the sums of M, from the first row whose unit was changed last."""
        for part in parts(changed, end):
            before = exponent[part]
            after = np.maximum(before, exponents[part] - _LARGE)
            total[part] *= power_of_two(before - after)
            total[part] += matches[part] * power_of_two(exponents[part] - after)
            exponent[part], matches[part] = after, 0

    for s, low, high in diagonals(n, m):
        here = slice(low, high + 1)
        # M = weight B, from (i - 1, j - 1)
        M = weight(s, low, high)
        M *= corner[low - 1 : high]
        if changed:
            M *= power[here]
        sums = matches[here]
        sums += M
        B, corner = corner, B
        # Z = M + X, and B = 1 + M + X + Y
        X_, Y_, B_ = X[m - s + low : m - s + high + 1], Y[here], B[here]
        Z = np.multiply(X_, after_first, out=memory[: len(M)])
        Z += M
        np.multiply(Y_, after_first, out=B_)
        B_ += Z
        B_ += one[here]
        if s % every == 0 and not _within(B_, far):
            settle(high + 1)
            for part in parts(0, len(B_)):
                rise = exponents_of(B_[part])
                lost |= (np.abs(rise) > _ROOM).any(axis=0)
                exponents[here][part] += rise
                inverse = power_of_two(-rise)
                for table in (M, X_, Y_, Z, B_, corner[here]):
                    np.multiply(table[part], inverse, out=table[part])
                one[here][part] = power_of_two(-exponents[here][part])
            moved = slice(low, min(high + 1, n) + 1)  # up to the row that X moves on to
            for part in parts(moved.start, moved.stop):
                before = exponents[part.start - 1 : part.stop - 1]
                power[part] = power_of_two(before - exponents[part])
            power[borders] = 0
            np.multiply(power[moved], extend, out=step[moved])
            changed = low
        # X = open M + extend X of (i + 1, j)
        X_ += M
        X_ *= step[low + 1 : high + 2]
        # Y = open (M + X) + extend Y of (i, j + 1)
        Y_ += Z
        Y_ *= extend
    settle(n + 1)
    # The rows of each pair, one lane after the other.
    begins = lanes.lane * (n + 1) + lanes.above
    exponent, total = exponent.T.ravel(), total.T.ravel()
    largest = np.maximum.reduceat(exponent, begins)
    exponent -= np.repeat(largest, np.diff(begins, append=len(exponent)))
    total = np.add.reduceat(total * power_of_two(exponent), begins)
    logs = np.where(largest == 0, np.log1p(total), np.log(power_of_two(-largest) + total))
    return logs + largest * math.log(2), lost[lanes.lane] | ~np.isfinite(logs)


def _within(numbers: Array, bits: float) -> bool:
    """Whether all, if there are any, are between 2^-bits and 2^bits; not if one is NaN."""
    least, largest = numbers.min(initial=1.0), numbers.max(initial=1.0)
    return bool(2.0**-bits <= least and largest <= 2.0**bits)


def _looks(score: float, opening: float, extending: float, n: int) -> tuple[int, float]:
    r"""Diagonals from one look to the next, 0 if none, and the bits that B may have gone at a look.

    There are n rows, and scores of at most ``score``.

    Underflow. With :math:`D = \max(d, e)`, B falls along gaps at most: :math:`B(i, j + k) \ge
    e^{-D - e (k - 1)} B(i, j)`, and :math:`B(i, j) \ge e^{-D} B(i-1, j)`, also where an alignment
    ends in a gap in y, as the one in x may come before it. At a look that changes no unit B is
    :math:`2^{-far}` units or more, at another one 1/2. So up to the next look, k diagonals later, B
    is :math:`2^{-far} e^{-D - e k} / 2` units or more. An operation loses less than
    :math:`2^{-1074}` units of row i, or, before M has the unit of its row, of row i - 1: less than
    :math:`2^{far - 1073} e^{2 D + e k}` of B. X and Y are stored with a factor of
    :math:`e^{d - e}`; what they lose moves on by gaps, and so does B, at most :math:`e^{2 |d - e|}`
    times smaller. Where units change, B of the diagonal before gets the same; what it loses comes
    back :math:`e^S` times as large. With ``_ROOM`` for ``gaps``, ``far`` and k times ``rise``,
    which is at least e and S, all that is :math:`2^{-173}` of B. Until units change the 1 is lost
    where it is below :math:`2^{-1022}` units, :math:`2^{-122}` of B; as B may fall back to it, it
    is written anew with each change. K loses no more than that for each cell on the way of an
    alignment.

    Overflow. B rises by a factor of 4 for its four summands, by a match at the largest score, which
    takes the place of a gap in x and may open it again, and by the places of a match in a long gap,
    each of which is dearer by another opening. That is no bound, and need not be one. The units of
    neighboring rows are apart by less than ``_ROOM`` and the logarithm of a length, which the steps
    from one to the other need: :math:`B(i-1, j+1) \le (n + 3) e^{\max(0, S) + 3 D} B(i, j)`, and
    the same the other way round, with m.
    """
    again = extending - opening  # what an opening saves, or adds
    places = n * math.exp(min(0.0, again))
    match = max(extending, score + extending + max(0.0, again))
    rise = 2 + math.log2(1 + places) + match / math.log(2)
    gaps = 2 * max(opening, extending) + 3 * abs(again)
    room = _ROOM - gaps / math.log(2)
    every = max(0, int(room / rise))
    if every >= 2 * _LOOKS:  # few more changes than with all the room before the next look
        every //= _LOOKS
    return every, room - every * rise
