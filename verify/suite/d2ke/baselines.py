"""Section 5 and Appendix B: the methods that D2KE is compared with, but for GDK_LED."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, close_to, equal
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.spectrum import positive_semidefinite
from gramcheck.verify.suite.d2ke.problems import Array, exact_cdist, two_collections

SECTION = "Section 5, Baselines; Appendix B"
ROUNDINGS = 30

DISTANCES = st.integers(0, 4).map(float) | st.floats(0, 30, allow_subnormal=False)
LABELS = st.sampled_from([["b", "a", "c"], [9, 10, -1], [2.5, 0.5, 1.0]])
# in float64, in four letters, and without blanks at the ends two of them are the same
ALIKE = ([2**53 + 1, 2**53, 0], ["class-10", "class-1", "b"], ["a ", "a", "b"])
# '', a, ab, bb, bab under Levenshtein: not isometric to any Euclidean set
STRINGS = np.array(
    [[0, 1, 2, 2, 3], [1, 0, 1, 2, 2], [2, 1, 0, 1, 1], [2, 2, 1, 0, 1], [3, 2, 1, 1, 0]], float
)


@st.composite
def tables(draw: Any, entry: Any = DISTANCES, columns: int | None = None) -> Array:
    """Distances (m, n) of new objects to old ones; ties occur."""
    m, n = draw(st.integers(1, 3)), draw(st.integers(2, 6)) if columns is None else columns
    return np.array(draw(st.lists(entry, min_size=m * n, max_size=m * n))).reshape(m, n)


# KNN -------------------------------------------------------------------------------------------

# As many neighbors as the paper searches: one class has the nearest 50 of 160 objects, the other
# has more from the 101st on, and the first one again from the 151st on. Rows: so, from the other
# end, and with equal distances, where the order of the objects decides.
FAR = np.vstack([np.arange(160.0), np.arange(160.0)[::-1], np.ones(160)])
SPLIT = [0] * 50 + [1] * 75 + [0] * 35

TIED = np.array([[1.0, 1.0, 2.0, 1.0], [0.0, 3.0, 3.0, 3.0]])


@check("d2ke/knn", place=f"{SECTION}, KNN", needs="d2ke.knn_predict", since="0.1")
@for_all(
    D=tables(),
    names=LABELS,
    which=st.lists(st.integers(0, 2), min_size=6, max_size=6),
    k=st.integers(1, 6),
    examples=[
        {"D": TIED, "names": names, "which": [1, 0, 0, 1, 2, 2], "k": k}
        for names in (["b", "a", "c"], [9, 10, -1], *ALIKE)
        for k in (1, 2, 3, 4)
    ]
    + [
        {"D": FAR, "names": ["b", "a", "c"], "which": SPLIT, "k": k}
        for k in (100, 101, 149, 150, 151)
    ],
)
def neighbors_vote(
    target: Any, D: Array, names: list[Any], which: list[int], k: int
) -> Iterator[Outcome]:
    """A tie of distances goes to the objects that come first, a tie of votes as it is asked for.

    Unless asked, to the least label.
    """
    n = D.shape[1]
    chosen = [*which[: n - 1], (which[0] + 1) % 3]  # two classes at least
    y = np.array([names[i] for i in chosen])
    for given in ({}, {"ties": "smallest"}, {"ties": "nearest"}):
        got = target.d2ke.knn_predict(D, y, min(k, n), **given)
        expected = definitions.knn_predict(D.tolist(), y.tolist(), min(k, n), **given)
        yield equal(expected, np.asarray(got).tolist())


@check("d2ke/knn", place=f"{SECTION}, KNN", needs="d2ke.knn_predict", since="0.1")
@for_all(
    D=tables(st.integers(0, 4).map(float)),
    k=st.integers(1, 6),
    examples=[{"D": np.array([[1.0, 2.0, 2.0]]), "k": 3}],
)
def only_the_order_of_the_distances_matters(target: Any, D: Array, k: int) -> Iterator[Outcome]:
    """Squares and multiples of the distances give the same labels: votes are not weighted."""
    n = D.shape[1]
    y, k = np.array([2, 1, 1, 2, 3, 1])[:n], min(k, n)
    first = np.asarray(target.d2ke.knn_predict(D, y, k)).tolist()
    yield equal(first, np.asarray(target.d2ke.knn_predict(D**2, y, k)).tolist())
    yield equal(first, np.asarray(target.d2ke.knn_predict(8 * D, y, k)).tolist())


# distance substitution -------------------------------------------------------------------------


def euclidean(points: Array) -> Array:
    """Distances that certainly are those of points."""
    return np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=2))


LINE = np.arange(6.0)[:, None]


@check("d2ke/dsk-rbf", place=f"{SECTION}, DSK_RBF", needs="d2ke.dsk_rbf", since="0.1")
@for_all(D=tables(), gamma=strategies.log_uniform(1e-4, 10), examples=[{"D": TIED, "gamma": 0.25}])
def rbf_is_the_gaussian_of_the_distance(target: Any, D: Array, gamma: float) -> Outcome:
    """exp(-gamma d^2)."""
    expected = np.array(definitions.dsk_rbf(D.tolist(), gamma))
    got = target.d2ke.dsk_rbf(D, gamma)
    return close_to(expected, got, ulps=ROUNDINGS, scale=expected * (1 + gamma * D**2) + 1e-290)


@check("d2ke/dsk-rbf", place=f"{SECTION}, DSK_RBF", needs="d2ke.dsk_rbf", since="0.1")
@for_all(
    points=strategies.points(max_size=8),
    gamma=strategies.log_uniform(1e-4, 10),
    examples=[{"points": LINE, "gamma": gamma} for gamma in (0.001, 0.1, 1.0)],
)
def rbf_of_points_is_positive_semidefinite(target: Any, points: Array, gamma: float) -> Outcome:
    """For Euclidean distances and every gamma."""
    return positive_semidefinite(target.d2ke.dsk_rbf(euclidean(points), gamma))


@check("d2ke/dsk-nd", place=f"{SECTION}, DSK_ND", needs="d2ke.dsk_nd", since="0.1")
@for_all(
    D=strategies.distance_matrices() | strategies.distance_matrices(metric=False),
    beta=st.sampled_from([2, 1, 0.5, 1.5]),
    index=st.integers(0, 5),
    new=tables(columns=6),
    examples=[
        {"D": np.array(definitions.path_space(4), dtype=float), "beta": 2, "index": 1, "new": new}
        for new in (np.ones((1, 6)), np.arange(12.0).reshape(2, 6))
    ],
)
def negative_distance_is_its_formula(
    target: Any, D: Array, beta: float, index: int, new: Array
) -> Iterator[Outcome]:
    """-d^beta, beta = 2 unless given; about an origin -(d(x,y)^b - d(x,O)^b - d(y,O)^b) / 2.

    The origin is an object of a square D, or given by its distances to rows and columns.
    """
    n = len(D)
    origin, new = index % n, new[:, :n]
    pair = (new[:, 0] / 2, D[:, origin])
    expected = definitions.dsk_nd(D.tolist())
    yield close_to(expected, target.d2ke.dsk_nd(D), ulps=ROUNDINGS, scale=1 + D.max() ** 2)
    powers = 1 + D.max() ** beta + new.max() ** beta
    tolerance: dict[str, Any] = {"ulps": ROUNDINGS, "scale": powers}
    expected = definitions.dsk_nd(D.tolist(), beta)
    yield close_to(expected, target.d2ke.dsk_nd(D, beta=beta), **tolerance)
    expected = definitions.dsk_nd(D.tolist(), beta, origin)
    yield close_to(expected, target.d2ke.dsk_nd(D, beta, origin), **tolerance)
    expected = definitions.dsk_nd(new.tolist(), beta, pair)
    yield close_to(expected, target.d2ke.dsk_nd(new, beta, pair), **tolerance)


@check("d2ke/dsk-nd", place=f"{SECTION}, DSK_ND", needs="d2ke.dsk_nd", since="0.1")
@for_all(
    points=strategies.points(max_size=8),
    index=st.integers(0, 7),
    examples=[{"points": LINE, "index": i} for i in (0, 2)],
)
def origin_makes_distances_inner_products(
    target: Any, points: Array, index: int
) -> Iterator[Outcome]:
    """For points and beta = 2: <x - O, y - O>, with row and column 0 at O itself.

    Positive semidefinite for every beta up to 2 (Schoenberg); without an origin so is what is left
    of -d^beta when rows and columns are centered.
    """
    D, n = euclidean(points), len(points)
    origin = index % n
    scale = float(D.max()) ** 2 + 1e-300
    moved = points - points[origin]
    got = target.d2ke.dsk_nd(D, 2, origin)
    yield close_to(moved @ moved.T, got, ulps=10 * ROUNDINGS, scale=scale)
    K = np.asarray(got, dtype=float)
    yield close_to(np.zeros((2, n)), [K[origin], K[:, origin]], ulps=ROUNDINGS, scale=scale)
    for beta in (0.5, 1.0, 1.5):
        yield positive_semidefinite(target.d2ke.dsk_nd(D, beta, origin))
    H = np.eye(n) - 1 / n
    values = np.linalg.eigvalsh(H @ np.asarray(target.d2ke.dsk_nd(D, 1.0), dtype=float) @ H)
    yield at_least(-1e-13 * n * (1 + float(D.max())), values)


# representative sets ---------------------------------------------------------------------------


@check(
    "d2ke/rsm",
    place=f"{SECTION}, RSM; Section 3, Eq. (8)",
    needs="d2ke.representative_set_map",
    since="0.1",
)
@for_all(
    problem=two_collections(),
    gamma=strategies.log_uniform(1e-2, 10),
    examples=[{"problem": ("levenshtein", {}, ["", "ab"], ["b", "abb", "b"]), "gamma": 0.5}],
)
def representative_sets_give_distances_or_features(
    target: Any, problem: Any, gamma: float
) -> Iterator[Outcome]:
    """Without gamma the distances themselves (Appendix B), with it exp(-gamma d) / sqrt(R)."""
    distance, options, X, representatives = problem
    D = exact_cdist(X, representatives, distance, **options)
    embed = target.d2ke.representative_set_map
    raw = embed(X, representatives, distance, **options)
    yield close_to(D, raw, ulps=ROUNDINGS, scale=D + 1e-140)
    got = embed(X, representatives, distance, gamma=gamma, **options)
    expected = definitions.representative_set_map(X, representatives, distance, gamma, **options)
    unit = np.array(expected) * (1 + gamma * D)
    yield close_to(expected, got, ulps=2 * ROUNDINGS, scale=unit + 1e-290)


NEEDS = ("knn_predict", "dsk_rbf", "dsk_nd", "pseudo_euclidean_embedding")


@check(
    "d2ke/no-side-effects",
    place="any function",
    needs=tuple(f"d2ke.{name}" for name in NEEDS),
    since="0.1",
)
def baselines_leave_no_trace(target: Any, run: Any) -> Iterator[Outcome]:
    """Distances and labels stay as they are."""
    D, y, new = STRINGS.copy(), np.array([2, 1, 2, 1, 1]), STRINGS[:2].copy()
    d = target.d2ke
    calls = (
        lambda: d.knn_predict(D, y, 3),
        lambda: d.dsk_rbf(D, 0.5),
        lambda: d.dsk_nd(D, 2, 1),
        lambda: d.pseudo_euclidean_embedding(D, 2, new),
    )
    for call in calls:
        call()
        yield equal([STRINGS, STRINGS[:2], [2, 1, 2, 1, 1]], [D, new, y.tolist()])
