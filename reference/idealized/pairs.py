"""Sections 3.2, 3.2.5 and 4.1: similar and dissimilar pairs, and the nearest of them.

The pairs come from labels (Sections 3.2 and 4.2) or from side information (Section 4.1), and the
heuristic of Section 3.2.5 keeps the nearest of them. A set of pairs is an integer array (N, 2) with
i < j in every row and the rows in lexicographic order; patterns count from 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.types import Array
from gramcheck.reference.types import Integers as Pairs

_BLOCK = 2**21  # coordinates of differences held at once


def pairs_from_labels(y: ArrayLike) -> tuple[Pairs, Pairs]:
    """All pairs of patterns: similar with the same label, dissimilar otherwise, Section 4.2.

    Parameters
    ----------
    y : (n,)
        Labels, at least two classes.

    Returns
    -------
    similar : (N_S, 2)
        Empty if no class has two patterns.
    dissimilar : (N_D, 2)

    Raises
    ------
    ValueError
        Labels with one class.
    """
    y = check.labels("y", y)
    every = _all_pairs("y", len(y))
    same = y[every[:, 0]] == y[every[:, 1]]
    return every[same], every[~same]


def pairs_from_side_information(similar: ArrayLike, n: int) -> tuple[Pairs, Pairs]:
    """The given similar pairs, sorted, and all others as dissimilar ones.

    Section 4.1 takes similar pairs at random and does not say what D is; that it is the complement
    is the rule of Xing et al. (2003), whose protocol the paper follows. Where labels are known, D
    may be taken from the second result of :func:`pairs_from_labels` instead.

    Parameters
    ----------
    similar : (N_S, 2) integers
        Pairs in any order.
    n : int
        Number of patterns.

    Returns
    -------
    similar : (N_S, 2)
    dissimilar : (n (n - 1) / 2 - N_S, 2)

    Raises
    ------
    ValueError
        No pair or all pairs, a pair repeated, i = j, an index out of range, pairs beyond memory.
    """
    every = _all_pairs("n", check.integer("n", n, 2))
    S = check.pairs("similar", similar, n)
    if len(S) == len(every):
        raise ValueError(
            f"similar must leave out a pair, got all {len(every)} pairs of {n} patterns"
        )
    inside = np.isin(check.codes_of(every, n), check.codes_of(S, n))
    return every[inside], every[~inside]


def random_similar_pairs(y: ArrayLike, rng: np.random.Generator, components: float = 0.7) -> Pairs:
    """Random pairs of the same class, as many as leave ``components`` n connected components.

    Section 4.1: pairs are added in random order until the graph that they form on the n patterns
    has "roughly 70 %" of n components: exactly round(0.7 n) here.

    Parameters
    ----------
    y : (n,)
        Labels.
    rng : numpy.random.Generator
    components : float
        Fraction of n, strictly between 0 and 1.

    Returns
    -------
    (N_S, 2)

    Raises
    ------
    ValueError
        Fewer components wanted than there are classes, or n of them, which is no pair at all.
    """
    y = check.labels("y", y, classes=1)
    rng = check.generator("rng", rng)
    components = check.within("components", components, 0, 1)
    n, classes = len(y), len(np.unique(y))
    wanted = round(components * n)
    if not classes <= wanted < n:
        raise ValueError(
            f"components must leave between {classes} (the number of classes) and {n - 1} "
            f"components of {n} patterns, got {components:g}, which leaves {wanted}"
        )
    every = _all_pairs("y", n)
    candidates = rng.permutation(every[y[every[:, 0]] == y[every[:, 1]]])
    component = np.arange(n)  # named by one of its patterns
    added, left = 0, n
    while left > wanted:
        i, j = component[candidates[added]]
        added += 1
        if i != j:
            component[component == j] = i
            left -= 1
    return _sorted(candidates[:added])


def nearest_pairs(
    X: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    m: int = 5,
    R: float | str = "median",
    metric: ArrayLike | None = None,
) -> tuple[Pairs, Pairs]:
    """The heuristic of Section 3.2.5: for each pattern its m nearest partners within R.

    They are chosen separately in S and in D, and a pair stays if either of its patterns chooses it.
    Of two partners at the same distance the one with the smaller index counts as the nearer one;
    distances that only differ by the roundings of a difference x_i - x_j can come out the same.

    Parameters
    ----------
    X : (n, p) or (n,)
        Patterns, or points on a line.
    similar, dissimilar : (N_S, 2), (N_D, 2) integers
        Pairs in any order.
    m : int
        At least 1; the paper takes 5.
    R : "median" or float
        The radius is a positive number, infinity included, or the median of the distances of all
        pairs of both sets together (footnote 6). A partner exactly R away is within R.
    metric : (p, p), optional
        M, symmetric positive semidefinite. Distances are sqrt((xi - xj)'M(xi - xj)), and Euclidean
        ones without it.

    Returns
    -------
    similar, dissimilar : (at most n m, 2) each

    Raises
    ------
    ValueError
        No pair of a set lies within R; pairs out of range, repeated, contradictory or with i = j.
    """
    m, R = _limits(m, R)
    points = check.patterns("X", X)
    S, D = check.similar_and_dissimilar(similar, dissimilar, len(points))
    check.spread("X", points)
    M = None if metric is None else check.positive_semidefinite("metric", metric)
    if M is not None and len(M) != points.shape[1]:
        raise ValueError(f"metric must have shape {(points.shape[1],) * 2}, got {M.shape}")
    return _nearest(len(points), S, D, _distances(points, S, M), _distances(points, D, M), m, R)


def nearest_pairs_from_kernel(
    K: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    m: int = 5,
    R: float | str = "median",
) -> tuple[Pairs, Pairs]:
    """The same heuristic as :func:`nearest_pairs` in feature space, d^2 = K_ii - 2 K_ij + K_jj.

    Parameters
    ----------
    K : (n, n)
        Kernel matrix of the patterns, symmetric positive semidefinite.
    similar, dissimilar, m, R
        As there.

    Returns
    -------
    similar, dissimilar : (at most n m, 2) each

    Raises
    ------
    ValueError
        As there; ``K`` not positive semidefinite.
    """
    m, R = _limits(m, R)
    K = check.positive_semidefinite("K", K)
    S, D = check.similar_and_dissimilar(similar, dissimilar, len(K))

    def distances(pairs: Pairs) -> Array:
        i, j = pairs.T
        return np.sqrt(np.maximum(K[i, i] + K[j, j] - 2 * K[i, j], 0.0))

    return _nearest(len(K), S, D, distances(S), distances(D), m, R)


def _nearest(
    n: int,
    S: Pairs,
    D: Pairs,
    distances_S: Array,
    distances_D: Array,
    m: int,
    R: float | str,
) -> tuple[Pairs, Pairs]:
    if isinstance(R, str):
        R = float(np.median(np.concatenate([distances_S, distances_D])))
    chosen = []
    for name, pairs, distances in (("similar", S, distances_S), ("dissimilar", D, distances_D)):
        near = distances <= R
        if not near.any():
            raise ValueError(
                f"{name} must have a pair within R = {R:g}, got {len(pairs)} pairs at "
                f"distances from {distances.min():g}"
            )
        chosen.append(_chosen(n, pairs[near], distances[near], m))
    return chosen[0], chosen[1]


def _chosen(n: int, pairs: Pairs, distances: Array, m: int) -> Pairs:
    """Pairs that are among the m nearest of one of their patterns."""
    pattern, partner = np.concatenate([pairs, pairs[:, ::-1]]).T
    order = np.lexsort((partner, np.tile(distances, 2), pattern))
    pattern, partner = pattern[order], partner[order]
    start = np.searchsorted(pattern, np.arange(n))
    place = np.arange(len(pattern)) - start[pattern]
    kept = place < m
    return _sorted(np.column_stack([pattern[kept], partner[kept]]))


def _limits(m: Any, R: Any) -> tuple[int, float | str]:
    """The number of partners and their radius, validated."""
    m = check.integer("m", m, 1)
    if isinstance(R, str):
        return m, check.choice("R", R, ("median",))
    infinite = isinstance(R, float | np.floating) and R == np.inf
    return m, np.inf if infinite else check.positive("R", R)


def _distances(X: Array, pairs: Pairs, M: Array | None) -> Array:
    """Distances of pairs of rows, from their differences: equal ones come out equal."""
    rows = max(1, _BLOCK // X.shape[1])
    blocks = (pairs[start : start + rows] for start in range(0, len(pairs), rows))
    return np.concatenate([_lengths(X[b[:, 0]] - X[b[:, 1]], M) for b in blocks])


def _lengths(z: Array, M: Array | None) -> Array:
    if M is None:
        return np.linalg.norm(z, axis=1)
    # not by a matrix product, in which rounding depends on the number of rows
    squared = np.einsum("kp,kp->k", np.einsum("kp,pq->kq", z, M), z)
    return np.sqrt(np.maximum(squared, 0.0))


def _all_pairs(name: str, n: int) -> Pairs:
    # for each of n^2 / 2 pairs six numbers of 8 bytes: two alone, two together, two that compare
    check.memory(24 * n * n, **{name: n})
    return np.column_stack(np.triu_indices(n, 1)).astype(np.int64, copy=False)


def _sorted(pairs: Pairs) -> Pairs:
    """With i < j, each once, in lexicographic order."""
    return np.unique(np.sort(pairs, axis=1), axis=0)
