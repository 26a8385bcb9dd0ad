r"""Sections II and VII: the local alignment kernel LAK, a baseline of SFM (Saigo et al. 2004).

LAK is the sum over all local alignments, the empty one included, of
:math:`e^{\beta\,\text{score}}`, with affine gaps, d to open one and e to extend it. M, X, Y sum
over the alignments that end at (i, j) in a match, a gap in y, a gap in x, and X2 and Y2 over those
that ended before:

====================  ============================================================================
M(i, j)               exp(beta S(x_i, y_j)) (1 + X + Y + M)(i-1, j-1)
X(i, j)               exp(-beta d) M(i-1, j) + exp(-beta e) X(i-1, j)
Y(i, j)               exp(-beta d) (M + X)(i, j-1) + exp(-beta e) Y(i, j-1)
X2(i, j)              M(i-1, j) + X2(i-1, j)
Y2(i, j)              (M + X2 + Y2)(i, j-1)
K                     1 + X2(n, m) + Y2(n, m) + M(n, m)
====================  ============================================================================

All five are 0 on the borders. A gap in y may be followed by one in x but not the other way round,
so that every alignment counts once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.antidiagonals import diagonals
from gramcheck.reference.sfm.engines.blosum62 import AMINO_ACIDS, blosum62
from gramcheck.reference.sfm.engines.corpus import Places
from gramcheck.reference.sfm.engines.local_sums import local_sums
from gramcheck.reference.sfm.engines.pair_sweep import (
    LOG_ZERO,
    Lanes,
    encode,
    kernel_matrix,
    log_sum,
    stacked,
)
from gramcheck.reference.types import Array

__all__ = ["AMINO_ACIDS", "blosum62", "local_alignment_kernel", "shift_spectrum"]

FORMS = ("scaled_log", "log", "raw", "normalized")


def local_alignment_kernel(
    X: Sequence[str],
    Y: Sequence[str],
    beta: float = 0.5,
    gap_open: float = 11.0,
    gap_extend: float = 1.0,
    scores: tuple[str, ArrayLike] | None = None,
    form: str = "scaled_log",
) -> Array:
    r"""Local alignment kernel LAK of all pairs, Section VII, of any size.

    Parameters
    ----------
    X, Y : sequences of n and m str
        Empty strings are allowed: only the empty alignment is left, K = 1.
    beta : float
        Positive, per unit of the scores.
    gap_open, gap_extend : float
        d and e: a gap of g characters costs d + e (g - 1). Nonnegative.
    scores : (letters, (k, k) array), optional
        Substitution scores, symmetric; None for BLOSUM62 in half bits.
    form : "scaled_log", "log", "raw" or "normalized"
        (1 / beta) log K, which Saigo et al. use; log K; K; or
        :math:`K(x, y) / \sqrt{K(x, x) K(y, y)}`. The logarithms are not positive semidefinite; see
        :func:`shift_spectrum`.

    Returns
    -------
    (n, m)

    Raises
    ------
    ValueError
        Letters without scores, ``beta`` not between 1e-100 and 1e100, negative gap costs, scores
        that are not square, symmetric and one for each letter, scores or gap costs above 1e100, an
        unknown ``form``, "raw" where K is beyond float64, a matrix beyond memory.
    TypeError
        A bare string, anything but str in the sequences.
    """
    beta = check.positive("beta", beta)
    gap_open = check.nonnegative("gap_open", gap_open)
    gap_extend = check.nonnegative("gap_extend", gap_extend)
    form = check.choice("form", form, FORMS)
    letters, table = _scores(scores)
    same = Y is X
    X, Y = check.strings("X", X), check.strings("Y", Y)
    for name, strings in (("X", X), ("Y", Y)):
        strangers = sorted(set("".join(strings)) - set(letters))
        if strangers:
            raise ValueError(
                f"{name} must be over the letters {''.join(letters)!r} that have scores, got "
                f"{''.join(strangers)!r}"
            )
    place = np.zeros(max(map(ord, letters)) + 1, dtype=np.intp)
    place[list(map(ord, letters))] = np.arange(len(letters))
    rows_x, rows_y = ([place[codes] for codes in side] for side in encode(X, Y))

    costs: dict[str, Any] = {
        "scores": beta * table,
        "opening": beta * gap_open,
        "extending": beta * gap_extend,
    }
    fast, plain = partial(local_sums, **costs), partial(_log_values, **costs)
    if form == "scaled_log":
        return kernel_matrix(rows_x, rows_y, same, fast, plain, "log", stacked) / beta
    return kernel_matrix(rows_x, rows_y, same, fast, plain, form, stacked)


def shift_spectrum(K: ArrayLike) -> Array:
    """Subtract the smallest eigenvalue, if negative, from the diagonal, for LAK of Section VII.

    (1 / beta) log K is not positive semidefinite; shifted it is, up to rounding (Saigo et al.
    2004). Rows of test strings against the same training strings stay as they are.

    Parameters
    ----------
    K : (n, n)
        Symmetric.

    Returns
    -------
    (n, n)

    Raises
    ------
    ValueError
        K not square or not symmetric.
    """
    K = check.symmetric("K", K)
    return K - min(0.0, np.linalg.eigvalsh(K)[0]) * np.eye(len(K))


def _log_values(
    rows: Places, lanes: Lanes, scores: Array, opening: float, extending: float
) -> Array:
    """Logarithms of K of some pairs, whatever their range; costs are multiplied by beta."""
    n, m = lanes.n.max(), lanes.m.max()
    x, y = rows[lanes.x, :n].T, rows[lanes.y, :m].T[::-1]
    ends = lanes.n + lanes.m
    zero = np.full((n + 1, len(ends)), LOG_ZERO)
    # By i: the five tables on the last diagonal, and 1 + X + Y + M on the one before it.
    M, GX, GY, X2, Y2 = (zero,) * 5
    start = log_sum(np.zeros_like(zero), GX, GY, M)
    next_start = start
    result = np.zeros(len(ends))
    for s, low, high in diagonals(n, m):
        above = corner = slice(low - 1, high)  # i - 1
        left = slice(low, high + 1)  # i
        # y is reversed, so that y_j for j = s - i comes in the order of i
        score = scores[x[low - 1 : high], y[m - s + low : m - s + high + 1]]
        new = np.full((5, *zero.shape), LOG_ZERO)
        inside = new[:, low : high + 1]
        inside[0] = score + start[corner]
        inside[1] = log_sum(M[above] - opening, GX[above] - extending)
        inside[2] = log_sum(M[left] - opening, GX[left] - opening, GY[left] - extending)
        inside[3] = log_sum(M[above], X2[above])
        inside[4] = log_sum(M[left], X2[left], Y2[left])
        M, GX, GY, X2, Y2 = new
        start, next_start = next_start, log_sum(np.zeros_like(zero), GX, GY, M)
        done = np.flatnonzero((ends == s) & (lanes.n > 0) & (lanes.m > 0))
        if len(done):
            i = lanes.n[done]
            # log(1 + e^a), with all digits where e^a is small
            result[done] = np.logaddexp(0, log_sum(X2[i, done], Y2[i, done], M[i, done]))
    return result


def _scores(scores: Any) -> tuple[list[str], Array]:
    if scores is None:
        return list(AMINO_ACIDS), blosum62()
    if not isinstance(scores, tuple) or len(scores) != 2:
        raise TypeError(f"scores must be a pair (letters, array), got {check.shown(scores)}")
    letters = check.alphabet("scores[0]", scores[0])
    table = check.symmetric("scores[1]", scores[1])
    if len(table) != len(letters):
        raise ValueError(
            f"scores must have one row for each letter: {len(letters)} letters, got {len(table)}"
        )
    return letters, table
