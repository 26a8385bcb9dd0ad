"""The exact forms of the mismatch kernel are one kernel, and the cheapest of them is taken."""

import math
from time import process_time

import numpy as np
import pytest

from gramcheck.reference.sfm import ball_intersections, mismatch, mismatch_kernel
from gramcheck.reference.sfm.engines import corpus, kmers
from gramcheck.verify.definitions import sfm as definitions

DNA, PROTEIN = "ACGT", definitions.AMINO_ACIDS
FORMS = ("agreement", "comparison", "neighborhoods", "table")


def strings(n, length, letters, seed=0):
    rng = np.random.default_rng(seed)
    return ["".join(rng.choice(list(letters), length + i % 3)) for i in range(n)]


def forced(monkeypatch, form):
    monkeypatch.setattr(mismatch, "cheapest", lambda *arguments: form)


CASES = [
    (strings(7, 30, DNA), strings(4, 20, DNA, 1), 5, 1, DNA),
    (strings(7, 30, DNA), strings(4, 20, DNA, 1), 5, 2, "ACGTN"),  # a letter that does not occur
    (strings(3, 12, "AB"), strings(5, 9, "AB", 1), 6, 6, "AB"),
    (strings(3, 40, PROTEIN), strings(3, 40, PROTEIN, 1), 4, 1, PROTEIN),
    (["AAAA", "AA"], ["AAA"], 2, 1, "A"),
    (["ABAB"], ["BABA", "AAAA"], 1, 0, "AB"),
    (["ABAB"], ["BABA", "AAAA"], 4, 0, "BA"),
    (["\N{GREEK SMALL LETTER ALPHA}BA"], ["AB"], 2, 1, None),
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("case", range(len(CASES)))
def test_each_form_is_the_definition(form, case, monkeypatch):
    X, Y, k, m, letters = CASES[case]
    forced(monkeypatch, form)
    every = sorted(set("".join([*X, *Y]))) if letters is None else letters
    wanted = [[definitions.mismatch_kernel_by_distances(x, y, k, m, every) for y in Y] for x in X]
    assert mismatch_kernel(X, Y, k, m, letters).tolist() == wanted


@pytest.mark.parametrize("form", FORMS)
def test_one_collection_twice_is_two_equal_ones(form, monkeypatch):
    forced(monkeypatch, form)
    X = strings(9, 25, DNA)
    assert (mismatch_kernel(X, X, 4, 1) == mismatch_kernel(X, list(X), 4, 1)).all()


@pytest.mark.parametrize("form", FORMS)
def test_blocks_and_renumbered_words_change_nothing(form, monkeypatch):
    X, Y = strings(6, 40, DNA), strings(5, 33, DNA, 1)
    forced(monkeypatch, form)
    wanted = mismatch_kernel(X, Y, 6, 2)
    monkeypatch.setattr(kmers, "_CELLS", 100)
    monkeypatch.setattr(kmers, "_MOST_COLUMNS", 5)
    assert (mismatch_kernel(X, Y, 6, 2) == wanted).all()
    monkeypatch.setattr(kmers, "_DENSE", 1.0)  # all products sparse
    assert (mismatch_kernel(X, Y, 6, 2) == wanted).all()


@pytest.mark.parametrize(
    ("n", "length", "letters", "k", "m", "form"),
    [
        (100, 1000, DNA, 5, 1, "table"),
        (100, 300, DNA, 7, 1, "neighborhoods"),
        (2, 20, "A", 10, 1, "table"),  # one word
        (1, 200, "AB", 16, 8, "comparison"),  # 128 sweeps of a table
        (1, 20, DNA, 8, 4, "comparison"),
        (1, 2000, DNA, 600, 3, "comparison"),
        (1, 2000, DNA, 1000, 0, "agreement"),
        (100, 300, DNA, 8, 2, "agreement"),
        (50, 200, PROTEIN, 5, 1, "agreement"),
        (2, 200, DNA, 14, 7, "comparison"),
        (2, 200, PROTEIN, 40, 3, "comparison"),  # more words than 64 bits number
    ],
)
def test_the_form_that_touches_least_is_taken(n, length, letters, k, m, form, monkeypatch):
    taken = []
    cheapest = mismatch.cheapest
    monkeypatch.setattr(mismatch, "cheapest", lambda *given: taken.append(cheapest(*given)) or form)
    X = strings(n, length, letters)
    begin = process_time()
    mismatch_kernel(X, X, k, m, letters)
    assert process_time() - begin < 10  # long k-mers took minutes by agreement
    assert taken == [form]


@pytest.mark.parametrize(
    ("k", "m", "size", "strings", "number", "table"),
    [
        (21, 1, 2, 1, 850_000, True),
        (21, 1, 2, 1, 870_000, False),  # 3^21 times as many are beyond 2^53
        (10, 6, 4, 8, 600_000, True),
        (10, 7, 4, 8, 600_000, False),  # 9 tables of 2^23 numbers are beyond 2^26
    ],
)
def test_a_table_is_as_exact_and_no_larger_than_other_forms(k, m, size, strings, number, table):
    mers = object.__new__(kmers.KMers)
    mers._k, mers._n, mers._owner = k, strings, range(number)
    assert mers.table_is_cheaper(m, size) == table


def test_neighborhoods_hold_each_word_once():
    words = np.array([[0, 2], [1, 1], [2, 2]], dtype=np.uint8)
    around = kmers._neighborhoods(words, 2, 3)
    assert len(around) == 1 + 3 * 2 + 3 * 4
    for column, letters in zip(around.T, words.T, strict=True):
        near = definitions.mismatch_ball("".join(map(str, letters)), 2, "012")
        assert sorted(column) == sorted(int(word[::-1], 3) for word in near)


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("k", [1, 2, 4])
def test_balls_intersect_as_an_enumeration_of_all_words_says(k, size):
    for m in range(k + 1):
        wanted = [
            definitions.ball_intersection_by_enumeration(size, k, m, d)
            for d in range(min(2 * m, k) + 1)
        ]
        assert ball_intersections(k, m, size) == wanted


def test_balls_over_one_letter_are_single_words():
    assert ball_intersections(3, 2, 1) == [1]


def test_balls_of_long_words_take_products_of_the_radius_only():
    begin = process_time()
    balls = ball_intersections(2**60, 20, 4)
    assert process_time() - begin < 1
    assert balls[0] == sum(math.comb(2**60, e) * 3**e for e in range(21))
    assert balls[-1] == math.comb(40, 20)  # half of the letters of each


def test_values_beyond_the_range_and_k_mers_beyond_memory_are_refused_by_name():
    x = "ACGT" * 500
    with pytest.raises(ValueError, match=r"k and m must leave kernel values of at most 1e\+100"):
        mismatch_kernel([x], [x], 300, 300)
    with pytest.raises(ValueError, match=r"k and m must leave kernel values of at most 1e\+100"):
        mismatch_kernel([x], [x], 1500, 60, samples=3, rng=np.random.default_rng(0))
    x = "A" * 2**22
    with pytest.raises(
        ValueError, match=r"k must leave arrays that fit into memory, got \d+: 8\.0"
    ):
        mismatch_kernel([x], [x], 2**21, 1)
    assert mismatch_kernel(["AC" * 500], ["CA" * 500], 1000, 3).tolist() == [[0.0]]


def test_the_kernel_keeps_within_the_range_up_to_its_end():
    x, k = "ACGT" * 10, 40
    K = mismatch_kernel([x], [x], k, k)
    assert K == pytest.approx(4.0**k, rel=1e-14)


def test_level_zero_names_are_what_is_counted():
    """The letters of k-mers are read off the corpus, string by string, none across a border."""
    X = ["ABC", "AB", "CAB"]
    codes = corpus.code_points(X)
    lengths = np.array([3, 2, 3])
    names = corpus.level_zero(codes, lengths, corpus.letters_in(codes)).names
    found = kmers.KMers(names, lengths, 2, 3).letters.T.tolist()
    assert found == [[0, 1], [1, 2], [0, 1], [2, 0], [0, 1]]


def test_sets_of_positions_are_too_many_only_where_they_are_sampled():
    """Of 400 letters C(400, 60) words are around each, and C(400, 120) sets are sampled."""
    x = "AB" * 200
    assert mismatch_kernel([x], [x], 400, 60, "AB")[0, 0] > 1e70
    with pytest.raises(ValueError, match=r"^k and m must leave kernel values"):
        mismatch_kernel([x], [x], 400, 60, "AB", samples=5, rng=np.random.default_rng(0))
