"""Section 4: the toy data, and the accuracy of a clustering."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.types import Array, Integers

_MEAN = 3.0  # of the relevant feature, with either sign
_IRRELEVANT_VARIANCE = 25.0


def make_toy(
    n_per_class: int, rng: np.random.Generator, irrelevant: int = 10
) -> tuple[Array, Integers]:
    """Toy data of Section 4: one relevant feature among ten irrelevant ones.

    The relevant feature comes first, N(3, 1) in class 1 and N(-3, 1) in class 2; the others are
    N(0, 25) in both. The second parameter is a variance, as in the usual notation: with standard
    deviation 25 the 1-nearest neighbor errs half of the time, not the printed 28 %.

    Parameters
    ----------
    n_per_class : int
        At least 1; the paper takes 50.
    rng : numpy.random.Generator
    irrelevant : int
        Number of irrelevant features, 0 or more.

    Returns
    -------
    X : (2 n_per_class, 1 + irrelevant)
        Class 1 first.
    y : (2 n_per_class,)
        Labels 1 and 2.

    Raises
    ------
    ValueError
        A number out of range, sizes beyond memory.
    """
    n_per_class = check.integer("n_per_class", n_per_class, 1)
    rng = check.generator("rng", rng)
    irrelevant = check.integer("irrelevant", irrelevant, 0)
    # the noise twice, scaled and not, and the columns together with it
    wanted = 2 * n_per_class * 8 * (2 * irrelevant + 4)
    check.memory(wanted, n_per_class=n_per_class, irrelevant=irrelevant)
    y = np.repeat(np.array([1, 2]), n_per_class)
    relevant = np.where(y == 1, _MEAN, -_MEAN) + rng.normal(size=len(y))
    noise = np.sqrt(_IRRELEVANT_VARIANCE) * rng.normal(size=(len(y), irrelevant))
    return np.column_stack([relevant, noise]), y


def rand_index(labels: ArrayLike, clusters: ArrayLike) -> float:
    """Accuracy of a clustering, footnote 9: the Rand index.

    The fraction of pairs of patterns that both partitions keep together or both keep apart. Table
    3 prints 1 minus it. Names of labels and of clusters do not matter.

    Parameters
    ----------
    labels, clusters : (n,)
        Two labelings of the same patterns, at least two.

    Returns
    -------
    float
        Between 0 and 1.

    Raises
    ------
    ValueError
        Lengths that differ, fewer than two patterns.
    """
    a = check.labels("labels", labels, classes=1)
    b = check.labels("clusters", clusters, len(a), classes=1)
    if len(a) < 2:
        raise ValueError(f"labels must have at least 2 patterns, got {len(a)}")
    _, a = np.unique(a, return_inverse=True)
    _, b = np.unique(b, return_inverse=True)
    both = a * (b.max() + 1) + b  # in one cluster of both: no table of all labels and clusters

    def together(groups: Integers) -> int:
        _, counts = np.unique(groups, return_counts=True)
        return int((counts * (counts - 1) // 2).sum())

    pairs = len(a) * (len(a) - 1) // 2
    apart_in_one = together(a) + together(b) - 2 * together(both)
    return (pairs - apart_in_one) / pairs
