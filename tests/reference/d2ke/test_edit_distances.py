"""The engines of the Levenshtein distance: all are the definition, wherever a collection is cut."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gramcheck.reference.d2ke import cdist, levenshtein, random_strings
from gramcheck.reference.d2ke.engines import diagonals, edit_distances, staggered
from gramcheck.reference.d2ke.engines import strings as collections
from gramcheck.verify.definitions import d2ke as definitions
from tests.reference.d2ke.strings import (
    ENGINES,
    assert_all_ways_give,
    every_way,
    sorted_by_length,
    strings_of,
    table,
)
from tests.reference.memory import peak_of

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=20)


@given(st.lists(ANY_TEXT, min_size=1, max_size=12), st.lists(st.text("ab"), min_size=1))
@example(["", "a"], [""])
@example(["\0a", "\0"], ["a\0", "\0", ""])
@example(["\ud83d", "\ude00\ud83d"], ["\U0001f600", "\ud83d\ude00"])
@example(["e\u0301"], ["\u00e9"])
def test_all_engines_are_the_definition(X, Y):
    """Lone surrogates are letters, neighboring ones do not merge, nothing is normalized."""
    expected = table(definitions.levenshtein, X, Y)
    assert_all_ways_give(expected, X, Y)
    np.testing.assert_array_equal(table(levenshtein, X, Y), expected)
    np.testing.assert_array_equal(cdist(X, Y, "levenshtein"), expected)


ENDS = [0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33]
ENDS += [62, 63, 64, 65, 126, 127, 128, 129, 189, 190, 191, 192, 193]


@pytest.mark.parametrize("alphabet", ["ab", "abcdefgh"])
def test_lengths_around_the_ends_of_words(alphabet):
    """As patterns and as texts."""
    rng = np.random.default_rng(1)
    X = [strings_of(rng, 1, n, alphabet)[0] for n in ENDS]
    # near relatives of long strings: carries then run across several words
    Y = [x[: len(x) // 3] + "b" + x[len(x) // 3 + 1 : -1] for x in X] + ["a" * 130, "ab" * 97]
    assert_all_ways_give(table(levenshtein, X, Y), X, Y)


@pytest.mark.parametrize("length", [*range(58, 71), 128, 192, 256, 257, 384, 385, 512, 513])
def test_one_pair_equals_many(length):
    """Python's long integers against bytes and words, with carries through all of them."""
    rng = np.random.default_rng(length)
    X = ["a" * length, "b" + "a" * (length - 1), *strings_of(rng, 2, length)]
    Y = ["a" * (length - 1) + "b", "a" * (length + 1), *strings_of(rng, 3, length + 40)]
    assert_all_ways_give(table(levenshtein, X, Y), X, Y)


@pytest.mark.parametrize("count", [1, 7, 8, 9, 16, 17, 31, 33, 63, 64, 65, 129, 256, 449])
def test_texts_around_the_ends_of_bytes(count):
    rng = np.random.default_rng(count)
    X, Y = strings_of(rng, 3, [4, 6]), strings_of(rng, count, [3, 5, 6])
    assert_all_ways_give(table(levenshtein, X, Y), X, Y)


