"""Vocabularies of SFM, made by a fit or by hand, and the counts that they order."""

import sys

import numpy as np
import pytest

from gramcheck.reference.sfm import Vocabulary, characteristic_vectors

VARIANTS = ["cm", "paper", "released"]
CORPUS = sys.modules["gramcheck.reference.sfm.engines.corpus"]


def test_vocabularies_compare_by_content():
    strings = ["ABAB", "BBA"]
    first, second = (characteristic_vectors(strings, v)[1] for v in ("cm", "paper"))
    assert first == characteristic_vectors(strings)[1]
    assert first != second
    assert first != characteristic_vectors(strings[::-1])[1]
    assert first != "cm"
    with pytest.raises(ValueError, match="read-only"):
        first.levels[0][0] = 1
    with pytest.raises(AttributeError):
        first.variant = "paper"
    assert isinstance(first, Vocabulary)


def test_vocabularies_keep_a_copy():
    rows = np.array([[0, 1, -1]])
    vocabulary = Vocabulary("cm", "AB", (rows,))
    rows[0] = 1  # is still the caller's
    assert vocabulary == characteristic_vectors(["AB"])[1]
    with pytest.raises(ValueError, match="read-only"):
        vocabulary.levels[0][0] = 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_vocabularies_are_valid(variant):
    """All that are made, again by hand; also that of one letter."""
    rng = np.random.default_rng(6)
    for strings in (["A"], ["".join(rng.choice(list("ABCDEFG"), size=n)) for n in range(1, 60)]):
        vocabulary = characteristic_vectors(strings, variant)[1]
        assert Vocabulary(variant, vocabulary.alphabet, vocabulary.levels) == vocabulary


def test_counts_where_numbers_of_strings_and_names_multiply_beyond_half_a_word():
    n, name, string = 2**17, [0, 5, 2**17 - 1, 5, 5], [0, 1, 2**15, 2**17 - 1, 2**17 - 1]
    data, indices, indptr = CORPUS.count(np.array(name), np.array(string), n, n)
    assert data.tolist() == [1, 1, 1, 2]
    assert indices.tolist() == [0, 5, n - 1, 5]
    assert np.repeat(np.arange(n), np.diff(indptr)).tolist() == [0, 1, 2**15, n - 1]


PAIR = np.array([[0, 1]])
NODE = np.array([[0, 1, -1]])


@pytest.mark.parametrize(
    ("call", "error", "naming"),
    [
        (lambda: Vocabulary("CM", "AB", ()), ValueError, "variant .* did you mean 'cm'"),
        (lambda: Vocabulary("cm", "", ()), ValueError, "alphabet must not be empty"),
        (lambda: Vocabulary("cm", "BA", ()), ValueError, "alphabet must be sorted, got 'BA'"),
        (lambda: Vocabulary("cm", "AA", ()), ValueError, "alphabet"),
        (lambda: Vocabulary("cm", ["A"], ()), TypeError, "alphabet"),
        (lambda: Vocabulary("cm", "AB", [NODE]), TypeError, "levels must be a tuple"),
        (lambda: Vocabulary("released", "AB", ()), ValueError, "levels must be one"),
        (lambda: Vocabulary("released", "AB", (PAIR, PAIR)), ValueError, "levels must be one"),
        (lambda: Vocabulary("released", "AB", (NODE,)), ValueError, r"levels\[0\] .* 2 columns"),
        (lambda: Vocabulary("cm", "AB", (PAIR,)), ValueError, r"levels\[0\] .* 3 columns"),
        (lambda: Vocabulary("cm", "AB", (NODE[:0],)), ValueError, r"levels\[0\]"),
        (lambda: Vocabulary("cm", "AB", (NODE / 2,)), TypeError, r"levels\[0\]"),
        (lambda: Vocabulary("cm", "AB", (NODE - 1,)), ValueError, r"levels\[0\]\[0\] .* to 1"),
        (lambda: Vocabulary("cm", "AB", (NODE * 7,)), ValueError, r"levels\[0\]\[0\] .* to 1"),
        (lambda: Vocabulary("cm", "AB", (NODE * [1, -1, 1],)), ValueError, r"got \[0, -1, -1\]"),
        (lambda: Vocabulary("cm", "AB", (NODE, NODE)), ValueError, r"levels\[1\]\[0\] .* to 0"),
        (lambda: Vocabulary("released", "AB", (PAIR + PAIR,)), ValueError, r"levels\[0\]\[0\]"),
    ],
)
def test_bad_input(call, error, naming):
    with pytest.raises(error, match=naming):
        call()
