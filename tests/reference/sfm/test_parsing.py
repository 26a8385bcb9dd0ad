"""Labels, landmarks and left preferential parsing of SFM, Appendix A."""

import itertools
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gramcheck.reference.sfm import (
    alphabet_reduction,
    landmarks,
    lpp_parse,
    reduce_to_three,
    rounds_needed,
)
from tests.reference.sfm import twins

PARSING = sys.modules["gramcheck.reference.sfm.engines.parsing"]


def without_repeats(largest, size):
    steps = st.lists(st.integers(1, largest), max_size=size)
    return steps.map(lambda s: [int(x) for x in np.cumsum([0, *s]) % (largest + 1)])


def test_the_published_example():
    labels = alphabet_reduction([ord(c) - ord("a") for c in "cabageheadbag"], 1)
    assert labels.tolist() == [2, 1, 0, 3, 2, 1, 0, 4, 1, 2, 0, 3]
    three = reduce_to_three(labels)
    assert three.tolist() == [2, 1, 0, 1, 2, 1, 0, 2, 1, 2, 0, 1]
    assert landmarks(three).tolist() == [0, 2, 4, 7, 9, 11]


@given(without_repeats(10**6, 40), st.integers(0, 4))
def test_labels_are_the_lowest_different_bits(names, rounds):
    expected = names
    for _ in range(rounds):
        expected = [twins.label(a, b) for a, b in itertools.pairwise(expected)]
    assert alphabet_reduction(names, rounds).tolist() == expected
    assert all(a != b for a, b in itertools.pairwise(expected))


def test_labels_of_the_largest_names():
    assert alphabet_reduction(np.array([0, 2**63], dtype=np.uint64), 1).tolist() == [127]


@pytest.mark.parametrize(("n", "rounds"), [(6, 0), (7, 1), (8, 1), (9, 2), (16, 2), (17, 3)])
def test_rounds_at_the_thresholds(n, rounds):
    assert rounds_needed(n) == rounds
    pairs = itertools.permutations(range(n), min(n, rounds + 1))
    assert max(max(alphabet_reduction(p, rounds)) for p in pairs) <= 5


def test_rounds_of_large_alphabets():
    assert [rounds_needed(n) for n in (0, 256, 257, 2**64)] == [0, 3, 4, 4]


@pytest.mark.parametrize(("take", "choose"), [("least", min), ("largest", max)])
@given(labels=without_repeats(5, 30))
def test_reduction_to_three(take, choose, labels):
    assert reduce_to_three(labels, take).tolist() == twins.reduced(labels, choose)


def test_landmarks_of_all_short_sequences():
    for n in range(1, 9):
        for labels in itertools.product(range(3), repeat=n):
            if any(a == b for a, b in itertools.pairwise(labels)):
                continue
            marks = landmarks(labels).tolist()
            assert marks == twins.landmark_places(labels)
            assert set(np.diff(marks)) <= {2, 3}
            assert marks[0] <= 1
            assert marks[-1] >= n - 2


def test_lpp():
    assert lpp_parse("ABABABBAB") == [(0, 1), (2, 3), (4, 5), (6, 7, 8)]  # Figure 6
    assert [len(lpp_parse(range(n))) for n in range(8)] == [0, 1, 1, 1, 2, 2, 3, 3]
    for n in range(12):
        assert [*itertools.chain(*lpp_parse([0] * n))] == [*range(n)]


@pytest.mark.parametrize("variant", ["cm", "paper"])
@pytest.mark.parametrize("rounds", [0, 1])
def test_blocks_of_all_short_strings(variant, rounds):
    """Three letters up to length 8, all in one array: no string sees its neighbors."""
    strings = [s for n in range(2, 9) for s in itertools.product(range(3), repeat=n)]
    names = np.array(list(itertools.chain(*strings)), dtype=np.uint8)
    starts = np.cumsum([0, *map(len, strings[:-1])])
    got = PARSING.block_starts(names, starts, rounds, variant)
    expected = []
    for start, s in zip(starts, strings, strict=True):
        lengths = twins.blocks(s, rounds, variant)
        assert set(lengths) <= {2, 3}
        expected += [start + end for end in itertools.accumulate([0, *lengths[:-1]])]
    assert got.tolist() == expected


@pytest.mark.parametrize(
    ("call", "error", "naming"),
    [
        (lambda: alphabet_reduction([1, 1], 1), ValueError, "names"),
        (lambda: alphabet_reduction([1, -1], 1), ValueError, "names"),
        (lambda: alphabet_reduction([1.0, 2.0], 1), TypeError, "names"),
        (lambda: alphabet_reduction([[1, 2]], 1), ValueError, "names"),
        (lambda: alphabet_reduction([1, 2], -1), ValueError, "rounds"),
        (lambda: reduce_to_three([1, 6]), ValueError, "labels"),
        (lambda: reduce_to_three([1, 2], "smallest"), ValueError, "take"),
        (lambda: landmarks([1, 3]), ValueError, "labels"),
        (lambda: rounds_needed(2**64 + 1), ValueError, "n_names"),
        (lambda: lpp_parse(5), TypeError, "level"),
        (lambda: lpp_parse(np.array(5)), TypeError, "level"),
    ],
)
def test_bad_input(call, error, naming):
    with pytest.raises(error, match=naming):
        call()
