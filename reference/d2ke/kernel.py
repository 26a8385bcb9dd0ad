r"""Section 3: the family of kernels, Eq. (4)-(8), and its random-feature form, Eq. (12).

====================  =====================================================================
``gamma``             the kernel's parameter, in 1 / (units of the distance)
``omegas``            R random objects, or all objects of a finite Omega
``weights``           p(omega) of each, summing to 1; None stands for 1/R each
:math:`\phi_\omega`   the feature exp(-gamma d(., omega)), in [0, 1]
====================  =====================================================================

With ``weights=None`` and objects drawn from p, :func:`kernel` is the random-feature kernel (12);
with a finite Omega and its probabilities it is the kernel (4) itself. It needs no property of the
distance: the result is positive semidefinite by construction. (The paper says positive definite,
which it need not be: an Omega of two objects gives rank 2 at most.)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.d2ke.distances import Distance
from gramcheck.reference.d2ke.engines import features
from gramcheck.reference.types import Array


def kernel(
    X: Sequence[Any],
    Y: Sequence[Any],
    omegas: Sequence[Any],
    gamma: float,
    distance: Distance,
    weights: ArrayLike | None = None,
    **options: Any,
) -> Array:
    r"""Kernel matrix, Eq. (4) for a finite Omega and Eq. (12) for random objects.

    .. math:: k(x, y) = \sum_j p_j \, \phi_{\omega_j}(x) \, \phi_{\omega_j}(y), \qquad
              \phi_\omega(x) = \exp(-\gamma\, d(x, \omega))

    Features are computed for a block of omegas at a time, so that memory is that of the result and
    of one block. If Y is X, distances are computed once and the result is symmetric to the last
    bit. Values below 1e-308 become 0; :func:`soft_distance` has their logarithms.

    Parameters
    ----------
    X, Y : sequences of n and m objects
    omegas : sequence of R objects
    gamma : float
        Positive, in 1 / (units of the distance).
    distance, **options
        As in :func:`feature_map`.
    weights : (R,), optional
        p(omega), nonnegative, summing to 1; None for 1/R each, Eq. (12).

    Returns
    -------
    (n, m)
        In [0, 1].

    Raises
    ------
    ValueError
        As :func:`feature_map`; weights negative, not summing to 1, or not one for each omega.

    Warns
    -----
    UnderflowWarning
        As :func:`feature_map`.
    """
    X, Y, omegas, gamma, weights = _checked(X, Y, omegas, gamma, weights)
    result = np.zeros((len(X), len(Y)))
    reached = {"X": np.zeros(len(X), dtype=bool), "Y": np.zeros(len(Y), dtype=bool)}
    for some in features.blocks(len(omegas), max(len(X), len(Y))):
        # sqrt(p) on either side, so that equal arguments give a product symmetric to the last bit
        part = omegas[some], gamma, np.sqrt(weights[some]), distance
        left = features.scaled(("X", "omegas"), X, *part, **options)
        right = left if Y is X else features.scaled(("Y", "omegas"), Y, *part, **options)
        result += left @ right.T
        reached["X"] |= left.any(axis=1)
        reached["Y"] |= right.any(axis=1)
    for name, objects in (("X", X),) if Y is X else (("X", X), ("Y", Y)):
        where = omegas, gamma, reached[name], distance
        features.warn_of_lost((name, "omegas"), objects, *where, **options)
    return np.minimum(result, 1.0, out=result)  # rounding can put equal objects above it


def softmin(values: ArrayLike, weights: ArrayLike, gamma: float) -> Array:
    r"""Soft minimum of ``values`` under a distribution, Eq. (6).

    .. math:: \mathrm{softmin}_p f = -\frac{1}{\gamma} \log \sum_j p_j \, e^{-\gamma f_j}

    Parameters
    ----------
    values : (..., R)
        f at each random object; any real numbers, +inf allowed (never reached).
    weights : (R,)
        p, nonnegative, summing to 1.
    gamma : float
        Positive; as it grows the result falls to the minimum over the support, as it tends to 0
        the result rises to the mean.

    Returns
    -------
    (...)
        In the units of ``values``; between the minimum over the support and the mean.

    Raises
    ------
    ValueError
        ``gamma`` not positive, weights negative or not summing to 1, shapes that do not meet,
        NaN or -inf among the values.
    """
    gamma = check.positive("gamma", gamma)
    weights = check.distribution("weights", weights)
    values = check.real("values", values, last=len(weights), infinite=True)
    if np.isneginf(values).any():
        raise ValueError("values must be above -inf, got -inf")
    return features.softmin(values, weights, gamma)


def softmin_kernel(
    X: Sequence[Any],
    Y: Sequence[Any],
    omegas: Sequence[Any],
    gamma: float,
    distance: Distance,
    weights: ArrayLike | None = None,
    **options: Any,
) -> Array:
    r"""The kernel as the exponential of a soft distance, Eq. (5).

    .. math:: k(x, y) = \exp(-\gamma\, \mathrm{softmin}_{p(\omega)}
              \{ d(x, \omega) + d(\omega, y) \})

    The paper writes Eq. (4) in this form to show that it substitutes a soft version of the distance
    into the exponential. Equal to :func:`kernel`, which forms no sum of distances and is faster.

    Parameters and errors are those of :func:`kernel`.

    Returns
    -------
    (n, m)
        In [0, 1], up to rounding.
    """
    softened = soft_distance(X, Y, omegas, gamma, distance, weights, **options)
    return np.exp(-float(gamma) * softened)


def soft_distance(
    X: Sequence[Any],
    Y: Sequence[Any],
    omegas: Sequence[Any],
    gamma: float,
    distance: Distance,
    weights: ArrayLike | None = None,
    **options: Any,
) -> Array:
    r"""Soft version of the distance, Eq. (7), which :func:`softmin_kernel` puts into the exponent.

    .. math:: \mathrm{softmin}_{p(\omega)} \{ d(x, \omega) + d(y, \omega) \}

    The second term has the arguments in the order of Eq. (4), which matters only for a callable
    that is not symmetric. Computed in the log domain: finite also where :func:`kernel` is 0. As
    gamma grows it tends to the smallest detour over the support of p, which is d(x, y) when a
    metric's geodesic meets the support.

    Parameters and errors are those of :func:`kernel`.

    Returns
    -------
    (n, m)
        In the units of the distance; for a metric at least d(x, y).
    """
    X, Y, omegas, gamma, weights = _checked(X, Y, omegas, gamma, weights)
    Dx = features.distances(("X", "omegas"), X, omegas, distance, **options)
    Dy = Dx if Y is X else features.distances(("Y", "omegas"), Y, omegas, distance, **options)
    result = np.empty((len(X), len(Y)))
    for row, to_omegas in enumerate(Dx):
        for some in features.blocks(len(Y), len(omegas)):
            result[row, some] = features.softmin(to_omegas + Dy[some], weights, gamma)
    return result


def kernel_limit(
    detours: ArrayLike, weights: ArrayLike, *, tolerance: float = 0.0
) -> tuple[Array, Array]:
    r"""What the kernel (5) does as gamma grows, Section 3 after Eq. (7).

    With m the smallest detour d(x, w) + d(w, y) over the support of p, and P the probability of
    the w that attain it: P exp(-gamma m) <= k(x, y) <= exp(-gamma m), so that

    .. math:: -\frac1\gamma \log k \to m, \qquad k \, e^{\gamma m} \to P .

    The paper prints k -> exp(-gamma d), with a ratio that tends to 1. This takes P = 1. On the log
    scale it takes a support that meets a geodesic from x to y; that X lies in Omega is not enough.

    Parameters
    ----------
    detours : (..., R)
        d(x, w) + d(w, y) at each object of a finite Omega.
    weights : (R,)
        Their probabilities.
    tolerance : float
        Relative: detours up to smallest + tolerance abs(smallest) attain the minimum. For integer
        distances 0 will do; sums of floats that should tie can differ in their last digits.

    Returns
    -------
    smallest, probability : (...)

    Raises
    ------
    ValueError
        Weights negative or not summing to 1, shapes that do not meet, NaN, ``tolerance`` negative.
    """
    tolerance = check.nonnegative("tolerance", tolerance)
    weights = check.distribution("weights", weights)
    detours = check.real("detours", detours, last=len(weights))
    support = weights > 0
    detours, weights = detours[..., support], weights[support]
    smallest = detours.min(axis=-1)
    limit = smallest + tolerance * np.abs(smallest)
    # rounding may take a sum of weights above 1
    return smallest, np.minimum((detours <= limit[..., None]) @ weights, 1.0)


def soft_distance_gap(probability: float, gamma: float) -> float:
    r"""Bound -log(P) / gamma on soft distance minus smallest detour, see :func:`kernel_limit`.

    Raises
    ------
    ValueError
        ``probability`` not in (0, 1], ``gamma`` not positive.
    """
    probability = check.positive("probability", probability)
    if probability > 1:
        raise ValueError(f"probability must be at most 1, got {probability!r}")
    return abs(math.log(probability)) / check.positive("gamma", gamma)


def feature_map(
    X: Sequence[Any], omegas: Sequence[Any], gamma: float, distance: Distance, **options: Any
) -> Array:
    r"""Random feature map, Algorithm 1 step 2; with data for ``omegas`` it is Eq. (8).

    .. math:: \Phi_j(x) = \frac{1}{\sqrt R} \exp(-\gamma\, d(x, \omega_j))

    The inner product of two rows is the random-feature kernel, Eq. (12).

    Parameters
    ----------
    X : sequence of n objects
    omegas : sequence of R objects
    gamma : float
        Positive, in 1 / (units of the distance); :func:`.suggest_gamma` has one to begin with.
    distance : "levenshtein", "dtw", "modified_hausdorff" or callable d(x, omega)
    **options
        Handed to :func:`.cdist`.

    Returns
    -------
    (n, R)
        In [0, 1 / sqrt(R)].

    Raises
    ------
    ValueError
        ``gamma`` not positive, no objects, a distance of unknown name or with invalid values, a
        callable's negative distance.
    TypeError
        A bare string where a sequence of objects belongs.

    Warns
    -----
    UnderflowWarning
        Every feature of an object is 0, since gamma is too large for its distances.
    """
    gamma = check.positive("gamma", gamma)
    X, omegas = check.collection("X", X), check.collection("omegas", omegas)
    scale, names = 1 / math.sqrt(len(omegas)), ("X", "omegas")
    phi = features.scaled(names, X, omegas, gamma, scale, distance, **options)
    features.warn_of_lost(names, X, omegas, gamma, phi.max(axis=1) > 0, distance, **options)
    return phi


def _checked(
    X: Any, Y: Any, omegas: Any, gamma: Any, weights: Any
) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any], float, Array]:
    """The arguments of (4) and (7); X and Y stay one object if they were."""
    gamma, left = check.positive("gamma", gamma), check.collection("X", X)
    right = left if Y is X else check.collection("Y", Y)
    check.memory_for(8, X=len(left), Y=len(right))
    omegas = check.collection("omegas", omegas)
    R = len(omegas)
    p = np.full(R, 1 / R) if weights is None else check.distribution("weights", weights, R)
    return left, right, omegas, gamma, p
