"""Section 3: distances, norms and pictures from Sigma, against functions of the RKHS."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_most, close_to
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.spectrum import positive_semidefinite
from gramcheck.verify.suite.kcr.problems import Array, gaussian, grams

HALVES = st.integers(-4, 4).map(lambda k: k / 2)


@st.composite
def coefficients(draw: Any, max_size: int = 5) -> tuple[Array, Array]:
    """Coefficients (d, n) with rows that sum to 0, and a kernel matrix (n, n)."""
    n, d = draw(st.integers(2, max_size)), draw(st.integers(1, 3))
    c = np.array(draw(st.lists(HALVES, min_size=d * n, max_size=d * n))).reshape(d, n)
    c[:, -1] -= c.sum(axis=1)
    return c, draw(grams(n))


EXAMPLE = (np.array([[1.0, -2.0, 1.0], [0.0, 1.5, -1.5]]), np.diag([1.0, 2.0, 3.0]) + 1.0)
ONE = [{"given": EXAMPLE}]


@check(
    "kcr/theorem-1",
    place="Theorem 1, Eq. (7); Remark 2 (b)",
    needs=("kcr.sigma_from_coefficients", "kcr.squared_distances"),
    since="0.1",
)
@for_all(given=coefficients(), examples=ONE)
def distances_are_those_of_the_embedding_functions(target: Any, given: tuple) -> Iterator[Outcome]:
    """||phi(z) - phi(w)||^2 with phi_m = sum_i c_im K(., X_i), between rows of kernel values."""
    c, K = given
    Sigma = target.kcr.sigma_from_coefficients(c)
    new = np.vstack([K[:1] + 0.5, 2.0 * K[1:]])
    for rows, others in ((K, None), (new, K), (K[:1], new)):
        against = rows if others is None else others
        expected = [
            [float(definitions.embedded_distance(c.tolist(), a, b)) for b in against.tolist()]
            for a in rows.tolist()
        ]
        got = target.kcr.squared_distances(Sigma, rows, *(() if others is None else (others,)))
        yield close_to(expected, got, atol=1e-10 * (1 + float(np.abs(c).sum() ** 2)))


@check("kcr/corollary-3", place="Corollary 3", needs="kcr.squared_distances", since="0.1")
@for_all(given=coefficients(), examples=ONE)
def distances_are_quadratic_forms(target: Any, given: tuple) -> Iterator[Outcome]:
    """(k_z - k_w)' Sigma (k_z - k_w) for any positive semidefinite Sigma; never below 0."""
    c, K = given
    Sigma = c.T @ c + np.eye(len(K))
    expected = [
        [float(definitions.squared_distance(Sigma.tolist(), a, b)) for b in K.tolist()]
        for a in K.tolist()
    ]
    got = np.asarray(target.kcr.squared_distances(Sigma, K), dtype=float)
    yield close_to(expected, got, atol=1e-10 * (1 + float(np.abs(c).sum() ** 2)))
    yield at_most(0.0, -got.min(initial=0.0))
    yield close_to(
        np.zeros(len(K)), np.diagonal(got), atol=1e-12 * (1 + float(np.abs(expected).max()))
    )


@check(
    "kcr/remark-2c",
    place="Remark 2 (c)",
    needs=("kcr.squared_norm", "kcr.sigma_from_coefficients"),
    since="0.1",
)
@for_all(given=coefficients(), examples=ONE)
def norm_is_that_of_the_embedding_functions(target: Any, given: tuple) -> Outcome:
    """||phi||^2 = sum_m c_m' K c_m = tr(K Sigma)."""
    c, K = given
    expected = float(definitions.squared_norm(c.tolist(), K.tolist()))
    got = target.kcr.squared_norm(target.kcr.sigma_from_coefficients(c), K)
    return close_to(expected, got, atol=1e-11 * (1 + float(np.abs(c).sum() ** 2)))


