"""Counting over whole hash families: the counter itself, then the families of SFM."""

from itertools import product

import numpy as np
import pytest

from gramcheck.verify.hashing import SMALL, small_table, t_wise_independence


def test_all_functions_are_independent_to_any_order():
    table = list(product(range(3), repeat=4))  # every function from 4 keys to 3 values
    assert all(t_wise_independence(table, 3, t).holds for t in (1, 2, 3, 4))


def test_constant_functions_are_uniform_only():
    table = [[value] * 3 for value in range(4)]
    assert t_wise_independence(table, 4, 1).holds
    found = t_wise_independence(table, 4, 2)
    assert not found.holds
    assert (found.keys, found.count, found.expected) == ((0, 1), 1, 0.25)
    assert found.values[0] == found.values[1]


def test_parity_is_pairwise_but_not_3_wise_independent():
    table = [(a, b, a ^ b) for a in (0, 1) for b in (0, 1)]
    assert t_wise_independence(table, 2, 2).holds
    assert not t_wise_independence(table, 2, 3).holds


def test_one_function_too_many_is_noticed():
    table = [*product(range(2), repeat=2), (0, 1)]
    found = t_wise_independence(table, 2, 2)
    assert (found.holds, found.values, found.count, found.expected) == (False, (0, 1), 2, 1.25)


@pytest.mark.parametrize(
    ("table", "n_values", "t", "exception", "word"),
    [
        ([0, 1], 2, 1, ValueError, "table"),
        (np.empty((0, 3), dtype=int), 2, 1, ValueError, "table"),
        ([[0.5, 1.0]], 2, 1, TypeError, "table"),
        ([[0, 2]], 2, 1, ValueError, "n_values"),
        ([[0, -1]], 2, 1, ValueError, "n_values"),
        ([[0, 0]], 0, 1, ValueError, "n_values"),
        ([[0, 1]], 2, 3, ValueError, "t must"),
        ([[0, 1]], 2, 0, ValueError, "t must"),
    ],
)
def test_bad_input_is_refused(table, n_values, t, exception, word):
    with pytest.raises(exception, match=word):
        t_wise_independence(table, n_values, t)


@pytest.mark.parametrize("bits", [1, 4, SMALL])
def test_small_words_have_the_table_of_their_own_arithmetic(bits):
    """f = a + b i modulo 2^8, and its highest bits; each of the 2^16 functions once."""

    class Target:
        class sfm:  # noqa: N801
            @staticmethod
            def hash_uniform(i, array1, array2):
                f = array1 + array2 * np.asarray(i, dtype=np.uint64)[:, None]
                return (f >> np.uint64(32)) / 2**32

    words = range(2**SMALL)
    wanted = [
        [(a + b * i) % 2**SMALL >> SMALL - bits for i in (0, 1, 5)] for a in words for b in words
    ]
    assert sorted(small_table(Target, 6, bits)[:, [0, 1, 5]].tolist()) == sorted(wanted)
