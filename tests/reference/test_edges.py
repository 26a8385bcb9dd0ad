"""What stands at the edge of what functions take: taken, or refused by name."""

import numpy as np
import pytest
import scipy as sp

from gramcheck.reference import d2ke, idealized, kcr, sfm

WORDS = sfm.sample_hash(8, np.random.default_rng(0))
COUNTS = sp.sparse.csr_array(np.ones((3, 8)))
DISTANCES = np.array([[0.0, 1.0], [1.0, 0.0]])


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
    ],
)
def test_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_a_window_of_any_width_holds_the_whole_table():
    X, Y = [[1.0, 2], [1, 2, 3]], [[1.0, 2], [1, 2, 4]]
    assert np.array_equal(d2ke.cdist(X, Y, "dtw", window=10**30), d2ke.cdist(X, Y, "dtw"))


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
