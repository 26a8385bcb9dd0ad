"""Section 3 and Appendix A: two statements that say something of each other."""

import numpy as np

from gramcheck.reference.kcr import (
    center_coefficients,
    gaussian_kernel,
    lemma_5,
    objective_6,
    solve_by_splitting,
)


def test_lemma_5_is_the_change_that_no_distance_notices():
    rng = np.random.default_rng(0)
    K, c = gaussian_kernel(rng.normal(size=(7, 2)), s=2.0), rng.normal(size=7)
    np.testing.assert_allclose(lemma_5(c, K), center_coefficients(c, K), rtol=1e-8)


def test_a_learned_embedding_lowers_the_objective_of_the_errors():
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(12, 2)), np.arange(12) % 2
    X[:, 0] += 3 * y
    K = gaussian_kernel(X)
    rule = solve_by_splitting(K, y, 0.1)
    c = np.linalg.cholesky(rule.Sigma + 1e-9 * np.eye(12)).T
    nothing = objective_6(np.zeros((1, 12)), K, y, 1.0, 0.1)
    assert nothing == 12.0  # 5 votes of the own class and 6 others
    assert objective_6(c, K, y, np.sqrt(rule.h2), 0.1) < nothing
