"""KCR: the definitions for whole tables, and the optima that are known in closed form."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np

from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.definitions.d2ke.baselines import knn_predict as nearest_labels
from gramcheck.verify.definitions.exact import Number

Table = Sequence[Sequence[Number]]
Labels = Sequence


def smoothing_kernel(rho: Sequence[Number], h: Number, kernel: str = "naive") -> list[Number]:
    """chi(rho / h), Section 1 and its examples, of every distance."""
    return [definitions.smoothing_kernel(r, h, kernel) for r in rho]


def relaxations(distances: Table, y: Labels, h: Number) -> tuple[list[Fraction], ...]:
    """Five parts, none below the one before at any point: the steps from errors to both hinges."""
    return tuple(definitions.relaxations(distances, y, h))


def logistic_bound(x: Sequence[Number], base: Number = 2) -> list[float]:
    """log(1 + e^x) to this base, of every x; to base e, as printed, it is below 1 on (0, 0.541)."""
    return [definitions.logistic_bound(value, base) for value in x]


def label_signs(y: Labels) -> list[list[int]]:
    """tau_ij, +1 within a class and -1 between classes."""
    return [[definitions.sign(y, i, j) for j in range(len(y))] for i in range(len(y))]


def same_class_counts(y: Labels) -> list[int]:
    """n_i+ = #{j : tau_ij = 1}, j = i included."""
    return [row.count(1) for row in label_signs(y)]


def objective_from_distances(squared: Table, h2: Number, y: Labels) -> float:
    """The loss of Eq. (9) for given squared distances, without the penalty."""
    return definitions.objective_from_distances(squared, h2, y)


def squared_distances(Sigma: Table, K_a: Table, K_b: Table) -> list[list[Fraction]]:
    """Corollary 3 for all rows of K_a and of K_b: (k_z - k_w)' Sigma (k_z - k_w)."""
    return [[definitions.squared_distance(Sigma, a, b) for b in K_b] for a in K_a]


def squared_norm(Sigma: Table, K: Table) -> Fraction:
    """Remark 2 (c): ||phi||^2 = tr(K Sigma)."""
    return definitions.trace_of_product(K, Sigma)


def sigma_from_coefficients(c: Table) -> list[list[Fraction]]:
    """Remark 2 (d): Sigma = sum_m c_m c_m'; a row of c is a coordinate."""
    return definitions.gram_of_coefficients(c)


def knn_predict(distances: Table, y: Labels, k: int = 1) -> list:
    """Majority of the k nearest; ties to the smallest label, equal distances to the first point."""
    return nearest_labels(distances, y, k)


def knn_error(distances: Table, y_train: Labels, y_test: Labels, k: int = 1) -> float:
    """The share of test points that the k nearest training points get wrong."""
    return definitions.knn_error(distances, y_train, y_test, k)


def balance_scale() -> list[list[str | int]]:
    """Section 5: how many of the 625 points are in each class, by the torques of the two sides."""
    torques = ((a * b, c * d) for a, b, c, d in product(range(1, 6), repeat=4))
    tips = Counter("BLR"[(left > right) - (left < right)] for left, right in torques)
    return [[label, tips[label]] for label in sorted(tips)]


def solve_exactly(K: Sequence[Sequence[float]], y: Labels, lam: float) -> float:
    """The smallest objective of Eq. (9), on problems where it is known in closed form."""
    if len(y) == 2:
        return definitions.two_point_optimum(K, lam)
    sizes, within, between = _clusters(K, y)
    value = definitions.clustered_optimum(sizes, within, between, lam)
    near = Fraction(value).limit_denominator(10**4)  # a linear program of small fractions
    if abs(value - near) > 1e-10 * (1 + abs(value)):
        raise ArithmeticError(f"{value} is no simple fraction: store another problem")
    return float(near)


def solve_by_splitting(
    K: Sequence[Sequence[float]], y: Labels, lam: float, tol: float = 1e-3
) -> float:
    """The smallest objective of Eq. (9), which is to be found to the relative tolerance tol."""
    return solve_exactly(K, y, lam)


def _clusters(K: Sequence[Sequence[float]], y: Labels) -> tuple[list[int], list[float], float]:
    """Sizes and eigenvalues that make ``clustered_kernel`` this matrix; classes are in order."""
    sizes = [list(y).count(label) for label in dict.fromkeys(y)]
    starts = [sum(sizes[:c]) for c in range(len(sizes))]
    within = [float(K[s][s] - K[s][s + 1]) for s in starts]
    constant = float(np.sum(K)) / len(y)
    between = (float(np.trace(K)) - constant) - sum(
        w * (size - 1) for w, size in zip(within, sizes, strict=True)
    )
    between /= len(sizes) - 1
    if not np.array_equal(definitions.clustered_kernel(sizes, within, between, constant), K):
        raise ArithmeticError("the kernel knows more than the classes: store another problem")
    return sizes, within, between
