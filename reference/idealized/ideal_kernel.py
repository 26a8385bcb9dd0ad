"""Sections 2 and 3.1: the ideal kernel, alignment with it, and the idealized kernel.

===============  ==============================================================================
``K``, ``L``     (n, n) kernel matrices on the n training patterns
``K*``           the ideal kernel, Eq. (1)
``<K, L>``       the Frobenius product, the sum of K_ij L_ij
``n_c``          number of patterns of class c
===============  ==============================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.types import Array


def ideal_kernel(y: ArrayLike, class_weights: Mapping[Any, float] | None = None) -> Array:
    """Ideal kernel K*, Eq. (1): 1 where two patterns have the same label, 0 elsewhere.

    There may be any number of classes, also one. The kernel is positive semidefinite: sorted by
    class, it has one block of equal entries for each of them.

    Parameters
    ----------
    y : (n,)
        Labels.
    class_weights : mapping, optional
        A positive weight for each class, which replaces the 1 in its block ("different weights to
        different classes", end of Section 3.1). It has every label of ``y`` and no other.

    Returns
    -------
    (n, n)

    Raises
    ------
    ValueError
        A class without a weight, a weight without a class, a weight that is not positive.
    """
    y = check.labels("y", y, classes=1)
    check.memory(9 * len(y) ** 2, y=len(y))
    classes, members = np.unique(y, return_inverse=True)
    weights = _weights(class_weights, classes.tolist())
    return np.where(members[:, None] == members, weights[members], 0.0)


def alignment(K: ArrayLike, L: ArrayLike) -> float:
    """Alignment <K, L> / (|K| |L|) of two kernel matrices, Section 2: a cosine.

    Parameters
    ----------
    K, L : (n, n)
        Symmetric, not zero.

    Returns
    -------
    float
        Between -1 and 1, and between 0 and 1 if both are positive semidefinite.

    Raises
    ------
    ValueError
        A matrix that is not symmetric or is zero; shapes that differ.
    """
    first, second = check.symmetric("K", K), check.symmetric("L", L)
    if first.shape != second.shape:
        raise ValueError(f"L must have shape {first.shape} as K has, got {second.shape}")
    for name, matrix in (("K", first), ("L", second)):
        check.positive(f"the largest entry of {name}", np.abs(matrix).max())  # 0 has no direction
    cosine = float(np.vdot(first, second) / (np.linalg.norm(first) * np.linalg.norm(second)))
    return min(1.0, max(-1.0, cosine))  # rounding only


def idealize(
    K: ArrayLike,
    y: ArrayLike,
    gamma: float,
    class_weights: Mapping[Any, float] | None = None,
) -> Array:
    """Idealized kernel K + (gamma / 2) K*, Eq. (2).

    Distances within a class stay, those between classes grow: d^2 + gamma, Eq. (3). The alignment
    with K* grows with every gamma > 0 unless K is a multiple of K*, see
    :func:`alignment_threshold`.

    Parameters
    ----------
    K : (n, n)
        Symmetric.
    y : (n,)
        Labels.
    gamma : float
        Nonnegative, in the units of K.
    class_weights : mapping, optional
        As in :func:`ideal_kernel`; then d^2 grows by the mean of the two classes' weights times
        gamma.

    Returns
    -------
    (n, n)

    Raises
    ------
    ValueError
        A negative ``gamma``; a ``K`` that is not symmetric; labels or weights that do not fit.
    """
    K = check.symmetric("K", K)
    y = check.labels("y", y, len(K), classes=1)
    gamma = check.nonnegative("gamma", gamma)
    return K + gamma / 2 * ideal_kernel(y, class_weights)


def alignment_threshold(K: ArrayLike, y: ArrayLike) -> float:
    """Proposition 1 as printed: alignment grows if gamma > -<K, K*> / (sum of n_c^2).

    The condition is not needed. The derivative of the alignment in gamma has the sign of
    <K, K><K*, K*> - <K, K*>^2, which Cauchy and Schwarz make positive unless K is a multiple of
    K*, whatever the threshold is; and for positive semidefinite K the threshold is never positive.

    Parameters
    ----------
    K : (n, n)
        Symmetric.
    y : (n,)
        Labels.

    Returns
    -------
    float
        In the units of K.

    Raises
    ------
    ValueError
        A ``K`` that is not symmetric; a number of labels other than n.
    """
    K = check.symmetric("K", K)
    ideal = ideal_kernel(check.labels("y", y, len(K), classes=1))
    return -float(np.vdot(K, ideal) / ideal.sum())


def _weights(class_weights: Mapping[Any, float] | None, classes: list[Any]) -> Array:
    """The weight of each class, 1 by default."""
    if class_weights is None:
        return np.ones(len(classes))
    if not isinstance(class_weights, Mapping):
        raise TypeError(
            f"class_weights must map labels to weights, got {check.shown(class_weights)}"
        )
    missing = [label for label in classes if label not in class_weights]
    if missing:
        raise ValueError(
            f"class_weights must have a weight for every class, got none for {check.shown(missing)}"
        )
    known = set(classes)
    extra = [label for label in class_weights if label not in known]
    if extra:
        raise ValueError(f"class_weights must only name classes of y, got {check.shown(extra)} too")
    named = {f"class_weights[{check.shown(label)}]": class_weights[label] for label in classes}
    return np.array([check.positive(name, weight) for name, weight in named.items()])
