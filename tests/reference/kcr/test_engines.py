"""The engines behind the program (9) by themselves: cutting planes, and the two closed forms."""

import numpy as np
import pytest

from gramcheck.reference.kcr import balance_scale, lemma_5, solve_by_splitting
from gramcheck.reference.kcr.engines.centered import center_kernel, checked_problem
from gramcheck.reference.kcr.engines.cutting_planes import _Rounds, cut
from gramcheck.reference.kcr.engines.pairs import gram_distances
from gramcheck.reference.kcr.engines.proximal import consensus, row_multipliers
from gramcheck.reference.kcr.engines.result import certified
from tests.reference.kcr.truth import Problem, assert_honest, problem


def solve(each, tol=1e-6, max_iterations=100):
    """By cutting planes alone."""
    checked = checked_problem(*each, eps=1e-6)
    return certified(checked, cut(checked, tol, max_iterations, 0), tol)


def linear(seed, n, d=3, spread=1.0, lam=1e-3):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    X = rng.normal(size=(n, d))
    X[:, 0] += spread * y
    return Problem(X @ X.T, y, lam)


@pytest.mark.parametrize("index", [3, 4, 8, 9, 13, 14])  # linear and quadratic, 3 coordinates
def test_cutting_planes_reach_the_optimum_and_prove_it(index):
    each = problem(0, index)
    found = solve(each, tol=1e-5)
    assert_honest(found, each)
    assert found.converged
    assert found.objective <= (1 + 2e-5) * each.best.upper


@pytest.mark.parametrize(
    ("spread", "seeds"), [(0.0, (0, 3, 5)), (1.5, (0, 6, 8)), (3.0, (3, 5, 8))]
)
def test_cutting_planes_close_the_gap_of_every_line(spread, seeds):
    """From mixed to separable: lines that a single factorization in cvxopt left open among them."""
    gaps = [solve(linear(seed, 10 + seed % 3 * 10, spread=spread)).gap for seed in seeds]
    assert max(gaps) <= 1e-6


def test_a_stopped_run_says_so():
    each = linear(2, 12)
    found = solve(each, max_iterations=1)
    assert_honest(found, each)
    assert not found.converged
    assert found.gap > 1e-6
    assert found.iterations == 1


def test_a_cut_is_the_loss_where_it_was_made():
    """And nowhere above it: slopes and constants against the loss itself."""
    rng = np.random.default_rng(0)
    checked = checked_problem(*linear(1, 9), eps=1e-6)
    rounds = _Rounds(checked)
    program, first = rounds.program, len(rounds.program.rows)

    def point():
        factor = rng.normal(size=(3, 2))
        images = program.Z @ factor
        W, h2 = factor @ factor.T, rng.uniform(0.1, 3)
        inner = 1 + checked.tau * (gram_distances(images @ images.T) - h2)
        losses = checked.offsets + np.maximum(inner, 0).sum(axis=1)
        return np.append(W[program.upper], h2), inner > 0, losses

    where, active, losses = point()
    rounds.add(active, np.arange(9))
    slopes, constants = program.slopes[first:], program.constants[first:]
    np.testing.assert_allclose(slopes @ where + constants, losses, rtol=1e-12)
    for _ in range(20):
        elsewhere, _, losses = point()
        assert (slopes @ elsewhere + constants <= losses * (1 + 1e-9)).all()


def test_splitting_is_finished_where_it_crawls():
    """A linear kernel of three coordinates whose gap stood at 7 % after 20,000 iterations."""
    rng = np.random.default_rng([110, 3])
    y = rng.permutation(np.arange(8) % 2)
    X = rng.normal(size=(8, 3))
    X[:, 0] += rng.uniform(0, 2) * y
    found = solve_by_splitting(X @ X.T, y, 1e-3)
    assert found.converged
    assert found.iterations < 1100


def test_many_patterns_of_few_coordinates():
    X, y = balance_scale()
    chosen = np.random.default_rng(0).permutation(len(y))[:120]
    X = (X[chosen] - 1) / 4
    assert solve(Problem(X @ X.T, y[chosen], 1.0), tol=1e-3).converged


