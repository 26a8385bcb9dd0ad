"""The nearest by partition are the first of a stable sort, whatever is tied."""

import numpy as np
import pytest

from gramcheck.reference.d2ke import baselines
from gramcheck.reference.d2ke.engines import nearest


@pytest.mark.parametrize("levels", [1, 2, 5, 10**9])
@pytest.mark.parametrize("k", [1, 2, 7, 30])
def test_nearest_are_those_of_a_stable_sort(levels, k):
    D = np.random.default_rng(k).integers(levels, size=(40, 30)).astype(float)
    expected = np.argsort(D, axis=1, kind="stable")[:, :k]
    np.testing.assert_array_equal(nearest.smallest_columns(D, k), np.sort(expected, axis=1))


@pytest.mark.parametrize("cells", [1, 100, 10**6])
@pytest.mark.parametrize("ties", ["smallest", "nearest"])
def test_votes_are_those_counted_one_by_one(ties, cells, monkeypatch):
    monkeypatch.setattr(nearest, "_CELLS", cells)
    rng = np.random.default_rng(cells)
    D, y = rng.integers(4, size=(50, 30)).astype(float), rng.choice(list("abcde"), 30)
    expected = []
    for row in D:
        labels = y[np.argsort(row, kind="stable")[:9]].tolist()
        most = max(map(labels.count, labels))
        winners = [label for label in labels if labels.count(label) == most]
        expected.append(min(winners) if ties == "smallest" else winners[0])
    assert baselines.knn_predict(D, y, 9, ties).tolist() == expected
