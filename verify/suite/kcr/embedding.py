"""Section 3: Eqs. (6) and (7), distances, norms and pictures, against functions of the RKHS."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_most, close_to, equal, largest
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.spectrum import positive_semidefinite
from gramcheck.verify.suite.kcr.bounds import CHI, WEIGHT, counted
from gramcheck.verify.suite.kcr.problems import BY_EXPONENT, SMOOTHING, Array, grams, labels

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
NOTHING = {"given": (np.zeros((1, 3)), EXAMPLE[1])}


@st.composite
def embeddings(draw: Any) -> tuple[Array, Array, Any, float]:
    """Coefficients (d, n), a kernel matrix, labels and a radius, which is often a distance."""
    c, K = draw(coefficients())
    h = draw(st.sampled_from([0.25, 0.5, 1.0, 2.0, 4.0]))
    return c, K, draw(labels(len(K))), h


# the images 0, 2 and -2 are 2 or 4 apart; 1/2, 0 and -1/2 have a norm below 1
FAR_APART = (np.array([[0.0, 2.0, -2.0]]), np.eye(3), np.array([0, 1, 0]), 2.0)
SMALL = (np.array([[0.5, 0.0, -0.5]]), np.eye(3), np.array([0, 1, 0]), 0.5)
# the images are 0, 0, 1, 2 and 4
OF_THE_LINE = (np.array([[0.0, 0.0, 1.0, 2.0, 4.0]]), np.eye(5), BY_EXPONENT.y, BY_EXPONENT.h)
EMBEDDINGS = [(*ONE[0]["given"], np.array([0, 1, 0]), 0.5), FAR_APART, SMALL, OF_THE_LINE]


@check("kcr/eq-6", place="Section 3, Eq. (6)", needs="kcr.objective_6", since="0.1")
@for_all(
    given=embeddings(),
    chi=CHI,
    lam=WEIGHT,
    examples=[
        {"given": given, "chi": chi, "lam": 0.125} for given in EMBEDDINGS for chi in SMOOTHING
    ],
)
def objective_of_coefficients_is_that_of_the_functions(
    target: Any, given: tuple, chi: dict[str, Any], lam: float
) -> Iterator[Outcome]:
    """Eq. (5) at the distances ||phi(X_i) - phi(X_j)||, the penalty sum_m c_m' K c_m.

    Coefficients and kernel values are short binary fractions, so that no distance is rounded.
    """
    c, K, y, h = given
    margins = definitions.margin_6(c.tolist(), K.tolist(), y.tolist(), h, **chi)
    penalty = float(definitions.squared_norm(c.tolist(), K.tolist()))
    got = target.kcr.objective_6(c, K, y, h, lam, **chi)
    yield from counted(margins, chi["kernel"], penalty, lam, got)


@check("kcr/eq-7", place="Theorem 1, Eq. (7)", needs="kcr.expansion", since="0.2")
@for_all(given=coefficients(), examples=ONE)
def coordinates_are_sums_of_kernel_functions(target: Any, given: tuple) -> Iterator[Outcome]:
    """phi_m(x) = sum_i c_im K(x, X_i), a row a point and a column a coordinate."""
    c, K = given
    expected = [[float(x) for x in definitions.embedded(c.tolist(), row)] for row in K.tolist()]
    size = float(np.abs(c).sum()) * largest(K)
    yield close_to(np.array(expected), target.kcr.expansion(c, K), atol=1e-14 * size)


@check(
    "kcr/eq-7",
    place="Theorem 1, Eq. (7)",
    needs=("kcr.embed", "kcr.sigma_from_coefficients"),
    since="0.1",
)
@for_all(given=coefficients(), examples=[NOTHING, *ONE])
def embedding_is_a_sum_of_kernel_functions(target: Any, given: tuple) -> Iterator[Outcome]:
    """phi_m(x) = sum_i c_im K(x, X_i): rows of the identity show the c_m, each of which sums to 0.

    So rows of kernel values have those values times the c_m for pictures, up to their signs.
    """
    c, K = given
    Sigma = np.asarray(target.kcr.sigma_from_coefficients(c))
    size = largest(Sigma)
    d = int(np.linalg.matrix_rank(c))
    if d == 0:
        yield close_to(np.zeros((len(K), 1)), target.kcr.embed(Sigma, K, 1), atol=1e-12)
        return
    found = [np.asarray(target.kcr.embed(Sigma, rows, d)) for rows in (np.eye(len(K)), K)]
    # an eigenvector's sum is off by a rounding over its eigenvalue, which is no less than 1e-7
    yield close_to(np.zeros(d), found[0].sum(axis=0), atol=1e-10 * (1 + size))
    yield close_to(Sigma, found[0] @ found[0].T, atol=1e-12 * (1 + size))
    values = K @ found[0]
    allowed = 1e-10 * (1 + float((np.abs(values) ** 2).sum()))
    for m in range(d):
        one, other = values[:, m], found[1][:, m]
        yield close_to(np.outer(one, one), np.outer(other, other), atol=allowed)


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
    yield close_to(np.zeros(len(K)), np.diagonal(got), atol=1e-12 * (1 + largest(expected)))


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


@check("kcr/remark-2d", place="Remark 2 (d)", needs="kcr.coefficients_from_sigma", since="0.3")
@for_all(given=coefficients(), examples=ONE)
def coefficients_have_sigma_for_their_square(target: Any, given: tuple) -> Outcome:
    """The sum of c_m c_m' over what is found for it."""
    Sigma = np.array(definitions.gram_of_coefficients(given[0].tolist()), dtype=float)
    c = np.asarray(target.kcr.coefficients_from_sigma(Sigma), dtype=float).reshape(-1, len(Sigma))
    return close_to(Sigma, c.T @ c, atol=1e-11 * (1 + largest(Sigma)))


