"""Axes of feature space about the mean of the training patterns, for what learns a metric of K.

No distance depends on the mean, so these axes are all of feature space that a metric can use. In
them the conditions that the kernel's eigenvalues impose (up to 10^14 between largest and smallest)
are gone, and so is the constraint 1'Sigma 1 = 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import linalg
from scipy.spatial.distance import cdist

from reference import check
from reference.kcr.projections import center

Array = NDArray[np.float64]
RANK_CUT = 1e-8  # eigenvalues of the centered kernel below this part of the largest are no axes


class Coordinates(NamedTuple):
    """HKH = Z Z', and T'HKH T = I for the columns of T = ``to_patterns``, which sum to zero.

    A metric W (r, r) of the rows of Z is the metric T W T' of the rows of K:
    (k_i - k_j)' T W T' (k_i - k_j) = (z_i - z_j)' W (z_i - z_j), and tr(K T W T') = tr W.
    """

    Z: Array  # (n, r), the axis of the largest eigenvalue first
    to_patterns: Array  # (n, r)
    weak: Array  # (n, weak), further axes, which are too short to learn on and count for bounds


def centered_coordinates(K: Array) -> Coordinates:
    """Coordinates of the training patterns, from a positive semidefinite K.

    Raises
    ------
    ValueError
        All patterns are one point of feature space.
    """
    eigenvalues, axes = linalg.eigh(center(K))
    rounding = len(K) * np.finfo(float).eps * np.abs(K).max()
    if eigenvalues[-1] <= rounding:
        raise ValueError("K must tell two patterns apart, got the same rows throughout")
    eigenvalues, axes = np.maximum(eigenvalues[::-1], 0.0), axes[:, ::-1]
    roots = np.sqrt(eigenvalues)
    r = int(np.sum(eigenvalues > max(RANK_CUT * eigenvalues[0], rounding)))
    Z = axes * roots
    return Coordinates(Z[:, :r], axes[:, :r] / roots[:r], Z[:, r:])


def squared_distances_under(factor: Array, A: ArrayLike, B: ArrayLike | None) -> Array:
    """||F'(a - b)||^2 for rows a of ``A`` (n, p) and b of ``B`` (m, p), F = ``factor`` (p, q)."""
    A = check.real("A", A, shape=(None, len(factor)))
    B = A if B is None else check.real("B", B, shape=(None, len(factor)))
    return cdist(A @ factor, B @ factor, "sqeuclidean")
