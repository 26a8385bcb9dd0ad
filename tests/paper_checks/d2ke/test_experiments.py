"""The protocol of Tables 1-3: nothing of the test part is learned from."""

import functools
import time
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.experiments.d2ke import divisions
from gramcheck.paper_checks.experiments.d2ke import runs as d2ke_runs
from gramcheck.paper_checks.experiments.d2ke.divisions import Division, divide
from gramcheck.paper_checks.experiments.d2ke.protocol import System, evaluate
from gramcheck.paper_checks.experiments.d2ke.systems import LARGEST, SIZES, Grids, systems
from gramcheck.paper_checks.experiments.d2ke.tasks import TASKS

GRIDS = Grids(
    gammas=(0.1, 0.3),
    omegas=({"lengths": (2, 20)},),
    wider=({"lengths": (20, 40), "gamma": 0.1},),
    widths=(1.0, 3.0),
    neighbors=(5, 1),
    ranks=(8, 16),
    costs=(1.0, 100.0),
    search_features=32,
)
TASK = TASKS["digits-str4"]
NAMES = tuple(systems(GRIDS, 100))


@pytest.fixture(scope="module")
def digits():
    objects, labels = TASK.load(DataDirectory(None))
    return objects[:240], labels[:240]


@pytest.fixture(scope="module")
def record_of(digits):
    """What a system leaves of the first split, once each."""
    return functools.cache(lambda name: evaluate(system(name), split_of(*digits), folds=3))


def split_of(objects, labels, seed=0, **options):
    return divide(objects, labels, TASK.distance, TASK.options, TASK.draw, seed, 80, **options)


def with_test_part(split, objects, labels):
    """The same split of other test objects with other labels."""
    changed, relabeled = list(split.space.objects), split.space.labels.copy()
    for i, place in enumerate(split.check):
        changed[place] = objects[i]
    relabeled[split.check] = labels

    @functools.cache
    def matrix():
        return divisions.distances_among(changed, TASK.distance, {})

    other = {"objects": changed, "labels": relabeled, "matrix": matrix}
    return Division(replace(split.space, **other), split.learn, split.check)


def system(name):
    return systems(GRIDS, 160)[name]


@pytest.mark.parametrize("name", NAMES)
def test_each_system_learns(record_of, name):
    record = record_of(name)
    assert record["accuracy"] > 40  # ten classes
    assert record["converged"]
    assert record["fits_unfinished"] == 0


@pytest.mark.parametrize("name", NAMES)
def test_the_test_part_chooses_nothing(digits, record_of, name):
    """Neither its objects nor their labels."""
    other = with_test_part(split_of(*digits), objects=["0123"] * 80, labels=np.full(80, -1))
    hidden = evaluate(system(name), other, folds=3)
    assert hidden["accuracy"] == 0
    for key in ("parameters", "validation_accuracy"):
        assert hidden[key] == record_of(name)[key]


@pytest.mark.parametrize("name", NAMES)
def test_labels_without_meaning_are_not_predicted(digits, name):
    objects, labels = digits
    rng = np.random.default_rng(7)
    record = evaluate(system(name), split_of(objects, rng.permutation(labels)), folds=3)
    right = round(record["accuracy"] * 80 / 100)
    # classes are within 25 % of equal, so that guessing is right with probability at most 0.125
    assert binom.sf(right - 1, 80, 0.125) > 1e-9


@pytest.mark.parametrize(
    ("n_train", "wanted"),
    [
        (3, [3]),
        (64, [4, 16, 64]),  # musk1
        (71, [4, 16, 71]),  # musk2, whose folds have 64 at most
        (140, [4, 16, 64, 140]),  # elephant
        (512, [4, 16, 64, 256, 512]),
        (2233, [4, 16, 64, 256, 512]),  # splice
    ],
)
def test_embeddings_have_as_many_dimensions_as_the_data_allow(n_train, wanted):
    """And no more settings than where there are more objects, nor more than D2KE has."""
    grids = TASKS["elephant"].full
    built = systems(grids, n_train)
    for name in ("RSM", "GDK_LED", "GDK_LED (train only)"):
        assert [setting["R"] for setting in built[name].search] == wanted
        assert len(wanted) <= len(grids.ranks) < len(built["D2KE"].search)


