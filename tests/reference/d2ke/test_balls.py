"""Certificates of the smallest risk in a ball, at points that are no optimum."""

import numpy as np
import pytest
import scipy.special

from gramcheck.reference.d2ke.engines import balls

# losses l(f, y), slopes that their conjugates allow, and the conjugates l*(u, y)
LOSSES = {
    "squared": (
        lambda f, y: (f - y) ** 2,
        lambda s, y: 2 * s,
        lambda u, y: u * y + u**2 / 4,
    ),
    "hinge": (
        lambda f, y: np.maximum(0, 1 - y * f),
        lambda s, y: -y * scipy.special.expit(s),
        lambda u, y: u * y,
    ),
    "logistic": (
        lambda f, y: np.logaddexp(0, -y * f),
        lambda s, y: -y * scipy.special.expit(s),
        lambda u, y: -scipy.special.entr(-u * y) - scipy.special.entr(1 + u * y),
    ),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_the_gap_is_the_risk_above_its_dual_at_any_slopes(loss):
    """max_u - sum p l*(u) - ||B'(p u)|| is the smallest risk of f = B w with ||w|| <= 1."""
    value, slopes, conjugate = LOSSES[loss]
    for seed in range(5):
        rng = np.random.default_rng(seed)
        B, y, p = rng.normal(size=(7, 3)), rng.choice([-1.0, 1.0], 7), rng.dirichlet(np.ones(7))
        w = rng.normal(size=3)
        f, u = B @ w / max(1, np.linalg.norm(w)), slopes(rng.normal(size=7), y)
        dual = -p @ conjugate(u, y) - np.linalg.norm(B.T @ (p * u))
        expected = p @ value(f, y) - dual
        assert balls.gap(B, f, y, loss, p, u) == pytest.approx(expected, rel=1e-12)
