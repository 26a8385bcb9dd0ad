"""The protocol of Tables 2-4: nothing of the test part is learned from; scores are their own."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from sklearn.cluster import KMeans

from gramcheck.paper_checks.experiments.idealized import clustering, protocol, scores
from gramcheck.paper_checks.experiments.idealized.kernels import Geometry, base_kernel
from gramcheck.paper_checks.experiments.idealized.protocol import (
    FORMS,
    Grid,
    divide,
    evaluate,
    learned,
)
from gramcheck.paper_checks.experiments.idealized.tasks import (
    TASKS,
    imputed,
    standardized_log,
)
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.idealized import learn_metric, nearest_pairs_from_kernel

GRID = Grid(C_D=(1e2, 1e4), ratio=(1.0,), nu=(0.5,), folds=2)
TOY = replace(TASKS["toy"], n_train=30, n_test=70)


def division_of(kernel="linear", sides="labels", clusters=False, seed=0):
    return divide(TOY, TOY.load(None, np.random.default_rng(seed)), kernel, sides, seed, clusters)


@pytest.mark.parametrize(("kernel", "sides"), [("linear", "labels"), ("rbf", "classes")])
def test_test_labels_are_not_used(kernel, sides):
    division = division_of(kernel, sides)
    seen = evaluate(division, FORMS[:2], GRID, clusters=False)
    hidden = evaluate(
        replace(division, y_other=np.full(len(division.y_other), -1)), FORMS[:2], GRID, False
    )
    for form in FORMS[:2]:
        assert hidden[form]["error"] == 100
        for key in ("parameters", "validation", "alignment_train", "negative_share"):
            assert hidden[form][key] == seen[form][key]


def test_test_patterns_do_not_reach_the_search():
    division = division_of("rbf")
    other = replace(division, X_other=division.X_other[::-1] * 3 + 1)
    one, two = (evaluate(d, FORMS[:2], GRID, clusters=False) for d in (division, other))
    for form in FORMS[:2]:
        assert one[form]["validation"] == two[form]["validation"]
        assert one[form]["parameters"] == two[form]["parameters"]
        assert one[form]["alignment_train"] == two[form]["alignment_train"]


def test_labels_do_not_reach_the_choice_for_clusters():
    """Only pairs count: two labelings with the same pairs get the same parameters and scores."""
    division = division_of(sides="complement", clusters=True)
    S, _ = division.pairs
    shuffled = replace(division, y=np.random.default_rng(5).permutation(division.y))
    shuffled.__dict__["pairs"] = division.pairs
    one, two = (evaluate(d, FORMS[:1], GRID, clusters=True) for d in (division, shuffled))
    assert one["as-printed"]["parameters"] == two["as-printed"]["parameters"]
    assert one["as-printed"]["validation"] == two["as-printed"]["validation"]
    assert (division.y[S[:, 0]] == division.y[S[:, 1]]).all()


def test_preparation_learns_from_the_training_part():
    rng = np.random.default_rng(0)
    train, other = rng.uniform(1, 9, (20, 6)), rng.uniform(1, 9, (5, 6))
    for prepare in (standardized_log, imputed):
        alone, _ = prepare(train, other[:1])
        together, one_by_one = prepare(train, other)
        np.testing.assert_array_equal(alone, together)
        np.testing.assert_allclose(one_by_one[:1], prepare(train, other[:1])[1], rtol=1e-12)
    prepared, _ = standardized_log(train, other)
    np.testing.assert_allclose(prepared.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(prepared.std(axis=0), 1, rtol=1e-12)


def test_missing_values_become_the_mean_of_the_training_part():
    nan = np.nan
    train = np.array([[9, 1.0, nan], [9, 3.0, nan], [9, nan, nan]])
    other = np.array([[9, nan, nan], [9, 100.0, 7.0]])
    got_train, got_other = imputed(train, other)
    np.testing.assert_array_equal(got_train, [[1, 0], [3, 0], [2, 0]])
    np.testing.assert_array_equal(got_other, [[2, 0], [100, 7]])


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_width_and_unit_come_from_the_training_part(kernel):
    rng = np.random.default_rng(1)
    train, other = rng.normal(size=(15, 4)), rng.normal(size=(6, 4))
    base = base_kernel(kernel, train, other)
    distances = np.sqrt(Geometry.euclidean(base).squared[np.triu_indices(15, 1)])
    np.testing.assert_allclose(np.median(distances), 1, rtol=1e-2)  # of roots and of squares
    scaled = base_kernel(kernel, 7 * train, 7 * other)
    np.testing.assert_allclose(scaled.K_across, base.K_across, rtol=1e-9)
    alone = base_kernel(kernel, train, other[:1])
    np.testing.assert_allclose(alone.K, base.K, rtol=1e-12)


def test_many_features_are_learned_from_the_kernel(monkeypatch):
    """The kernel version on 150 features gives what the linear one would."""
    rng = np.random.default_rng(2)
    train, other = rng.normal(size=(12, 150)), rng.normal(size=(4, 150))
    base = base_kernel("linear", train, other)
    assert not base.linear
    few = base_kernel("linear", train[:, :50], other[:, :50])
    assert few.linear
    monkeypatch.setattr("gramcheck.paper_checks.experiments.idealized.kernels.FEW_FEATURES", 1000)
    coordinates = base_kernel("linear", train, other)
    y = np.arange(12) % 2
    sets = protocol.pairs_from_labels(y)
    constants = {"C_S": 100.0, "C_D": 100.0, "nu": 0.5}
    one, two = (learned(b, sets, constants, FORMS[:1])["as-printed"] for b in (base, coordinates))
    np.testing.assert_allclose(one.squared_across, two.squared_across, rtol=1e-6, atol=1e-8)


def test_clipping_takes_the_printed_solution_without_its_negative_part():
    division = division_of()
    base, constants = division.base, {"C_S": 1e4, "C_D": 1e4, "nu": 0.5}
    S, D = nearest_pairs_from_kernel(base.K, *division.pairs, m=5)
    got = learned(base, division.pairs, constants, FORMS[:2])["clip"]
    wanted = Geometry.of(learn_metric(base.rows, S, D, **constants, psd="clip"), base)
    np.testing.assert_allclose(got.K, wanted.K, rtol=1e-9, atol=1e-9 * np.abs(wanted.K).max())
    alone = learned(base, division.pairs, constants, ("clip",))["clip"]
    np.testing.assert_allclose(alone.K, wanted.K, rtol=1e-9, atol=1e-9 * np.abs(wanted.K).max())


def test_unsolved_settings_are_not_chosen(monkeypatch):
    right = protocol.learn_metric

    def fails_at_the_first(*args, C_D, **kwargs):
        if C_D == 1e2:
            raise ConvergenceError("planted", np.inf, 0.0)
        return right(*args, C_D=C_D, **kwargs)

    monkeypatch.setattr(protocol, "learn_metric", fails_at_the_first)
    record = evaluate(division_of(), FORMS[:1], GRID, clusters=False)["as-printed"]
    assert record["parameters"]["C_D"] == 1e4
    assert record["unsolved"] == 1
    monkeypatch.setattr(protocol, "grid", None)
    with pytest.raises(ConvergenceError, match="every setting"):
        evaluate(division_of(), FORMS[:1], replace(GRID, C_D=(1e2,)), clusters=False)


def test_an_unbounded_problem_of_xing_is_recorded():
    division = division_of()
    flat = replace(division, X=division.X.copy())
    flat.X[:, 0] = division.y * 1.0  # differs between the classes, never inside one
    record = protocol.baselines(flat, clusters=False, with_xing=True)["Xing"]
    assert record["error"] is None
    assert "unbounded" in record["why"]


def test_similar_pairs_that_are_all_far_are_learned_from_nevertheless():
    """The heuristic's median radius keeps none of them, which it takes for an error."""
    x = np.array([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 9.0])  # the last is similar to all others
    K = np.outer(x, x)
    S = np.array([(i, 7) for i in range(7)])
    D = np.array([(i, j) for j in range(7) for i in range(j)])
    with pytest.raises(ValueError, match="similar must have a pair within R"):
        nearest_pairs_from_kernel(K, S, D, m=protocol.NEIGHBORS)
    far, others = protocol.nearest(K, S, D)
    # each of the seven has but one partner in S, so that all pairs stay
    assert far.tolist() == S.tolist()
    # in D, too, all but 0 and 6, which are the farthest of each other's six; within R are 15
    assert sorted(map(tuple, others)) == sorted({*map(tuple, D)} - {(0, 6)})


