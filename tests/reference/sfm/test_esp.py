"""ESP trees, vocabularies and characteristic vectors of SFM, Section III."""

import itertools
import sys
from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gramcheck.reference.sfm import (
    characteristic_vectors,
    edit_distance_with_moves,
    esp_tree,
    fit_vocabulary,
    l1_distances,
    transform,
)
from tests.reference.sfm import twins

VARIANTS = ["cm", "paper", "released"]
CORPUS = sys.modules["gramcheck.reference.sfm.engines.corpus"]


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


def expected(strings, variant):
    if variant == "released":
        return twins.released_vectors(strings)
    return twins.characteristic_vectors(strings, variant)[0]


@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=25)
@given(strings=corpora())
def test_vectors_are_those_of_the_slow_form(variant, strings):
    V, vocabulary = characteristic_vectors(strings, variant)
    assert V.toarray().tolist() == expected(strings, variant)
    assert V.has_canonical_format
    assert V.shape == (len(strings), len(vocabulary))


@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=15)
@given(strings=corpora(), chunk=st.integers(1, 60), cut=st.integers(0, 7))
def test_chunks_change_nothing(variant, strings, chunk, cut):
    V, vocabulary = characteristic_vectors(strings, variant)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CORPUS, "CHUNK", chunk)
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


@pytest.mark.parametrize("variant", ["cm", "paper"])
@pytest.mark.parametrize("letters", [3, 20])
def test_new_strings_are_as_if_appended(variant, letters):
    rng = np.random.default_rng(letters)
    draw = lambda n: "".join(chr(65 + c) for c in rng.integers(letters, size=n))  # noqa: E731
    corpus = [draw(80) for _ in range(30)] + [draw(2000)]
    new = [draw(n) for n in (0, 1, 2, 50, 50)] + [corpus[0][:40] + "A" + corpus[0][40:], draw(3000)]
    _, vocabulary = characteristic_vectors(corpus, variant)
    V, unseen = transform(new, vocabulary)
    # each alone, after the corpus: the known columns are the first ones of every level
    for i, string in enumerate(new):
        W, longer = characteristic_vectors([*corpus, string], variant)
        row = W[-1].toarray()[0]
        known = [row[o : o + n] for o, n in zip(longer.offsets, vocabulary.sizes, strict=False)]
        assert V[i].toarray()[0].tolist() == np.concatenate(known).tolist()
        assert unseen[i] == row.sum() - V[i].sum()


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
def test_small_and_large_chunks_give_one_vocabulary(monkeypatch, variant):
    strings = ["ABRACADABRA", "", "CADABRA" * 5, "A", "", "BRACA" * 9, "DDDD"]
    expected = characteristic_vectors(strings, variant)[1]
    for size in (1, 5, 40, 2**21):
        monkeypatch.setattr(CORPUS, "CHUNK", size)
        for cuts in ([1, 2, 3, 4, 5, 6], [3], [0, 5]):
            chunks = [strings[a:b] for a, b in itertools.pairwise([0, *cuts, 7]) if a < b]
            assert fit_vocabulary(chunks, variant) == expected


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
    nodes = [len(esp_tree(s, variant).nodes) if s else 0 for s in strange]
    if variant != "released":  # where a triple makes two nodes; the numbers of rounds may differ
        assert (V.sum(axis=1).A1 + unseen > 0).tolist() == [n > 0 for n in nodes]


def test_released_unseen_nodes_keep_their_names_across_levels():
    """A string against the vocabulary of one letter: all is unseen, the tree is its own."""
    string = "BCDBCDCBDBBCDBCBDCCBDBCBDBCDBDBC"
    V, unseen = transform([string], characteristic_vectors(["AA"], "released")[1])
    assert V.sum() == 0
    assert unseen[0] == sum(map(sum, twins.released_vectors([string])))


def test_columns_stand_for_substrings():
    V, vocabulary = characteristic_vectors(["ABABABBAB", "BABBAB"], "cm")
    texts = [vocabulary.text(j) for j in range(len(vocabulary))]
    assert texts[:2] == ["A", "B"]
    assert {"ABABABBAB", "BABBAB"} <= set(texts)
    for row, string in zip(V.toarray(), ["ABABABBAB", "BABBAB"], strict=True):
        for text, count in zip(texts, row, strict=True):
            assert count == 0 or text in string


