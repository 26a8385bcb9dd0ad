"""Collections of most unequal strings: classes merge, and words are one column apart."""

import itertools

import numpy as np
import pytest

from gramcheck.reference.d2ke import cdist, levenshtein
from gramcheck.reference.d2ke.engines import edit_distance, staggered
from tests.reference.memory import peak_of

LENGTHS = [0, 3, 16, 17, 33, 64, 65, 128, 129, 200, 321]


def ragged(rng, count, alphabet="abcd"):
    lengths = itertools.islice(rng_lengths(rng), count)
    return ["".join(rng.choice(list(alphabet), n)) for n in lengths]


def rng_lengths(rng):
    while True:
        yield from rng.permutation(LENGTHS)


def pair_by_pair(X, Y):
    return np.array([[levenshtein(x, y) for y in Y] for x in X])


@pytest.mark.parametrize("few", [1, 8, 10**6])
@pytest.mark.parametrize("block_bytes", [64, 3000, 2**17])
def test_merged_classes_give_the_distances_of_single_pairs(few, block_bytes, monkeypatch):
    monkeypatch.setattr(edit_distance, "_FEW", few)
    monkeypatch.setattr(edit_distance, "_FEWEST", 1)
    monkeypatch.setattr(edit_distance, "_BLOCK_BYTES", block_bytes)
    monkeypatch.setattr(edit_distance, "_FEW_PAIRS", 0)
    rng = np.random.default_rng(block_bytes)
    X, Y = ragged(rng, 25), ragged(rng, 19)
    # carries run from word to word, through patterns that begin in each of them
    X += ["a" * n for n in (63, 65, 130, 200)]
    Y += ["a" * 150 + "b", "b" + "a" * 190]
    np.testing.assert_array_equal(cdist(X, Y, "levenshtein"), pair_by_pair(X, Y))


def test_texts_beyond_16_bits_beside_patterns_of_one_word(monkeypatch):
    """Which cost decides for where patterns are very many: here calls cost nothing."""
    monkeypatch.setattr(edit_distance, "_CALL_BITS", 0)
    monkeypatch.setattr(edit_distance, "_FEW_PAIRS", 0)
    walked, walk = [], edit_distance.walk
    monkeypatch.setattr(edit_distance, "walk", lambda *a: walked.append(a) or walk(*a))
    short, lengths = ["ac", "c", "acaca"], [32_760, 32_767, 32_768, 40_000]
    D = cdist(short, ["b" * n for n in lengths], "levenshtein")
    np.testing.assert_array_equal(D, np.tile(lengths, (3, 1)))
    assert walked


def test_bits_that_are_not_handed_on_would_be_seen(monkeypatch):
    rng = np.random.default_rng(3)
    X, Y = ragged(rng, 22), ragged(rng, 40)
    expected = cdist(X, Y, "levenshtein")
    monkeypatch.setattr(staggered, "_shift", lambda word, bits, out: out.fill(0))
    assert (cdist(X, Y, "levenshtein") != expected).any()


def test_hardly_a_pair_of_real_lengths_is_computed_alone(monkeypatch):
    """Lengths as those of proteins: all pairs share calls."""

    def refused(x, y):
        raise AssertionError("a pair was computed one by one")

    monkeypatch.setattr(edit_distance, "one_pair", refused)
    rng = np.random.default_rng(4)
    lengths = rng.gamma(3, 120, size=(2, 60)).astype(int).clip(4, 1000)
    X, Y = (["".join(rng.choice(list("ACDEFG"), n)) for n in side] for side in lengths)
    assert cdist(X, Y, "levenshtein").shape == (60, 60)


def test_no_table_is_made_of_many_letters_for_a_few_short_strings(monkeypatch):
    """Each letter of the long ones would have 79 words of bits, for each of them.

    Calls cost nothing, as above; else the strings would have to be four times as long.
    """
    monkeypatch.setattr(edit_distance, "_CALL_BITS", 0)
    long = ["".join(map(chr, range(0x10000 + k, 0x10000 + 5_000 + k))) for k in range(3)]
    short = [*"abcdefg"]
    for X, Y in ((short, long), (long, short)):
        peak, D = peak_of(lambda X=X, Y=Y: cdist(X, Y, "levenshtein"))
        assert set(D.flat) == {5_000}
        assert peak < 2**22
    unknown = property(lambda _: 0, lambda *_: None)
    monkeypatch.setattr(edit_distance._Class, "letters", unknown, raising=False)
    assert peak_of(lambda: cdist(short, long, "levenshtein"))[0] > 2**23