def test_otherwise_the_nearest_pairs_are_those_of_the_heuristic():
    division = division_of(sides="complement")
    K, (S, D) = division.base.K, division.pairs
    expected = nearest_pairs_from_kernel(K, S, D, m=protocol.NEIGHBORS)
    found = protocol.nearest(K, S, D)
    assert all(np.array_equal(*each) for each in zip(found, expected, strict=True))
    assert len(found[1]) < len(D)


def test_ranges_begin_in_their_middle():
    for task, kernel in (("toy", "linear"), ("wine", "linear"), ("wine", "rbf")):
        searched = protocol.grid(TASKS[task], kernel, "full")
        assert searched.C_D[0] == sorted(searched.C_D)[1]
        assert searched.nu[0] in sorted(searched.nu)[2:4]
        assert searched.ratio[0] == 1.0
        assert len(list(searched)) == 36


def test_of_equal_settings_the_first_is_chosen(monkeypatch):
    monkeypatch.setattr(protocol, "_scores", lambda *_: {"as-printed": np.full(4, 80.0)})
    grid = Grid((1e4, 1e2), (1.0,), (0.2, 0.1), 2)
    found = evaluate(division_of(), ("as-printed",), grid, clusters=False)["as-printed"]
    assert found["parameters"] == {"C_S": 1e4, "C_D": 1e4, "nu": 0.2}


