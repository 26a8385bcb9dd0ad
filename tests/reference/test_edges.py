"""What stands at the edge of what functions take: taken, or refused by name."""

import numpy as np
import pytest
import scipy as sp

from gramcheck.reference import d2ke, idealized, kcr, sfm

WORDS = sfm.sample_hash(8, np.random.default_rng(0))
COUNTS = sp.sparse.csr_array(np.ones((3, 8)))
DISTANCES = np.array([[0.0, 1.0], [1.0, 0.0]])


def all_pairs(n):
    """In two halves."""
    i = np.column_stack(np.triu_indices(n, 1))
    return i[::2], i[1::2]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: sfm.sfm(COUNTS, 8, 1.0, *WORDS, out=COUNTS.data.reshape(3, 8)),
            ValueError,
            "out must not share memory with V",
        ),
        (
            lambda: sfm.sfm(COUNTS[:1], 8, 1.0, *WORDS, out=WORDS[1].view(np.float64)[None]),
            ValueError,
            "out must not share memory with array2",
        ),
        (
            lambda: sfm.rff(COUNTS, np.ones((4, 8)), out=COUNTS.data.reshape(3, 8)),
            ValueError,
            "out must not share memory with V",
        ),
        (
            lambda: sfm.esp_tree("A").children(1),
            ValueError,
            "level must be above the leaves, there are no others, got 1",
        ),
        (
            lambda: kcr.knn_error(DISTANCES, ["0", "1"], [0, 1]),
            TypeError,
            "y_test must hold strings as y_train does, got numbers",
        ),
        (
            lambda: kcr.knn_error(DISTANCES, ["0", "1"], [b"0", b"1"]),
            TypeError,
            "y_test must hold strings as y_train does, got bytes",
        ),
        (
            lambda: d2ke.dsk_nd(DISTANCES + np.eye(2), 1.0, 0),
            ValueError,
            "D .* must have a zero diagonal, got 1.0",
        ),
        (
            lambda: d2ke.random_feature_variance(-1e-6, 0.0, 2),
            ValueError,
            r"kernel_at_two_gamma must lie in \[0, 1\]",
        ),
        (
            lambda: idealized.margins_from_labels(np.zeros((2, 3)), DISTANCES, [0, 1], 0.5),
            ValueError,
            r"squared must have shape \(2, 2\), got \(2, 3\)",
        ),
        (
            lambda: kcr.algorithm_1(np.eye(2), [0, 1], 1.0, 1e-200, 1.0, 0 * np.eye(2), 1.0, 1),
            ValueError,
            "alpha must be at least 1e-100",
        ),
        (
            lambda: d2ke.representative_set_map([1.0], [2.0], lambda x, y: -1.0),
            ValueError,
            r"distance\(X\[0\], representatives\[0\]\) must be nonnegative",
        ),
        (lambda: sfm.concentration_bound(0.1, 0), ValueError, "^D must be at least 2, got 0$"),
        (
            lambda: d2ke.random_feature_variance(0.0, 0.0, 10**101),
            ValueError,
            r"^R must be between 1 and 1e\+100, got an integer of 336 bits$",
        ),
        (
            lambda: idealized.pair_margins(DISTANCES, [[0, 2**64 - 1]], [[0, 1]], np.eye(2), 1.0),
            ValueError,
            r"similar must hold indices between 0 and 1, got \(0, 18446744073709551615\)",
        ),
        (lambda: sfm.stk17(["ab", "a"], 2, 1), ValueError, r"^strings\[1\] must have at least"),
        (lambda: sfm.stk17(["ab", "ac"], 2, 1, "ab"), ValueError, "^strings must be over the"),
        (
            lambda: d2ke.soft_distance([""] * 10**6, [""] * 10**7, [""], 1.0, "levenshtein"),
            ValueError,
            "^X and Y must leave arrays that fit into memory",
        ),
        (
            lambda: d2ke.data_sample(range(2**70), 2, np.random.default_rng(0)),
            ValueError,
            r"^X must have at most 9223372036854775807 objects, got range\(0, 11805916207",
        ),
        (
            lambda: d2ke.random_series(1, 1, 1e100, (9, 9), np.random.default_rng(0)),
            ValueError,
            r"^normal numbers times sigma must be at most 1e\+100 in magnitude, got",
        ),
        (
            lambda: idealized.dual_program(np.arange(1500), *all_pairs(1500), 1.0, 1.0, 0.5),
            ValueError,
            "^similar and dissimilar must leave arrays that fit into memory",
        ),
        (
            lambda: idealized.nearest_pairs_from_kernel(-np.eye(2), [[0, 1]], [[0, 1]], 0),
            ValueError,
            "^m must be at least 1",
        ),
    ],
)
def test_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: kcr.kernel_rule([[0, 1.0]], ["x" * 10**6] * 2, 1.0),
        lambda: idealized.ideal_kernel(np.arange(2000), {}),
        lambda: idealized.ideal_kernel(["x" * 10**6], {"x" * 10**6: -1.0}),
        lambda: idealized.ideal_kernel([0], dict.fromkeys(range(2000), 1.0)),
        lambda: sfm.stk17(["a" * 10**6], 2 * 10**6, 1),
    ],
)
def test_what_came_is_told_in_short(call):
    with pytest.raises(ValueError, match="must ") as told:
        call()
    assert len(str(told.value)) < 200


