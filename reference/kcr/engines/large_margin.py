r"""What LMNN and KLMCA share: target neighbors, and the pull and push terms over triples.

.. math:: \sum_{i,\, j \in N_i} d_{ij} \;+\; c \sum_{i,\, j \in N_i} \; \sum_{l: Y_l \ne Y_i}
          h\left( m + d_{ij} - d_{il} \right)

N_i are the k nearest points of the same class as i (target neighbors) before anything is learned,
d squared distances under the metric that is learned, m the margin, h a hinge.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gramcheck.reference import check
from gramcheck.reference.types import AnyArray, Array, Booleans, Integers


class Triples(NamedTuple):
    """Which triples (i, j, l) there are: j in ``targets`` (n, k) of i, l where ``other`` (n, n)."""

    targets: Integers
    other: Booleans


class Terms(NamedTuple):
    """The sum above at given distances."""

    value: float
    weights: Array  # (n, n), its derivative for each d_ij
    slopes: Array  # (n,), sums of h' over the triples of each i


def triples(squared: Array, y: AnyArray, k: int) -> Triples:
    """Target neighbors under the squared distances of the input; equal distances by index.

    Raises
    ------
    ValueError
        ``k`` not below the size of every class.
    """
    classes, sizes = np.unique(y, return_counts=True)
    k = check.integer("k", k, 1)
    if k >= sizes.min():
        smallest = f"{sizes.min()} of {classes[sizes.argmin()]!s}"
        raise ValueError(f"k must be below the size of every class, got {k} with {smallest}")
    other = y[:, None] != y
    hidden = other | np.eye(len(y), dtype=bool)
    near = np.argsort(np.where(hidden, np.inf, squared), axis=1, kind="stable")
    return Triples(near[:, :k], other)


def smooth_hinge(z: Array, width: float) -> tuple[Array, Array]:
    """Value and slope of the hinge [z]_+ with its kink rounded over (0, width).

    z^2 / (2 width) there, z - width/2 beyond. Width 1 is the modified hinge of Rennie and Srebro
    ("Loss Functions for Preference Levels", 2005); width 0 the hinge itself, with slope 0 at 0.
    """
    z = np.maximum(z, 0.0)
    if width == 0:
        return z, (z > 0).astype(np.float64)
    slope = z / width
    np.minimum(slope, 1.0, out=slope)
    value = -width / 2 * slope
    value += z
    value *= slope
    return value, slope


def pull_and_push(squared: Array, among: Triples, c: float, margin: float, width: float) -> Terms:
    """Evaluate the sum; only pairs (i, l) nearer than some target plus margin count."""
    targets, other = among
    pulled = np.take_along_axis(squared, targets, axis=1)
    within = squared < pulled.max(axis=1, keepdims=True) + margin
    i, far = np.nonzero(other & within)
    distances = squared[i, far]
    push, of_pairs, of_targets = 0.0, np.zeros(len(i)), np.empty(pulled.shape)
    for place, reach in enumerate(margin + pulled.T):
        values, slopes = smooth_hinge(reach[i] - distances, width)
        push += float(values.sum())
        of_pairs += slopes
        of_targets[:, place] = np.bincount(i, slopes, minlength=len(squared))
    weights = np.zeros(squared.shape)
    weights[i, far] = -c * of_pairs
    np.put_along_axis(weights, targets, 1 + c * of_targets, axis=1)
    return Terms(float(pulled.sum()) + c * push, weights, of_targets.sum(axis=1))