# ------------------------------------------------------------------------------ scores


def partitions(n, k):
    """Labels of every partition of n points into exactly k clusters."""
    for labels in itertools.product(range(k), repeat=n):
        if len(set(labels)) == k and labels[0] == 0:
            yield np.array(labels)


def pairwise_cost(squared, labels):
    """Cost of k-means written with squared distances alone."""
    clusters = [np.flatnonzero(labels == c) for c in np.unique(labels)]
    return sum(squared[np.ix_(c, c)].sum() / (2 * len(c)) for c in clusters)


def indefinite(n, seed):
    """Squared distances some of which are negative."""
    A, B = np.random.default_rng(seed).normal(size=(2, n, 3))
    squared = sum(s * np.sum((Z[:, None] - Z) ** 2, axis=2) for s, Z in ((1, A), (-0.7, B)))
    assert squared.min() < 0
    return squared


@pytest.mark.parametrize(("n", "k"), [(9, 2), (8, 3)])
@pytest.mark.parametrize("seed", range(3))
def test_k_means_finds_the_best_of_all_partitions(n, k, seed):
    squared = indefinite(n, seed)
    found = clustering.k_means(squared, k, np.random.default_rng(seed))
    least = min(pairwise_cost(squared, labels) for labels in partitions(n, k))
    assert found.cost == pytest.approx(least, rel=1e-12)
    assert found.cost == pytest.approx(pairwise_cost(squared, found.labels), rel=1e-12)
    assert len(set(found.labels)) == k


def test_the_cost_is_that_of_points_about_their_means():
    X = np.random.default_rng(3).normal(size=(9, 2))
    squared = np.sum((X[:, None] - X) ** 2, axis=2)
    labels = np.arange(9) % 3
    about = sum(np.sum((X[labels == c] - X[labels == c].mean(axis=0)) ** 2) for c in range(3))
    assert clustering.cost(squared, labels) == pytest.approx(about, rel=1e-12)
    assert clustering.k_means(squared, 3, np.random.default_rng(0)).cost <= KMeans(
        3, n_init=5, random_state=0
    ).fit(X).inertia_ * (1 + 1e-12)


