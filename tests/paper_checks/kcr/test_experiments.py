"""The protocol of KCR's Table 1: nothing of the test part is learned from."""

import functools
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.experiments.kcr.systems import PATHS, Ball, Neighbors, evaluate
from gramcheck.paper_checks.experiments.kcr.tasks import (
    Division,
    Grids,
    divide,
)
from gramcheck.reference import kcr
from gramcheck.reference.kcr import KernelRule

DATA = DataDirectory(None)
SMALL = Grids(
    widths=(0.5, 2.0),
    lambdas=(3.0, 0.3),
    neighbors=(1, 5),
    tolerance=0.05,
    iterations=5000,
)


@pytest.fixture(scope="module")
def iris():
    return divide("iris", DATA, seed=3)


@pytest.fixture(scope="module")
def record_of(iris):
    """What a system leaves of this division, once each."""
    return functools.cache(lambda system: evaluate(system, iris, SMALL))


def with_part(division, part, points=None, labels=None):
    """The division with other points or labels in one part."""
    return Division(
        division.points | ({} if points is None else {part: points}),
        division.labels | ({} if labels is None else {part: labels}),
    )


# ------------------------------------------------------------------------------ division


@pytest.mark.parametrize("name", ["balance", "iris", "wine"])
def test_a_division_is_50_20_30_class_by_class(name):
    division = divide(name, DATA, seed=0)
    n = sum(map(len, division.labels.values()))
    assert [len(division.labels[p]) for p in ("train", "check", "test")] == [
        n // 2, round(0.2 * n), n - n // 2 - round(0.2 * n),
    ]  # fmt: skip
    whole = np.concatenate(list(division.labels.values()))
    for part in division.labels.values():
        for label in np.unique(whole):
            assert abs(np.mean(part == label) - np.mean(whole == label)) < 0.5 / len(part) + 0.01


def test_columns_are_scaled_by_the_training_points_alone():
    for seed in range(3):
        division = divide("wine", DATA, seed)
        assert division.points["train"].min(axis=0).max() == 0.0
        np.testing.assert_allclose(division.points["train"].max(axis=0), 1.0, rtol=1e-15)
        others = np.concatenate([division.points["check"], division.points["test"]])
        assert others.min() < 0.0
        assert others.max() > 1.0


def test_every_seed_divides_anew_and_the_same_way_again():
    one, again, other = (divide("iris", DATA, seed).points["test"] for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, again)
    assert (one != other).any()


# ------------------------------------------------------------------------------ systems


@pytest.mark.parametrize("system", PATHS)
def test_each_system_learns(system, record_of):
    record = record_of(system)
    assert record["test_error"] < 15  # three classes
    assert record["test_error"] == pytest.approx(100 * (1 - np.mean(record["right"])))
    assert ("by_nearest" in record) == (system == "KCR")  # another way of choosing


@pytest.mark.parametrize("system", PATHS)
def test_the_test_part_chooses_nothing(system, iris, record_of):
    seen = record_of(system)
    moved = with_part(iris, "test", points=iris.points["test"][::-1] + 0.3)
    other = with_part(moved, "test", labels=np.full(len(iris.labels["test"]), -1))
    hidden = evaluate(system, other, SMALL)
    assert hidden["test_error"] == 100
    for key in ("parameters", "validation_error", "train_error", "settings_tied", "optimality"):
        assert hidden[key] == seen[key]
        if system == "KCR":
            assert hidden["by_nearest"][key] == seen["by_nearest"][key]


@pytest.mark.parametrize("system", PATHS)
def test_labels_without_meaning_are_not_predicted(system, iris):
    rng = np.random.default_rng(7)
    shuffled = Division(iris.points, {p: rng.permutation(y) for p, y in iris.labels.items()})
    right = sum(evaluate(system, shuffled, SMALL)["right"])
    # three classes of equal size
    assert stats.binom.sf(right - 1, len(iris.labels["test"]), 1 / 3) > 1e-7


def test_training_errors_of_neighbors_leave_the_point_out(iris):
    record = evaluate("k-NN", iris, replace(SMALL, neighbors=(1,)))
    X, y = iris.points["train"], iris.labels["train"]
    wrong = 0
    for i in range(len(y)):
        distances = np.linalg.norm(X - X[i], axis=1)
        distances[i] = np.inf
        wrong += y[distances.argmin()] != y[i]
    assert wrong > 0
    assert record["train_error"] == pytest.approx(100 * wrong / len(y))


def test_ties_go_to_larger_lambda_then_smaller_width_then_more_neighbors(iris, monkeypatch):
    """Fits that all predict alike: only the rule is left to choose."""

    def path(division, grids):
        for s in grids.widths:
            for lam in grids.lambdas:
                one = np.ones((200, len(division.labels["train"])))
                yield Neighbors(division, lambda part, one=one: one[: len(division.labels[part])],
                                lam, s)  # fmt: skip

    for grids in (SMALL, replace(SMALL, widths=(2.0, 0.5), lambdas=(0.3, 3.0), neighbors=(5, 1))):
        constant = with_part(iris, "train", labels=np.array([1] * 74 + [0]))
        monkeypatch.setitem(PATHS, "constant", path)
        record = evaluate("constant", constant, grids)
        assert record["settings_tied"] == record["settings"] == 8
        assert record["parameters"] == {"λ": 3.0, "s": 0.5, "k": 5}


