r"""Section VII: the (k, m)-mismatch kernel, the baseline STK17 of SFM (Farhan et al. 2017).

Coordinate w of a string counts its k-mers within m substitutions of w. The inner product needs no
coordinates: with M_d pairs of k-mers at Hamming distance d,

.. math:: K = \sum_{d=0}^{\min(2m, k)} M_d I_d ,

where I_d words lie within m of both of two k-mers at distance d. Let F_d be the number of pairs
that agree on a set of k - d positions, summed over all such sets. Then

.. math:: M_d = F_d - \sum_{j<d} \binom{k-j}{d-j} M_j .

That is :func:`by_agreement`, and all that is done with samples. The time is exponential in k, so
that the exact kernel is taken from :mod:`.engines.kmers` where the k-mers that occur are fewer than
the sets of positions, or the words around them are, or all words: the same integers, by another
sum.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from math import comb

import numpy as np

from gramcheck.reference import check
from gramcheck.reference.sfm.engines.corpus import code_points, letters_in, level_zero
from gramcheck.reference.sfm.engines.kmers import KMers, can_enumerate
from gramcheck.reference.types import Array

_LINE = 8  # float64 in a cache line, which a dense product reads in one go


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
        ``k`` longer than a string, ``m`` above k, k-mers or a matrix beyond memory, values
        beyond 1e100, a letter outside the alphabet, less than 2 ``samples``, a negative
        ``tolerance``.
    TypeError
        A bare string, no generator where samples are asked for.
    """
    return named_kernel(("X", "Y"), X, Y, k, m, alphabet, samples, tolerance, rng)


def named_kernel(
    of: tuple[str, str],
    X: Sequence[str],
    Y: Sequence[str],
    k: int,
    m: int,
    alphabet: str | Sequence[str] | None = None,
    samples: int | None = None,
    tolerance: float = 0.5,
    rng: np.random.Generator | None = None,
) -> Array:
    """The form of :func:`mismatch_kernel` for callers whose collections have other names."""
    k = check.integer("k", k, 1)
    m = check.integer("m", m, 0, k)
    tolerance = check.nonnegative("tolerance", tolerance)
    if samples is not None:
        samples = check.integer("samples", samples, 2)
        rng = check.generator("rng", rng)
    same = Y is X
    X = check.strings(of[0], X)
    Y = X if same else check.strings(of[1], Y)
    sizes = dict(zip(of, (len(X), len(Y)), strict=True))
    check.memory(8 * len(X) * len(Y), **sizes)
    for name, strings in zip(of, (X, Y), strict=True):
        for i, string in enumerate(strings):
            if len(string) < k:
                raise ValueError(
                    f"{name}[{i}] must have at least k = {k} letters, got {len(string)}: "
                    f"{check.shown(string)}"
                )
    strings = X if same else [*X, *Y]
    codes = code_points(strings)
    letters = letters_in(codes)
    size = len(letters)
    if alphabet is not None:
        allowed = check.alphabet("alphabet", alphabet)
        strangers = sorted(set(map(chr, letters)) - set(allowed))
        if strangers:
            raise ValueError(
                f"{' and '.join(sizes)} must be over the alphabet, got "
                f"{check.shown(''.join(strangers))}"
            )
        size = len(allowed)
    lengths = np.array([len(s) for s in strings])
    names = level_zero(codes, lengths, letters).names
    n_mers = int((lengths - k + 1).sum())
    check.memory(n_mers * k * names.itemsize, k=k)  # the letters of all k-mers
    m = m if size > 1 else 0  # there is no other letter
    _refuse_beyond_range(k, m, size, n_mers, samples is not None)
    balls = ball_intersections(k, m, size)

    mers = KMers(names, lengths, k, len(X))
    form = "agreement" if samples is not None else cheapest(mers, k, m, size, balls)
    if form == "table":
        return mers.by_table(m, size)
    check.memory(17 * len(X) * len(Y), **sizes)  # values, and those of the last level
    if form == "comparison":
        return mers.by_comparison(balls)
    if form == "neighborhoods":
        return mers.by_neighborhoods(m, size)
    return by_agreement(mers, k, balls, samples, tolerance, rng)


def by_agreement(
    mers: KMers,
    k: int,
    balls: Sequence[int],
    samples: int | None = None,
    tolerance: float = 0.0,
    rng: np.random.Generator | None = None,
) -> Array:
    """The kernel by the formulas of this module, as STK17 has it: the sum of M_d I_d."""
    pairs: list[Array] = []
    kernel = np.zeros(mers.shape)
    for d, ball in enumerate(balls):
        F = _agreeing_pairs(mers, k, d, samples, tolerance, rng)
        for j, M in enumerate(pairs):
            F -= comb(k - j, d - j) * M
        pairs.append(F)
        kernel += ball * F
    return kernel


