"""Section 5 and Appendix B, GDK_LED: the pseudo-Euclidean embedding of a distance matrix."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_most, close_to, equal, largest
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.baselines import LINE, SECTION, STRINGS, euclidean, tables
from gramcheck.verify.suite.d2ke.problems import Array, agree

CYCLE = np.array([[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]], float)
SPACES = [{"D": D, "R": R} for D in (STRINGS, CYCLE, euclidean(LINE)) for R in (1, 2, 6)]
# short fractions: a distance of 1e-200 has no square
ANY_DISTANCES = (strategies.distance_matrices() | strategies.distance_matrices(metric=False)).map(
    lambda D: np.round(64 * D) / 64
)
PRECISION = 1e-12


def eigenvalues_of(X: Array, G: Array) -> Array:
    """Rayleigh quotients of the columns with the centered Gram matrix; 0 for a column of zeros."""
    squares = (X**2).sum(axis=0)
    return (X * (G @ X)).sum(axis=0) / np.where(squares > 0, squares, 1.0)


@check(
    "d2ke/gdk-led",
    place=f"{SECTION}, GDK_LED",
    needs="d2ke.pseudo_euclidean_embedding",
    since="0.1",
)
@for_all(D=ANY_DISTANCES, R=st.integers(1, 6), examples=SPACES)
def columns_are_scaled_leading_eigenvectors(target: Any, D: Array, R: int) -> Iterator[Outcome]:
    """Columns of X: orthogonal eigenvectors of G = -H D^2 H / 2 with squared norms |lambda|.

    The R largest in size, in decreasing order. Signs, and bases of equal eigenvalues, are free.
    """
    G, n = np.array(definitions.centered_gram(D.tolist())), len(D)
    R = min(R, n)
    X = np.asarray(target.d2ke.pseudo_euclidean_embedding(D, R), dtype=float)
    sizes = np.sort(np.abs(np.linalg.eigvalsh(G)))[::-1][:R]
    allowed = PRECISION * max(float(sizes[0]), 1e-300)
    yield close_to(np.diag(sizes), X.T @ X, atol=allowed)
    residual = G @ X - X * eigenvalues_of(X, G)
    yield at_most(allowed * np.sqrt(float(sizes[0]) + 1e-300), largest(residual))


@check(
    "d2ke/gdk-led",
    place=f"{SECTION}, GDK_LED",
    needs="d2ke.pseudo_euclidean_embedding",
    since="0.1",
)
@for_all(D=ANY_DISTANCES, examples=[{"D": example["D"]} for example in SPACES[::3]])
def all_axes_reproduce_the_distances(target: Any, D: Array) -> Iterator[Outcome]:
    """d^2 = sum_r s_r (x_r - y_r)^2, with s_r the sign of the eigenvalue: no distance is lost.

    The center of the points is 0.
    """
    G, n = np.array(definitions.centered_gram(D.tolist())), len(D)
    X = np.asarray(target.d2ke.pseudo_euclidean_embedding(D, n), dtype=float)
    allowed = 10 * PRECISION * float((D**2).max()) + 1e-300
    if X.shape != (n, n):
        yield equal((n, n), X.shape)
        return
    signs = np.sign(eigenvalues_of(X, G))
    squares = ((X[:, None] - X[None]) ** 2) @ signs
    yield close_to(D**2, squares, atol=allowed)
    # an eigenvector is orthogonal to (1, ..., 1) as far as its eigenvalue tells it from 0
    yield close_to(np.zeros(n), X.sum(axis=0) * np.linalg.norm(X, axis=0), atol=allowed)


@check(
    "d2ke/gdk-led",
    place=f"{SECTION}, GDK_LED, new objects",
    needs="d2ke.pseudo_euclidean_embedding",
    since="0.1",
)
@for_all(
    D=ANY_DISTANCES,
    R=st.integers(1, 6),
    new=tables(columns=6),
    examples=[{**example, "new": np.arange(12.0).reshape(2, 6) / 4} for example in SPACES],
)
def new_rows_fit_their_inner_products(
    target: Any, D: Array, R: int, new: Array
) -> Iterator[Outcome]:
    """An old object goes to its old row, and old rows do not move, whatever comes beside them.

    Any new object goes where its inner products with the axes are: x_r = <b, X_r> / lambda_r for
    b_i = -(d(x, x_i)^2 - mean_j d(x_j, x_i)^2) / 2. Axes with tiny eigenvalues are left out.
    """
    G, n = np.array(definitions.centered_gram(D.tolist())), len(D)
    R, embed = min(R, n), target.d2ke.pseudo_euclidean_embedding
    alone = np.asarray(embed(D, R), dtype=float)
    D_new = np.vstack([new[:, :n], D])
    X, rows = (np.asarray(part, dtype=float) for part in embed(D, R, D_new))
    yield agree(alone, X, atol=1e-7 * (1 + float(D.max())) if X.shape == (n, R) else 0.0)
    if X.shape != (n, R) or rows.shape != (len(D_new), R):
        yield equal([(n, R), (len(D_new), R)], [X.shape, rows.shape])
        return
    values = eigenvalues_of(X, G)
    firm = np.abs(values) > 1e-6 * largest(values)
    b = -(D_new**2 - (D**2).mean(axis=0)) / 2
    # roundings of b, of n terms, divided by the root of an eigenvalue
    allowed = PRECISION * n * (largest(b) + 1e-300) / np.sqrt(np.abs(values[firm]))
    yield close_to(
        b @ X[:, firm] / values[firm], rows[:, firm], atol=float(allowed.max(initial=0.0)) * 10
    )
    yield agree(X[:, firm], rows[len(new) :, firm], atol=float(allowed.max(initial=0.0)) * 10)


@check(
    "d2ke/gdk-led",
    place=f"{SECTION}, GDK_LED",
    needs="d2ke.pseudo_euclidean_embedding",
    since="0.3",
)
def coordinates_without_an_eigenvalue_are_zero(target: Any, run: Any) -> Iterator[Outcome]:
    """Two objects have one axis: all coordinates beyond it are 0, those of new objects too."""
    D, D_new = np.array([[0.0, 2.0], [2.0, 0.0]]), np.array([[1.0, 2.0], [0.5, 0.5]])
    for R in (2, 4):
        X, X_new = target.d2ke.pseudo_euclidean_embedding(D, R, D_new)
        yield close_to(np.zeros((2, R - 1)), np.asarray(X)[:, 1:], atol=1e-7)
        yield close_to(np.zeros((2, R - 1)), np.asarray(X_new)[:, 1:], atol=1e-7)
