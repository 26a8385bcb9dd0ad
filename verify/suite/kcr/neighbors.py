"""Section 5: nearest neighbors, and the data that are generated."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import close_to, equal, largest
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import d2ke
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.kcr.problems import Array, labels

SECTION = "Section 5"


# nearest neighbors ------------------------------------------------------------------------------


@st.composite
def tables(draw: Any) -> tuple[Array, Any, Any]:
    """Distances (m, n) with many ties, and labels of the columns and of the rows."""
    m, n = draw(st.integers(1, 3)), draw(st.integers(2, 6))
    values = draw(st.lists(st.integers(0, 4).map(float), min_size=m * n, max_size=m * n))
    y = draw(labels(n))
    return np.array(values).reshape(m, n), y, np.resize(y, m)


NAMED = np.array(["b", "a", "a", "b"])
TABLE = np.array([[1.0, 1.0, 2.0, 1.0], [0.0, 3.0, 3.0, 3.0]]), NAMED, NAMED[:2]
# no column has the label of the second row, between those of two, and of the third, above them
STRANGERS = np.array([[0.0, 1.0], [1.0, 0.0], [1.0, 0.0]]), np.array([1, 3]), np.array([1, 2, 4])


@check("kcr/k-nn", place=SECTION, needs=("kcr.knn_predict", "kcr.knn_error"), since="0.1")
@for_all(
    table=tables(),
    k=st.integers(1, 6),
    examples=[*({"table": TABLE, "k": k} for k in (1, 2, 3, 4)), {"table": STRANGERS, "k": 1}],
)
def neighbors_vote_and_errors_are_shares(target: Any, table: tuple, k: int) -> Iterator[Outcome]:
    """Ties of distances to the first points, ties of votes to the smallest label.

    One class against the others may be told by truth values; numbers that are not whole may be
    refused. A label that no training point has is an error.
    """
    D, y, wanted = table
    k = min(k, len(y))
    expected = d2ke.knn_predict(D.tolist(), y.tolist(), k)
    yield equal(expected, np.asarray(target.kcr.knn_predict(D, y, k)).tolist())
    codes = np.unique(y, return_inverse=True)[1]
    with suppress(TypeError, ValueError):
        got = np.asarray(target.kcr.knn_predict(D, codes + 0.5, k))
        yield equal(d2ke.knn_predict(D.tolist(), (codes + 0.5).tolist(), k), got.tolist())
    is_second = codes == 1
    told = np.asarray(target.kcr.knn_predict(D, is_second, k)).astype(int)
    yield equal(d2ke.knn_predict(D.tolist(), is_second.astype(int).tolist(), k), told.tolist())
    error = definitions.knn_error(D.tolist(), y.tolist(), wanted.tolist(), k)
    yield close_to(error, target.kcr.knn_error(D, y, wanted, k), atol=1e-15)


@check("kcr/kernel-nn", place="Section 5, footnote 11", needs="kcr.kernel_nn", since="0.1")
@for_all(
    n=st.integers(2, 6),
    m=st.integers(1, 3),
    seed=strategies.seeds(),
    k=st.integers(1, 3),
    examples=[{"n": 4, "m": 2, "seed": 0, "k": 2}],
)
def rows_of_kernel_values_are_the_points(
    target: Any, n: int, m: int, seed: int, k: int
) -> Iterator[Outcome]:
    """The k nearest neighbors of k_x among the k_{X_i}, in Euclidean distance: exact on integers.

    Sums of absolute differences would be 8 and 9 in the last example, squares are 64 and 53.
    """
    rng = np.random.default_rng(seed)
    B = rng.integers(-2, 3, size=(n, 2)).astype(float)
    y = np.array(["b", "a", "c"])[rng.permutation(np.arange(n) % 3)]
    K, rows = B @ B.T, rng.integers(-4, 5, size=(m, n)).astype(float)
    k = min(k, n)
    expected = definitions.kernel_nn(rows.tolist(), K.tolist(), y.tolist(), k)
    yield equal(expected, np.asarray(target.kcr.kernel_nn(rows, K, y, k)).tolist())
    K, row = np.array([[7.0, 6.0], [6.0, 8.0]]), np.array([[-1.0, 6.0]])
    yield equal([2], np.asarray(target.kcr.kernel_nn(row, K, np.array([1, 2]), 1)).tolist())


@check(
    "kcr/gaussian-kernel",
    place=SECTION,
    needs="kcr.gaussian_kernel",
    since="0.1",
    diagnose=diagnoser("kcr.gaussian_kernel"),
)
@for_all(
    A=strategies.points(2, max_size=4),
    s=st.sampled_from([2.0**-4, 1.0, 16.0]),
    examples=[{"A": np.array([[0.0, 1.0], [1.0, 3.0]]), "s": 0.5}],
)
def kernel_is_an_exponential_of_squared_distances(
    target: Any, A: Array, s: float
) -> Iterator[Outcome]:
    """exp(-s ||x - y||^2), with one collection or two."""
    B = A[::-1] / 2 + 1
    for second, against in (((), A), ((B,), B)):
        gaps = s * ((A[:, None] - against[None]) ** 2).sum(axis=2)
        scale = 1 + s * (largest(A) + largest(against)) ** 2
        got = target.kcr.gaussian_kernel(A, *second, s=s)
        yield close_to(np.exp(-gaps), got, atol=1e-14 * scale)


# data -------------------------------------------------------------------------------------------


@check("kcr/table-1", place="Table 1, Balance", needs="kcr.balance_scale", since="0.1")
def balance_is_all_combinations(target: Any, run: Any) -> Iterator[Outcome]:
    """All 5^4 of left weight and distance, right weight and distance; 288 L, 49 B, 288 R."""
    X, y = target.kcr.balance_scale()
    X, y = np.asarray(X), np.asarray(y)
    yield equal((625, 4), X.shape)
    yield equal(625, len({tuple(row) for row in X.tolist()}))
    yield equal([1.0, 2.0, 3.0, 4.0, 5.0], sorted({float(v) for v in X.ravel()}))
    counts = {name: int((y == name).sum()) for name in "LBR"}
    yield equal({"L": 288, "B": 49, "R": 288}, counts)
    torque = X[:, 0] * X[:, 1] - X[:, 2] * X[:, 3]
    yield equal(["BLR"[int(np.sign(t))] for t in torque], y.tolist())
