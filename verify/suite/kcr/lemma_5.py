"""Appendix A: Eq. (10), and Lemma 5 on what its minimizers are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_most, close_to, largest
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.problems import agree
from gramcheck.verify.suite.kcr.bounds import WEIGHT
from gramcheck.verify.suite.kcr.embedding import HALVES
from gramcheck.verify.suite.kcr.problems import Array, gaussian, grams


def hinges(differences: Any) -> float:
    """Of each difference another one, so that neither signs nor places may be mistaken."""
    d = np.asarray(differences, dtype=float)
    i, j = np.indices(d.shape)
    return float(((1 + i + 3 * j) * np.maximum(0.0, 1 - d)).sum())


def spread(differences: Any) -> float:
    """The largest difference."""
    return float(np.max(np.asarray(differences, dtype=float)))


@st.composite
def functions(draw: Any) -> tuple[Array, Array]:
    """Coefficients (n,) of any sum, and a kernel matrix, which is often singular."""
    n = draw(st.integers(2, 5))
    c = draw(st.lists(HALVES, min_size=n, max_size=n))
    return np.array(c), draw(grams(n) | st.just(np.ones((n, n))))


ON_A_LINE = [0.0, 4.0, -4.0, -4.0, 0.0, 0.0]
FUNCTIONS = [
    (np.array([1.0, 2.0, -0.5]), np.diag([1.0, 2.0, 3.0]) + 1.0),
    (np.array([1.0, 2.0, -0.5]), np.ones((3, 3))),
    (np.array([3.0, 1.0, 1.0]), np.outer([1.0, 2.0, 4.0], [1.0, 2.0, 4.0])),
    # points of a line, the origin among them: what is left of HKH beside it is rounding
    (np.array([0.0, 0.5, -1.5, -2.0, -1.5, 2.0]), np.outer(ON_A_LINE, ON_A_LINE)),
]
EACH = [{"given": given} for given in FUNCTIONS]


@check("kcr/eq-10", place="Appendix A, Eq. (10)", needs="kcr.objective_10", since="0.1")
@for_all(
    given=functions(),
    theta=st.sampled_from([hinges, spread]),
    lam=WEIGHT,
    examples=[{**each, "theta": hinges, "lam": 3.0} for each in EACH],
)
def differences_and_norm_make_the_objective(
    target: Any, given: tuple, theta: Callable[[Any], float], lam: float
) -> Outcome:
    """The function theta of the matrix of all f(x_i) - f(x_j), plus lam ||f||^2 = lam c'Kc."""
    c, K = given
    expected = definitions.objective_10(c.tolist(), K.tolist(), theta, lam)
    terms = hinges(-2 * largest(K @ c) * np.ones(K.shape)) + lam * (np.abs(c) @ K @ np.abs(c))
    return close_to(expected, target.kcr.objective_10(c, K, theta, lam), ulps=30, scale=1 + terms)


@check(
    "kcr/lemma-5",
    place="Appendix A, proof of Lemma 5",
    needs="kcr.coefficients_from_pairs",
    since="0.1",
)
@for_all(
    n=st.integers(1, 5),
    seed=strategies.seeds(),
    examples=[{"n": 3, "seed": 0}],
)
def coefficients_of_pairs_sum_to_zero(target: Any, n: int, seed: int) -> Iterator[Outcome]:
    """c_i = sum_j (b_ij - b_ji), so sum_i c_i K(., x_i) = sum_ij b_ij (K(., x_i) - K(., x_j))."""
    b = np.random.default_rng(seed).normal(size=(n, n))
    expected = [float(c) for c in definitions.coefficients_from_pairs(b.tolist())]
    got = target.kcr.coefficients_from_pairs(b)
    size = float(np.abs(b).sum())
    yield close_to(expected, got, ulps=4 * n, scale=size)
    yield close_to(0.0, float(np.sum(got)), ulps=4 * n**2, scale=size)


