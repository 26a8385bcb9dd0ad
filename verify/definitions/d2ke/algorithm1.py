"""D2KE, Algorithm 1, steps 3 and 4: the objective term by term, its minimizers by brute force."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

from gramcheck.verify.definitions.exact import Number, decimal, decimals, dot, exact, solve

__all__ = [
    "directional_derivative",
    "fit",
    "gradient",
    "liblinear_C",
    "objective",
    "one_vs_rest",
    "predict",
    "predict_classes",
]

Matrix = Sequence[Sequence[Number]]
Vector = Sequence[Number]

# loss(f, y); labels are -1 and +1, or any real number for the squared loss
LOSSES = {
    "squared": lambda f, y: (f - y) ** 2,
    "logistic": lambda f, y: (1 + (-y * f).exp()).ln(),
    "squared_hinge": lambda f, y: max(Decimal(0), 1 - y * f) ** 2,
    "hinge": lambda f, y: max(Decimal(0), 1 - y * f),
}

# the derivative of the loss in f; the hinge at y f = 1 has none (see directional_derivative)
SLOPES = {
    "squared": lambda f, y: 2 * (f - y),
    "logistic": lambda f, y: -y / (1 + (y * f).exp()),
    "squared_hinge": lambda f, y: -2 * y * max(Decimal(0), 1 - y * f),
    "hinge": lambda f, y: -y if y * f < 1 else Decimal(0),
}


def _with_intercept(phi, weights):
    """Rows of phi, with a one at the end if there is one weight more than columns."""
    return [[*row, 1] if len(weights) > len(row) else list(row) for row in phi]


def _penalized(phi, weights):
    """The weights that the penalty sees: all but the intercept."""
    return list(weights)[: len(phi[0])]


def predict(phi: Matrix, weights: Sequence[Any]) -> list[Any]:
    """Algorithm 1, step 4: f(x) = w' phi(x), plus the last weight if it is one longer than phi.

    With a matrix of weights, one row a class, a row of values an object.
    """
    if hasattr(weights[0], "__len__"):
        return [list(values) for values in zip(*(predict(phi, w) for w in weights), strict=True)]
    with exact():
        w = [decimal(v) for v in weights]
        return [float(dot(row, w)) for row in _with_intercept(decimals(phi), w)]


def _objective(phi, y, w, mu, loss) -> Decimal:
    rows = _with_intercept(phi, w)
    risk = sum(LOSSES[loss](dot(row, w), label) for row, label in zip(rows, y, strict=True))
    return risk / len(y) + mu / 2 * sum(v * v for v in _penalized(phi, w))


def _decimal_problem(phi, y, weights, mu) -> tuple[Any, Any, Any, Any]:
    return decimals(phi), [decimal(v) for v in y], [decimal(v) for v in weights], decimal(mu)


def objective(phi: Matrix, y: Vector, weights: Vector, mu: float, loss: str = "squared") -> float:
    """Algorithm 1, step 3: (1/n) sum_i loss(w' phi(x_i), y_i) + (mu/2) ||w||^2.

    An intercept, the last of R + 1 weights, is not penalized.
    """
    with exact():
        return float(_objective(*_decimal_problem(phi, y, weights, mu), loss))


def _gradient(phi, y, w, mu, loss) -> list[Decimal]:
    rows = _with_intercept(phi, w)
    slopes = [SLOPES[loss](dot(row, w), label) for row, label in zip(rows, y, strict=True)]
    penalty = [mu * v for v in _penalized(phi, w)] + [Decimal(0)] * (len(w) - len(phi[0]))
    columns = zip(*rows, strict=True)
    return [dot(slopes, column) / len(y) + g for column, g in zip(columns, penalty, strict=True)]


def gradient(
    phi: Matrix, y: Vector, weights: Vector, mu: float, loss: str = "squared"
) -> list[float]:
    """Partial derivatives of Algorithm 1's objective, term by term; hinge: away from its kinks."""
    with exact():
        return [float(g) for g in _gradient(*_decimal_problem(phi, y, weights, mu), loss)]


def directional_derivative(
    phi: Matrix, y: Vector, weights: Vector, direction: Vector, mu: float, loss: str = "squared"
) -> float:
    """Right derivative of Algorithm 1's objective at ``weights`` along ``direction``.

    Exists for the hinge too: at a kink, y f = 1, the loss changes by max(0, -y s) when f changes
    by s. The weights are optimal if and only if no direction has a negative one (convexity).
    """
    with exact():
        phi, y, w, mu = _decimal_problem(phi, y, weights, mu)
        v = [decimal(a) for a in direction]
        total = Decimal(0)
        for row, label in zip(_with_intercept(phi, w), y, strict=True):
            f, s = dot(row, w), dot(row, v)
            at_kink = loss == "hinge" and label * f == 1
            total += max(Decimal(0), -label * s) if at_kink else SLOPES[loss](f, label) * s
        return float(total / len(y) + mu * dot(_penalized(phi, w), _penalized(phi, v)))


def fit(
    phi: Matrix, y: Vector, mu: float, loss: str = "squared", intercept: bool = False
) -> list[float]:
    """Algorithm 1, step 3: the minimizer, for small problems; the intercept last.

    Squared loss: the normal equations, solved in fractions. Squared hinge and hinge: every set of
    active terms is tried (2^n and 3^n). Logistic: Newton's method to 40 digits.
    """
    psi = [[Fraction(v) for v in row] + [Fraction(1)] * intercept for row in phi]
    y = [Fraction(v) for v in y]
    penalty = [Fraction(mu)] * len(phi[0]) + [Fraction(0)] * intercept
    with exact():
        if loss == "logistic":
            weights = _newton(phi, y, mu, intercept)
        else:
            search = {"squared": _least_squares, "squared_hinge": _active_set, "hinge": _box}
            weights = search[loss](psi, y, penalty)
        return [float(decimal(w)) for w in weights]


def _least_squares(psi, y, penalty, active=None):
    """Zero of the gradient of (1/n) sum_{i active} (f_i - y_i)^2 + (mu/2) ||w||^2."""
    active = range(len(y)) if active is None else active
    R, n = len(penalty), len(y)
    A = [
        [Fraction(2, n) * sum(psi[i][r] * psi[i][s] for i in active) for s in range(R)]
        for r in range(R)
    ]
    for r in range(R):
        A[r][r] += penalty[r]
    b = [Fraction(2, n) * sum(psi[i][r] * y[i] for i in active) for r in range(R)]
    return solve(A, b)


def _active_set(psi, y, penalty):
    """Squared hinge, (f - y)^2 where y f < 1, else 0: the right set is the one that recurs."""
    for chosen in product((False, True), repeat=len(y)):
        active = [i for i, c in enumerate(chosen) if c]
        try:
            w = _least_squares(psi, y, penalty, active)
        except ZeroDivisionError:  # an intercept without any active term
            continue
        if active == [i for i, row in enumerate(psi) if y[i] * dot(row, w) < 1]:
            return w
    raise ArithmeticError("no set of active terms is consistent")


def _box(psi, y, penalty):
    """Hinge: multipliers a_i in [0, 1], penalty w = (1/n) sum a_i y_i psi_i, tried as 0, 1 or free.

    a_i is minus y_i times a subgradient of the loss: 1 where y f < 1, 0 where y f > 1, free where
    y f = 1. The free ones and the weights solve one linear system.
    """
    n, R = len(y), len(penalty)
    for choice in product((0, 1, None), repeat=n):
        free = [i for i, a in enumerate(choice) if a is None]
        system, right = [], []
        for r in range(R):  # stationarity in weight r: penalty w_r - (1/n) sum_free a y psi = rest
            system.append(
                [penalty[r] * (r == s) for s in range(R)] + [-y[i] * psi[i][r] / n for i in free]
            )
            active = (y[i] * psi[i][r] for i in range(n) if choice[i] == 1)
            right.append(sum(active, Fraction(0)) / n)
        for i in free:
            system.append(psi[i] + [Fraction(0)] * len(free))
            right.append(y[i])  # f = y, which is y f = 1
        try:
            solution = solve(system, right)
        except ZeroDivisionError:  # dependent rows: the same weights come from fewer free terms
            continue
        w, a = solution[:R], solution[R:]
        margins = [y[i] * dot(psi[i], w) for i in range(n)]
        if all(0 <= v <= 1 for v in a) and all(
            m >= 1 if c == 0 else m <= 1
            for m, c in zip(margins, choice, strict=True)
            if c is not None
        ):
            return w
    raise ArithmeticError("no choice of multipliers is optimal")


def _newton(phi, y, mu, intercept):
    """Logistic loss: Newton's steps, halved until the objective falls, until the step is 1e-40."""
    phi, y, w, mu = _decimal_problem(phi, y, [0] * (len(phi[0]) + intercept), mu)
    rows, R = _with_intercept(phi, w), len(w)
    for _ in range(200):
        value, g = _objective(phi, y, w, mu, "logistic"), _gradient(phi, y, w, mu, "logistic")
        q = [1 / (1 + (-dot(row, w)).exp()) for row in rows]  # curvature q (1 - q), as |y| = 1
        hessian = [
            [
                sum(p * (1 - p) * row[r] * row[s] for p, row in zip(q, rows, strict=True)) / len(y)
                + mu * (r == s < len(phi[0]))
                for s in range(R)
            ]
            for r in range(R)
        ]
        step = solve(hessian, g)
        if max(map(abs, step)) < Decimal("1e-40"):
            return w
        moved = _minus(w, step)
        while _objective(phi, y, moved, mu, "logistic") > value + Decimal("1e-50"):  # roundings
            step = [b / 2 for b in step]
            moved = _minus(w, step)
        w = moved
    raise ArithmeticError("Newton's method did not converge")


def _minus(u, v):
    return [a - b for a, b in zip(u, v, strict=True)]


def one_vs_rest(
    phi: Matrix, y: Sequence, mu: float, loss: str = "squared", intercept: bool = False
) -> tuple[list, list[list[float]]]:
    """Algorithm 1 once a class, its label +1 and every other -1; classes in sorted order."""
    classes = sorted(set(y))
    signs = [[1 if label == c else -1 for label in y] for c in classes]
    return classes, [fit(phi, s, mu, loss, intercept) for s in signs]


def predict_classes(phi: Matrix, classes: Sequence, weights: Matrix) -> list:
    """The class of the largest value; of equal ones the first."""
    return [classes[values.index(max(values))] for values in predict(phi, weights)]


def liblinear_C(n: int, mu: float) -> float:
    """LIBLINEAR's C (Section 5), 1/(n mu): its C sum_i loss + ||w||^2 / 2 is step 3 over mu."""
    return float(1 / (Fraction(n) * Fraction(mu)))
