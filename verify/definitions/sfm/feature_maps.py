"""SFM, Sections IV, V and VII-B: feature maps, their kernel, the average error.

A vector is a list of numbers, W a list of D/2 rows r_i. Every map returns its D values in the order
of Algorithm 2: sin and cos of the first row, of the second row, and so on (Eq. (2) has cos first;
inner products do not see it). In doubles the order of operations is part of the definition, since
the Cauchy numbers are huge: s is summed over increasing j.
"""

import math
from collections.abc import Sequence
from decimal import Decimal

from gramcheck.verify.definitions.exact import Number, Row, decimal, dot, exact, floats
from gramcheck.verify.definitions.sfm.hashing import hash_cauchy, hash_cauchy_exact
from gramcheck.verify.definitions.trigonometry import cosine, sine

__all__ = [
    "average_error",
    "eq_2_feature_map",
    "l1",
    "laplacian_kernel",
    "laplacian_kernel_exact",
    "rff",
    "rff_exact",
    "sfm",
    "sfm_exact",
]

Vector = Sequence[Number]


def l1(x: Sequence, y: Sequence):
    """||x - y||_1, in the type of the entries."""
    return sum(abs(a - b) for a, b in zip(x, y, strict=True))


def laplacian_kernel_exact(x: Vector, y: Vector, beta: Number) -> Decimal:
    """Eq. (1): exp(-||x - y||_1 / beta), to 60 digits."""
    with exact():
        distance = l1([decimal(a) for a in x], [decimal(b) for b in y])
        return (-distance / decimal(beta)).exp()


def laplacian_kernel(x: Vector, y: Vector, beta: Number) -> float:
    """Eq. (1), one pair of characteristic vectors."""
    return float(laplacian_kernel_exact(x, y, beta))


def sfm(
    V: Vector,
    D: int,
    beta: float,
    array1: Sequence[int],
    array2: Sequence[int],
    endpoints: str = "open",
) -> list[float]:
    """Algorithm 2, line by line, in doubles."""
    z = [math.nan] * D
    for i in range(1, D // 2 + 1):
        s = 0.0
        for v, h in zip(V, hash_cauchy(i, array1, array2, beta, endpoints), strict=True):
            s = s + float(v) * h
        z[2 * i - 2] = math.sqrt(2 / D) * math.sin(s)
        z[2 * i - 1] = math.sqrt(2 / D) * math.cos(s)
    return z


def sfm_exact(
    V: Vector,
    D: int,
    beta: Number,
    array1: Sequence[int],
    array2: Sequence[int],
    endpoints: str = "open",
) -> Row:
    """Algorithm 2 with exact sums, to 60 digits (as long as no u is 0 or 1)."""
    W = [hash_cauchy_exact(i, array1, array2, beta, endpoints) for i in range(1, D // 2 + 1)]
    return rff_exact(V, W)


def rff(V: Vector, W: Sequence[Vector]) -> list[float]:
    """FM, Section IV: the plain feature map with its stored D/2 x d matrix, correctly rounded.

    The Cauchy numbers of W have the 1/beta in them.
    """
    return floats([rff_exact(V, W)])[0]


def rff_exact(V: Vector, W: Sequence[Vector]) -> Row:
    """The same to 60 digits."""
    with exact():
        x = [decimal(a) for a in V]
        scale = (Decimal(1) / len(W)).sqrt()  # sqrt(2 / D)
        z: Row = []
        for r in W:
            s = dot([decimal(a) for a in r], x)
            z += [scale * sine(s), scale * cosine(s)]
        return z


def eq_2_feature_map(V: Vector, W: Sequence[Vector]) -> Row:
    """z(x) of Section V with Eq. (2) as printed: cos first."""
    z = rff_exact(V, W)
    return [z[i ^ 1] for i in range(len(z))]


def average_error(K: Sequence[Vector], Z: Sequence[Vector]) -> float:
    """Section VII-B: mean of |k(S_i, S_j) - z_i' z_j| over all i <= j, the diagonal included."""
    N = len(Z)
    with exact():
        rows = [[decimal(a) for a in z] for z in Z]
        total = sum(
            abs(decimal(K[i][j]) - dot(rows[i], rows[j])) for i in range(N) for j in range(i, N)
        )
        return float(total / (Decimal(N * (N + 1)) / 2))
