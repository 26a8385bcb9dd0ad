"""Collections of strings, and their distances by each engine."""

import itertools

import numpy as np

from gramcheck.reference.d2ke.engines import edit_distances
from gramcheck.reference.d2ke.engines import strings as collections

ENGINES = (edit_distances._ByDiagonals, edit_distances._ByWords)


def sorted_by_length(X, Y):
    numbers = collections.letter_numbers(X, Y)
    return collections.Strings(X, numbers), collections.Strings(Y, numbers)


def every_way(X, Y):
    """Distances by each engine, with the patterns on each side, however little sense it makes."""
    x, y = sorted_by_length(X, Y)
    for engine, (patterns, texts) in itertools.product(ENGINES, ((x, y), (y, x))):
        found = np.full((len(X), len(Y)), -1, np.int32)
        engine(patterns, texts).write(found if patterns is x else found.T)
        back = np.empty_like(found)
        back[np.ix_(x.index, y.index)] = found
        yield back


def table(distance, X, Y):
    return np.array([[distance(x, y) for y in Y] for x in X])


def assert_all_ways_give(expected, X, Y):
    for found in every_way(X, Y):
        np.testing.assert_array_equal(found, expected)


def strings_of(rng, count, lengths, alphabet="ab"):
    letters = list(alphabet)
    return ["".join(rng.choice(letters, n)) for n in rng.choice(np.atleast_1d(lengths), count)]