def test_numbers_of_fewer_digits_are_judged_by_their_roundings():
    above_1 = np.nextafter(np.float32(1), np.float32(2))
    D = np.array([[0, 1], [above_1, 0]], dtype=np.float32)  # symmetric but for a rounding
    assert kcr.resubstitution_error(D, [0, 1], 1.0) == 0
    assert d2ke.dsk_nd(D, 2.0, 0).shape == (2, 2)
    with pytest.raises(ValueError, match="must be symmetric"):
        kcr.resubstitution_error(D.astype(float), [0, 1], 1.0)
    tenths = np.full(10, 0.1, dtype=np.float32)
    assert d2ke.empirical_risk(np.zeros(10), np.ones(10), weights=tenths) == pytest.approx(1)
    for rng in map(np.random.default_rng, range(40)):
        random = rng.random(100).astype(np.float32)
        d2ke.empirical_risk(np.zeros(100), np.ones(100), weights=random / random.sum())
    with pytest.raises(ValueError, match="weights must sum to 1"):
        d2ke.empirical_risk(np.zeros(10), np.ones(10), weights=tenths.astype(float))
    k = np.float32(0.3)
    assert d2ke.random_feature_variance(k**2, k, 4) == 0


def test_eigenvalues_of_a_kernel_are_judged_by_its_roundings():
    A = np.random.default_rng(0).random((20, 3))
    K = (A @ A.T).astype(np.float32)  # with eigenvalues below 0
    exact = np.linalg.svd(A, compute_uv=False) ** 2 / 20
    mu = d2ke.kernel_eigenvalues(K)
    assert mu[:3] == pytest.approx(exact, abs=1e-6)
    assert (mu >= 0).all()
    with pytest.raises(ValueError, match="K must be positive semidefinite, got the eigenvalue"):
        d2ke.kernel_eigenvalues(K.astype(float))


def test_a_probability_of_the_limit_is_one():
    """Nine times 1/9, as it is summed, is above 1."""
    _, probability = d2ke.kernel_limit(np.zeros(9), np.full(9, 1 / 9))
    assert probability == 1
    assert d2ke.soft_distance_gap(probability, 1.0) == 0


def test_entries_of_one_place_are_summed_as_floats():
    entries = np.array([200, 100], dtype=np.uint8), (np.array([0, 0]), np.array([0, 0]))
    V, nothing = sp.sparse.coo_array(entries, shape=(1, 2)), sp.sparse.csr_array((1, 2))
    assert sfm.l1_distances(V, nothing).tolist() == [[300.0]]


def test_a_pair_of_vectors_may_be_an_array():
    origin = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert np.array_equal(
        d2ke.dsk_nd(DISTANCES, 1.0, origin), d2ke.dsk_nd(DISTANCES, 1.0, (*origin,))
    )


def test_a_covering_by_large_balls_keeps_its_digits():
    """(1 + 2 / delta)^p with p = delta tends to e^2."""
    assert d2ke.ball_covering_bound(1e17, 1e17) == pytest.approx(np.exp(2), rel=1e-14)
    assert d2ke.ball_covering_bound(2, 3) == 8


def test_coordinates_that_are_nothing_but_rounding_are_0():
    c = np.array([1.0, -2.0, 1.0, 0.0, 0.0])
    assert not kcr.embed(np.outer(c, c), np.eye(5))[:, 1].any()
    assert kcr.embed(np.diag([1.0, 1e-12]), np.eye(2))[1, 1] == pytest.approx(1e-6)
    rows = [[0.0, 0.0], [0.0, 1e9]]  # which tell of a direction however weak
    assert kcr.squared_distances(np.diag([1.0, 1e-17]), rows)[0, 1] == pytest.approx(10)


def test_a_window_of_any_width_holds_the_whole_table():
    X, Y = [[1.0, 2], [1, 2, 3]], [[1.0, 2], [1, 2, 4]]
    assert np.array_equal(d2ke.cdist(X, Y, "dtw", window=10**30), d2ke.cdist(X, Y, "dtw"))


@pytest.mark.parametrize("form", ["normalized", "log", "raw"])
def test_a_taper_of_any_width_is_none(form):
    """Up to some roundings: few cells are summed by rows where there is none."""
    X, Y = ["ABCA", "BCA"], ["ABD", "AAAA"]
    none = sfm.global_alignment_kernel(X, Y, 1.3, form=form)
    wide = sfm.global_alignment_kernel(X, Y, 1.3, 10**400, form)
    np.testing.assert_allclose(wide, none, rtol=0, atol=1e-14)


@pytest.mark.parametrize(("eigenvalue", "n"), [(1e-224, 10**100), (5e-324, 10)])
def test_a_lambda_below_the_least_number_is_0(eigenvalue, n):
    assert d2ke.smallest_lambda([eigenvalue], n) == 0


def test_a_kernel_below_0_by_rounding_has_no_variance():
    assert d2ke.random_feature_variance(-1e-16, -1e-16, 2) == 0


def test_strings_of_any_length_are_labels_and_objects():
    strings = np.array(["ab", "c"], np.dtypes.StringDType())
    assert np.array_equal(kcr.label_signs(strings), [[1, -1], [-1, 1]])
    assert d2ke.cdist(strings, strings, "levenshtein").tolist() == [[0, 2], [2, 0]]


def test_tables_of_pandas_are_points():
    pandas = pytest.importorskip("pandas")
    X, y = np.random.default_rng(0).normal(size=(6, 2)), [0, 0, 0, 1, 1, 1]
    frame = pandas.DataFrame(X)
    assert np.array_equal(kcr.gaussian_kernel(frame), kcr.gaussian_kernel(X))
    assert kcr.lmnn(frame, y, 1).objective == kcr.lmnn(X, y, 1).objective
    assert d2ke.dtw(frame, frame) == 0
