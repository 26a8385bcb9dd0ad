r"""Section 3.3: the kernel version, from a kernel matrix alone, and for new patterns.

K being that of the patterns that are in pairs, with HKH = LL', H = I - 11'/n, the rows of L are
coordinates of their features about their mean, and the program is that of the linear version on
them, with M = I. A difference of features is (e_i - e_j)' phi, where phi has the features as its
rows and e_i is a unit vector, so (11) is phi' B phi with the coefficients

.. math:: B = \sum_D \alpha_{ij} (e_i - e_j)(e_i - e_j)'
              - \sum_S \alpha_{ij} (e_i - e_j)(e_i - e_j)'

and for patterns a and b with kernel values k_a and k_b against the training patterns the paper's
Kt(a, b) is k_a'B k_b, and its dt^2(a, b) is (k_a - k_b)'B(k_a - k_b).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.idealized.engines.program import Program
from gramcheck.reference.idealized.engines.solver import optimum
from gramcheck.reference.idealized.learning import IdealizedMetric, form, result
from gramcheck.reference.idealized.primal import constants
from gramcheck.reference.types import Array, Integers


def learn_metric_from_kernel(
    K: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    C_S: float,
    C_D: float,
    nu: float,
    psd: str = "as-printed",
) -> IdealizedMetric:
    """The metric of Section 3.3, in the feature space of a kernel.

    Equal to :func:`learn_metric` with M = I for the linear kernel K = XX'. (With another M the two
    differ: the kernel x'My has the features M^(1/2)x, and (11) is then taken of those.)

    Parameters
    ----------
    K : (n, n)
        Kernel matrix of the training patterns, symmetric positive semidefinite.
    similar, dissimilar, C_S, C_D, nu, psd
        As in :func:`learn_metric`.

    Returns
    -------
    IdealizedMetric
        Its ``kernel`` and ``squared_distances`` take rows of kernel values against the n training
        patterns; the training patterns themselves are the rows of K. Its ``matrix`` holds the
        coefficients on those rows: B as printed, or, clipped or constrained, the matrix of least
        rank among those that act alike.

    Raises
    ------
    ValueError
        As :func:`learn_metric`; a ``K`` that is not positive semidefinite, with a witness.
    ConvergenceError
        As there.
    """
    K = check.positive_semidefinite("K", K)
    return _learn(K, similar, dissimilar, C_S, C_D, nu, psd)


def learn_metric_from_kernels(
    kernels: Sequence[ArrayLike],
    similar: ArrayLike,
    dissimilar: ArrayLike,
    C_S: float,
    C_D: float,
    nu: float,
    psd: str = "as-printed",
) -> IdealizedMetric:
    """The metric of Section 3.3 on the features of many kernels side by side.

    Inner products of concatenated features are sums of kernels, so this is the kernel version of
    the sum, and a new pattern is given by the sum of its rows of kernel values. Kernels are to be
    weighted beforehand.

    Parameters
    ----------
    kernels : sequence of (n, n)
        Kernel matrices, each symmetric positive semidefinite.
    similar, dissimilar, C_S, C_D, nu, psd
        As in :func:`learn_metric`.

    Returns
    -------
    IdealizedMetric

    Raises
    ------
    ValueError
        As :func:`learn_metric_from_kernel`; shapes that differ.
    ConvergenceError
        As there.
    """
    matrices = [
        check.positive_semidefinite(f"kernels[{m}]", K)
        for m, K in enumerate(check.collection("kernels", kernels))
    ]
    for m, K in enumerate(matrices):
        if K.shape != matrices[0].shape:
            raise ValueError(
                f"kernels[{m}] must have shape {matrices[0].shape} as kernels[0] has, got {K.shape}"
            )
    total = check.within_range("the sum of kernels", np.sum(matrices, axis=0))
    return _learn(total, similar, dissimilar, C_S, C_D, nu, psd)


def _learn(
    K: Array,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    C_S: float,
    C_D: float,
    nu: float,
    psd: str,
) -> IdealizedMetric:
    """The metric of a kernel matrix that has been checked."""
    S, D = check.similar_and_dissimilar(similar, dissimilar, len(K))
    C_S, C_D, nu = constants(C_S, C_D, nu)
    psd = form(psd)

    # The program (14)-(16), in coordinates of the features of the patterns that are in pairs.
    n = len(K)
    used, places = np.unique(np.concatenate([S, D]), return_inverse=True)
    i, j = places.reshape(-1, 2).T
    K = K[np.ix_(used, used)]
    L = feature_coordinates(K)
    Z = L[i] - L[j]
    # Where the roundings of K leave a squared length open, the patterns coincide.
    Z[np.square(Z).sum(axis=1) <= len(K) * np.finfo(float).eps * np.diag(K).max()] = 0.0
    program = Program(Z, np.eye(Z.shape[1]), len(S), C_S, C_D, nu)
    # Its solution, and the coefficients that it gives to rows of kernel values.
    solution = optimum(program, cone=psd == "constrained")
    B = _coefficients(solution.alpha * program.signs, i, j, len(K))
    of_all = np.eye(n)[:, used]  # the other patterns have the coefficient 0

    def lift(factor: Array) -> Array:
        """Columns c with L'c those of the factor: the shorter ones lose less to roundings.

        L'BL has the eigenvectors u = L'c for c = BLu / eigenvalue, long where large alphas cancel;
        the shortest c is long where K is nearly singular.
        """
        of_pairs = B @ (L @ (factor / np.square(factor).sum(axis=0)))
        of_patterns = np.linalg.pinv(L.T) @ factor
        shorter = np.linalg.norm(of_pairs, axis=0) <= np.linalg.norm(of_patterns, axis=0)
        return of_all @ np.where(shorter, of_pairs, of_patterns)

    coefficients = of_all @ B @ of_all.T if psd == "as-printed" else None
    return result(program, solution, S, D, psd, lift, coefficients)


def feature_coordinates(K: Array) -> Array:
    """L (n, r): features about their mean, a column for each direction above rounding, or one 0.

    LL' = HKH with H = I - 11'/n. Only differences count, and a constant in K, n times as large an
    eigenvalue, would cost them digits.
    """
    centered = K - K.mean()
    for _ in range(2):  # the first time leaves rounded means
        means = centered.mean(axis=0)
        centered = centered - (means[:, None] + means) + means.mean()
    eigenvalues, U = np.linalg.eigh(centered)
    largest = max(eigenvalues[-1], np.abs(K).max())
    kept = eigenvalues > len(K) * np.finfo(float).eps * largest
    if not kept.any():
        return np.zeros((len(K), 1))
    return U[:, kept] * np.sqrt(eigenvalues[kept])


def _coefficients(signed_alpha: Array, i: Integers, j: Integers, n: int) -> Array:
    """B, a graph Laplacian with the weights -alpha on similar and alpha on dissimilar pairs."""
    B = np.zeros((n, n))
    B[i, j] = -signed_alpha
    B += B.T
    B[np.diag_indices(n)] = -B.sum(axis=1)
    return B
