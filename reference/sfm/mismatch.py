r"""Section VII: the (k, m)-mismatch kernel, the baseline STK17 of SFM (Farhan et al. 2017).

Coordinate w of a string counts its k-mers within m substitutions of w. The inner product needs no
coordinates: with M_d pairs of k-mers at Hamming distance d,

.. math:: K = \sum_{d=0}^{\min(2m, k)} M_d I_d ,

where I_d words lie within m of both of two k-mers at distance d. Let F_d be the number of pairs
that agree on a set of k - d positions, summed over all such sets. Then

.. math:: M_d = F_d - \sum_{j<d} \binom{k-j}{d-j} M_j .
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from math import comb

import numpy as np
from scipy import sparse

from gramcheck.reference import check
from gramcheck.reference.sfm.engines.corpus import (
    Places,
    code_points,
    letters_in,
    level_zero,
    starts_of,
)
from gramcheck.reference.types import AnyArray, Array

_MOST_COLUMNS = 2**22  # words are renumbered beyond
_DENSE = 0.1  # share of nonzeros from which a dense product is faster


def mismatch_kernel(
    X: Sequence[str],
    Y: Sequence[str],
    k: int,
    m: int,
    alphabet: str | Sequence[str] | None = None,
    samples: int | None = None,
    tolerance: float = 0.5,
    rng: np.random.Generator | None = None,
) -> Array:
    r"""Mismatch kernel of all pairs, STK17 of Section VII, exact or sampled.

    Parameters
    ----------
    X, Y : sequences of n and m str
    k : int
        Length of the k-mers, at least 1.
    m : int
        Mismatches allowed, 0 ... k.
    alphabet : str or sequence of characters, optional
        Words w are over it, so its size enters I_d; None for the letters of X and Y.
    samples : int, optional
        None for the exact kernel. With B > 1 samples F_d is estimated from up to B random sets of
        k - d positions, the same for all pairs, times the number of such sets; where there are at
        most B sets, all are taken. The published experiments have B = 300 and sigma = 0.5.
    tolerance : float
        sigma: no more sets are drawn once the variance of every pair's mean is below sigma squared.
        This is likelier where counts are small, so the estimate is biased downward for sigma > 0.
    rng : numpy.random.Generator, optional
        Needed with ``samples``. One permutation of k is drawn for each set.

    Returns
    -------
    (n, m)
        Integers in float64, exact below 2^53; sampled, real.

    Raises
    ------
    ValueError
        ``k`` longer than a string, ``m`` above k, a letter outside the alphabet, less than 2
        ``samples``, a negative ``tolerance``.
    TypeError
        A bare string, no generator where samples are asked for.
    """
    k = check.integer("k", k, 1)
    m = check.integer("m", m, 0, k)
    tolerance = check.nonnegative("tolerance", tolerance)
    if samples is not None:
        samples = check.integer("samples", samples, 2)
        rng = check.generator("rng", rng)
    X, Y = check.strings("X", X), check.strings("Y", Y)
    for name, strings in (("X", X), ("Y", Y)):
        for i, string in enumerate(strings):
            if len(string) < k:
                raise ValueError(f"{name}[{i}] must have at least k = {k} letters, got {string!r}")
    strings = [*X, *Y]
    codes = code_points(strings)
    letters = letters_in(codes)
    size = len(letters)
    if alphabet is not None:
        allowed = check.alphabet("alphabet", alphabet)
        strangers = sorted(set(map(chr, letters)) - set(allowed))
        if strangers:
            raise ValueError(f"X and Y must be over the alphabet, got {''.join(strangers)!r}")
        size = len(allowed)
    lengths = np.array([len(s) for s in strings])
    mers = _mers(level_zero(codes, lengths, letters).names, lengths, k)
    owner = np.repeat(np.arange(len(strings)), lengths - k + 1)

    pairs: list[Array] = []
    kernel = np.zeros((len(X), len(Y)))
    for d, ball in enumerate(ball_intersections(k, m, size)):
        agreeing = _Agreement(mers, owner, len(X), len(letters))
        F = _agreeing_pairs(agreeing, k, d, samples, tolerance, rng)
        for j, M in enumerate(pairs):
            F -= comb(k - j, d - j) * M
        pairs.append(F)
        kernel += ball * F
    return kernel


def ball_intersections(k: int, m: int, size: int) -> list[int]:
    """I_d of STK17, Section VII, d = 0 ... min(2m, k): the words within m of both of two k-mers.

    At the d places where the k-mers differ, such a word has a letters of the first, b of the second
    and others elsewhere; at e of the other k - d places it differs from both.

    Parameters
    ----------
    k, m : int
        Length of the words, at least 1; radius, 0 ... k.
    size : int
        Of the alphabet, at least 1.

    Returns
    -------
    list of int
        Exact, however large.

    Raises
    ------
    ValueError
        Arguments out of range.
    """
    k = check.integer("k", k, 1)
    m = check.integer("m", m, 0, k)
    size = check.integer("size", size, 1)
    return [
        sum(
            comb(d, a)
            * comb(d - a, b)
            * max(size - 2, 0) ** (d - a - b)
            * comb(k - d, e)
            * (size - 1) ** e
            for a, b, e in itertools.product(range(d + 1), range(d + 1), range(k - d + 1))
            if a + b <= d and d - a + e <= m and d - b + e <= m
        )
        for d in range(min(2 * m, k) + 1)
    ]


class _Agreement:
    """Counts of pairs of k-mers, one of X and one of Y, that agree on some positions."""

    def __init__(self, mers: AnyArray, owner: Places, n_x: int, size: int) -> None:
        self._mers, self._owner, self._n_x, self._size = mers, owner, n_x, size
        self._n = int(owner[-1]) + 1
        self.shape = n_x, self._n - n_x

    def pairs(self, positions: Iterable[int]) -> Array:
        """(n, m) numbers of pairs."""
        words = np.zeros(len(self._mers), dtype=np.int64)
        distinct = 1  # words are below
        for position in positions:
            words = words * self._size + self._mers[:, position]
            distinct *= self._size
            if distinct > _MOST_COLUMNS:
                words = np.unique(words, return_inverse=True)[1]
                distinct = int(words.max()) + 1
        counts = sparse.csr_array(
            (np.ones(len(words)), (self._owner, words)), shape=(self._n, distinct)
        )
        counts.sum_duplicates()
        if counts.nnz > _DENSE * np.prod(counts.shape):
            dense = counts.toarray()
            return dense[: self._n_x] @ dense[self._n_x :].T
        return (counts[: self._n_x] @ counts[self._n_x :].T).toarray()


def _agreeing_pairs(
    agreeing: _Agreement,
    k: int,
    d: int,
    samples: int | None,
    tolerance: float,
    rng: np.random.Generator | None,
) -> Array:
    """F_d: the pairs that agree on k - d positions, summed over all sets of these or estimated."""
    if samples is None or rng is None or comb(k, d) <= samples:
        sets = itertools.combinations(range(k), k - d)
        return sum(map(agreeing.pairs, sets), start=np.zeros(agreeing.shape))
    # Running means and sums of squared deviations, one for each pair.
    mean = agreeing.pairs(np.sort(rng.permutation(k)[: k - d]))
    squares = np.zeros_like(mean)
    for number in range(2, samples + 1):
        value = agreeing.pairs(np.sort(rng.permutation(k)[: k - d]))
        change = value - mean
        mean += change / number
        squares += change * (value - mean)
        if (squares < tolerance**2 * number * (number - 1)).all():
            break
    return comb(k, d) * mean


def _mers(names: AnyArray, lengths: Places, k: int) -> AnyArray:
    """All k-mers of all strings, string after string, as rows."""
    windows = np.lib.stride_tricks.sliding_window_view(names, k)
    inside = np.ones(len(windows) + k - 1, dtype=bool)
    ends = starts_of(lengths) + lengths
    for i in range(1, k):  # a window that begins here runs over the end
        inside[ends - i] = False
    return windows[inside[: len(windows)]]
