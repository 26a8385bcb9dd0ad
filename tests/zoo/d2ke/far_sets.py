"""A distance of sets that is computed otherwise where they are large."""

import numpy as np

from tests.zoo import wrong


@wrong("d2ke.modified_hausdorff", killed_by="d2ke/eq-2 many_points_far_away_are_as_near_as_few")
def squares_of_large_sets_are_expanded(right, x, y):
    """|a|^2 + |b|^2 - 2 a'b from 26 points on, as matrix products are fast."""
    if len(x) <= 25 or len(y) <= 25:
        return right.d2ke.modified_hausdorff(x, y)
    x, y = (np.asarray(z, dtype=float).reshape(len(z), -1) for z in (x, y))
    squares = (x**2).sum(axis=1)[:, None] + (y**2).sum(axis=1) - 2 * x @ y.T
    D = np.sqrt(np.maximum(squares, 0))
    return max(D.min(axis=1).mean(), D.min(axis=0).mean())
