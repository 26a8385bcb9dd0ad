"""Footnotes 5 and 8, erratum K16: what the paper leaves out of its experiments, and mixes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_most, close_to, equal, raises
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.idealized.invariance import SAME
from gramcheck.verify.suite.idealized.pairs import NEAREST, as_lists, neighborhoods
from gramcheck.verify.suite.idealized.problems import LEARN, SECTION, Problem, per_form
from gramcheck.verify.suite.idealized.xing import (
    ONE_PAIR,
    OPTIMAL,
    XING,
    learn_xing,
    side_information,
)

FOOTNOTE_8 = "Section 4, footnote 8"


@check(
    "idealized/footnote-5",
    place=f"{SECTION}, footnote 5; erratum K3",
    needs=LEARN,
    since="0.2",
)
@for_all(
    n=st.integers(4, 6),
    more=st.integers(0, 6),
    seed=strategies.seeds(),
    examples=[{"n": 4, "more": 0, "seed": 0}, {"n": 5, "more": 6, "seed": 1}],
)
def few_patterns_leave_the_matrix_singular(
    target: Any, n: int, more: int, seed: int
) -> Iterator[Outcome]:
    """Of n patterns with n features or more its rank is n - 1 at most, with the cone and without.

    It is a sum over differences of patterns, which all lie in a space of n - 1 dimensions.
    """
    X = np.random.default_rng(seed).standard_normal((n, n + more))
    pairs = definitions.pairs_from_labels([k % 2 for k in range(n)])
    for metric in per_form(target, Problem(X, *pairs, 10.0, 10.0, 0.5)):
        sizes = np.linalg.svd(np.asarray(metric.matrix, dtype=float), compute_uv=False)
        yield at_most(0.0, sizes[n - 1], rtol=SAME, scale=sizes[0])


@check("idealized/footnote-8", place=FOOTNOTE_8, needs=XING, since="0.2")
@for_all(
    data=side_information(),
    p=st.integers(5, 40),
    seed=strategies.seeds(),
    examples=[{"data": ONE_PAIR, "p": 40, "seed": 0}],
)
def many_features_are_no_obstacle(target: Any, data: Any, p: int, seed: int) -> Iterator[Outcome]:
    """Points turned into p dimensions, most often more than there are points: the same maximum.

    The matrix has p^2 entries, and its distances are those of before.
    """
    X, S, D = data
    turn = np.linalg.qr(np.random.default_rng(seed).standard_normal((p, X.shape[1])))[0].T
    few, many = learn_xing(target, data), learn_xing(target, (X @ turn, S, D))
    yield equal((p, p), np.shape(many.matrix))
    yield close_to(few.value, many.value, rtol=2 * OPTIMAL)
    matrix = turn @ np.asarray(many.matrix, dtype=float) @ turn.T
    yield close_to(few.value, definitions.xing_objective(matrix, X, D), rtol=2 * OPTIMAL)


@check("idealized/footnote-8", place=FOOTNOTE_8, needs=XING, since="0.2")
def features_in_general_position_leave_no_maximum(target: Any, run: Any) -> Iterator[Outcome]:
    """Two classes with n - 1 features or more, or the rows of a Gaussian kernel: ValueError.

    All pairs of one class span n - 2 dimensions, and what is left of the others may grow.
    """
    n = 8
    X = run.rng.standard_normal((n, 2))
    squared = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    S, D = map(np.array, definitions.pairs_from_labels([k % 2 for k in range(n)]))
    for rows in (
        run.rng.standard_normal((n, n - 1)),
        run.rng.standard_normal((n, 3 * n)),
        np.exp(-squared / np.median(squared)),
    ):
        yield raises(ValueError, target.idealized.xing_metric, rows, S, D)


@check(
    "idealized/same-neighbors",
    place="Section 4, Tables 2 and 4; erratum K16",
    needs="idealized.nearest_pairs_from_kernel",
    since="0.2",
)
@for_all(
    case=neighborhoods(),
    wide=st.sampled_from([1.0, 4.0]),
    examples=[{**example, "wide": 1.0} for example in NEAREST],
)
def neighbors_under_the_gaussian_kernel_are_the_nearest_points(
    target: Any, case: Any, wide: float
) -> Iterator[Outcome]:
    """The nearest pairs under exp(-d^2 / w), at any distance, are those of the points themselves.

    2 - 2 exp(-d^2 / w) grows with d; w is no less than any d^2, so that equal kernel values are
    equal distances. The pairs of the points are those of the definition.
    """
    X, S, D, m, _ = case
    squared = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    K = np.exp(-squared / (wide * (1.0 + squared.max())))
    expected = definitions.nearest_pairs(X.tolist(), S, D, m, np.inf)
    got = target.idealized.nearest_pairs_from_kernel(K, np.array(S), np.array(D), m=m, R=np.inf)
    for want, found in zip(expected, got, strict=True):
        yield equal([list(pair) for pair in want], as_lists(found))
