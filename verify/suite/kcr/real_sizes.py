"""As many points, votes and neighbors as data have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import close_to, equal, is_true
from gramcheck.verify.definitions import d2ke
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check

SECTION = "Section 5"


@check("kcr/k-nn", place=SECTION, needs="kcr.knn_predict", since="0.2")
def ties_of_many_neighbors_go_to_the_first(target: Any, run: Any) -> Iterator[Outcome]:
    """Sixty training points at three distances, five classes."""
    D = run.rng.integers(0, 3, size=(8, 60)).astype(float)
    y = run.rng.permutation(np.arange(60) % 5)
    for k in (1, 7, 20):
        expected = d2ke.knn_predict(D.tolist(), y.tolist(), k)
        yield equal(expected, np.asarray(target.kcr.knn_predict(D, y, k)).tolist())


@check("kcr/k-nn", place=SECTION, needs="kcr.knn_predict", since="0.3")
def distances_apart_by_little_are_no_tie(target: Any, run: Any) -> Outcome:
    """A difference that float32 has not: the nearest is the second."""
    D = np.array([[1 + 2.0**-40, 1.0, 2.0]])
    return equal([1], np.asarray(target.kcr.knn_predict(D, np.array([0, 1, 0]), 1)).tolist())


@check("kcr/kernel-nn", place=f"{SECTION}, footnote 11", needs="kcr.kernel_nn", since="0.2")
def training_points_are_their_own_neighbors(target: Any, run: Any) -> Outcome:
    """Rows of the kernel matrix itself: the nearest point has their own label."""
    X, y = run.rng.integers(-9, 10, size=(20, 3)).astype(float), run.rng.permutation(20) % 3
    K = X @ X.T
    expected = definitions.kernel_nn(K.tolist(), K.tolist(), y.tolist(), 1)
    return equal(expected, np.asarray(target.kcr.kernel_nn(K, K, y, 1)).tolist())


@check("kcr/eq-2", place="Section 2, Eq. (2)", needs="kcr.kernel_rule", since="0.2")
def roundings_of_many_votes_break_no_tie(target: Any, run: Any) -> Iterator[Outcome]:
    """The same sixty distances for either class, in another order: sums differ, but by rounding.

    Twenty rows, so that some sums do.
    """
    own = run.rng.random((20, 60))
    D, y = np.hstack([own, own[:, run.rng.permutation(60)]]), np.repeat([1, 0], 60)
    for chi in ({"kernel": "gaussian"}, {"kernel": "cauchy"}):
        labels, _, tied = target.kcr.kernel_rule(D, y, 0.5, **chi)
        yield equal([True] * 20, np.asarray(tied).tolist())
        yield equal([0] * 20, np.asarray(labels).tolist())


@check("kcr/eq-2", place="Section 2, Eq. (2)", needs="kcr.kernel_rule", since="0.2")
def many_votes_are_counted_in_full(target: Any, run: Any) -> Iterator[Outcome]:
    """More voters in the ball than 8, 15 and 16 bits hold, and one vote less for the others.

    They are asked by one row of distances: nobody needs the square matrix of the voters.
    """
    for n in (256, 32_768, 65_536):
        y = np.repeat([1, 0], [n, n - 1])
        # such as the square matrix all the same, which is too large
        labels, _, tied = target.kcr.kernel_rule(np.zeros((1, len(y))), y, 1.0)
        yield equal([1], np.asarray(labels).tolist())
        yield is_true(not np.any(tied), f"got a tie of {n} and {n - 1} votes")


# more points of a class than 8 bits count, all at one place with the others, who are fewer
MANY, FEW = 260, 100
AT_ONE_PLACE = np.zeros((MANY + FEW,) * 2), np.repeat([1, 0], [MANY, FEW]), 1.0


@check("kcr/eq-5", place="Section 2, Eq. (5)", needs="kcr.margin", since="0.3")
def margins_of_many_votes_are_counted_in_full(target: Any, run: Any) -> Outcome:
    """The own point has no vote."""
    expected = np.repeat([FEW - (MANY - 1), MANY - (FEW - 1)], [MANY, FEW])
    return equal(expected.tolist(), np.asarray(target.kcr.margin(*AT_ONE_PLACE)).tolist())


@check("kcr/eq-3", place="Section 2", needs="kcr.resubstitution_error", since="0.3")
def errors_of_many_votes_are_those_of_the_fewer(target: Any, run: Any) -> Outcome:
    """Who are outvoted."""
    wanted = FEW / (MANY + FEW)
    return close_to(wanted, target.kcr.resubstitution_error(*AT_ONE_PLACE), ulps=2, scale=1)
