"""Counting over whole hash families: the counter itself, then the families of SFM."""

from itertools import product

import numpy as np
import pytest

from gramcheck.verify.definitions.sfm import (
    is_pairwise_independent,
    multiply_shift,
    multiply_shift_table,
    t_wise_hash_modulo,
)
from gramcheck.verify.hashing import t_wise_independence


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


@pytest.mark.parametrize("word", range(1, 6))
def test_multiply_shift_is_pairwise_independent_exactly_when_the_word_is_long_enough(word):
    for key_bits, bits in product(range(1, word + 1), repeat=2):
        table = multiply_shift_table(word, bits, range(2**key_bits))
        assert t_wise_independence(table, 2**bits, 1).holds
        expected = is_pairwise_independent(word, bits, key_bits)
        assert t_wise_independence(table, 2**bits, 2).holds == expected


@pytest.mark.parametrize("word", range(2, 6))
def test_multiply_shift_is_not_3_wise_independent_from_two_bits_on(word):
    for bits in range(2, word + 1):
        assert not t_wise_independence(multiply_shift_table(word, bits, range(3)), 2**bits, 3).holds
    # one bit: flipping it for all keys is adding 2^(word - 1) to b, so triples come in pairs
    assert t_wise_independence(multiply_shift_table(word, 1, range(4)), 2, 3).holds


def test_differences_at_which_eight_bit_words_fail():
    """S5: w = 8, l = 4: uniform at differences below 32, fails exactly at the multiples of 32."""
    a, b = np.divmod(np.arange(2**16), 2**8)
    for difference in range(1, 2**8):
        table = np.stack([multiply_shift(a, b, x, 8, 4) for x in (0, difference)], axis=1)
        assert t_wise_independence(table, 2**4, 2).holds == (difference % 32 != 0)


@pytest.mark.parametrize(("p", "t"), [(5, 1), (5, 2), (5, 3), (7, 2), (3, 3)])
def test_polynomials_over_a_prime_field_are_t_wise_independent(p, t):
    functions = list(product(range(p), repeat=t))
    table = [[t_wise_hash_modulo(a, x, p) for x in range(p)] for a in functions]
    assert t_wise_independence(table, p, t).holds
    if t < p:
        assert not t_wise_independence(table, p, t + 1).holds


def test_polynomials_modulo_a_composite_number_are_not():
    table = [[t_wise_hash_modulo(a, x, 4) for x in (0, 2)] for a in product(range(4), repeat=2)]
    assert not t_wise_independence(table, 4, 2).holds
