"""Bad input of Algorithm 1 and the baselines: a clear error that names the argument.

ValueError for wrong values and shapes, TypeError for wrong types, as in ``bad_input``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import equal, raises
from gramcheck.verify.record import Outcome
from gramcheck.verify.refusals import EITHER, NOT_FINITE, NOT_NUMBERS, one_by_one, with_a_hint
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.bad_input import PLACE

CLAIM = "d2ke/bad-input-learning"

PHI = np.array([[1.0, 0.5], [0.25, -1.0], [-0.75, 0.5]])
Y = np.array([1.0, -1.0, 1.0])
W = np.array([0.5, -0.25])
D = np.array([[0.0, 1.0, 2.0], [1.0, 0.0, 1.0], [2.0, 1.0, 0.0]])
LABELS = np.array([2, 1, 2])
NO_SIZES = (0, 0.0, -1.0, *NOT_FINITE)

TRAINED = tuple(
    f"d2ke.{name}" for name in ("fit", "objective", "predict", "one_vs_rest", "predict_classes")
)
TABLED = tuple(
    f"d2ke.{name}" for name in ("knn_predict", "dsk_rbf", "dsk_nd", "pseudo_euclidean_embedding")
)


def on_features(target: Any) -> Iterator[Callable[[Any], Any]]:
    """Every function of features."""
    d = target.d2ke
    yield lambda bad: d.fit(bad, Y, 1.0)
    yield lambda bad: d.objective(bad, Y, W, 1.0, "squared")
    yield lambda bad: d.one_vs_rest(bad, LABELS, 1.0)
    yield lambda bad: d.predict(bad, W)
    yield lambda bad: d.predict_classes(bad, [1, 2], np.stack([W, -W]))


@check(CLAIM, place=PLACE, needs=TRAINED, since="0.1")
def features_are_a_matrix_of_finite_numbers(target: Any, run: Any) -> Iterator[Outcome]:
    """NaN, infinity, no rows, no columns, one axis or three: ValueError; no numbers: TypeError."""
    for call in on_features(target):
        bad = [np.where(PHI == 0.5, value, PHI) for value in NOT_FINITE]
        bad += [PHI[:0], PHI[:, :0], PHI[0], PHI[None]]
        yield from one_by_one(ValueError, "phi", call, bad)
        yield from one_by_one(TypeError, "phi", call, [PHI.astype(str), PHI * 1j, None])


@check(CLAIM, place=PLACE, needs=("d2ke.fit", "d2ke.objective"), since="0.1")
def labels_of_a_margin_loss_are_signs(target: Any, run: Any) -> Iterator[Outcome]:
    """0 and 1, 1 and 2, NaN: ValueError; so are labels of one class, but only where a fit is made.

    The squared loss takes any real numbers.
    """
    d = target.d2ke
    for loss in ("logistic", "squared_hinge", "hinge"):
        for call in (
            lambda bad, loss=loss: d.fit(PHI, bad, 1.0, loss),
            lambda bad, loss=loss: d.objective(PHI, bad, W, 1.0, loss),
        ):
            yield from one_by_one(
                ValueError, "y", call, [[0, 1, 0], [1, 2, 1], [1.0, -1.0, np.nan], [1, -1, 0]]
            )
            yield raises(TypeError, call, ["a", "b", "a"], naming="y")
        for label in (-1, 1):
            yield raises(ValueError, d.fit, PHI, [label] * 3, 1.0, loss, naming="y")
    for bad in ([0.5, np.inf, 1.0], [0.5, np.nan, 1.0]):
        yield raises(ValueError, d.fit, PHI, bad, 1.0, naming="y")


@check(CLAIM, place=PLACE, needs=TRAINED, since="0.1")
def rows_and_labels_meet(target: Any, run: Any) -> Iterator[Outcome]:
    """A label too few or too many, or a matrix of labels: ValueError.

    The message names one of the two that do not meet.
    """
    d = target.d2ke
    for y in (Y[:2], np.append(Y, 1.0), Y[:, None]):
        for loss in ("squared", "hinge"):
            yield raises(ValueError, d.fit, PHI, y, 1.0, loss)
            yield raises(ValueError, d.objective, PHI, y, W, 1.0, loss)
        yield raises(ValueError, d.one_vs_rest, PHI, y.astype(int), 1.0)


@check(CLAIM, place=PLACE, needs=("d2ke.one_vs_rest", "d2ke.knn_predict"), since="0.1")
def classes_are_two_at_least(target: Any, run: Any) -> Iterator[Outcome]:
    """One class: ValueError; a bare string for a list of labels: TypeError."""
    for call in (
        lambda bad: target.d2ke.one_vs_rest(PHI, bad, 1.0),
        lambda bad: target.d2ke.knn_predict(D, bad, 1),
    ):
        yield from one_by_one(ValueError, "y", call, [["a", "a", "a"], [3, 3, 3]])
        yield raises(ValueError, call, [1.0, 2.0, np.nan], naming="y")
        yield raises(TypeError, call, "aba", naming="y")


@check(CLAIM, place=PLACE, needs=(*TRAINED, "d2ke.liblinear_C"), since="0.1")
def mu_is_positive(target: Any, run: Any) -> Iterator[Outcome]:
    """Zero, negative, NaN or infinite: ValueError; no number: TypeError."""
    d = target.d2ke
    for call in (
        lambda mu: d.fit(PHI, Y, mu),
        lambda mu: d.fit(PHI, Y, mu, "hinge"),
        lambda mu: d.objective(PHI, Y, W, mu, "squared"),
        lambda mu: d.one_vs_rest(PHI, LABELS, mu),
        lambda mu: d.liblinear_C(3, mu),
    ):
        yield from one_by_one(ValueError, "mu", call, NO_SIZES)
        yield from one_by_one(TypeError, "mu", call, NOT_NUMBERS)
    yield from one_by_one(ValueError, "n", lambda n: d.liblinear_C(n, 1.0), [0, -1])
    yield from one_by_one(TypeError, "n", lambda n: d.liblinear_C(n, 1.0), [1.5, "2"])


@check(CLAIM, place=PLACE, needs=TRAINED, since="0.1")
def an_unknown_loss_is_answered_with_the_closest(target: Any, run: Any) -> Iterator[Outcome]:
    """ValueError that says what may have been meant."""
    d = target.d2ke
    for call in (
        lambda loss: d.fit(PHI, Y, 1.0, loss),
        lambda loss: d.objective(PHI, Y, W, 1.0, loss),
        lambda loss: d.one_vs_rest(PHI, LABELS, 1.0, loss),
    ):
        meant = (("squared-hinge", "squared_hinge"), ("logistc", "logistic"))
        yield from with_a_hint("loss", call, *meant)
        yield raises(EITHER, call, None, naming="loss")


@check(CLAIM, place=PLACE, needs=TRAINED, since="0.1")
def weights_fit_the_features(target: Any, run: Any) -> Iterator[Outcome]:
    """One for each column, and perhaps an intercept; finite; a row for each class: ValueError."""
    d = target.d2ke
    for w in (W[:1], np.ones(4), np.ones((1, 1, 2)), np.ones(0), np.array([1.0, np.nan])):
        yield raises(ValueError, d.predict, PHI, w, naming="weights")
        yield raises(ValueError, d.objective, PHI, Y, w, 1.0, "squared", naming="weights")
    yield raises(TypeError, d.predict, PHI, ["1", "2"], naming="weights")
    rows = np.stack([W, -W])
    yield raises(ValueError, d.predict_classes, PHI, [1, 2, 3], rows)
    yield raises(ValueError, d.predict_classes, PHI, [1, 2], W)


# distance matrices -----------------------------------------------------------------------------


def on_tables(target: Any) -> Iterator[Callable[[Any], Any]]:
    """Every baseline of a distance matrix."""
    d = target.d2ke
    yield lambda bad: d.knn_predict(bad, LABELS, 1)
    yield lambda bad: d.dsk_rbf(bad, 1.0)
    yield d.dsk_nd
    yield lambda bad: d.pseudo_euclidean_embedding(bad, 1)


@check(CLAIM, place=PLACE, needs=TABLED, since="0.1")
def distances_are_finite_and_not_negative(target: Any, run: Any) -> Iterator[Outcome]:
    """NaN, infinity, a negative distance, one axis or none: ValueError; no numbers: TypeError."""
    for call in on_tables(target):
        bad = [np.where(D == 2.0, value, D) for value in (*NOT_FINITE, -1.0)]
        yield from one_by_one(ValueError, "D", call, [*bad, D[0], D[None], D[:0]])
        yield from one_by_one(TypeError, "D", call, [D.astype(str), D * 1j, None])


@check(CLAIM, place=PLACE, needs="d2ke.knn_predict", since="0.1")
def neighbors_are_there(target: Any, run: Any) -> Iterator[Outcome]:
    """From 1 to the number of training objects, an integer; one label each; ties by a name."""
    knn = target.d2ke.knn_predict
    yield from one_by_one(ValueError, "k", lambda k: knn(D, LABELS, k), [0, -1, 4])
    yield from one_by_one(TypeError, "k", lambda k: knn(D, LABELS, k), [1.5, "1", None])
    for y in (LABELS[:2], np.append(LABELS, 1), LABELS[:, None]):
        yield raises(ValueError, knn, D, y, 1)
    unknown = (("nearst", "nearest"), ("Smallest", "smallest"))
    yield from with_a_hint("ties", lambda ties: knn(D, LABELS, 1, ties=ties), *unknown)


@check(CLAIM, place=PLACE, needs=("d2ke.dsk_rbf", "d2ke.dsk_nd"), since="0.1")
def substitution_has_its_ranges(target: Any, run: Any) -> Iterator[Outcome]:
    """Gamma positive, beta in [0, 2], the origin an index of a square D or two vectors that fit."""
    d = target.d2ke
    yield from one_by_one(ValueError, "gamma", lambda gamma: d.dsk_rbf(D, gamma), NO_SIZES)
    yield from one_by_one(TypeError, "gamma", lambda gamma: d.dsk_rbf(D, gamma), NOT_NUMBERS)
    wrong = [-0.5, 2.5, *NOT_FINITE]
    yield from one_by_one(ValueError, "beta", lambda beta: d.dsk_nd(D, beta), wrong)
    yield from one_by_one(TypeError, "beta", lambda beta: d.dsk_nd(D, beta), ["2", None])
    pairs = [(D[0], D[0, :2]), (D[0, :2], D[0]), (D[0], -D[0]), (D[0], D[0] * np.nan)]
    for origin in (3, -1, *pairs):
        yield raises(ValueError, d.dsk_nd, D, 2, origin, naming="origin")
    for origin in (1.5, "0"):
        yield raises(TypeError, d.dsk_nd, D, 2, origin, naming="origin")
    yield raises(ValueError, d.dsk_nd, D[:2], 2, 0)


@check(CLAIM, place=PLACE, needs="d2ke.pseudo_euclidean_embedding", since="0.1")
def an_embedding_needs_symmetric_distances(target: Any, run: Any) -> Iterator[Outcome]:
    """Not square, not symmetric, not 0 on the diagonal, R below 1, new rows that do not fit."""
    embed = target.d2ke.pseudo_euclidean_embedding
    skew, shifted = np.triu(D), D + 1.0
    yield from one_by_one(ValueError, "D", lambda bad: embed(bad, 1), [D[:2], skew, shifted])
    yield from one_by_one(ValueError, "R", lambda R: embed(D, R), [0, -1])
    yield from one_by_one(TypeError, "R", lambda R: embed(D, R), [1.5, "1", None])
    new = [D[:, :2], D[0], -D, D * np.nan]
    yield from one_by_one(ValueError, "D_new", lambda bad: embed(D, 1, bad), new)


@check(CLAIM, place=PLACE, needs="d2ke.representative_set_map", since="0.1")
def representatives_are_a_collection(target: Any, run: Any) -> Iterator[Outcome]:
    """None, or a bare string, or gamma out of range: refused before any distance is computed."""
    asked: list[Any] = []

    def distance(x: Any, y: Any) -> float:
        asked.append((x, y))
        return 1.0

    embed = target.d2ke.representative_set_map
    yield raises(ValueError, embed, ["a"], [], "levenshtein", naming="representatives")
    yield raises(TypeError, embed, ["a"], "ab", "levenshtein", naming="representatives")
    yield raises(TypeError, embed, "ab", ["a"], "levenshtein", naming="X")
    for gamma in NO_SIZES:
        yield raises(ValueError, embed, ["a"], ["b"], distance, gamma=gamma, naming="gamma")
    yield equal([], asked)