def test_starts_that_agree_are_counted():
    squared = indefinite(40, 0)
    each = [
        clustering.k_means(squared, 2, np.random.default_rng(seed), starts=1) for seed in range(30)
    ]
    assert {found.agreeing for found in each} == {1}
    costs = np.array([found.cost for found in each])
    assert len(np.unique(costs.round(9))) > 1  # there are local minima
    apart = np.subtract.outer(x := np.repeat([0.0, 9.0], 5), x) ** 2
    found = clustering.k_means(apart, 2, np.random.default_rng(0))
    assert found.agreeing == clustering.STARTS
    some = clustering.k_means(squared, 2, np.random.default_rng(0))
    assert 1 <= some.agreeing < clustering.STARTS


@pytest.mark.parametrize("seed", range(5))
def test_lloyds_steps_stand_still_where_an_exchange_lowers_the_cost(seed):
    """Far from Euclidean distances, where each pattern seems near the mean that it is part of."""
    squared = indefinite(40, seed)
    n = len(squared)
    center = np.eye(n) - 1 / n
    values, vectors = np.linalg.eigh(-center @ squared @ center / 2)
    points = vectors * np.sqrt(np.maximum(values - values[0], 0.0))  # by constant shift
    stuck = KMeans(2, n_init=10, random_state=0).fit_predict(points)
    means = np.array([points[stuck == c].mean(axis=0) for c in (0, 1)])
    to_means = np.sum((points[:, None] - means) ** 2, axis=2)
    assert np.array_equal(to_means.argmin(axis=1), stuck)  # Lloyd's step moves nothing
    moved = [np.where(np.arange(n) == i, 1 - stuck, stuck) for i in range(n)]
    assert min(pairwise_cost(squared, each) for each in moved) < pairwise_cost(squared, stuck) - 0.1
    found = clustering.k_means(squared, 2, np.random.default_rng(0))
    assert found.cost < pairwise_cost(squared, stuck) - 0.1


def test_a_zero_metric_has_a_clustering_too():
    found = scores.clustered(np.zeros((6, 6)), np.arange(6) % 2, np.random.default_rng(0))
    assert found["classes_cost"] == 0.0


def test_a_missed_minimum_shows_in_the_cost_of_the_classes(monkeypatch):
    squared, y = indefinite(12, 1), np.arange(12) % 2
    best = clustering.k_means(squared, 2, np.random.default_rng(0))
    assert scores.clustered(squared, y, np.random.default_rng(0))["classes_cost"] > 0
    at_best = scores.clustered(squared, best.labels, np.random.default_rng(0))
    assert (at_best["error"], at_best["classes_cost"]) == (0.0, pytest.approx(0.0, abs=1e-9))
    poor = clustering.Clustering(y, clustering.cost(squared, y), 1)
    monkeypatch.setattr(scores, "k_means", lambda *_: poor)
    assert scores.clustered(squared, best.labels, np.random.default_rng(0))["classes_cost"] < -1e-9


def test_separation_is_a_share_of_pairs():
    close, far = np.array([0.1, 0.5, 0.5]), np.array([0.5, 0.2, 0.9])
    wins = [(c < f) + 0.5 * (c == f) for c in close for f in far]
    assert scores.separation(close, far) == pytest.approx(np.mean(wins))


def test_negative_distances_count_as_nearest():
    squared = np.array([[1.0, -2.0, 0.0], [0.5, 0.7, 0.5]])
    assert scores.classification_error(squared, np.array([0, 1, 2]), np.array([1, 0])) == 0
    assert scores.classification_error(squared, np.array([0, 1, 2]), np.array([0, 2])) == 100


def test_the_zero_kernel_has_no_alignment():
    assert np.isnan(scores.aligned(np.zeros((3, 3)), np.array([0, 0, 1])))
