"""The search of Tables 1-3 for parameters, and the linear machines that it fits."""

from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import numpy as np
from sklearn.svm import LinearSVC

from gramcheck.paper_checks.experiments import learners
from gramcheck.paper_checks.experiments.d2ke import protocol
from gramcheck.paper_checks.experiments.d2ke.protocol import Choice, System, search
from gramcheck.paper_checks.experiments.learners import linear
from gramcheck.reference.errors import ConvergenceError

FOLDS = ((0, 6), (1, 6), (2, 7), (3, 6))  # number and size
AS = ({"a": 0}, {"a": 1})


def test_the_search_finds_what_all_folds_of_all_settings_find():
    """The best mean, the first of equals; and it gives up what cannot win."""
    rng = np.random.default_rng(3)
    folds = [SimpleNamespace(number=k, y_train=None, y_test=np.zeros(size)) for k, size in FOLDS]
    settings = list(product((0, 1), (0.0, 1.0, 2.0)))
    fits = 0
    for _ in range(200):
        # few different counts: many settings are equal, while sums of floats would not be
        wrong = {(*setting, k): int(rng.integers(0, 4)) for setting in settings for k, _ in FOLDS}

        def learner(a, y_train, fold, cost, wrong=wrong):
            return (np.arange(len(fold.y_test)) < wrong[a, cost, fold.number]), True

        made = System("", lambda fold, chosen: (chosen["a"], fold), learner, AS, (0.0, 1.0, 2.0))
        choice = search(made, folds)
        mistakes = {
            setting: sum(Fraction(wrong[*setting, k], size) for k, size in FOLDS)
            for setting in settings
        }
        best = min(settings, key=mistakes.__getitem__)  # the first of equals
        assert (choice.parameters["a"], choice.cost) == best
        assert choice.accuracy == 1 - mistakes[best] / len(FOLDS)
        # folds that a setting must be tried on: until it cannot win, as its mistakes show
        assert choice.fits <= sum(
            1 + sum(
                sum(Fraction(wrong[*setting, j], size) for j, size in FOLDS[:k]) <= mistakes[best]
                for k in range(1, len(FOLDS))
            )
            for setting in settings
        )  # fmt: skip
        fits += choice.fits
    assert fits < 0.9 * 200 * len(settings) * len(FOLDS)


def test_every_searched_parameter_is_in_the_report_of_edges():
    """Of two values both are ends, of three the middle one is none; what is not searched is not."""
    made = System("", None, None, ({"R": 1, "b": 3}, {"R": 2, "b": 3}), (0.1, 1.0, 10.0))
    for cost, wanted in ((0.1, ["R", "C"]), (1.0, ["R"])):
        choice = Choice(Fraction(1), {"R": 2, "b": 3}, cost, 1, 0)
        assert protocol._at_edge(made, choice) == wanted


def test_wide_rows_are_rotated_without_changing_predictions():
    rng = np.random.default_rng(2)
    y = np.arange(60) % 3
    train, test = rng.normal(size=(60, 90)) + y[:, None], rng.normal(size=(40, 90))
    wide, _ = linear(train, y, test, 1.0)
    padded = [np.hstack([rows, np.zeros((len(rows), 30))]) for rows in (train, test)]
    np.testing.assert_array_equal(wide, linear(padded[0], y, padded[1], 1.0)[0])


def test_linear_machines_are_liblinear_s_and_solved_further():
    """In the C of scikit-learn, whose penalized intercept is made free by a large scaling."""
    rng = np.random.default_rng(3)
    y = np.repeat(["a", "b", "c"], 30)
    train = rng.normal(size=(90, 4)) + np.repeat(np.eye(3, 4), 30, axis=0)
    test = rng.normal(size=(500, 4))
    scale = np.sqrt(np.mean(np.sum(train**2, axis=1)))
    for C in (0.01, 1.0, 100.0):
        predicted, certified = linear(train, y, test, C)
        assert certified
        model = LinearSVC(C=C, dual=False, tol=1e-12, intercept_scaling=1e3, max_iter=100_000)
        peer = model.fit(train / scale, y).decision_function(test / scale)
        top = np.sort(peer, axis=1)
        clear = top[:, -1] - top[:, -2] > 1e-3
        assert clear.sum() > 480
        wanted = model.classes_[peer.argmax(axis=1)]
        np.testing.assert_array_equal(predicted[clear], wanted[clear])


def test_a_fit_without_certificate_is_counted_and_guesses(monkeypatch):
    def fails(*args, **kwargs):
        raise ConvergenceError("fit", 1.0, 0.0)

    monkeypatch.setattr(learners, "one_vs_rest", fails)
    predicted, certified = linear(np.eye(3), np.array(["b", "c", "c"]), np.eye(3)[:2], 1.0)
    assert predicted.tolist() == ["c", "c"]
    assert not certified
