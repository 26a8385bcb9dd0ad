"""Characteristic vectors and vocabularies: chunks, new strings, vocabularies made by hand."""

from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gramcheck.reference.sfm import Vocabulary, characteristic_vectors, fit_vocabulary, transform
from gramcheck.reference.sfm.engines import corpus
from gramcheck.verify.definitions import sfm as definitions

VARIANTS = ["cm", "paper", "released"]


@st.composite
def corpora(draw):
    """Alphabets on all sides of the thresholds, long strings, runs, empty strings."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    letters = draw(st.sampled_from([1, 2, 3, 6, 7, 9, 17, 300]))
    lengths = rng.integers(0, draw(st.sampled_from([4, 30, 200])), size=draw(st.integers(1, 6)))
    words = [rng.integers(letters, size=n) for n in [*lengths, 2]]
    if draw(st.booleans()):
        words = [np.repeat(w, rng.choice([1, 1, 2, 3, 6], size=len(w))) for w in words]
    return ["".join(chr(65 + c) for c in word) for word in words]


def test_vocabularies_that_differ_in_one_level_are_not_equal():
    one, other = (fit_vocabulary([[s]], "paper") for s in ("AABB", "BBAA"))
    assert one.sizes == other.sizes
    assert np.array_equal(one.levels[1], other.levels[1])
    assert one != other


@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=15)
@given(strings=corpora(), chunk=st.integers(1, 60), cut=st.integers(0, 7))
def test_chunks_change_nothing(variant, strings, chunk, cut):
    V, vocabulary = characteristic_vectors(strings, variant)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(corpus, "CHUNK", chunk)
        again, same = characteristic_vectors(strings, variant)
        new, unseen = transform(strings, vocabulary)
    assert same == vocabulary
    chunks = [part for part in (strings[:cut], strings[cut:]) if part]
    assert fit_vocabulary(iter(chunks), variant) == vocabulary
    for other in (again, new):
        assert np.array_equal(other.indptr, V.indptr)
        assert np.array_equal(other.indices, V.indices)
        assert np.array_equal(other.data, V.data)
    assert not unseen.any()


@pytest.mark.parametrize("variant", VARIANTS)
def test_chunks_of_one_string_take_about_the_time_of_one_chunk(variant):
    """Not the vocabulary's size for each of them: that takes hundreds of times as long."""
    rng = np.random.default_rng(4)
    strings = ["".join(rng.choice(list("ABCDEFGHI"), size=60)) for _ in range(2000)]

    def seconds(chunks):
        start = process_time()
        fit_vocabulary(chunks, variant)
        return process_time() - start

    assert seconds([s] for s in strings) < 20 * seconds([strings])


@pytest.mark.parametrize("variant", VARIANTS)
def test_new_strings_may_all_be_empty(variant):
    vocabulary = characteristic_vectors(["ABRACADABRA"], variant)[1]
    V, unseen = transform(["", ""], vocabulary)
    assert V.shape == (2, len(vocabulary))
    assert V.nnz == 0
    assert unseen.tolist() == [0, 0]


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_new_string_is_parsed_alone(variant):
    rng = np.random.default_rng(3)
    strings = ["".join(rng.choice(list("ABCDEFGHI"), size=n)) for n in rng.integers(0, 90, size=20)]
    _, vocabulary = characteristic_vectors(strings[:5], variant)
    strange = [*strings[5:], "XAXBYYX€", "€" * 9]  # letters outside, one beyond Latin-1
    V, unseen = transform(strange, vocabulary)
    for i, string in enumerate(strange):
        alone, count = transform([string], vocabulary)
        assert (alone != V[i]).nnz == 0
        assert count[0] == unseen[i]


def test_released_unseen_nodes_keep_their_names_across_levels():
    """A string against the vocabulary of one letter: all is unseen, the tree is its own."""
    string = "BCDBCDCBDBBCDBCBDCCBDBCBDBCDBDBC"
    V, unseen = transform([string], characteristic_vectors(["AA"], "released")[1])
    assert V.sum() == 0
    assert unseen[0] == len(definitions.nodes_of(definitions.esp_tree(string, "released")))


def test_columns_stand_for_substrings():
    V, vocabulary = characteristic_vectors(["ABABABBAB", "BABBAB"], "cm")
    texts = [vocabulary.text(j) for j in range(len(vocabulary))]
    assert texts[:2] == ["A", "B"]
    assert {"ABABABBAB", "BABBAB"} <= set(texts)
    for row, string in zip(V.toarray(), ["ABABABBAB", "BABBAB"], strict=True):
        for text, count in zip(texts, row, strict=True):
            assert count == 0 or text in string


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


@pytest.mark.parametrize("row", [[0, 1, -2], [0, 2, -1], [-1, 1, 0]])
def test_vocabularies_have_children_below(row):
    with pytest.raises(ValueError, match=r"levels\[0\]\[1\] must be children from 0 to 1, or -1"):
        Vocabulary("cm", "AB", ([[0, 1, 1], row],))


@pytest.mark.parametrize("variant", VARIANTS)
def test_vocabularies_are_valid(variant):
    """All that are made, again by hand; also that of one letter."""
    rng = np.random.default_rng(6)
    for strings in (["A"], ["".join(rng.choice(list("ABCDEFG"), size=n)) for n in range(1, 60)]):
        vocabulary = characteristic_vectors(strings, variant)[1]
        assert Vocabulary(variant, vocabulary.alphabet, vocabulary.levels) == vocabulary


def test_counts_where_numbers_of_strings_and_names_multiply_beyond_half_a_word():
    n, name, string = 2**17, [0, 5, 2**17 - 1, 5, 5], [0, 1, 2**15, 2**17 - 1, 2**17 - 1]
    data, indices, indptr = corpus.count(np.array(name), np.array(string), n, n)
    assert data.tolist() == [1, 1, 1, 2]
    assert indices.tolist() == [0, 5, n - 1, 5]
    assert np.repeat(np.arange(n), np.diff(indptr)).tolist() == [0, 1, 2**15, n - 1]


PAIR = np.array([[0, 1]])
NODE = np.array([[0, 1, -1]])
TWICE = np.concatenate([NODE, NODE])


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
        (lambda: transform(["AB"], Vocabulary("cm", "AB", (TWICE,))), ValueError, "each node once"),
    ],
)
def test_bad_input(call, error, naming):
    with pytest.raises(error, match=naming):
        call()