@check(
    "kcr/remark-2d",
    place="Remark 2 (d)",
    needs=("kcr.sigma_from_coefficients", "kcr.coefficients_from_sigma"),
    since="0.1",
)
@for_all(given=coefficients(), examples=ONE)
def sigma_and_coefficients_stand_for_each_other(target: Any, given: tuple) -> Iterator[Outcome]:
    """Sigma = sum_m c_m c_m', positive semidefinite with 1' Sigma 1 = 0; and back, longest first.

    As many rows come back as the rank of Sigma; with a number of rows, the longest ones.
    """
    c, _ = given
    expected = np.array(definitions.gram_of_coefficients(c.tolist()), dtype=float)
    Sigma = np.asarray(target.kcr.sigma_from_coefficients(c))
    size = 1 + float(np.abs(expected).max())
    yield close_to(expected, Sigma, atol=1e-13 * size)
    yield positive_semidefinite(Sigma)
    yield close_to(0.0, float(Sigma.sum()), atol=1e-12 * size)
    back = np.asarray(target.kcr.coefficients_from_sigma(Sigma))
    rank = int(np.linalg.matrix_rank(expected, tol=1e-9 * size))
    yield close_to(float(rank), float(len(back)), atol=0.0)
    again = np.asarray(target.kcr.sigma_from_coefficients(back)) if rank else np.zeros_like(Sigma)
    yield close_to(expected, again, atol=1e-11 * size)
    if rank:
        values = np.sort(np.linalg.eigvalsh(expected))[::-1]
        first = np.asarray(target.kcr.coefficients_from_sigma(Sigma, 1))
        yield close_to(values[:1], (first**2).sum(axis=1), atol=1e-10 * size)
        yield close_to(values[:rank], (back**2).sum(axis=1), atol=1e-10 * size)


@check(
    "kcr/corollary-4",
    place="Corollary 4",
    needs=("kcr.mahalanobis", "kcr.squared_distances"),
    since="0.1",
)
@for_all(
    X=strategies.points(2, min_size=2, max_size=5).map(lambda X: np.round(np.clip(X, -3, 3))),
    seed=strategies.seeds(),
    examples=[{"X": np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]]), "seed": 0}],
)
def linear_kernel_learns_a_mahalanobis_distance(
    target: Any, X: Array, seed: int
) -> Iterator[Outcome]:
    """(z - w)' A (z - w), A = sum_ij Sigma_ij X_i X_j', for training points and new ones."""
    rng = np.random.default_rng(seed)
    c = rng.integers(-2, 3, size=(2, len(X))).astype(float)
    Sigma = c.T @ c
    n, p = X.shape
    expected = [
        [sum(Sigma[i, j] * X[i, a] * X[j, b] for i in range(n) for j in range(n)) for b in range(p)]
        for a in range(p)
    ]
    A = np.asarray(target.kcr.mahalanobis(Sigma, X))
    size = 1 + float(np.abs(expected).max())
    yield close_to(expected, A, atol=1e-12 * size)
    Z = rng.integers(-3, 4, size=(3, p)).astype(float)
    want = [[float((z - x) @ np.array(expected) @ (z - x)) for x in X] for z in Z]
    got = target.kcr.squared_distances(Sigma, Z @ X.T, X @ X.T)
    yield close_to(want, got, atol=1e-10 * size * 100)


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


@check(
    "kcr/figure-1",
    place="Section 5, Figure 1",
    needs="kcr.embed",
    since="0.1",
)
@for_all(
    seed=strategies.seeds(),
    d=st.integers(1, 3),
    examples=[{"seed": 1, "d": 2}],
)
def pictures_show_the_longest_directions(target: Any, seed: int, d: int) -> Iterator[Outcome]:
    """Column m is sqrt(lambda_m) u_m'k_x, eigenvalues descending; the sign is free.

    With as many columns as points, distances in the picture are those of Sigma.
    """
    rng = np.random.default_rng(seed)
    n = 4
    U = np.linalg.qr(rng.normal(size=(n, n)))[0]
    values = np.array([5.0, 3.0, 1.0, 0.25])
    Sigma = (U * values) @ U.T
    Sigma = (Sigma + Sigma.T) / 2
    rows = rng.normal(size=(3, n))
    picture = np.asarray(target.kcr.embed(Sigma, rows, d), dtype=float)
    if picture.shape != (3, d):
        yield close_to(np.zeros((3, d)), picture, atol=1.0)
        return
    for m in range(d):
        line = np.sqrt(values[m]) * rows @ U[:, m]
        yield close_to(np.outer(line, line), np.outer(picture[:, m], picture[:, m]), atol=1e-10)
    whole = np.asarray(target.kcr.embed(Sigma, rows, n), dtype=float)
    want = [[float(definitions.squared_distance(Sigma.tolist(), a, b)) for b in rows] for a in rows]
    got = ((whole[:, None] - whole[None]) ** 2).sum(axis=2)
    yield close_to(want, got, atol=1e-10)