@pytest.mark.parametrize("variant", VARIANTS)
def test_trees(variant):
    for string in ["A", "AB", "ABABABBAB", "AABABABBAB", "cabageheadbag", "A" * 50]:
        tree = esp_tree(string, variant)
        V, vocabulary = characteristic_vectors([string], variant)
        triples = sum(len(c) == 3 for k in range(1, tree.height + 1) for c in tree.children(k))
        assert V.sum() == len(tree.nodes) + (triples if variant == "released" else 0)
        assert vocabulary.text(len(vocabulary) - 1) == string
        assert len(tree.edges) == len(tree.nodes) - 1
        assert len(tree.names[-1]) == 1
        for level in range(1, tree.height + 1):
            assert {len(c) for c in tree.children(level)} <= {2, 3}
            # equal names if and only if equal children
            below = tree.names[level - 1]
            children = [tuple(below[i] for i in c) for c in tree.children(level)]
            for (a, b), (x, y) in zip(
                itertools.combinations(tree.names[level], 2),
                itertools.combinations(children, 2),
                strict=True,
            ):
                assert (a == b) == (x == y)
        lines = tree.draw().splitlines()
        assert lines[-1].replace(" ", "") == string
        assert len(lines) == tree.height + 2
        assert len({len(line) for line in lines[:-1]}) == 1


def test_drawing():
    assert str(esp_tree("ABABABBAB")).splitlines() == [
        "[            0            ]",
        "[      0      ][    1     ]",
        "[ 0  ][   1   ][ 2  ][ 0  ]",
        "[0][1][0][1][0][1][1][0][1]",
        " A  B  A  B  A  B  B  A  B",
    ]


def test_drawing_stays_in_its_lines():
    assert str(esp_tree("a\nb\tcd")).splitlines() == [
        "[          0           ]",
        "[    0     ][    1     ]",
        "[2 ][1 ][3 ][0 ][4 ][5 ]",
        r" a   \n  b   \t  c   d",
    ]


@pytest.mark.parametrize("variant", ["cm", "paper"])
def test_distance_bounds_edm_from_above(variant):
    strings = ["".join(s) for n in range(1, 7) for s in itertools.product("AB", repeat=n)]
    distances = l1_distances(*[characteristic_vectors(strings, variant)[0]] * 2)
    rng = np.random.default_rng(0)
    for i, j in rng.integers(len(strings), size=(150, 2)):
        assert edit_distance_with_moves(strings[i], strings[j]) <= distances[i, j]
    attained = characteristic_vectors(["AABBAB", "ABBBAA"], "cm")[0]
    assert l1_distances(attained, attained)[0, 1] == 2


def test_one_letter_more_in_front_is_local_under_cm_only():
    """Erratum S8: all runs of two to four symbols are one piece of category (iii)."""
    rng = np.random.default_rng(1)
    cost = {}
    for n in (64, 1024):
        strings = []
        for _ in range(12):
            letters = np.array(list("ABCD"))[
                rng.integers(1, 4, n).cumsum() % 4
            ]  # no neighbors equal
            word = "".join(np.repeat(letters, rng.integers(2, 5, n)))
            strings += [word, word[0] + word]
        for variant in ("cm", "paper"):
            V = characteristic_vectors(strings, variant)[0]
            cost[variant, n] = np.mean(abs(V[::2] - V[1::2]).sum(axis=1))
    assert cost["cm", 1024] < 3 * cost["cm", 64]  # O(log n), against
    assert cost["paper", 1024] > 6 * cost["paper", 64]  # O(n)


VOCABULARY = characteristic_vectors(["AB"])[1]


@pytest.mark.parametrize(
    ("call", "error", "naming"),
    [
        (lambda: characteristic_vectors("ABC"), TypeError, "strings"),
        (lambda: characteristic_vectors([b"ABC"]), TypeError, "strings"),
        (lambda: characteristic_vectors([]), ValueError, "strings"),
        (lambda: characteristic_vectors(["", ""]), ValueError, "strings"),
        (lambda: characteristic_vectors(["A"], "CM"), ValueError, "did you mean 'cm'"),
        (lambda: fit_vocabulary("ABC"), TypeError, "chunks"),
        (lambda: fit_vocabulary(["ABC"]), TypeError, "chunks"),
        (lambda: fit_vocabulary([]), ValueError, "chunks"),
        (lambda: fit_vocabulary(None), TypeError, "chunks"),
        (lambda: transform(["A"], VOCABULARY, "paper"), ValueError, "variant"),
        (lambda: transform(["A"], {"A": 0}), TypeError, "vocabulary"),
        (lambda: transform("A", VOCABULARY), TypeError, "strings"),
        (lambda: transform([], VOCABULARY), ValueError, "strings"),
        (lambda: VOCABULARY.text(3), ValueError, "column"),
        (lambda: esp_tree(""), ValueError, "s must"),
        (lambda: esp_tree(b"AB"), TypeError, "s must"),
        (lambda: esp_tree("AB").children(2), ValueError, "level"),
    ],
)
def test_bad_input(call, error, naming):
    with pytest.raises(error, match=naming):
        call()
