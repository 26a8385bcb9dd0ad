"""The k-NN rule with many neighbors and classes at once."""

from collections import Counter

import numpy as np

from gramcheck.reference.kcr import knn_predict
from tests.reference.memory import peak_of


def test_votes_are_counted_in_a_table_of_points_and_classes():
    """400 points, 200 votes and 100 classes: one number for all three is 64 megabytes."""
    rng = np.random.default_rng(0)
    distances, y = rng.random((400, 400)), rng.permutation(np.arange(400) % 100)
    peak, labels = peak_of(lambda: knn_predict(distances, y, k=200))
    assert peak <= 16e6
    for row, label in zip(distances, labels, strict=True):
        votes = Counter(y[np.argsort(row)[:200]].tolist())
        most = max(votes.values())
        assert label == min(each for each, count in votes.items() if count == most)
