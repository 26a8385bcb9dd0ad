"""KCR, Eqs. (3), (5), (6), (8), (10), Lemma 5 and Algorithm 1, statement by statement.

``objective_8`` and ``gradient_projection`` are reached through this module: of (8) the package has
the loss alone as well, and Algorithm 1 is here the loop, not its result.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction

from gramcheck.verify.definitions.exact import Number, decimal, exact
from gramcheck.verify.definitions.kcr.bounds import logistic_bound, margin
from gramcheck.verify.definitions.kcr.embedding import embedded_distance, squared_norm
from gramcheck.verify.definitions.kcr.program import subgradient
from gramcheck.verify.definitions.kcr.projection import alternating_projections
from gramcheck.verify.definitions.kcr.rule import resubstitution_error

__all__ = [
    "algorithm_1",
    "coefficients_from_pairs",
    "errors_5",
    "lemma_5",
    "margin_6",
    "objective_5",
    "objective_6",
    "objective_10",
    "regularized_error",
]

Row = Sequence[Number]
Matrix = Sequence[Row]


def regularized_error(
    distances: Matrix, y: Sequence, h: Number, penalty: Number, lam: Number, kernel: str = "naive"
) -> float:
    """Eq. (3): (1/n) sum_i 1{g_n(X_i) != Y_i} + lam Omega[phi]."""
    error = resubstitution_error(distances, y, h, kernel)
    return float(Fraction(error) + Fraction(lam) * Fraction(penalty))


def errors_5(distances: Matrix, y: Sequence, h: Number, kernel: str = "naive") -> list[bool]:
    """psi_i of Eq. (5): the own class has fewer votes, j = i apart, than all others together."""
    return [value > 0 for value in margin(distances, y, h, kernel)]


def objective_5(
    distances: Matrix, y: Sequence, h: Number, penalty: Number, lam: Number, kernel: str = "naive"
) -> float:
    """Eq. (5): sum_i psi_i + lam Omega[phi]."""
    return float(sum(errors_5(distances, y, h, kernel)) + Fraction(lam) * Fraction(penalty))


def _embedded_distances(coefficients: Matrix, K: Matrix) -> list[list[Decimal]]:
    """||phi(X_i) - phi(X_j)|| to 60 digits; a square has its root exactly."""
    with exact():
        return [[decimal(embedded_distance(coefficients, a, b)).sqrt() for b in K] for a in K]


def margin_6(
    coefficients: Matrix, K: Matrix, y: Sequence, h: Number, kernel: str = "naive"
) -> list:
    """What psi of Eq. (6) compares with 0, for phi_m = sum_i c_im K(., X_i)."""
    return margin(_embedded_distances(coefficients, K), y, h, kernel)


def objective_6(
    coefficients: Matrix, K: Matrix, y: Sequence, h: Number, lam: Number, kernel: str = "naive"
) -> float:
    """Eq. (6): Eq. (5) for this phi, with sum_m c_m' K c_m for the penalty."""
    distances = _embedded_distances(coefficients, K)
    return objective_5(distances, y, h, squared_norm(coefficients, K), lam, kernel)


def coefficients_from_pairs(b: Matrix) -> list[Fraction]:
    """Proof of Lemma 5: sum_ij b_ij (K(., x_i) - K(., x_j)) has c_i = sum_j (b_ij - b_ji)."""
    n = len(b)
    return [
        sum((Fraction(b[i][j]) - Fraction(b[j][i]) for j in range(n)), Fraction(0))
        for i in range(n)
    ]


# Psi of Section 4; the last one is 1 at 0, as a bound of 1{x > 0} must be (erratum C13)
SURROGATES: dict[str, Callable[[Number], Number]] = {
    "hinge": lambda x: max(Fraction(0), 1 + Fraction(x)),
    "logistic": lambda x: logistic_bound(x, Decimal(1).exp()),
    "logistic-base-2": lambda x: logistic_bound(x, 2),
}


