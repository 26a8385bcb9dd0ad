"""KCR, Section 5: k-NN and Kernel-NN; the objectives of KMLCC and KLMCA term by term.

Fractions where the objective is rational, 60-digit decimals where it is not. KLMCA has the targets
of :mod:`.lmnn` by the distance K_ii + K_jj - 2 K_ij.
"""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.verify.definitions.d2ke import knn_predict
from gramcheck.verify.definitions.exact import Number, decimal, decimals, exact, floats
from gramcheck.verify.definitions.kcr.embedding import squared_distance
from gramcheck.verify.definitions.kcr.lmnn import outer, targets

__all__ = [
    "kernel_nn",
    "klmca_gradient",
    "klmca_objective",
    "kmlcc_gradient",
    "kmlcc_lower_bound",
    "kmlcc_objective",
    "knn_error",
]

Matrix = Sequence[Sequence[Number]]


def knn_error(D: Matrix, y_train: Sequence, y_test: Sequence, k: int) -> float:
    """The share of test points that the k nearest training points get wrong."""
    found = knn_predict(D, y_train, k)
    return float(Fraction(sum(a != b for a, b in zip(found, y_test, strict=True)), len(y_test)))


def kernel_nn(K_test: Matrix, K_train: Matrix, y: Sequence, k: int = 1) -> list:
    """Footnote 11: k nearest neighbors among rows of kernel values, in Euclidean distance."""
    D = [
        [sum((Fraction(a) - Fraction(b)) ** 2 for a, b in zip(u, w, strict=True)) for w in K_train]
        for u in K_test
    ]
    return knn_predict(D, y, k)


# collapsing classes -----------------------------------------------------------------------------


def _others_of_class(y: Sequence, i: int) -> list[int]:
    return [j for j in range(len(y)) if j != i and y[j] == y[i]]


def _softmax(A: Matrix, K: Matrix, i: int) -> dict[int, Decimal]:
    """p_A(j | i) = exp(-d_A(i, j)) / sum over all j but i."""
    weights = {
        j: (-decimal(squared_distance(A, K[i], K[j]))).exp() for j in range(len(K)) if j != i
    }
    total = sum(weights.values())
    return {j: w / total for j, w in weights.items()}


def kmlcc_objective(A: Matrix, K: Matrix, y: Sequence, lam: Number = 0) -> float:
    """sum_i KL(p0(. | i) || p_A(. | i)) + lam tr(A K); p0 uniform on the other points of the class.

    Rows k_i of K are the points. The sum is over those whose class has others.
    """
    n = len(K)
    with exact():
        loss = Decimal(0)
        for i in range(n):
            p, own = _softmax(A, K, i), _others_of_class(y, i)
            if own:
                loss += sum(((1 / (len(own) * p[j])).ln() for j in own), Decimal(0)) / len(own)
        trace = sum(decimal(A[a][b]) * decimal(K[b][a]) for a in range(n) for b in range(n))
        return float(loss + decimal(lam) * trace)


def kmlcc_gradient(A: Matrix, K: Matrix, y: Sequence, lam: Number = 0) -> list[list[float]]:
    """sum_ij (p0 - p_A)(j | i) (k_i - k_j)(k_i - k_j)' + lam K."""
    n = len(K)
    with exact():
        G = [[decimal(lam) * value for value in row] for row in decimals(K)]
        for i in range(n):
            p, own = _softmax(A, K, i), _others_of_class(y, i)
            for j, probability in p.items() if own else ():
                weight = Decimal(j in own) / len(own) - probability
                M = decimals(outer(K, i, j))
                G = [[G[a][b] + weight * M[a][b] for b in range(n)] for a in range(n)]
        return floats(G)