# ------------------------------------------------------------------------------ empty balls


def balls_on_a_line(*h2):
    """KCR's path as given bandwidths on the line, a point's row of kernel values being itself."""

    def path(division, grids):
        x, y = division.points["train"], division.labels["train"]
        one = np.ones((len(x), len(x)))
        for number, each in enumerate(h2):
            Sigma = np.diag(np.eye(len(x))[0])  # only the first kernel value counts
            rule = KernelRule(Sigma, each, 0.0, 0.0, 0.0, 0, True, y, x * one, one)
            yield Ball(rule, lambda part: division.points[part] * one[:1], 10.0 - number, 1.0)

    return path


def on_a_line(check, test):
    """Training points of class 0 at 0 and 1, and of class 1 at 10 and 11."""
    parts = {"train": ([0, 1, 10, 11], [0, 0, 1, 1]), "check": check, "test": test}
    return Division(
        {part: np.array(x, dtype=float)[:, None] for part, (x, _) in parts.items()},
        {part: np.array(y) for part, (_, y) in parts.items()},
    )


SMALL_BALL, WIDE_BALL = 0.01, 6.25  # squared radii


def test_in_validation_an_empty_ball_is_an_error_and_in_the_test_it_has_the_nearests_class(
    monkeypatch,
):
    """The small ball has no point of validation, of which the wide one gets all but one right."""
    check = ([2, 3, 8, 9, 2.5], [0, 0, 1, 1, 1])
    division = on_a_line(check, ([2, 5, 5.6, 9], [0, 0, 0, 1]))
    monkeypatch.setitem(PATHS, "KCR", balls_on_a_line(SMALL_BALL, WIDE_BALL))
    record = evaluate("KCR", division, SMALL)
    former = record["by_nearest"]
    assert record["parameters"] == {"λ": 9.0, "s": 1.0}  # the wide one
    assert record["validation_error"] == pytest.approx(20)
    assert record["settings_tied"] == 1
    assert record["doubtful"] == {"empty": 2, "tied": 0}
    assert record["right"] == [1, 1, 0, 1]  # 5.6 is nearer to 10
    # with the nearest's class both are alike, and the larger λ is taken
    assert former["parameters"] == {"λ": 10.0, "s": 1.0}
    assert former["validation_error"] == pytest.approx(20)
    assert former["settings_tied"] == 2
    assert former["doubtful"] == {"empty": 4, "tied": 0}
    assert former["right"] == [1, 1, 0, 1]


def test_where_every_ball_is_empty_all_of_validation_is_wrong(monkeypatch):
    division = on_a_line(([2, 9], [0, 1]), ([2, 9], [0, 1]))
    monkeypatch.setitem(PATHS, "KCR", balls_on_a_line(SMALL_BALL))
    record = evaluate("KCR", division, SMALL)
    assert (record["validation_error"], record["test_error"]) == (100, 0)
    assert (record["by_nearest"]["validation_error"], record["train_error"]) == (0, 0)


# ------------------------------------------------------------------------------ the budget


@pytest.mark.parametrize("system", ["KCR", "KMLCC", "KLMCA", "LMNN"])
def test_every_fit_is_finished_within_the_common_budget_or_said_not_to_be(system, iris, record_of):
    record = record_of(system)
    assert record["fits_unfinished"] == 0
    assert record["optimality"]["converged"]
    assert max(v for v in record["optimality"].values() if not isinstance(v, bool)) <= 0.05
    stopped = evaluate(system, iris, replace(SMALL, iterations=1, tolerance=1e-6))
    assert stopped["fits_unfinished"] == stopped["fits"]


def test_parameters_at_an_end_of_their_range_are_reported(iris):
    inside = replace(SMALL, widths=(1e-6, 1.0, 1e6), lambdas=(3.0,), neighbors=(1, 5, 60))
    record = evaluate("KMLCC", iris, inside)
    assert {name for name in ("λ", "s", "k") if name in record["at_edges"]} == {"λ"}


def test_kernel_nn_of_the_table_is_the_public_one(iris):
    for fit in PATHS["Kernel-NN"](iris, SMALL):
        train = iris.points["train"]
        K = kcr.gaussian_kernel(train, train, fit.s)
        for part in ("check", "test"):
            K_new = kcr.gaussian_kernel(iris.points[part], train, fit.s)
            for k in SMALL.neighbors:
                public = kcr.kernel_nn(K_new, K, iris.labels["train"], k)
                np.testing.assert_array_equal(fit.predict(part, k), public)
