"""Section 3 and Appendix A: what Lemma 5 and Eq. (10) say of each other."""

import numpy as np
import pytest

from gramcheck.reference.kcr import (
    center_coefficients,
    coefficients_from_pairs,
    gaussian_kernel,
    lemma_5,
    objective_6,
    objective_10,
    solve_by_splitting,
)


@pytest.mark.parametrize("kernel", ["regular", "singular"])
def test_lemma_5_keeps_differences_and_shortens(kernel):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(7, 2))
    K = gaussian_kernel(X, s=2.0) if kernel == "regular" else (1 + X @ X.T)
    c = rng.normal(size=7)
    centered = lemma_5(c, K)
    assert abs(centered.sum()) < 1e-10
    np.testing.assert_allclose(*(np.subtract.outer(K @ a, K @ a) for a in (centered, c)), atol=1e-9)
    assert centered @ K @ centered <= c @ K @ c
    if kernel == "regular":
        np.testing.assert_allclose(centered, center_coefficients(c, K), rtol=1e-8)
    theta = np.ptp  # any function of the differences
    assert objective_10(centered, K, theta, 0.3) <= objective_10(c, K, theta, 0.3)


def test_pairs_of_the_proof_are_coefficients():
    rng = np.random.default_rng(1)
    K, b = gaussian_kernel(rng.normal(size=(5, 2))), rng.normal(size=(5, 5))
    f = sum(b[i, j] * (K[i] - K[j]) for i in range(5) for j in range(5))
    c = coefficients_from_pairs(b)
    np.testing.assert_allclose(K @ c, f, atol=1e-12)
    assert c.sum() == pytest.approx(0.0, abs=1e-12)


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