def kmlcc_lower_bound(A: ArrayLike, K: ArrayLike, y: Sequence, lam: float) -> float:
    """A number below the objective of every positive semidefinite matrix, from any one of them.

    The objective f is convex, and its loss nonnegative, so a minimizer B has lam tr(BK) <= f(A)
    and f(B) >= f(A) - <G, A> + <G, B>, where <G, B> >= tr(BK) min(0, mu), mu the smallest
    eigenvalue of K^(-1/2) G K^(-1/2). For K positive definite and lam > 0.
    """
    A, K = np.asarray(A, dtype=np.float64), np.asarray(K, dtype=np.float64)
    value = kmlcc_objective(A.tolist(), K.tolist(), y, lam)
    G = np.array(kmlcc_gradient(A.tolist(), K.tolist(), y, lam))
    inverse = np.linalg.inv(np.linalg.cholesky(K))
    mu = float(np.linalg.eigvalsh(inverse @ G @ inverse.T)[0])
    return value - float((G * A).sum()) + min(0.0, mu) * value / lam


# large margin components ------------------------------------------------------------------------


def _smooth_hinge(z: Fraction) -> tuple[Fraction, Fraction]:
    """Rennie and Srebro: 0, z^2 / 2 between 0 and 1, z - 1/2 from there on; and its derivative."""
    if z <= 0:
        return Fraction(0), Fraction(0)
    return (z**2 / 2, z) if z < 1 else (z - Fraction(1, 2), Fraction(1))


def _klmca_terms(
    Omega: Matrix, K: Matrix, y: Sequence, k: int, c: Number
) -> tuple[Fraction, dict[tuple[int, int], Fraction]]:
    """The objective, and the weight of each squared distance in its gradient."""
    n = len(K)

    def gap(i: int, j: int) -> Fraction:
        return Fraction(K[i][i]) + Fraction(K[j][j]) - 2 * Fraction(K[i][j])

    def d(i: int, j: int) -> Fraction:
        v = [Fraction(a) - Fraction(b) for a, b in zip(K[i], K[j], strict=True)]
        images = (sum(Fraction(w) * x for w, x in zip(row, v, strict=True)) for row in Omega)
        return sum((Fraction(image) ** 2 for image in images), Fraction(0))

    distance = {(i, j): d(i, j) for i in range(n) for j in range(n)}
    value = Fraction(0)
    weight = dict.fromkeys(distance, Fraction(0))
    for i, j in targets([[gap(i, j) for j in range(n)] for i in range(n)], y, k):
        value += distance[i, j]
        weight[i, j] += 1
        for other in range(n):
            if y[other] != y[i]:
                loss, slope = _smooth_hinge(1 + distance[i, j] - distance[i, other])
                value += Fraction(c) * loss
                weight[i, j] += Fraction(c) * slope
                weight[i, other] -= Fraction(c) * slope
    return value, weight


def klmca_objective(Omega: Matrix, K: Matrix, y: Sequence, k: int = 3, c: Number = 1) -> float:
    """LMNN's objective for d(i, j) = ||Omega (k_i - k_j)||^2, its hinge smoothed."""
    return float(_klmca_terms(Omega, K, y, k, c)[0])


def klmca_gradient(
    Omega: Matrix,
    K: Matrix,
    y: Sequence,
    k: int = 3,
    c: Number = 1,
    inner_product: str = "rkhs",
) -> list[list[float]]:
    """Gamma = sum_ij 2 w_ij Omega (k_i - k_j)(e_i - e_j)' for the inner product of the RKHS.

    Gamma K, where k_i - k_j stands in place of e_i - e_j, for that of matrices Omega.
    """
    weight = _klmca_terms(Omega, K, y, k, c)[1]
    n = len(K)
    total = [[Fraction(0)] * n for _ in Omega]
    for (i, j), w in weight.items():
        if not w:
            continue
        v = [Fraction(a) - Fraction(b) for a, b in zip(K[i], K[j], strict=True)]
        unit = [Fraction((a == i) - (a == j)) for a in range(n)]
        side = v if inner_product == "euclidean" else unit
        image = [sum(Fraction(o) * x for o, x in zip(row, v, strict=True)) for row in Omega]
        total = [
            [t + 2 * w * m * s for t, s in zip(row, side, strict=True)]
            for row, m in zip(total, image, strict=True)
        ]
    return floats(total)