def test_strings_and_series_have_all_ranks_of_their_grids():
    """Of the tasks with more training objects than any R the grids are what they say."""
    for name, n_train in (("splice", 2233), ("digits-str4", 1258), ("auslan", 1795)):
        grids = TASKS[name].full
        found = systems(grids, n_train)["RSM"].search
        assert found == tuple({"R": R} for R in grids.ranks)


# what each system asks of the distances: among 160, from 80 to 160, among 80 objects
LEARN, ACROSS, CHECK = 160**2 / 2, 80 * 160, 80**2 / 2
PAIRS = {
    "D2KE": 0,
    "D2KE, wider ranges": 0,
    "KNN": ACROSS,
    "DSK_RBF": LEARN + ACROSS,
    "DSK_ND": LEARN + ACROSS,
    "GDK_LED": LEARN + ACROSS + CHECK,
    "GDK_LED (train only)": LEARN + ACROSS,
    "RSM": 240 * 16,
}


@pytest.mark.parametrize("name", NAMES)
def test_each_system_pays_for_the_distances_that_it_needs(digits, name):
    split, rate, calls = split_of(*digits), 1000.0, []
    distances, _ = split.space.matrix()

    def matrix():
        if not calls:
            time.sleep(1.5)  # computing them is nobody's search
        calls.append(name)
        return distances, rate

    split = Division(replace(split.space, matrix=matrix), split.learn, split.check)
    one = replace(system(name), search=system(name).search[-1:], costs=system(name).costs[:1])
    for _ in range(2):  # a system that is run again pays again
        record = evaluate(one, split, folds=2)
        charged, rest = divmod(record["seconds"], rate)
        assert charged == PAIRS[name]
        assert 0 < rest < 10
        if name == "KNN":
            assert record["search_seconds"] < 1.5
    assert split.seconds == 0


def test_a_division_has_the_distances_of_its_objects(digits):
    split = split_of(*digits)
    part = split.space.part(split.learn)
    fold = Division(part, np.arange(0, 160, 2), np.arange(1, 160, 2))
    chosen = np.array([3, 1, 7])
    for division in (split, fold):
        objects = division.space.objects
        learn, check = ([objects[i] for i in places] for places in (division.learn, division.check))
        some = [learn[i] for i in chosen]
        for got, rows, columns in (
            (division.within_train(), learn, learn),
            (division.within_test(), check, check),
            (division.test_to_train(), check, learn),
            (division.to_train(chosen)[0], learn, some),
            (division.to_train(chosen)[1], check, some),
            (division.to_objects("w", ["01"])[0], learn, ["01"]),
            (division.to_objects("w", ["01"])[1], check, ["01"]),
        ):
            assert got.dtype == np.float64
            np.testing.assert_array_equal(got, divisions.cdist(rows, columns, TASK.distance))


def test_distances_are_computed_once_for_all_splits(digits, tmp_path, monkeypatch):
    calls = []
    right = divisions.cdist

    def counting(X, Y, *args, **kwargs):
        calls.append(len(X))
        return right(X, Y, *args, **kwargs)

    monkeypatch.setattr(divisions, "cdist", counting)
    found = [split_of(*digits, seed, scratch=tmp_path).space.matrix() for seed in (0, 0, 1)]
    assert calls == [240]
    assert len({seconds for _, seconds in found}) == 1
    for distances, _ in found:
        np.testing.assert_array_equal(distances, right(digits[0], digits[0], TASK.distance))
    split_of(digits[0][::-1], digits[1], scratch=tmp_path).space.matrix()
    assert calls == [240, 240]


@pytest.mark.parametrize(
    ("distance", "options"),
    [("dtw", {}), ("dtw", {"window": 0}), ("modified_hausdorff", {})],
)
def test_other_distances_and_other_scales_have_matrices_of_their_own(tmp_path, distance, options):
    rng = np.random.default_rng(4)
    objects = [rng.normal(size=(5, 2)) * (1 + i % 7) for i in range(30)]

    def divided(seed, scaling, distance=distance, options=options):
        labels = np.repeat([0, 1], 15)
        return divide(objects, labels, distance, options, None, seed, 9, scaling, tmp_path).space

    divided(0, None, "dtw", {"window": 1}).matrix()  # is there before
    for seed in (0, 1):
        for scaling in (None, TASKS["musk1"].scaling):
            space = divided(seed, scaling)
            wanted = divisions.cdist(space.objects, space.objects, distance, **options)
            np.testing.assert_array_equal(space.matrix()[0], wanted)


