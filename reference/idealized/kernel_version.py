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
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.idealized.engines.certificate import Judged
from gramcheck.reference.idealized.engines.program import Program
from gramcheck.reference.idealized.engines.solver import optimum
from gramcheck.reference.idealized.learning import IdealizedMetric, form, result
from gramcheck.reference.idealized.primal import constants
from gramcheck.reference.types import Array, Integers

_MOVED = 1e-7  # of the objective, what lengths other than those of K may move it by


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
        As there; too few digits in ``K``, beside its largest entries, for the lengths of short
        differences, so that the optimum is not known to 1e-7.
    """
    checked = check.positive_semidefinite("K", K)
    return _learn(checked, similar, dissimilar, C_S, C_D, nu, psd, check.roundings(K))


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
    given = check.collection("kernels", kernels)
    matrices = [check.positive_semidefinite(f"kernels[{m}]", K) for m, K in enumerate(given)]
    for m, K in enumerate(matrices):
        if K.shape != matrices[0].shape:
            raise ValueError(
                f"kernels[{m}] must have shape {matrices[0].shape} as kernels[0] has, got {K.shape}"
            )
    total = check.within_range("the sum of kernels", np.sum(matrices, axis=0))
    rounding = max(map(check.roundings, given))
    return _learn(total, similar, dissimilar, C_S, C_D, nu, psd, rounding)


def _learn(
    K: Array,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    C_S: float,
    C_D: float,
    nu: float,
    psd: str,
    rounding: float,
) -> IdealizedMetric:
    """The metric of a kernel matrix that has been checked, ``rounding`` that of its entries."""
    S, D = check.similar_and_dissimilar(similar, dissimilar, len(K))
    C_S, C_D, nu = constants(C_S, C_D, nu)
    psd = form(psd)

    # The program (14)-(16), in coordinates of the features of the patterns that are in pairs.
    n = len(K)
    used, places = np.unique(np.concatenate([S, D]), return_inverse=True)
    i, j = places.reshape(-1, 2).T
    K = K[np.ix_(used, used)]
    sizes = np.maximum(np.diag(K), 0.0)
    origin = int(sizes.argmin())
    L, inverse = feature_coordinates(K, origin, rounding)
    Z = L[i] - L[j]
    # Where the roundings of its entries leave a squared length open, the patterns coincide.
    together = sizes[i] + sizes[j]
    squared = together - 2 * K[i, j]
    Z[squared <= len(K) * np.finfo(float).eps * together] = 0.0
    program = Program(Z, np.eye(Z.shape[1]), len(S), C_S, C_D, nu)
    # Its solution, and the coefficients that it gives to rows of kernel values.
    solution = optimum(program, cone=psd == "constrained")
    lost = np.abs(np.square(Z).sum(axis=1) - squared)
    # entries of fewer digits are taken for what they stand for
    rounded = together if rounding > np.finfo(float).eps else squared
    _refuse_lost_lengths(program, solution, np.maximum(lost - len(K) * rounding * rounded, 0.0))
    B = _coefficients(solution.alpha * program.signs, i, j, len(K))
    of_all = np.eye(n)[:, used]  # the other patterns have the coefficient 0
    reach = np.sqrt(sizes)[:, None]  # what a coefficient costs in roundings

    def lift(factor: Array) -> Array:
        """Columns c with L'c those of the factor: the shorter ones lose less to roundings.

        L'BL has the eigenvectors u = L'c for c = BLu / eigenvalue, long where large alphas cancel;
        the shortest c is long where K is nearly singular.
        """
        of_pairs = B @ (L @ (factor / np.square(factor).sum(axis=0)))
        of_patterns = inverse @ factor
        of_patterns[origin] -= of_patterns.sum(axis=0)
        weighed = (np.linalg.norm(reach * c, axis=0) for c in (of_pairs, of_patterns))
        return of_all @ np.where(np.less_equal(*weighed), of_pairs, of_patterns)

    coefficients = of_all @ B @ of_all.T if psd == "as-printed" else None
    return result(program, solution, S, D, psd, lift, coefficients)


def _refuse_lost_lengths(program: Program, solution: Judged, lost: Array) -> None:
    """Refuse a solution that squared lengths other than those of K, by ``lost``, may have moved.

    The optimum changes by alpha times the change of d^2 and of dt^2. Where alpha is 0, what is not
    to spare becomes slack.
    """
    lost = lost * (1 + np.linalg.norm(solution.sigma, 2))
    spare = program.signs * solution.margins - solution.gamma * (program.signs > 0)
    slack = np.where(solution.alpha == 0, np.maximum(lost - np.maximum(spare, 0.0), 0.0), 0.0)
    moved = float(solution.alpha @ lost + program.upper @ slack)
    wanted = _MOVED * solution.size
    if not moved <= wanted:
        raise ConvergenceError(
            f"the metric of a kernel matrix with {len(lost)} pairs",
            moved,
            wanted,
            "K has too few digits for pairs whose patterns are near each other and far from others",
        )


def feature_coordinates(K: Array, origin: int, rounding: float) -> tuple[Array, Array]:
    """L (n, r): features seen from that of ``origin``, a column a direction above rounding, or a 0.

    LL' has the entries K_ij - K_oj - K_io + K_oo: only differences count, and a constant in K would
    cost them digits. Its eigenvalues are those of features of length 1: with K_oo the least, each
    entry of LL' is right to the roundings of sqrt(K_ii K_jj), however far other patterns are.

    The second result (n, r) has C'L = I: the columns of C are those that L' maps to unit vectors.
    """
    seen = (K - K[origin]) - (K[:, origin] - K[origin, origin])[:, None]
    sizes, n = np.maximum(np.diag(K), 0.0), len(K)
    lengths = np.sqrt(np.maximum(np.diag(seen), n * rounding * sizes))[:, None]
    # Products beyond those of the lengths are noise, of patterns that are where that of origin is.
    noise = ((np.abs(seen) > 2 * lengths * lengths.T) & (lengths <= lengths.T)).any(axis=1)
    seen[noise], seen[:, noise], lengths[noise] = 0.0, 0.0, 0.0
    lengths[lengths == 0] = 1.0
    eigenvalues, U = np.linalg.eigh(seen / lengths / lengths.T)
    largest = max(eigenvalues[-1], (sizes / np.square(lengths[:, 0])).min())
    kept = eigenvalues > n * np.finfo(float).eps * largest
    if not kept.any():
        return np.zeros((n, 1)), np.zeros((n, 1))
    roots = np.sqrt(eigenvalues[kept])
    return lengths * U[:, kept] * roots, U[:, kept] / roots / lengths


def _coefficients(signed_alpha: Array, i: Integers, j: Integers, n: int) -> Array:
    """B, a graph Laplacian with the weights -alpha on similar and alpha on dissimilar pairs."""
    B = np.zeros((n, n))
    B[i, j] = -signed_alpha
    B += B.T
    B[np.diag_indices(n)] = -B.sum(axis=1)
    return B