@pytest.mark.parametrize("fewest", [1, 8, 64])
@pytest.mark.parametrize("size", [1, 64, 3000, 2**17])
def test_collections_of_most_unequal_strings_in_parts_of_every_size(size, fewest, monkeypatch):
    monkeypatch.setattr(diagonals, "BYTES", size)
    monkeypatch.setattr(edit_distances, "_LANES", -(-size // 8))
    monkeypatch.setattr(edit_distances, "_FEWEST_TEXTS", fewest)
    monkeypatch.setattr(edit_distances, "_MOST_TEXTS", 2 * fewest)
    monkeypatch.setattr(edit_distances, "_PADDED", 300 * fewest)
    monkeypatch.setattr(edit_distances, "_ROWS", 4)
    monkeypatch.setattr(collections, "_APART", 3)
    rng = np.random.default_rng(size)
    lengths = [0, 3, 16, 17, 33, 64, 65, 128, 129, 200, 321]
    X, Y = strings_of(rng, 25, lengths, "abcd"), strings_of(rng, 19, lengths, "abcd")
    # carries run from word to word, through patterns that begin in each of them
    X += ["a" * n for n in (63, 65, 130, 200)]
    Y += ["a" * 150 + "b", "b" + "a" * 190]
    expected = table(levenshtein, X, Y)
    assert_all_ways_give(expected, X, Y)
    np.testing.assert_array_equal(cdist(X, Y, "levenshtein"), expected)


def test_sums_beyond_a_byte_and_steps_beyond_those_that_are_kept(monkeypatch):
    monkeypatch.setattr(diagonals, "_KEPT_STEPS", 500)
    X, Y = ["a" * 300, "a" * 280], ["b" * 299, "b" * 256, "ab" * 140]
    assert_all_ways_give(table(levenshtein, X, Y), X, Y)


@pytest.mark.parametrize("lengths", [[32_767, 32_766], [32_768, 5], [32_760, 40_000]])
def test_lengths_beyond_16_bits(lengths):
    short, lengths = ["ac", "c", "acaca"], [*lengths, 32_760]
    long = ["b" * n for n in lengths]
    expected = np.tile(lengths, (3, 1))
    assert_all_ways_give(expected, short, long)
    np.testing.assert_array_equal(cdist(short, long, "levenshtein"), expected)


def test_bits_that_are_not_handed_on_would_be_seen(monkeypatch):
    rng = np.random.default_rng(3)
    X, Y = strings_of(rng, 22, [65, 200, 321]), strings_of(rng, 40, [3, 130, 200])
    expected = table(levenshtein, X, Y)
    monkeypatch.setattr(staggered, "_shift", lambda word, bits, out: out.fill(0))
    *_, by_words = every_way(X, Y)
    assert (by_words != expected).any()


def test_letters_of_texts_are_not_copied_where_one_has_ended(monkeypatch):
    """All of them would be, again and again, for a few columns of the texts that are left."""
    held = []

    def first_of_all(*vectors):
        if not held:
            tracemalloc.reset_peak()
            held.append(tracemalloc.get_traced_memory()[0])

    monkeypatch.setattr(staggered, "_column", first_of_all)
    rng = np.random.default_rng(5)
    patterns = strings_of(rng, 8, [100])
    texts = strings_of(rng, 15, [20_000]) + strings_of(rng, 1, [10])
    by_words = edit_distances._ByWords(*sorted_by_length(patterns, texts))
    peak, _ = peak_of(lambda: by_words.write(np.empty((8, 16), np.int32)))
    letters = 8 * 16 * 20_000  # bytes
    assert peak - held[0] < letters / 10


def test_an_engine_is_taken_where_it_is_the_cheaper_one(monkeypatch):
    """By diagonals where strings are of about one length, by words where they are not."""
    taken = []
    for engine in (*ENGINES, edit_distances._OneByOne):
        monkeypatch.setattr(
            engine, "write", lambda self, found: (taken.append(type(self)), found.fill(0))
        )
    rng = np.random.default_rng(4)
    proteins = rng.gamma(3, 120, size=60).astype(int).clip(130, 1000)
    for lengths in ([30] * 200, rng.integers(180, 220, 60), proteins, [20, 21]):
        X = ["".join(rng.choice(list("ACDEFG"), n)) for n in lengths]
        cdist(X, X[::-1], "levenshtein")
    assert taken == [ENGINES[0], ENGINES[0], ENGINES[1], edit_distances._OneByOne]


@given(st.lists(st.integers(0, 500), min_size=1), st.lists(st.integers(0, 500), min_size=1))
def test_words_cost_no_less_than_their_least(of_x, of_y):
    x, y = sorted_by_length(["a" * n for n in of_x], ["a" * n for n in of_y])
    assert edit_distances._ByWords.least_cost(x, y) <= edit_distances._ByWords(x, y).cost()


def test_a_part_costs_what_its_own_strings_take():
    """Not what the longest of the collection would: few of these lengths are near it."""
    rng = np.random.default_rng(1)
    lengths = np.exp(rng.normal(np.log(50), 1.5, 300)).astype(int)
    X = ["".join(rng.choice([*"ACGT"], n)) for n in lengths]
    by_diagonals, by_words = (engine(*sorted_by_length(X, X)).cost() for engine in ENGINES)
    assert by_words < by_diagonals / 3


def test_hardly_a_pair_of_real_lengths_is_computed_alone(monkeypatch):
    """Lengths as those of proteins: all pairs share calls."""

    def refused(x, y):
        raise AssertionError("a pair was computed one by one")

    monkeypatch.setattr(edit_distances, "one_pair", refused)
    rng = np.random.default_rng(4)
    lengths = rng.gamma(3, 120, size=(2, 60)).astype(int).clip(4, 1000)
    X, Y = (["".join(rng.choice(list("ACDEFG"), n)) for n in side] for side in lengths)
    assert cdist(X, Y, "levenshtein").shape == (60, 60)


def test_letters_that_one_side_lacks_take_no_table():
    """By words each letter of the long ones would have 79 of them, for each of them."""
    long = ["".join(map(chr, range(0x10000 + k, 0x10000 + 5_000 + k))) for k in range(3)]
    short = [*"abcdefg"]
    for X, Y in ((short, long), (long, short)):
        peak, D = peak_of(lambda X=X, Y=Y: cdist(X, Y, "levenshtein"))
        assert set(D.flat) == {5_000}
        assert peak < 2**21
        assert_all_ways_give(D, X, Y)


@pytest.mark.parametrize("engine", ENGINES)
def test_tables_of_many_letters_stay_small(engine, monkeypatch):
    """20,000 letters of texts, or of patterns: of all of them they would take 160 MB."""
    rng = np.random.default_rng(0)
    letters = [chr(0x4E00 + k) for k in range(20_000)]
    many, few = strings_of(rng, 256, [500], letters), strings_of(rng, 40, [500], letters)
    patterns, texts = (few, many) if engine is ENGINES[0] else (many, few)

    def held():
        way, found = engine(*sorted_by_length(patterns, texts)), np.empty((256, 256), int)
        return peak_of(lambda: way.write(found[: len(patterns), : len(texts)]))[0]

    assert held() < 80 * 2**20
    monkeypatch.setattr(edit_distances, "_TABLE_BYTES", 2**40)
    assert held() > 120 * 2**20


def test_what_would_take_too_large_a_table_is_no_way(monkeypatch):
    X = ["".join(map(chr, range(0x4E00 + k, 0x4E00 + k + 300))) for k in range(12)]
    expected = cdist(X, X, "levenshtein")
    x = sorted_by_length(X, X)
    assert all(engine(*x).cost() < np.inf for engine in ENGINES)
    monkeypatch.setattr(edit_distances, "_MOST_BYTES", 1000)
    assert all(engine(*x).cost() == np.inf for engine in ENGINES)
    np.testing.assert_array_equal(cdist(X, X, "levenshtein"), expected)
    np.testing.assert_array_equal(expected, table(levenshtein, X, X))


def test_a_long_string_among_many_short_ones_is_compared_apart(monkeypatch):
    """Else they would be padded to it, or read a few at a time."""
    rng = np.random.default_rng(5)
    X = ["A" * 20_000, *strings_of(rng, 300, [20], "ACGT")]
    peak, D = peak_of(lambda: cdist(X, X, "levenshtein"))
    assert peak < D.nbytes + 2**22
    np.testing.assert_array_equal(D[0, 1:], D[1:, 0])
    np.testing.assert_array_equal(D[0, :4], [levenshtein(X[0], x) for x in X[:4]])
    monkeypatch.setattr(collections, "_ALIKE", 2000)
    assert peak_of(lambda: cdist(X, X[:50], "levenshtein"))[0] > 2**23


def test_distances_of_a_data_set_take_little_more_than_their_matrix():
    """A third of it; without blocks they take three times as much as it."""
    rng = np.random.default_rng(0)
    X = random_strings(1600, "ACGT", (60, 60), rng)  # as long as splice junctions
    Y = random_strings(1024, "ACGT", (2, 50), rng)
    peak, D = peak_of(lambda: cdist(X, Y, "levenshtein"))
    assert peak - D.nbytes < D.nbytes