def test_long_strings_keep_their_distances():
    objects = ["0" * 300, "1" * 300, ""]
    distances, _ = divisions.distances_among(objects, "levenshtein", {})
    assert distances.tolist() == [[0, 300, 300], [300, 0, 300], [300, 300, 0]]
    assert distances.dtype == np.uint16


def test_a_unit_shares_its_distances_and_searches_where_the_task_says(
    digits, tmp_path, monkeypatch
):
    task = replace(TASK, load=lambda data: digits, full=GRIDS, test_size=80, search_size=90)
    monkeypatch.setitem(d2ke_runs.TASKS, "few", task)
    monkeypatch.setitem(d2ke_runs.FOLDS, "full", 3)
    run = Run("full", 0, DataDirectory(None), "unit", tmp_path)
    record = d2ke_runs.run_system(run, "few", 0, "D2KE")
    (kept,) = tmp_path.glob("*.npy")
    assert np.load(kept).shape == (240, 240)
    assert (record["n_train"], record["n_search"]) == (160, 90)
    assert record["parameters"]["R"] == LARGEST
    assert record["parameters"]["R of the search"] == 32
    assert [further["parameters"]["R"] for further in record["further"]] == list(SIZES)


def test_a_part_of_the_training_objects_is_searched(digits):
    """Stratified, of the size asked for, and without a test object."""
    split = split_of(*digits)
    seen = []

    def represent(division, parameters):
        seen.append(division)
        return division.within_train(), division.test_to_train()

    made = System("any", represent, system("KNN").learner, ({},), (1.0,))
    evaluate(made, split, folds=3, search_size=90)
    *folds, last = seen
    assert len(folds) == 3
    training = {split.space.objects[i] for i in split.learn}
    counts = np.bincount(split.y_train) * 90 / 160
    for fold in folds:
        assert len(fold.learn) + len(fold.check) == 90
        assert set(fold.space.objects) <= training
        assert np.all(np.abs(np.bincount(fold.space.labels) - counts) < 1)
    assert len(last.learn) == 160


def test_scaling_is_learned_from_the_training_part():
    task = TASKS["musk1"]
    rng = np.random.default_rng(1)
    sets = [rng.normal(5, 3, (4, 6)) for _ in range(30)]
    sets[0] = sets[0] + 1e6  # wherever it falls, the others' part must not see it
    labels = np.repeat([0, 1], 15)
    for seed in range(4):
        split = divide(sets, labels, task.distance, {}, task.draw, seed, 10, task.scaling)
        learned = [split.space.objects[i] for i in split.learn]
        spread = np.concatenate(learned).std(axis=0) * np.sqrt(6)
        np.testing.assert_allclose(spread, 1, rtol=1e-9)


def test_a_column_that_is_constant_in_training_is_not_blown_up_in_the_test():
    """The deviation of this constant is not 0 but 1e-17, and the test sets differ from it."""
    rng = np.random.default_rng(2)
    train = [rng.normal(size=(7, 4)) for _ in range(30)]
    for x in train:
        x[:, 2] = -0.043134
    assert 0 < np.concatenate(train).std(axis=0)[2] < 1e-15
    for task in ("elephant", "auslan"):
        scaled = TASKS[task].scaling(train)
        points = np.concatenate([scaled(x) for x in train])
        assert np.abs(points[:, 2]).max() < 1e-15
        far = scaled(np.array([[0.0, 0.0, 1 - 0.043134, 0.0]]))
        length = np.sqrt(np.sum(points**2, axis=1).mean())
        # one unit stays one unit, in lengths of the three columns that move
        assert length == pytest.approx(1 if task == "elephant" else np.sqrt(3), rel=1e-12)
        assert far[0, 2] == pytest.approx(length / np.sqrt(3), rel=1e-12)


def test_series_are_scaled_channel_by_channel_and_no_further():
    """To the last bit, as what is kept of them was measured so."""
    rng = np.random.default_rng(5)
    train = [rng.normal(3, [1, 50, 1e-3], size=(20, 3)) for _ in range(9)]
    points = np.concatenate(train)
    scaled = TASKS["auslan"].scaling(train)
    for x in train:
        np.testing.assert_array_equal(scaled(x), (x - points.mean(axis=0)) / points.std(axis=0))