@pytest.mark.parametrize("unit", [1e-90, 1e90])
def test_units_of_the_kernel_change_nothing(unit):
    K, y, lam = linear(3, 12, lam=0.1)
    plain, scaled = (solve(Problem(u * K, y, u * lam)) for u in (1.0, unit))
    assert scaled.objective == pytest.approx(plain.objective, rel=1e-9)
    assert scaled.converged


def test_a_bound_that_rounding_spoils_is_admitted():
    """With lambda = 1e-12 the metric is right and its proof is lost: no convergence is claimed."""
    found = solve(linear(0, 12, lam=1e-12))
    assert found.converged == (found.gap <= 1e-6)


def test_consensus_is_the_least_squares_solution():
    """B, its distances and h of the closed form, beside the normal equations written out."""
    rng, n, g = np.random.default_rng(0), 4, 1.7
    R, C = rng.normal(size=(2, n, n))
    C = C + C.T
    pairs = [(i, j) for i in range(n) for j in range(i + 1)]
    rows, right = [], []
    for i in range(n):
        for j in range(n):
            of_distance, of_B = np.zeros(len(pairs) + 1), np.zeros(len(pairs) + 1)
            for a, b, sign in ((i, i, 1), (j, j, 1), (i, j, -2)):
                of_distance[pairs.index((max(a, b), min(a, b)))] += sign
            of_distance[-1] = -1
            of_B[pairs.index((max(i, j), min(i, j)))] = np.sqrt(g)
            rows += [of_distance, of_B]
            right += [R[i, j], np.sqrt(g) * C[i, j]]
    expected = np.linalg.lstsq(np.array(rows), np.array(right), rcond=None)[0]
    B, squared, h = consensus(R, C, g, eps=-np.inf)
    np.testing.assert_allclose([B[pair] for pair in pairs] + [h], expected, atol=1e-12)
    np.testing.assert_allclose(squared, gram_distances(B), atol=1e-12)


def test_row_multipliers_are_the_proximal_point():
    """Subgradient condition of the nested hinges: theta is 1, 0 or at the kink, m likewise."""
    rng = np.random.default_rng(1)
    p, offsets, rho = rng.normal(size=(50, 6)), -rng.integers(-1, 6, 50).astype(float), 0.8
    m, theta = row_multipliers(p, offsets, rho, np.zeros(50))
    x = p - m / rho
    value = offsets + np.maximum(x, 0).sum(axis=1)
    assert (np.abs(np.where(theta >= 1, np.minimum(value, 0), 0)) < 1e-12).all()
    assert (np.where(theta <= 0, np.maximum(value, 0), 0) < 1e-12).all()
    inside = (theta > 0) & (theta < 1)
    assert inside.any()
    assert np.abs(value[inside]).max() < 1e-12
    at = np.where(x > 1e-12, theta[:, None], np.where(x < -1e-12, 0.0, m))
    np.testing.assert_allclose(m, at, atol=1e-12)
    assert (m <= theta[:, None] + 1e-15).all()


def test_roundings_of_a_kernel_are_no_directions():
    """Those of its largest entry, also where another one is 0, as of a point at the origin."""
    for dimension in (1, 2):
        X = np.random.default_rng(3).normal(size=(9, dimension))
        X[0] = 0.0
        assert len(center_kernel(X @ X.T).s) == dimension


def test_roundings_of_the_largest_eigenvalue_are_no_directions():
    """It is n times the largest entry here."""
    v = np.where(np.arange(200) % 2, 1.0, -1.0)
    assert len(center_kernel(np.outer(v, v)).s) == 1


@pytest.mark.parametrize("unit", [1.0, 1e-310])
def test_coefficients_of_lemma_5_lie_in_the_range_of_the_centered_kernel(unit):
    """Of kernels with eigenvalues 0 those that are nothing but rounding would be divided by."""
    c = np.random.default_rng(0).normal(size=200)
    signs, classes = np.where(np.arange(200) % 2, 1.0, -1.0), np.arange(200) % 4
    np.testing.assert_allclose(
        lemma_5(c, unit * np.outer(signs, signs)), signs * (signs @ c) / 200, rtol=0, atol=1e-13
    )
    means = np.array([c[classes == each].mean() for each in classes])
    np.testing.assert_allclose(
        lemma_5(c, unit * (classes[:, None] == classes)), means - c.mean(), rtol=0, atol=1e-13
    )
