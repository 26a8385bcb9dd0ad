r"""Local alignment kernel LAK, the baseline of Sections II and VII of SFM (Saigo et al. 2004).

The sum over all local alignments of :math:`e^{\beta\,\text{score}}`, the empty alignment included,
with affine gaps: d to open, e to extend. M, X, Y sum over alignments that end at (i, j) in a
match, a gap in y, a gap in x; X2 and Y2 over those that ended before:

====================  ============================================================================
M(i, j)               exp(beta S(x_i, y_j)) (1 + X + Y + M)(i-1, j-1)
X(i, j)               exp(-beta d) M(i-1, j) + exp(-beta e) X(i-1, j)
Y(i, j)               exp(-beta d) (M + X)(i, j-1) + exp(-beta e) Y(i, j-1)
X2(i, j)              M(i-1, j) + X2(i-1, j)
Y2(i, j)              (M + X2 + Y2)(i, j-1)
K                     1 + X2(n, m) + Y2(n, m) + M(n, m)
====================  ============================================================================

all five 0 on the borders. A gap in y followed by one in x is allowed, the other order is not, so
that every alignment counts once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gramcheck.reference import check
from gramcheck.reference.sfm.pair_sweep import (
    LOG_ZERO,
    Lanes,
    diagonals,
    encode,
    finish,
    log_diagonal,
    log_kernel,
    log_sum,
    padded,
)

_LARGEST_EXPONENT = 1e200

FORMS = ("scaled_log", "log", "raw", "normalized")

AMINO_ACIDS = "ARNDCQEGHILKMFPSTWYVBZX*"

# Henikoff and Henikoff, PNAS 89:10915, 1992, in half bits; NCBI's file BLOSUM62 (public domain),
# lower triangle in the order of AMINO_ACIDS.
_BLOSUM62 = """
 4
-1  5
-2  0  6
-2 -2  1  6
 0 -3 -3 -3  9
-1  1  0  0 -3  5
-1  0  0  2 -4  2  5
 0 -2  0 -1 -3 -2 -2  6
-2  0  1 -1 -3  0  0 -2  8
-1 -3 -3 -3 -1 -3 -3 -4 -3  4
-1 -2 -3 -4 -1 -2 -3 -4 -3  2  4
-1  2  0 -1 -3  1  1 -2 -1 -3 -2  5
-1 -1 -2 -3 -1  0 -2 -3 -2  1  2 -1  5
-2 -3 -3 -3 -2 -3 -3 -3 -1  0  0 -3  0  6
-1 -2 -2 -1 -3 -1 -1 -2 -2 -3 -3 -1 -2 -4  7
 1 -1  1  0 -1  0  0  0 -1 -2 -2  0 -1 -2 -1  4
 0 -1  0 -1 -1 -1 -1 -2 -2 -1 -1 -1 -1 -2 -1  1  5
-3 -3 -4 -4 -2 -2 -3 -2 -2 -3 -2 -3 -1  1 -4 -3 -2 11
-2 -2 -2 -3 -2 -1 -2 -3  2 -1 -1 -2 -1  3 -3 -2 -2  2  7
 0 -3 -3 -3 -1 -2 -2 -3 -3  3  1 -2  1 -1 -2 -2  0 -3 -1  4
-2 -1  3  4 -3  0  1 -1  0 -3 -4  0 -3 -3 -2  0 -1 -4 -3 -3  4
-1  0  0  1 -3  3  4 -2  0 -3 -3  1 -1 -3 -1  0 -1 -3 -2 -2  1  4
 0 -1 -1 -1 -2 -1 -1 -1 -1 -1 -1 -1 -1 -1 -2  0  0 -2 -1 -1 -1 -1 -1