@check(
    "kcr/lemma-5",
    place="Appendix A, Lemma 5",
    needs=("kcr.lemma_5", "kcr.objective_10"),
    since="0.1",
)
@for_all(given=functions(), examples=EACH)
def what_is_orthogonal_to_the_differences_is_taken_off(
    target: Any, given: tuple
) -> Iterator[Outcome]:
    """Zero-sum coefficients of the projection: the same differences, no greater norm.

    Coefficients are free where K is singular; f' is not, so its values and norm are compared. The
    kernel matrices are Gram matrices of quarters, whose nonzero eigenvalues are no less than 1e-3.
    In another unit of K they are what they are in this one.
    """
    c, K = given
    got = np.asarray(target.kcr.lemma_5(c, K), dtype=float)
    size = (1 + float(np.abs(c).sum())) * (1 + largest(K))
    yield close_to(0.0, float(got.sum()), atol=1e-9 * size)
    expected = np.array(definitions.lemma_5(c.tolist(), K.tolist()), dtype=float)
    yield close_to(K @ expected, K @ got, atol=1e-9 * size)
    for unit in (2.0**-60, 2.0**60):
        yield close_to(K @ expected, K @ target.kcr.lemma_5(c, unit * K), atol=1e-9 * size)
    yield close_to(float(expected @ K @ expected), float(got @ K @ got), atol=1e-9 * size**2)
    f, projected = K @ c, K @ got
    yield close_to(f[:, None] - f, projected[:, None] - projected, atol=1e-9 * size)
    yield at_most(float(c @ K @ c) + 1e-9 * size**2, float(got @ K @ got))
    for theta in (hinges, spread):
        before, after = (target.kcr.objective_10(each, K, theta, 1.0) for each in (c, got))
        yield agree(0.0, max(0.0, after - before), atol=1e-6 * size**2)


@check("kcr/lemma-5", place="Theorem 1 and Lemma 5", needs="kcr.center_coefficients", since="0.3")
@for_all(
    seed=strategies.seeds(),
    n=st.integers(2, 6),
    d=st.integers(1, 3),
    examples=[{"seed": 0, "n": 3, "d": 2}],
)
def rows_of_coefficients_lose_their_sums(
    target: Any, seed: int, n: int, d: int
) -> Iterator[Outcome]:
    """Without K each row loses its mean, with K a multiple of K^-1 1. A row alone is a vector."""
    rng = np.random.default_rng(seed)
    K, c = gaussian(rng.normal(size=(n, 2)), 0.5) + 0.5 * np.eye(n), rng.normal(size=(d, n))
    yield close_to(c - c.mean(axis=1)[:, None], target.kcr.center_coefficients(c), atol=1e-14)
    yield close_to(c[0] - c[0].mean(), target.kcr.center_coefficients(c[0]), atol=1e-14)
    along = np.linalg.solve(K, np.ones(n))
    expected = c - np.outer(c.sum(axis=1), along) / along.sum()
    yield close_to(expected, target.kcr.center_coefficients(c, K), atol=1e-11)
    yield close_to(expected[0], target.kcr.center_coefficients(c[0], K), atol=1e-11)


@check(
    "kcr/lemma-5",
    place="Theorem 1 and Lemma 5; erratum C9",
    needs=("kcr.center_coefficients", "kcr.sigma_from_coefficients", "kcr.squared_distances"),
    since="0.1",
)
@for_all(
    seed=strategies.seeds(),
    n=st.integers(2, 6),
    d=st.integers(1, 3),
    examples=[{"seed": 0, "n": 3, "d": 2}],
)
def sums_of_coefficients_are_taken_out_for_nothing(
    target: Any, seed: int, n: int, d: int
) -> Iterator[Outcome]:
    """Rows that sum to 0 with the same distances; the norm falls by (1'c)^2 / (1'K^-1 1) each.

    So the constraint 1' Sigma 1 = 0 costs nothing where K is positive definite.
    """
    rng = np.random.default_rng(seed)
    K = gaussian(rng.normal(size=(n, 2)), 0.5) + 0.5 * np.eye(n)
    c = rng.normal(size=(d, n))
    got = np.asarray(target.kcr.center_coefficients(c, K))
    yield close_to(np.zeros(d), got.sum(axis=1), atol=1e-11)
    before, after = (
        [[float(definitions.embedded_distance(f.tolist(), a, b)) for b in K] for a in K]
        for f in (c, got)
    )
    yield close_to(before, after, atol=1e-10)
    ones = float(np.linalg.solve(K, np.ones(n)).sum())
    norms = [float(definitions.squared_norm(f.tolist(), K.tolist())) for f in (c, got)]
    yield close_to(float((c.sum(axis=1) ** 2).sum()) / ones, norms[0] - norms[1], atol=1e-10)
