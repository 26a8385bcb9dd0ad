r"""Section V: the Laplacian kernel on vectors of strings, Eq. (1) of SFM; the error of features.

exp(-EDM / beta) itself is not positive semidefinite (erratum S15), so it is no kernel. That of the
L1 distance of vectors is. On characteristic vectors it is the paper's EDMKernel (also called
ESPKernel), on vectors of CGK its CGKKernel; :mod:`.systems` has both under their names.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.sfm.engines.l1 import pairwise_l1
from gramcheck.reference.types import Array


def laplacian_kernel(V: Any, W: Any, beta: float) -> Array:
    r"""Laplacian kernel, Eq. (1).

    .. math:: k(x, y) = \exp(-\|x - y\|_1 / \beta)

    Parameters
    ----------
    V, W : (n, d), (m, d) sparse or dense
        Vectors as rows.
    beta : float
        Positive, in the units of the L1 distance.

    Returns
    -------
    (n, m)
        In [0, 1].

    Raises
    ------
    ValueError
        ``beta`` not between 1e-100 and 1e100, unequal d, values that are NaN or above 1e100, a
        matrix beyond memory.
    TypeError
        V or W no numeric array.
    """
    beta = check.positive("beta", beta)
    exponents = l1_distances(V, W)
    exponents /= -beta
    return np.exp(exponents, out=exponents)


def l1_distances(V: Any, W: Any) -> Array:
    r"""L1 distances of all pairs, :math:`\|V(S) - V(S')\|_1` of Section III.

    They are exact where all values are multiples of 1/2, as those of ESP and CGK are, and below
    2^50 over their number of columns; then only common nonzero coordinates are visited.

    Parameters
    ----------
    V, W : (n, d), (m, d) sparse or dense
        Vectors as rows.

    Returns
    -------
    (n, m)
        Nonnegative.

    Raises
    ------
    ValueError, TypeError
        As :func:`laplacian_kernel`.
    """
    V = check.sparse_rows("V", V)
    W = check.sparse_rows("W", W, V.shape[1])
    check.memory_for(9, V=V.shape[0], W=W.shape[0])
    return pairwise_l1(V, W)


def average_error(K: ArrayLike, Z: ArrayLike) -> float:
    r"""Average error of features, Section VII-B; Tables IV and V show it times 100.

    .. math:: \frac{2}{N (N + 1)} \sum_{i \le j} |k(S_i, S_j) - z_i' z_j|

    The diagonal counts, though its errors are 0, since z'z = 1.

    Parameters
    ----------
    K : (N, N)
        Kernel matrix, symmetric.
    Z : (N, D)
        Features as rows.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        K not square or not symmetric, numbers of rows that differ, numbers above 1e100.
    """
    K = check.symmetric("K", K)
    Z = check.real("Z", Z, shape=(len(K), None))
    errors = np.abs(K - Z @ Z.T)
    pairs = len(K) * (len(K) + 1) / 2
    return float((errors.sum() + errors.trace()) / 2 / pairs)
