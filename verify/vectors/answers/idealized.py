"""Idealized kernels: exact optima, and the definitions under the names of the public arguments."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import wraps
from math import isqrt
from typing import Any

from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.definitions.exact import (
    Number,
    Row,
    decimal,
    decimals,
    exact,
    symmetric_eigen,
)

Table = Sequence[Sequence[Number]]
Pairs = list[tuple[int, int]]
Metric = tuple[Table, Number, Number, Number]


def nearest_pairs(
    X: Table, similar: Pairs, dissimilar: Pairs, m: int = 5, R: Number | str = "median"
) -> tuple[Pairs, Pairs]:
    """Two parts: of each pattern the m nearest partners in each set, within R; i < j, sorted."""
    return definitions.nearest_pairs(X, _tuples(similar), _tuples(dissimilar), m, R)


def nearest_pairs_from_kernel(
    K: Table, similar: Pairs, dissimilar: Pairs, m: int = 5, R: Number | str = "median"
) -> tuple[Pairs, Pairs]:
    """Two parts: the same with the distances of feature space, K_ii + K_jj - 2 K_ij."""
    return definitions.nearest_pairs_from_kernel(K, _tuples(similar), _tuples(dissimilar), m, R)


def _tuples(pairs: Pairs) -> Pairs:
    return [(i, j) for i, j in pairs]


def _with_public_names(definition: Callable[..., Any]) -> Callable[..., Any]:
    """The definition, whose S and D are called similar and dissimilar."""

    @wraps(definition)
    def answer(similar: Pairs, dissimilar: Pairs, **given: Any) -> Any:
        return definition(S=similar, D=dissimilar, **given)

    return answer


pair_margins = _with_public_names(definitions.pair_margins)
smallest_slacks = _with_public_names(definitions.smallest_slacks)
lagrangian = _with_public_names(definitions.lagrangian)
kkt_conditions = _with_public_names(definitions.kkt_conditions)
dual_program = _with_public_names(definitions.dual_program)


def metric_from_multipliers(
    X: Table,
    similar: Pairs,
    dissimilar: Pairs,
    alpha_S: Sequence[Number],
    alpha_D: Sequence[Number],
) -> Table:
    """Eq. (11): sum_D alpha zz' - sum_S alpha zz'."""
    return definitions.metric_from_multipliers(X, similar, dissimilar, alpha_S, alpha_D)


def dual_objective(
    alpha_S: Sequence[Number],
    alpha_D: Sequence[Number],
    X: Table,
    similar: Pairs,
    dissimilar: Pairs,
    M: Table | None = None,
) -> Fraction:
    """Eq. (14), term by term."""
    return definitions.dual_objective(alpha_S, alpha_D, X, similar, dissimilar, M)


def learn_metric(
    X: Table,
    similar: Pairs,
    dissimilar: Pairs,
    C_S: Number,
    C_D: Number,
    nu: Number,
    M: Table | None = None,
    psd: str = "as-printed",
) -> Metric:
    """Four parts: AA', gamma, the optimal value, the smallest eigenvalue of AA' before clipping."""
    best = definitions.optimum(X, similar, dissimilar, C_S, C_D, nu, M)
    low, high = best.gammas
    if low != high:
        raise ArithmeticError(f"any gamma in [{low}, {high}] is optimal: store another problem")
    lowest = _smallest_eigenvalue(best.matrix)
    if psd == "constrained" and lowest < 0:
        return _with_the_cone(X, similar, dissimilar, C_S, C_D, nu, M)
    matrix = _positive_part(decimals(best.matrix)) if psd == "clip" else best.matrix
    return matrix, low, best.value, lowest


def learn_metric_from_kernel(
    K: Table,
    similar: Pairs,
    dissimilar: Pairs,
    C_S: Number,
    C_D: Number,
    nu: Number,
    psd: str = "as-printed",
) -> tuple[list[Row], Number, Number]:
    """Three parts: the learned kernel of all training patterns, gamma, the optimal value."""
    X = _points(K)
    matrix, gamma, value, _ = learn_metric(X, similar, dissimilar, C_S, C_D, nu, psd=psd)
    with exact():
        rows, form = decimals(X), decimals(matrix)
        return [[_form(form, x, y) for y in rows] for x in rows], gamma, value


def _points(K: Table) -> list[list[Fraction]]:
    """Rows with these inner products, by Cholesky; for kernels of rows of fractions."""
    n = len(K)
    L = [[Fraction(0)] * n for _ in range(n)]
    for j in range(n):
        pivot = Fraction(K[j][j]) - sum(a * a for a in L[j][:j])
        root = Fraction(isqrt(pivot.numerator), isqrt(pivot.denominator))
        if root**2 != pivot:
            raise ArithmeticError(f"pivot {j} of the kernel, {pivot}, is no square")
        L[j][j] = root
        for i in range(j + 1, n):
            rest = Fraction(K[i][j]) - sum(a * b for a, b in zip(L[i][:j], L[j][:j], strict=True))
            L[i][j] = rest / root if root else Fraction(0)
    return L


def _smallest_eigenvalue(matrix: Table) -> Decimal:
    with exact():
        return min(symmetric_eigen(matrix)[0]) if any(map(any, matrix)) else Decimal(0)


def _positive_part(matrix: list[Row]) -> list[Row]:
    """sum_i [lambda_i]_+ u_i u_i'."""
    with exact():
        kept = [(w, u) for w, u in zip(*symmetric_eigen(matrix), strict=True) if w > 0]
        p = range(len(matrix))
        return [[sum((w * u[a] * u[b] for w, u in kept), Decimal(0)) for b in p] for a in p]


def _form(matrix: list[Row], x: Row, y: Row) -> Decimal:
    return sum(
        (a * v * b for a, row in zip(x, matrix, strict=True) for v, b in zip(row, y, strict=True)),
        Decimal(0),
    )


def _with_the_cone(
    X: Table, S: Pairs, D: Pairs, C_S: Number, C_D: Number, nu: Number, M: Table | None
) -> Metric:
    """The same with AA' positive semidefinite, for one similar and one dissimilar pair.

    The dual is -a d_S^2 + b d_D^2 - |X|^2 / 2 with X the positive part of b z_D z_D' - a z_S z_S'.
    Its slope in a, z_S' X z_S - d_S^2, falls; b = C_D nu, its least value, is optimal where gamma,
    its slope less the sign, is not negative.
    """
    (pair_S,), (pair_D,) = S, D
    with exact():
        z_S, z_D = ([decimal(v) for v in definitions.difference(X, p)] for p in (pair_S, pair_D))
        d_S, d_D = (
            decimal(definitions.quadratic_form(definitions.difference(X, p), M))
            for p in (pair_S, pair_D)
        )
        b = decimal(C_D) * decimal(nu)

        def matrix(a: Decimal) -> list[Row]:
            pairs = range(len(z_S))
            sigma = [[b * z_D[k] * z_D[m] - a * z_S[k] * z_S[m] for m in pairs] for k in pairs]
            return _positive_part(sigma)

        low, high = Decimal(0), decimal(C_S)
        while high - low > Decimal("1e-40"):
            a = (low + high) / 2
            low, high = (a, high) if _form(matrix(a), z_S, z_S) > d_S else (low, a)
        found = matrix(low)
        gamma = _form(found, z_D, z_D) - d_D
        if gamma < 0:
            raise ArithmeticError("b is not at its least value: store another problem")
        value = b * d_D - low * d_S - sum((v * v for row in found for v in row), Decimal(0)) / 2
        return found, gamma, value, Decimal(0)  # on the border of the cone
