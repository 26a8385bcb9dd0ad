r"""Features, and the soft minimum far from zero, for the kernels of Section 3.

The soft minimum is computed relative to the minimum m over the support of p, so that nothing
underflows,

.. math:: m - \frac{1}{\gamma} \log \sum_j p_j \, e^{-\gamma (f_j - m)}
          = m - \frac{1}{\gamma} \mathrm{log1p} \sum_j p_j \, \mathrm{expm1}(-\gamma (f_j - m)),

in the second form where the sum is near 1. It uses that p sums to 1, so that a small gamma does not
divide the rounding of 1, and the limit is the mean.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from gramcheck.reference.d2ke.distances import Distance, named_cdist
from gramcheck.reference.errors import UnderflowWarning
from gramcheck.reference.types import Array, Booleans

_BLOCK = 2**22  # entries of a temporary array, 32 MB of float64


def scaled(
    names: tuple[str, str],
    X: Sequence[Any],
    omegas: Sequence[Any],
    gamma: float,
    scale: float | Array,
    distance: Distance,
    /,  # an option of any name is refused by name
    **options: Any,
) -> Array:
    """Features exp(-gamma d(x, omega)) times ``scale``, in the memory of the distances."""
    D = distances(names, X, omegas, distance, **options)
    D *= -gamma
    np.exp(D, out=D)
    D *= scale
    return D


def warn_of_lost(
    names: tuple[str, str],
    X: Sequence[Any],
    omegas: Sequence[Any],
    gamma: float,
    reached: Booleans,
    distance: Distance,
    /,
    **options: Any,
) -> None:
    """Warn of the objects, those not ``reached``, of which every feature is 0."""
    if reached.all():
        return
    lost = np.flatnonzero(~reached)
    D = distances(names, [X[lost[0]]], omegas, distance, **options)
    warnings.warn(
        f"gamma = {gamma:g} leaves no feature above 0 of {len(lost)} among {len(X)} objects of "
        f"{names[0]}: {names[0]}[{lost[0]}] is at distances {D.min():g} to {D.max():g} from "
        f"{names[1]}; suggest_gamma has one for distances of this scale",
        UnderflowWarning,
        stacklevel=3,
    )


def warn_of_zeros(phi: Array) -> None:
    """Warn of features without an entry above 0."""
    if not phi.any():
        warnings.warn(
            "every entry of phi is 0, so that the weights will be 0: where phi comes of "
            "feature_map, gamma is above 745 / (the smallest distance); suggest_gamma has one for "
            "distances of that scale",
            UnderflowWarning,
            stacklevel=3,
        )


def distances(
    names: tuple[str, str],
    X: Sequence[Any],
    omegas: Sequence[Any],
    distance: Distance,
    /,
    **options: Any,
) -> Array:
    """Distances as floats. A negative one would give features above 1, and break every bound.

    ``names`` are those of the collections in errors.
    """
    D = named_cdist(names, X, omegas, distance, **options).astype(np.float64, copy=False)
    if callable(distance) and D.min() < 0:
        i, j = np.unravel_index(D.argmin(), D.shape)
        pair = f"distance({names[0]}[{i}], {names[1]}[{j}])"
        raise ValueError(f"{pair} must be nonnegative, got {float(D[i, j])!r}")
    return D


def softmin(values: Array, weights: Array, gamma: float) -> Array:
    """Soft minimum along the last axis."""
    support = weights > 0
    if not support.all():
        values, weights = values[..., support], weights[support]
    smallest = values.min(axis=-1)
    reached = np.isfinite(smallest)  # elsewhere f is +inf all over the support, and so is softmin
    exponents = -gamma * (values - np.where(reached, smallest, 0.0)[..., None])
    total = np.where(reached, np.exp(exponents) @ weights, 1.0)
    near_one = total > 0.5
    excess = np.where(near_one & reached, np.expm1(exponents) @ weights, 0.0)
    logarithm = np.where(near_one, np.log1p(excess), np.log(total))
    return np.where(reached, smallest - logarithm / gamma, np.inf)[()]


def blocks(total: int, width: int) -> Iterator[slice]:
    """Slices of ``range(total)`` with at most ``_BLOCK`` entries when each is ``width`` wide."""
    step = max(1, _BLOCK // width)
    return (slice(start, start + step) for start in range(0, total, step))
