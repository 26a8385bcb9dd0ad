"""D2KE, Section 5 and Appendix B: the methods that the paper compares with."""

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from gramcheck.verify.definitions.d2ke.distances import Distance, cdist
from gramcheck.verify.definitions.d2ke.kernel import feature_map
from gramcheck.verify.definitions.exact import (
    Number,
    decimal,
    decimals,
    dot,
    exact,
    floats,
    symmetric_eigen,
)

__all__ = [
    "centered_gram",
    "dsk_nd",
    "dsk_rbf",
    "embedding_signs",
    "kernel_machine_values",
    "kernel_machine_violation",
    "knn_predict",
    "one_vs_one",
    "pseudo_euclidean_embedding",
    "representative_set_map",
    "signed_squared_distances",
]

Matrix = Sequence[Sequence[Number]]


def knn_predict(D: Matrix, y: Sequence, k: int, ties: str = "smallest") -> list:
    """KNN: the labels at each row's k smallest distances vote.

    Of equal distances the smaller training index is nearer. Of equal votes the smaller label wins;
    with ties="nearest" the one that comes first among the neighbors.
    """
    labels = []
    for row in D:
        nearest = sorted(range(len(row)), key=lambda j: (row[j], j))[:k]
        votes = Counter(y[j] for j in nearest)
        order = sorted(votes) if ties == "smallest" else [y[j] for j in nearest]
        labels.append(max(order, key=votes.__getitem__))  # the first of those with the most
    return labels


def dsk_rbf(D: Matrix, gamma: float) -> list[list[float]]:
    """DSK_RBF: exp(-gamma d^2), the Gaussian kernel with d substituted."""
    with exact():
        return floats([[(-decimal(gamma) * d * d).exp() for d in row] for row in decimals(D)])


def _power(d: Decimal, beta: float) -> Decimal:
    """d^beta, with 0^0 = 1."""
    return Decimal(1) if beta == 0 else d ** decimal(beta)


def dsk_nd(D: Matrix, beta: float = 2, origin: int | tuple | None = None) -> list[list[float]]:
    """DSK_ND: -d^beta; with an origin O, -(d(x, y)^beta - d(x, O)^beta - d(y, O)^beta) / 2.

    ``origin`` is an index into a square D, or the distances of the rows' and of the columns'
    objects to O. Appendix B uses the squared distance, beta = 2.
    """
    with exact():
        table = [[_power(d, beta) for d in row] for row in decimals(D)]
        if origin is None:
            return floats([[-d for d in row] for row in table])
        if isinstance(origin, int):
            rows, columns = [row[origin] for row in table], table[origin]
        else:
            rows, columns = ([_power(decimal(d), beta) for d in ds] for ds in origin)
        return floats(
            [
                [-(d - r - c) / 2 for d, c in zip(row, columns, strict=True)]
                for row, r in zip(table, rows, strict=True)
            ]
        )


def kernel_machine_values(K: Matrix, coefficients: Sequence, intercept: Number) -> list[float]:
    """DSK's machine: f(x) = sum_j c_j k(x, x_j) + b, a value a row of K."""
    with exact():
        c, b = [decimal(v) for v in coefficients], decimal(intercept)
        return [float(dot(row, c) + b) for row in decimals(K)]


def kernel_machine_violation(
    K: Matrix, y: Sequence, C: Number, coefficients: Sequence, intercept: Number
) -> float:
    """DSK's machine: how far it is from the KKT conditions of the hinge loss with the cost C.

    With a_j = c_j y_j in [0, C] and sum_j c_j = 0: y f >= 1 where a = 0, y f <= 1 where a = C, and
    y f = 1 between. The most by which one fails; of a kernel that is positive semidefinite the
    minimizer is where none does, of another one a stationary point.
    """
    values = kernel_machine_values(K, coefficients, intercept)
    found = [abs(sum(coefficients))]
    for c, label, f in zip(coefficients, y, values, strict=True):
        a, margin = c * label, label * f
        found += [-a, a - C]
        found += [1 - margin] * (a < C) + [margin - 1] * (a > 0)
    return float(max(found))


def one_vs_one(values: Mapping[tuple[Any, Any], Sequence[Number]], classes: Sequence) -> list:
    """Each pair of classes (a, b) votes for a where its value is positive, else for b; most win.

    Of equal votes the class that comes first wins.
    """
    labels = []
    for i in range(len(next(iter(values.values())))):
        votes = Counter(a if value[i] > 0 else b for (a, b), value in values.items())
        labels.append(max(classes, key=lambda c: votes[c]))
    return labels


