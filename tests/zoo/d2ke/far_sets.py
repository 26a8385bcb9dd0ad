"""A distance of sets that is computed otherwise where they are large."""

from itertools import product

import numpy as np

from tests.zoo import wrong


def expanded(x, y):
    """The distance by |a|^2 + |b|^2 - 2 a'b, as matrix products are fast."""
    x, y = (np.asarray(z, dtype=float).reshape(len(z), -1) for z in (x, y))
    squares = (x**2).sum(axis=1)[:, None] + (y**2).sum(axis=1) - 2 * x @ y.T
    D = np.sqrt(np.maximum(squares, 0))
    return max(D.min(axis=1).mean(), D.min(axis=0).mean())


@wrong("d2ke.modified_hausdorff", killed_by="d2ke/eq-2 many_points_far_away_are_as_near_as_few")
def squares_of_large_sets_are_expanded(right, x, y):
    """From 26 points on."""
    few = len(x) <= 25 or len(y) <= 25
    return right.d2ke.modified_hausdorff(x, y) if few else expanded(x, y)


@wrong("d2ke.cdist", killed_by="d2ke/cdist near_sets_among_far_ones_keep_their_digits")
def only_sets_of_one_number_keep_their_digits(right, X, Y, distance, **options):
    """What cancels is computed again between X[i] and Y[i], and nowhere else."""
    D = np.array(right.d2ke.cdist(X, Y, distance, **options))
    if distance != "modified_hausdorff" or X is Y:
        return D
    others = ((i, j) for i in range(len(X)) for j in range(len(Y)) if i != j)
    for i, j in others:
        D[i, j] = expanded(X[i], Y[j])
    return D


@wrong("d2ke.cdist", killed_by="d2ke/cdist sets_of_the_same_points_are_at_distance_zero")
def roots_of_what_rounds_below_zero(right, X, Y, distance, **options):
    """In many dimensions distances to points that pad a set are NaN, and count 0 times."""
    D = np.array(right.d2ke.cdist(X, Y, distance, **options))
    if distance == "modified_hausdorff" and np.shape(X[0])[1:] > (8,):
        for (i, x), (j, y) in product(enumerate(X), enumerate(Y)):
            squares = (x**2).sum(axis=1)[:, None] + (y**2).sum(axis=1) - 2 * x @ y.T
            D[i, j] += 0 * np.sqrt(squares.min())
    return D