-4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4  1
"""


def blosum62() -> NDArray[np.float64]:
    """BLOSUM62 in half bits, rows and columns as ``AMINO_ACIDS``; (24, 24)."""
    lines = [list(map(float, line.split())) for line in _BLOSUM62.strip().splitlines()]
    scores = np.zeros((len(lines), len(lines)))
    for i, line in enumerate(lines):
        scores[i, : i + 1] = scores[: i + 1, i] = line
    return scores


def local_alignment_kernel(
    X: Sequence[str],
    Y: Sequence[str],
    beta: float = 0.5,
    gap_open: float = 11.0,
    gap_extend: float = 1.0,
    scores: tuple[str, ArrayLike] | None = None,
    form: str = "scaled_log",
) -> NDArray[np.float64]:
    r"""Local alignment kernel of all pairs, in the log domain.

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
        (1 / beta) log K, which Saigo et al. use; log K; K, which alone is positive semidefinite;
        :math:`K(x, y) / \sqrt{K(x, x) K(y, y)}`. For a logarithm see :func:`shift_spectrum`.

    Returns
    -------
    (n, m)

    Raises
    ------
    ValueError
        Letters without scores, ``beta`` not between 1e-100 and 1e100, negative gap costs, scores
        that are not square, symmetric and one for each letter, scores or gap costs that are beyond
        1e200 when multiplied by beta, an unknown ``form``, "raw" where K is beyond float64.
    TypeError
        A bare string, anything but str in the sequences.
    """
    beta = check.moderate("beta", beta)
    opening = _times_beta("gap_open", check.nonnegative("gap_open", gap_open), beta)
    extending = _times_beta("gap_extend", check.nonnegative("gap_extend", gap_extend), beta)
    form = check.choice("form", form, FORMS)
    letters, table = _scores(scores)
    table = _times_beta("scores", table, beta)
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
    codes_x, codes_y = encode(X, Y)
    rows_x, rows_y = place[padded(codes_x)], place[padded(codes_y)]
    lengths_x, lengths_y = np.array([len(x) for x in X]), np.array([len(y) for y in Y])

    def program(first: NDArray[np.intp], second: NDArray[np.intp]) -> Any:
        return lambda lanes: _log_values(first, second, lanes, table, opening, extending)

    log_K = log_kernel(lengths_x, lengths_y, same, program(rows_x, rows_y))
    if form == "scaled_log":
        return log_K / beta
    log_xx, log_yy = np.zeros(len(X)), np.zeros(len(Y))
    if form == "normalized":
        log_xx = log_diagonal(lengths_x, program(rows_x, rows_x))
        log_yy = log_xx if same else log_diagonal(lengths_y, program(rows_y, rows_y))
    return finish(log_K, log_xx, log_yy, form)


def shift_spectrum(K: ArrayLike) -> NDArray[np.float64]:
    """Subtract the smallest eigenvalue, if negative, from the diagonal (Saigo et al. 2004).

    (1 / beta) log K is not positive semidefinite; shifted it is, up to rounding. Test rows against
    the same training columns stay as they are.

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
    X: NDArray[np.intp],
    Y: NDArray[np.intp],
    lanes: Lanes,
    table: NDArray[np.float64],
    opening: float,
    extending: float,
) -> NDArray[np.float64]:
    """Logarithms of K of some pairs; ``table`` and gaps are multiplied by beta."""
    n, m = lanes.n.max(), lanes.m.max()
    x, y = X[lanes.x, :n].T, Y[lanes.y, :m].T[::-1]
    ends = lanes.n + lanes.m
    zero = np.full((n + 1, len(ends)), LOG_ZERO)
    M, GX, GY, X2, Y2 = (zero,) * 5  # of the diagonal before, by i
    start = log_sum(np.zeros_like(zero), GX, GY, M)  # 1 + X + Y + M of the one before that
    next_start = start
    result = np.zeros(len(ends))
    for s, low, high in diagonals(n, m):
        above, left, corner = slice(low - 1, high), slice(low, high + 1), slice(low - 1, high)
        # y is reversed: y_j for j = s - i, as i grows
        score = table[x[low - 1 : high], y[m - s + low : m - s + high + 1]]
        new = [zero.copy() for _ in range(5)]
        inside = [table[low : high + 1] for table in new]
        inside[0][:] = score + start[corner]
        inside[1][:] = log_sum(M[above] - opening, GX[above] - extending)
        inside[2][:] = log_sum(M[left] - opening, GX[left] - opening, GY[left] - extending)
        inside[3][:] = log_sum(M[above], X2[above])
        inside[4][:] = log_sum(M[left], X2[left], Y2[left])
        M, GX, GY, X2, Y2 = new
        start, next_start = next_start, log_sum(np.zeros_like(zero), GX, GY, M)
        done = np.flatnonzero((ends == s) & (lanes.n > 0) & (lanes.m > 0))
        if len(done):
            i = lanes.n[done]
            # log(1 + e^a), with all digits where e^a is small
            result[done] = np.logaddexp(0, log_sum(X2[i, done], Y2[i, done], M[i, done]))
    return result


def _times_beta(name: str, value: Any, beta: float) -> Any:
    """Exponents, so far from float64's ends that sums along any alignment stay inside."""
    with np.errstate(over="ignore"):
        product = np.multiply(value, beta)
    if np.abs(product).max() > _LARGEST_EXPONENT:
        raise ValueError(
            f"{name} times beta must be at most {_LARGEST_EXPONENT:g}, got {np.abs(value).max():g} "
            f"with beta = {beta:g}"
        )
    return product


def _scores(scores: Any) -> tuple[list[str], NDArray[np.float64]]:
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
