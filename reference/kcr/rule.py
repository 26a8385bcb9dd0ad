r"""Kernel classification rules, Sections 1 and 2, Eq. (1) and (2), in any metric.

.. math:: g(x) = \arg\max_l \sum_i 1\{Y_i = l\} \, \chi(\rho(x, X_i) / h)

The smoothing kernel chi is no reproducing kernel; it weighs the training points by distance:

================  =====================  =======================================================
kernel            chi(u)
================  =====================  =======================================================
"naive"           1{u <= 1}              the majority in the closed ball of radius h
"gaussian"        exp(-u^2)
"cauchy"          1 / (1 + u^2)          the paper's 1 / (1 + u^(D + 1)) has a D only in R^D
"epanechnikov"    max(0, 1 - u^2)
================  =====================  =======================================================

The paper leaves two cases open. A point without any vote takes the class of its nearest training
point, a tie of votes goes to the smallest label; both are reported.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reference import check

Array = NDArray[np.float64]

KERNELS = ("naive", "gaussian", "cauchy", "epanechnikov")


class KernelVotes(NamedTuple):
    """What :func:`kernel_rule` decides, and where the rule alone would not have.

    Attributes
    ----------
    labels : (m,)
        The class of each point.
    empty : (m,) of bool
        No training point votes: the nearest one decided (of several, the smallest label).
    tied : (m,) of bool
        Several classes share the largest vote, which is positive: the smallest label was taken.
    """

    labels: NDArray[Any]
    empty: NDArray[np.bool_]
    tied: NDArray[np.bool_]


def smoothing_kernel(rho: ArrayLike, h: float, kernel: str = "naive") -> Array:
    """The weight chi(rho / h) of a training point at distance rho.

    Parameters
    ----------
    rho : array
        Distances, nonnegative, of any shape.
    h : float
        The bandwidth, positive, in the units of ``rho``.
    kernel : {"naive", "gaussian", "cauchy", "epanechnikov"}
        See the table above.

    Returns
    -------
    of the shape of ``rho``, in [0, 1], 1 at distance 0

    Raises
    ------
    ValueError
        ``h`` not positive, negative or NaN distances, an unknown kernel.
    """
    rho = check.real("rho", rho)
    if (rho < 0).any():
        raise ValueError(f"rho must be nonnegative distances, got {rho.min()!r}")
    h = check.positive("h", h)
    return _weights(rho, h, check.choice("kernel", kernel, KERNELS))


def kernel_rule(distances: ArrayLike, y: ArrayLike, h: float, kernel: str = "naive") -> KernelVotes:
    """Classify points by the weighted votes of the training points, Eq. (2); Eq. (1) for 2 classes.

    Votes that differ by rounding only (n times the spacing of the numbers, relative to the
    largest) count as tied. The Gaussian and Cauchy kernels are positive everywhere; their votes
    are computed relative to the nearest point's, so that no distance is too long for them.

    Parameters
    ----------
    distances : (m, n)
        rho between the points to classify and the training points, not squared.
    y : (n,)
        Labels of the training points, at least two classes.
    h : float
        The bandwidth, positive, in the units of ``distances``.
    kernel : {"naive", "gaussian", "cauchy", "epanechnikov"}
        The smoothing kernel.

    Returns
    -------
    KernelVotes

    Raises
    ------
    ValueError
        ``h`` not positive, negative or NaN distances, shapes that do not meet, a single class.
    """
    rho = check.distances("distances", distances)
    y = check.labels("y", y, rho.shape[1])
    h = check.positive("h", h)
    check.choice("kernel", kernel, KERNELS)

    nearest = rho.min(axis=1, keepdims=True)
    classes, members = class_indicators(y)
    votes = _relative_weights(rho, nearest, h, kernel) @ members
    largest = votes.max(axis=1, keepdims=True)
    empty = largest[:, 0] == 0
    votes[empty] = (rho[empty] == nearest[empty]) @ members > 0
    candidates = votes >= np.where(empty[:, None], 1, largest) * (1 - rounding(len(y)))
    tied = (np.count_nonzero(candidates, axis=1) > 1) & ~empty
    return KernelVotes(classes[candidates.argmax(axis=1)], empty, tied)


def resubstitution_error(
    distances: ArrayLike, y: ArrayLike, h: float, kernel: str = "naive", strict: bool = False
) -> float:
    """Fraction of the training points that the rule misclassifies, Section 2.

    Each point votes for itself too.

    Parameters
    ----------
    distances : (n, n)
        rho among the training points: symmetric, with a zero diagonal.
    y, h, kernel
        As in :func:`kernel_rule`.
    strict : bool
        A tie counts as an error; otherwise only where the smallest label is wrong. The sum form of
        the upper bound in Section 2, and so every relaxation of Section 4, is above both.

    Returns
    -------
    float in [0, 1]

    Raises
    ------
    ValueError
        As :func:`kernel_rule`, and ``distances`` not symmetric or with a nonzero diagonal.
    """
    rho = check.symmetric_distances("distances", distances)
    strict = check.flag("strict", strict)
    votes = kernel_rule(rho, y, h, kernel)
    wrong = votes.labels != np.asarray(y)
    return float(np.mean(wrong | votes.tied if strict else wrong))


def class_indicators(y: NDArray[Any]) -> tuple[NDArray[Any], Array]:
    """The classes in order, and the matrix (n, classes) of 1{Y_i = l}."""
    classes, members = np.unique(y, return_inverse=True)
    return classes, np.eye(len(classes))[members]


def rounding(n: int) -> float:
    """By how much sums of n positive terms may differ from each other when they should not."""
    return 4 * n * np.finfo(float).eps


def _weights(rho: Array, h: float, kernel: str) -> Array:
    if kernel == "naive":
        return (rho <= h).astype(np.float64)
    if kernel == "cauchy":
        return (h / np.hypot(h, rho)) ** 2
    with np.errstate(over="ignore"):
        u = rho / h
        return np.exp(-(u**2)) if kernel == "gaussian" else np.maximum(0.0, (1 - u) * (1 + u))


def _relative_weights(rho: Array, nearest: Array, h: float, kernel: str) -> Array:
    """Weights over a positive factor of each row, the nearest point's where it may underflow."""
    if kernel == "cauchy":
        return (np.hypot(h, nearest) / np.hypot(h, rho)) ** 2
    if kernel == "gaussian":
        with np.errstate(over="ignore", invalid="ignore"):
            exponents = ((nearest - rho) / h) * ((nearest + rho) / h)
        return np.exp(np.where(rho == nearest, 0.0, exponents))
    return _weights(rho, h, kernel)