def objective_8(
    distances: Matrix,
    y: Sequence,
    h: Number,
    kernel: str = "naive",
    surrogate: str = "hinge",
    cauchy_exponent: int = 2,
    *,
    penalty: Number = 0,
    lam: Number = 0,
) -> float:
    """Eq. (8): sum_i Psi(psi-_i - psi+_i) + lam ||phi||^2."""
    with exact():
        margins = margin(distances, y, h, kernel, cauchy_exponent)
        loss = sum((Fraction(SURROGATES[surrogate](value)) for value in margins), Fraction(0))
        return float(loss + Fraction(lam) * Fraction(penalty))


def _inner(c: Row, K: Matrix, e: Row) -> Fraction:
    """The form c' K e: the inner product of the functions with these coefficients."""
    return sum(
        (
            Fraction(a) * Fraction(k) * Fraction(b)
            for a, row in zip(c, K, strict=True)
            for k, b in zip(row, e, strict=True)
        ),
        Fraction(0),
    )


def objective_10(
    coefficients: Row,
    K: Matrix,
    theta: Callable[[list[list[Fraction]]], Number],
    lam: Number,
) -> float:
    """Eq. (10): theta of all f(x_i) - f(x_j), plus lam ||f||^2, for f = sum_i c_i K(., x_i)."""
    f = [
        sum(
            (Fraction(c) * Fraction(k) for c, k in zip(coefficients, row, strict=True)), Fraction(0)
        )
        for row in K
    ]
    differences = [[a - b for b in f] for a in f]
    norm = _inner(coefficients, K, coefficients)
    return float(Fraction(theta(differences)) + Fraction(lam) * norm)


def lemma_5(coefficients: Row, K: Matrix) -> list[Fraction]:
    """Lemma 5: f' is f projected onto the span of all K(., x_i) - K(., x_j).

    By Gram and Schmidt, from the functions K(., x_i) - K(., x_n); those that depend on the ones
    before add nothing. What is left of f is orthogonal to the span, so no f(x_i) - f(x_j) changes.
    """
    n = len(K)
    basis: list[list[Fraction]] = []
    for i in range(n - 1):
        e = [Fraction(int(k == i) - int(k == n - 1)) for k in range(n)]
        for u in basis:
            share = _inner(e, K, u) / _inner(u, K, u)
            e = [a - share * b for a, b in zip(e, u, strict=True)]
        if _inner(e, K, e) != 0:
            basis.append(e)
    shares = [_inner(coefficients, K, u) / _inner(u, K, u) for u in basis]
    return [
        sum((s * u[k] for s, u in zip(shares, basis, strict=True)), Fraction(0)) for k in range(n)
    ]


def algorithm_1(
    K: Matrix,
    y: Sequence,
    lam: Number,
    alpha: Sequence[Number],
    beta: Sequence[Number],
    Sigma0: Matrix,
    h0: Number,
    sweeps: int,
    epsilon: Number = 1e-6,
) -> tuple[list[list[float]], float]:
    """Algorithm 1, line by line, for as many steps as there are alphas: Sigma_t and h~_t.

    N_t is formed from both, then both are moved. P_N are so many sweeps of alternating projections.
    """
    Sigma = [[Fraction(value) for value in row] for row in Sigma0]
    h2 = Fraction(h0)
    for a, b in zip(alpha, beta, strict=True):
        G, g = subgradient(Sigma, h2, K, y, lam)  # sum over N_t of tau M, plus lam K; and - tau
        moved = [
            [s - Fraction(a) * d for s, d in zip(*rows, strict=True)]
            for rows in zip(Sigma, G, strict=True)
        ]
        Sigma = [[Fraction(v) for v in row] for row in alternating_projections(moved, sweeps)]
        h2 = max(Fraction(epsilon), h2 - Fraction(b) * g)
    return [[float(value) for value in row] for row in Sigma], float(h2)
