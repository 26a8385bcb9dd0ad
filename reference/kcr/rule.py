r"""Sections 1 and 2: kernel classification rules, Eq. (1) and (2), in any metric.

.. math:: g(x) = \arg\max_l \sum_i 1\{Y_i = l\} \, \chi(\rho(x, X_i) / h)

The smoothing kernel chi is no reproducing kernel; it weighs the training points by distance:

================  =====================  =======================================================
kernel            chi(u)
================  =====================  =======================================================
"naive"           1{u <= 1}              the majority in the closed ball of radius h
"gaussian"        exp(-u^2)
"cauchy"          1 / (1 + u^p)          p = ``cauchy_exponent``: D + 1 for points of R^D
"epanechnikov"    max(0, 1 - u^2)
================  =====================  =======================================================

A metric space has no D, so that p must be told; its default 2 is that of the line. The paper
leaves two more cases open, both of which are reported:

================  ==============================================================================
``empty``         a point without any vote
"nearest"         takes the class of its nearest training point
"tie"             has 0 votes for each class: a tie of all, as Eq. (1) has it
``ties``          a tie of votes goes
"smallest"        to the smallest label: class 0 in Eq. (1)
"nearest"         to that of the tied classes which has the nearest training point
================  ==============================================================================

Of classes whose points are equally near, the smallest label decides.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.kcr.engines.votes import RELATIVE
from gramcheck.reference.types import AnyArray, Array, Booleans

KERNELS = ("naive", "gaussian", "cauchy", "epanechnikov")
_EMPTY = ("nearest", "tie")
_TIES = ("smallest", "nearest")


class KernelVotes(NamedTuple):
    """What :func:`kernel_rule` decides, and where the rule alone would not have.

    Attributes
    ----------
    labels : (m,)
        The class of each point.
    empty : (m,) of bool
        No training point votes: the argument ``empty`` decided.
    tied : (m,) of bool
        Several classes share the largest vote, which is positive: the argument ``ties`` decided.
    """

    labels: AnyArray
    empty: Booleans
    tied: Booleans


def smoothing_kernel(
    rho: ArrayLike, h: float, kernel: str = "naive", cauchy_exponent: float = 2.0
) -> Array:
    """The weight chi(rho / h) of a training point at distance rho.

    Parameters
    ----------
    rho : array
        Distances, nonnegative, of any shape.
    h : float
        The bandwidth, positive, in the units of ``rho``.
    kernel : {"naive", "gaussian", "cauchy", "epanechnikov"}
        See the table above.
    cauchy_exponent : float
        p, positive; for the Cauchy kernel in R^D the paper has D + 1.

    Returns
    -------
    of the shape of ``rho``, in [0, 1], 1 at distance 0

    Raises
    ------
    ValueError
        ``h`` or ``cauchy_exponent`` not positive, negative or NaN distances, an unknown kernel.
    """
    rho = check.real("rho", rho)
    if (rho < 0).any():
        raise ValueError(f"rho must be nonnegative distances, got {float(rho.min())!r}")
    h = check.positive("h", h)
    check.choice("kernel", kernel, KERNELS)
    p = check.positive("cauchy_exponent", cauchy_exponent)
    if kernel == "naive":
        return (rho <= h).astype(np.float64)
    with np.errstate(over="ignore"):  # exp(-inf) = 1 / inf = 0
        u = rho / h
        if kernel == "gaussian":
            return np.exp(-(u**2))
        if kernel == "cauchy":
            return 1 / (1 + u**p)
        return np.maximum(0.0, (1 - u) * (1 + u))


def kernel_rule(
    distances: ArrayLike,
    y: ArrayLike,
    h: float,
    kernel: str = "naive",
    cauchy_exponent: float = 2.0,
    empty: str = "nearest",
    ties: str = "smallest",
) -> KernelVotes:
    """Classify points by the weighted votes of the training points, Eq. (2); Eq. (1) for 2 classes.

    Votes that differ by rounding only (4 n times the spacing of the numbers, relative to
    the largest) count as tied. The Gaussian and Cauchy kernels are positive everywhere; their votes
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
    cauchy_exponent : float
        As in :func:`smoothing_kernel`.
    empty : {"nearest", "tie"}
        Where nobody votes; see above.
    ties : {"smallest", "nearest"}
        Where several classes have the most votes; see above.

    Returns
    -------
    KernelVotes

    Raises
    ------
    ValueError
        ``h`` or ``cauchy_exponent`` not positive, negative or NaN distances, shapes that do not
        meet, a single class, an unknown name.
    """
    rho = check.distances("distances", distances)
    y = check.labels("y", y, rho.shape[1])
    h = check.positive("h", h)
    check.choice("kernel", kernel, KERNELS)
    p = check.positive("cauchy_exponent", cauchy_exponent)
    check.choice("empty", empty, _EMPTY)
    check.choice("ties", ties, _TIES)

    classes, members = class_indicators(y)
    if kernel in RELATIVE:
        weights = RELATIVE[kernel](rho, h, p)
    else:
        weights = smoothing_kernel(rho, h, kernel)
    votes = weights @ members
    largest = votes.max(axis=1, keepdims=True)
    candidates = votes >= largest * (1 - rounding(len(y)))
    nobody = largest[:, 0] == 0
    several = np.count_nonzero(candidates, axis=1) > 1
    by_distance = several if ties == "nearest" else nobody & (empty == "nearest")
    candidates[by_distance] &= _nearest_classes(
        rho[by_distance], members > 0, candidates[by_distance]
    )
    return KernelVotes(classes[candidates.argmax(axis=1)], nobody, several & ~nobody)


def resubstitution_error(
    distances: ArrayLike,
    y: ArrayLike,
    h: float,
    kernel: str = "naive",
    strict: bool = False,
    cauchy_exponent: float = 2.0,
    ties: str = "smallest",
) -> float:
    """Fraction of the training points that the rule misclassifies, Section 2.

    Each point votes for itself too, so that no ball is empty.

    Parameters
    ----------
    distances : (n, n)
        rho among the training points: symmetric, with a zero diagonal.
    y, h, kernel
        As in :func:`kernel_rule`.
    strict : bool
        A tie counts as an error; otherwise only where the rule's choice is wrong. The sum form of
        the upper bound in Section 2, and so every relaxation of Section 4, is above both.
    cauchy_exponent, ties
        As in :func:`kernel_rule`.

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
    votes = kernel_rule(rho, y, h, kernel, cauchy_exponent, ties=ties)
    wrong = votes.labels != check.labels("y", y)
    return float(np.mean(wrong | votes.tied if strict else wrong))


def class_indicators(y: AnyArray) -> tuple[AnyArray, Array]:
    """The classes in order, and the matrix (n, classes) of 1{Y_i = l}."""
    classes, members = np.unique(y, return_inverse=True)
    return classes, np.eye(len(classes))[members]


def rounding(n: int) -> float:
    """By how much sums of n positive terms may differ from each other when they should not."""
    return 4 * n * np.finfo(float).eps


def _nearest_classes(rho: Array, members: Booleans, among: Booleans) -> Booleans:
    """Which of the given classes of each row have the nearest of their points (rows, classes)."""
    nearest = np.stack([rho[:, of_class].min(axis=1) for of_class in members.T], axis=1)
    nearest[~among] = np.inf
    return nearest == nearest.min(axis=1, keepdims=True)
