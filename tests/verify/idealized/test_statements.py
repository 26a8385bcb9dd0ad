"""The statements of Section 3.2: by hand, and one against the other."""

from fractions import Fraction
from operator import mul

import numpy as np
import pytest

from gramcheck.verify.definitions import idealized as d

# erratum K2: similar (1, 0), dissimilar (1, 1); the optimum is alpha = (3, 4) with gamma = 11
X, S, D = [[0, 0], [1, 0], [1, 1]], [(0, 1)], [(0, 2)]
C_S, C_D, NU = 10, 8, Fraction(1, 2)
OPTIMUM = [[1, 4], [4, 4]]


def test_optimum_of_k2_meets_every_condition():
    assert d.metric_from_multipliers(X, S, D, [3], [4]) == OPTIMUM
    # dt^2 = 1 on S, 13 on D; d^2 = 1 and 2
    assert d.pair_margins(X, S, D, OPTIMUM, 11) == ([0], [0])
    slacks = d.smallest_slacks(X, S, D, OPTIMUM, 11)
    assert slacks == ([0], [0])
    etas = d.eta_from_multipliers([3], [4], C_S, C_D)
    assert etas == ([7], [4])
    mu = d.mu_from_multipliers([4], C_D, NU)
    assert mu == 0
    assert d.nu_from_multipliers([4], mu, C_D) == NU
    found = d.kkt_conditions(X, S, D, OPTIMUM, 11, *slacks, [3], [4], *etas, mu)
    assert found == ([0], [0], [0], [0], 0, [0], [0])
    primal = d.primal_objective(OPTIMUM, 11, *slacks, C_S, C_D, NU)
    assert primal == Fraction(49, 2) - 44 == Fraction(-39, 2)
    assert d.dual_objective([3], [4], X, S, D) == primal
    given = (OPTIMUM, 11, *slacks, [3], [4], *etas, mu, C_S, C_D, NU)
    assert d.lagrangian(X, S, D, *given) == primal


def test_lagrangian_of_anything_by_hand():
    """AA' = I, gamma = 1, xi = 1 and 2, alpha = 1 and 3, eta = 4 and 5, mu = 6.

    The primal is 1 + 10 + 8 (2 - 1/2) = 23; (8) with its slack is 0 + 1, (9) 0 - 1 + 2; so
    23 - 1 * 1 - 3 * 1 - (4 * 1 + 5 * 2) - 6 * 1.
    """
    identity = [[1, 0], [0, 1]]
    given = (identity, 1, [1], [2], [1], [3], [4], [5], 6, C_S, C_D, NU)
    assert d.lagrangian(X, S, D, *given) == 23 - 1 - 3 - 14 - 6


def test_margins_from_labels_are_those_of_pairs():
    rng = np.random.default_rng(0)
    points, y = rng.integers(-3, 4, size=(5, 2)).tolist(), list("abacb")
    metric, M, gamma = [[2, 1], [1, 0]], [[1, 0], [0, 3]], Fraction(1, 2)
    everything = [(i, j) for i in range(5) for j in range(5)]
    all_of_them = d.distances(points, everything, [], metric, M)
    tables = [
        np.reshape(each, (5, 5)).tolist() for each in (all_of_them.after_S, all_of_them.before_S)
    ]
    table = d.margins_from_labels(*tables, y, gamma)
    similar, dissimilar = d.pairs_from_labels(y)
    margins = d.pair_margins(points, similar, dissimilar, metric, gamma, M)
    assert margins == tuple([table[i][j] for i, j in pairs] for pairs in (similar, dissimilar))
    assert all(table[i][i] == 0 for i in range(5))


def test_program_of_k2_by_hand():
    P, q, G, h = d.dual_program(X, S, D, C_S, C_D, NU)
    assert P == [[1, -1], [-1, 4]]
    assert q == [1, -2]
    assert G == [[-1, 0], [0, -1], [1, 0], [0, 1], [0, Fraction(-1, 8)]]
    assert h == [0, 0, 10, 8, -NU]


@pytest.mark.parametrize("seed", range(3))
def test_program_is_minus_the_dual_objective(seed):
    rng = np.random.default_rng(seed)
    points = rng.integers(-2, 3, size=(5, 2)).tolist()
    similar, dissimilar = [(0, 1), (1, 2)], [(0, 3), (2, 4), (3, 4)]
    M = [[2, 1], [1, 5]]
    P, q, G, h = d.dual_program(points, similar, dissimilar, 3, 6, NU, M)
    a = [Fraction(int(v), 4) for v in rng.integers(0, 9, size=5)]
    value = sum(a[k] * a[m] * P[k][m] for k in range(5) for m in range(5)) / 2
    value += sum(map(mul, a, q))
    assert -value == d.dual_objective(a[:2], a[2:], points, similar, dissimilar, M)
    met = [
        sum(x * y for x, y in zip(row, a, strict=True)) <= b for row, b in zip(G, h, strict=True)
    ]
    right = [v >= 0 for v in a] + [v <= Fraction(3, 2) for v in a[:2]] + [v <= 2 for v in a[2:]]
    assert met == [*right, sum(a[2:]) >= 6 * NU]