def cheapest(mers: KMers, k: int, m: int, size: int, balls: Sequence[int]) -> str:
    """The exact form that touches the fewest numbers.

    "table" counts all words there are, where they are few. "agreement" names every k-mer anew for
    each set of positions; "comparison" meets every k-mer with every other one, and then with every
    string that has it; "neighborhoods", where they can be held, copy the words around each k-mer
    with every letter, and take them for each string that has it.
    """
    if mers.table_is_cheaper(m, size):
        return "table"
    n_mers, counts, pairs = len(mers), mers.counts, math.prod(mers.shape)
    distinct = counts.shape[1]

    def product(found: int, columns: int) -> float:
        """Of sparse features, all words equally likely, or of dense ones by cache lines."""
        return float(min(found**2 // columns, pairs * columns // _LINE))

    costs = {
        "agreement": sum(
            comb(k, d) * (n_mers * (k - d) + product(n_mers, size ** (k - d)))
            for d in range(len(balls))
        ),
        "comparison": distinct * (distinct * k + counts.nnz),
    }
    if can_enumerate(k, size, balls[0], distinct):
        found = balls[0] * counts.nnz
        costs["neighborhoods"] = balls[0] * distinct * k + found + product(found, size**k)
    return min(costs, key=lambda form: costs[form])


def ball_intersections(k: int, m: int, size: int) -> list[int]:
    r"""I_d of STK17, Section VII, d = 0 ... min(2m, k): the words within m of both of two k-mers.

    If one more letter of the first k-mer becomes that of the second, the words that are lost, less
    those that are won, are the N_d that have distance m from both in the other k - 1 places:

    .. math:: I_{d+1} = I_d - N_d, \qquad I_0 = \sum_{e \le m} \binom{k}{e} (s - 1)^e .

    At the d of these places where the k-mers differ, such a word has a letters of the first, as
    many of the second and others elsewhere; at e = m - d + a of the rest it differs from both.

    Parameters
    ----------
    k, m : int
        Length of the words, at least 1; radius, 0 ... k.
    size : int
        Of the alphabet, s, at least 1; over one letter no two words differ, and I_0 = 1 is all.

    Returns
    -------
    list of int
        Exact, however large, in O(m^2) products.

    Raises
    ------
    ValueError
        Arguments out of range, or so large that memory cannot hold the integers.
    """
    k = check.integer("k", k, 1)
    m = check.integer("m", m, 0, k)
    s = check.integer("size", size, 1)
    m = m if s > 1 else 0
    largest = min(2 * m, k)
    # a word is told by at most m changes, each a place and a letter, or by all of its letters
    bits = min(m * (k * s).bit_length(), k * s.bit_length())
    check.memory((largest + 1) * (bits // 8), k=k, m=m, size=s)
    balls = [sum(comb(k, e) * (s - 1) ** e for e in range(m + 1))]
    for d in range(largest):
        spheres = sum(
            comb(d, a)
            * comb(d - a, a)
            * max(s - 2, 0) ** (d - 2 * a)
            * comb(k - 1 - d, m - d + a)
            * (s - 1) ** (m - d + a)
            for a in range(max(0, d - m), d // 2 + 1)
        )
        balls.append(balls[-1] - spheres)
    return balls


def _refuse_beyond_range(k: int, m: int, size: int, n_mers: int, sampled: bool) -> None:
    """A kernel with values beyond the range of numbers, or sampled, with such binomials in F_d.

    The largest terms of I_0 and the largest binomial are seen by their logarithms.
    """
    e = min(m, k // 2)
    words = _log_comb(k, e) + e * math.log(max(size - 1, 1))
    sets = _log_comb(k, min(2 * m, k // 2)) if sampled else 0.0
    if max(words, sets) + 2 * math.log(n_mers) > math.log(check.LARGEST):
        raise ValueError(
            f"k and m must leave kernel values of at most {check.LARGEST:g}, got {k} and {m} "
            f"over {size} letters"
        )


def _log_comb(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def _agreeing_pairs(
    mers: KMers,
    k: int,
    d: int,
    samples: int | None,
    tolerance: float,
    rng: np.random.Generator | None,
) -> Array:
    """F_d: the pairs that agree on k - d positions, summed over all sets of these or estimated."""
    if samples is None or rng is None or comb(k, d) <= samples:
        sets = itertools.combinations(range(k), k - d)
        return sum(map(mers.agreeing, sets), start=np.zeros(mers.shape))
    # Running means and sums of squared deviations, one for each pair.
    mean = mers.agreeing(np.sort(rng.permutation(k)[: k - d]))
    squares = np.zeros_like(mean)
    for number in range(2, samples + 1):
        value = mers.agreeing(np.sort(rng.permutation(k)[: k - d]))
        change = value - mean
        mean += change / number
        squares += change * (value - mean)
        if (squares < tolerance**2 * number * (number - 1)).all():
            break
    return comb(k, d) * mean