@check(
    "kcr/remark-2d",
    place="Remark 2 (d)",
    needs=("kcr.sigma_from_coefficients", "kcr.coefficients_from_sigma"),
    since="0.1",
)
@for_all(given=coefficients(), examples=ONE)
def sigma_and_coefficients_stand_for_each_other(target: Any, given: tuple) -> Iterator[Outcome]:
    """Sigma = sum_m c_m c_m', positive semidefinite with 1' Sigma 1 = 0; and back, longest first.

    As many rows come back as the rank of Sigma, in any unit; with a number of rows, the longest.
    """
    c, _ = given
    expected = np.array(definitions.gram_of_coefficients(c.tolist()), dtype=float)
    Sigma = np.asarray(target.kcr.sigma_from_coefficients(c))
    size = 1 + largest(expected)
    yield close_to(expected, Sigma, atol=1e-13 * size)
    yield positive_semidefinite(Sigma)
    yield close_to(0.0, float(Sigma.sum()), atol=1e-12 * size)
    back = np.asarray(target.kcr.coefficients_from_sigma(Sigma))
    rank = int(np.linalg.matrix_rank(expected, tol=1e-9 * size))
    yield equal(rank, len(back))
    for unit in (2.0**-60, 2.0**60):
        in_unit = np.asarray(target.kcr.coefficients_from_sigma(unit * Sigma))
        yield equal(rank, len(in_unit))
    again = np.asarray(target.kcr.sigma_from_coefficients(back)) if rank else np.zeros_like(Sigma)
    yield close_to(expected, again, atol=1e-11 * size)
    if rank:
        values = np.sort(np.linalg.eigvalsh(expected))[::-1]
        first = np.asarray(target.kcr.coefficients_from_sigma(Sigma, 1))
        yield close_to(values[:1], (first**2).sum(axis=1), atol=1e-10 * size)
        yield close_to(values[:rank], (back**2).sum(axis=1), atol=1e-10 * size)


@check("kcr/corollary-4", place="Corollary 4", needs="kcr.mahalanobis", since="0.3")
@for_all(
    X=strategies.points(2, min_size=2, max_size=5).map(lambda X: np.round(np.clip(X, -3, 3))),
    seed=strategies.seeds(),
    examples=[{"X": np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]]), "seed": 0}],
)
def matrix_of_the_linear_kernel(target: Any, X: Array, seed: int) -> Outcome:
    """A = X' Sigma X."""
    c = np.random.default_rng(seed).integers(-2, 3, size=(2, len(X))).astype(float)
    expected = np.array(definitions.mahalanobis(c.tolist(), X.tolist()), dtype=float)
    A = target.kcr.mahalanobis(c.T @ c, X)
    return close_to(expected, A, atol=1e-12 * (1 + largest(expected)))


@check("kcr/corollary-4", place="Corollary 4", needs="kcr.squared_distances", since="0.1")
@for_all(
    X=strategies.points(2, min_size=2, max_size=5).map(lambda X: np.round(np.clip(X, -3, 3))),
    seed=strategies.seeds(),
    examples=[{"X": np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]]), "seed": 0}],
)
def linear_kernel_learns_a_mahalanobis_distance(target: Any, X: Array, seed: int) -> Outcome:
    """(z - w)' A (z - w), A = L'L = X' Sigma X, for training points and new ones."""
    rng = np.random.default_rng(seed)
    c = rng.integers(-2, 3, size=(2, len(X))).astype(float)
    Sigma = c.T @ c
    expected = np.array(definitions.mahalanobis(c.tolist(), X.tolist()), dtype=float)
    size = 1 + largest(expected)
    Z = rng.integers(-3, 4, size=(3, X.shape[1])).astype(float)
    want = [[float((z - x) @ expected @ (z - x)) for x in X] for z in Z]
    got = target.kcr.squared_distances(Sigma, Z @ X.T, X @ X.T)
    return close_to(want, got, atol=1e-10 * size * 100)


@check("kcr/figure-1", place="Section 5, Figure 1", needs="kcr.embed", since="0.1")
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


@check("kcr/gaussian-kernel", place="Section 5", needs="kcr.gaussian_kernel", since="0.1")
def a_common_shift_changes_no_kernel_value(target: Any, run: Any) -> Iterator[Outcome]:
    """Integers 1e8 from the origin, whose differences are exact and whose squares are not.

    Forty points as well as two: some code changes its formula with their number. A value may move
    by what rounding the points once would move it: the slope of exp(-d^2) is less than 1, and d
    is the difference of two numbers of the size of the shift.
    """
    for n in (2, 40):
        near = np.column_stack([np.arange(n) % 7, np.arange(n) % 3]).astype(float)
        expected = np.exp(-((near[:, None] - near[None]) ** 2).sum(axis=2))
        for offset in (0.0, 1e8):
            bound = 1e-13 + 4 * np.finfo(float).eps * offset
            got = target.kcr.gaussian_kernel(near + offset, near + offset)
            points = f"np.stack([np.arange({n}) % 7, np.arange({n}) % 3], axis=1) + {offset}"
            call = f"{target.kcr.gaussian_kernel!r}({points}, {points})"
            yield replace(close_to(expected, got, atol=bound), reproduce=call)
