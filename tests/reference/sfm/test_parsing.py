"""The plain parse of one string and the engine that parses a corpus, which must agree."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gramcheck.reference.sfm import (
    alphabet_reduction,
    characteristic_vectors,
    esp_tree,
    landmarks,
    lpp_parse,
    reduce_to_three,
)
from gramcheck.reference.sfm.engines import labels, lpp, parsing
from gramcheck.reference.sfm.esp import parse_level

VARIANTS = ["cm", "paper", "released"]


def without_repeats(n_symbols, longest):
    """All sequences of 1 ... longest symbols in which neighbors differ."""
    sequences = itertools.chain(
        *(itertools.product(range(n_symbols), repeat=n) for n in range(1, longest + 1))
    )
    return [s for s in sequences if all(a != b for a, b in itertools.pairwise(s))]


def side_by_side(sequences):
    """All of them in one array, and where they touch."""
    cuts = np.cumsum([len(s) for s in sequences[:-1]])
    return np.array(list(itertools.chain(*sequences)), dtype=np.uint8), cuts


@pytest.mark.parametrize("take", ["least", "largest"])
def test_reduction_of_many_sequences_at_once(take):
    sequences = without_repeats(6, 4)
    values, cuts = side_by_side(sequences)
    bits = np.left_shift(np.uint8(1), values)
    labels.reduce_inside(bits, cuts, take)
    expected = [reduce_to_three(s, take) for s in sequences]
    assert np.log2(bits).tolist() == np.concatenate(expected).tolist()


def test_landmarks_of_many_sequences_at_once():
    sequences = without_repeats(3, 8)
    values, cuts = side_by_side(sequences)
    mask = labels.landmarks_inside(np.left_shift(np.uint8(1), values), cuts)
    for part, sequence in zip(np.split(mask, cuts), sequences, strict=True):
        assert np.flatnonzero(part).tolist() == landmarks(sequence).tolist()


@pytest.mark.parametrize("dtype", [np.uint8, np.uint32, np.uint64])
def test_labels_of_every_width(dtype):
    largest = np.iinfo(dtype).max
    names = np.random.default_rng(0).integers(largest, size=500, dtype=dtype, endpoint=True)
    names = np.concatenate([names, np.array([0, largest, 0, 1, largest // 2 + 1], dtype=dtype)])
    names = names[np.append(True, names[1:] != names[:-1])]
    assert labels.label(names)[1:].tolist() == alphabet_reduction(names, 1).tolist()


def test_left_preferential_parsing_of_many_pieces_at_once():
    lengths = np.arange(12)
    expected = [[block[0] for block in lpp_parse(range(n))] for n in lengths]
    assert lpp.block_starts(lengths).tolist() == list(itertools.chain(*expected))


@pytest.mark.parametrize("variant", ["cm", "paper"])
@pytest.mark.parametrize(("rounds", "n_names"), [(0, 6), (1, 8), (2, 16)])
def test_blocks_of_all_short_strings(variant, rounds, n_names):
    """Three letters, all in one array: no string sees its neighbors.

    Every string up to length 7, up to length 9 those without runs, which have longer pieces.
    """
    strings = [s for n in range(2, 8) for s in itertools.product(range(3), repeat=n)]
    strings += [s for s in without_repeats(3, 9) if len(s) > 7]
    names, cuts = side_by_side(strings)
    got = parsing.block_starts(names, np.append(0, cuts), rounds, variant)
    expected = []
    for begin, s in zip([0, *cuts], strings, strict=True):
        lengths = parse_level(s, n_names, variant)
        assert set(lengths) <= {2, 3}
        expected += [begin + end for end in itertools.accumulate([0, *lengths[:-1]])]
    assert got.tolist() == expected


@st.composite
def strings(draw):
    """Alphabets on all sides of the thresholds, with and without runs."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    letters = draw(st.sampled_from([1, 2, 3, 6, 7, 9, 17, 300]))
    word = rng.integers(letters, size=draw(st.integers(1, 400)))
    if draw(st.booleans()):
        word = np.repeat(word, rng.choice([1, 1, 2, 3, 6], size=len(word)))
    return "".join(chr(65 + c) for c in word)


@pytest.mark.parametrize("variant", ["cm", "paper"])
@settings(max_examples=60)
@given(string=strings())
def test_tree_of_one_string_is_that_of_its_corpus(variant, string):
    tree = esp_tree(string, variant)
    V, vocabulary = characteristic_vectors([string], variant)
    counts = [np.bincount(names) for names in tree.names]
    assert tuple(map(len, counts)) == vocabulary.sizes
    assert np.concatenate(counts).tolist() == V.toarray()[0].tolist()
    for level, rows in enumerate(vocabulary.levels, start=1):
        below = tree.names[level - 1]
        for name, places in zip(tree.names[level], tree.children(level), strict=True):
            assert [c for c in rows[name] if c >= 0] == [below[i] for i in places]


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


@pytest.mark.parametrize("variant", VARIANTS)
def test_edges_and_lines_of_trees(variant):
    for string in ["A", "AB", "AABABABBAB", "cabageheadbag", "A" * 50]:
        tree = esp_tree(string, variant)
        assert len(tree.edges) == len(tree.nodes) - 1
        assert tree.spans(tree.height) == [(0, len(string))]
        lines = tree.draw().splitlines()
        assert len(lines) == tree.height + 2
        assert len({len(line) for line in lines[:-1]}) == 1
    with pytest.raises(ValueError, match="level"):
        tree.children(tree.height + 1)