def centered_gram(D: Matrix) -> list[list[float]]:
    """GDK_LED: G_ij = -(d_ij^2 - mean_i - mean_j + mean) / 2, inner products about the centroid."""
    with exact():
        return floats(_centered_gram(decimals(D)))


def _centered_gram(D):
    n = len(D)
    squares = [[d * d for d in row] for row in D]
    means = [sum(row) / n for row in squares]
    return [
        [-(squares[i][j] - means[i] - means[j] + sum(means) / n) / 2 for j in range(n)]
        for i in range(n)
    ]


def _leading_axes(D, R):
    """The R eigenvalues of the centered Gram matrix largest in size, with their eigenvectors."""
    values, vectors = symmetric_eigen(_centered_gram(D))
    order = sorted(range(len(D)), key=lambda r: -abs(values[r]))[:R]
    # what elimination leaves of a zero eigenvalue is far below 1e-40 of the largest
    floor = abs(values[order[0]]) * Decimal("1e-40")
    return [(values[r] if abs(values[r]) > floor else Decimal(0), vectors[r]) for r in order]


def pseudo_euclidean_embedding(
    D: Matrix, R: int, D_new: Matrix | None = None
) -> list[list[float]] | tuple[list[list[float]], list[list[float]]]:
    """GDK_LED: coordinates whose signed inner products are the centered Gram matrix.

    Coordinate r of point i is sqrt|l_r| q_r(i), for the R eigenpairs (l_r, q_r) with largest |l_r|.
    A new point z gets the coordinates that make sum_r sign(l_r) z_r X_ir fit, by least squares over
    the training points i, the inner product which its distances prescribe. Columns of X are
    orthogonal with squared norms |l_r|, so that z_r = sign(l_r) <b, X_r> / |l_r|; a zero
    eigenvalue gives a zero coordinate. Signs of the columns are free.
    """
    with exact():
        D = decimals(D)
        axes = _leading_axes(D, R)
        X = [[abs(value).sqrt() * q[i] for value, q in axes] for i in range(len(D))]
        if D_new is None:
            return _rounded(X)
        new = []
        for row in decimals(D_new):
            b = _inner_products_with(row, D)
            new.append(
                [
                    dot(b, [x[r] for x in X]) / value if value else Decimal(0)
                    for r, (value, _) in enumerate(axes)
                ]
            )
        return _rounded(X), _rounded(new)


def _rounded(X):
    """Doubles, and zeros for what 60 digits leave of a zero."""
    return floats([[x if abs(x) > Decimal("1e-40") else Decimal(0) for x in row] for row in X])


def _inner_products_with(distances, D):
    """<z, x_i> about the centroid of the training points, from d(z, x_i), up to a constant in i.

    |z - x_i|^2 = |z|^2 - 2 <z, x_i> + |x_i|^2, and mean_j |x_i - x_j|^2 = |x_i|^2 + mean |x|^2. The
    constant does not matter where these are multiplied by a column of X, which sums to zero.
    """
    n = len(D)
    return [-(d * d - sum(e * e for e in row) / n) / 2 for d, row in zip(distances, D, strict=True)]


def embedding_signs(D: Matrix, R: int) -> list[int]:
    """The signs (+1, 0, -1) of the R leading eigenvalues: the signature of GDK_LED's space."""
    with exact():
        return [(value > 0) - (value < 0) for value, _ in _leading_axes(decimals(D), R)]


def signed_squared_distances(X: Matrix, Y: Matrix, signs: Sequence[int]) -> list[list[float]]:
    """GDK_LED's sum_r sign_r (x_r - y_r)^2: it is d^2 if all nonzero eigenvalues are kept."""
    with exact():
        return floats(
            [
                [
                    sum(s * (a - b) ** 2 for s, a, b in zip(signs, x, y, strict=True))
                    for y in decimals(Y)
                ]
                for x in decimals(X)
            ]
        )


def representative_set_map(
    X: Sequence,
    representatives: Sequence,
    distance: Distance,
    gamma: float | None = None,
    **options: Any,
) -> list[list[float]]:
    """RSM: the distances to the representatives (Appendix B), or with ``gamma`` Eq. (8)."""
    if gamma is None:
        return [[float(d) for d in row] for row in cdist(X, representatives, distance, **options)]
    return feature_map(X, representatives, gamma, distance, **options)
