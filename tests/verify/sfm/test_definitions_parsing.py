"""SFM, Appendix A by brute force: the parsing of one level, by hand and over all short inputs."""

import random
from itertools import pairwise, product

import pytest

from gramcheck.verify.definitions.sfm import (
    alphabet_reduction,
    around_landmarks,
    between_landmarks,
    cm_blocks,
    esp,
    esp_levels,
    join_single_blocks,
    landmarks,
    lpp_parse,
    lpp_tree,
    paper_blocks,
    paper_pieces,
    reduce_to_three,
    rounds_for,
    triples_first,
)


def sizes(blocks):
    return [len(block) for block in blocks]


def test_left_preferential_parsing_of_figure_6():
    assert ["".join("ABABABBAB"[i] for i in block) for block in lpp_parse("ABABABBAB")] == [
        "AB",
        "AB",
        "AB",
        "BAB",
    ]
    ab = ("A", "B")
    assert lpp_tree("ABABABBAB") == ((ab, ab), (ab, ("B", "A", "B")))


@pytest.mark.parametrize(
    ("n", "pairs_then_triple", "triples_then_pairs"),
    [
        (0, [], []),
        (1, [1], [1]),
        (2, [2], [2]),
        (3, [3], [3]),
        (4, [2, 2], [2, 2]),
        (5, [2, 3], [3, 2]),
        (6, [2, 2, 2], [3, 3]),
        (7, [2, 2, 3], [3, 2, 2]),
        (8, [2, 2, 2, 2], [3, 3, 2]),
    ],
)
def test_the_two_ways_without_labels(n, pairs_then_triple, triples_then_pairs):
    assert sizes(lpp_parse("A" * n)) == pairs_then_triple
    assert sizes(triples_first(0, n)) == triples_then_pairs


def test_alphabet_reduction_of_figure_7():
    names = ["ABCDEFGH".index(c) for c in "ABGHCEAF"]  # 000 001 110 111 010 100 000 101
    labels = alphabet_reduction(names, 1)
    assert labels == [1, 0, 1, 0, 2, 4, 1]
    assert reduce_to_three(labels) == [1, 0, 1, 0, 2, 0, 1]
    assert landmarks(reduce_to_three(labels)) == [0, 2, 4, 6]


def test_three_goes_before_four_and_five():
    assert reduce_to_three([3, 4]) == [0, 1]
    assert reduce_to_three([4, 3, 5]) == [1, 0, 1]
    assert reduce_to_three([5, 4, 0]) == [0, 1, 0]


def test_alphabet_reduction_of_cabageheadbag():
    names = ["abcdefgh".index(c) for c in "cabageheadbag"]
    labels = alphabet_reduction(names, 1)
    assert labels == [2, 1, 0, 3, 2, 1, 0, 4, 1, 2, 0, 3]
    assert reduce_to_three(labels) == [2, 1, 0, 1, 2, 1, 0, 2, 1, 2, 0, 1]
    assert landmarks(reduce_to_three(labels)) == [0, 2, 4, 7, 9, 11]
    # c has no label; a | ba | geh | ea | db | ag around the landmarks; then c and a join
    assert cm_blocks(names, 8) == [(0, 1), (2, 3), (4, 5, 6), (7, 8), (9, 10), (11, 12)]


def test_level_of_cabageheadbag_with_its_own_names():
    """No f, so g = 5, h = 6: labels 210103241201, reduced 210101201201, marks 0 3 6 9 11."""
    rows = esp_levels(["cabageheadbag"])[1]
    assert ["".join(node) for node in rows[0]] == ["cab", "age", "hea", "db", "ag"]


@pytest.mark.parametrize("most", [6, 8, 16, 256])
def test_rounds_are_enough_and_one_fewer_is_not(most):
    def largest_label(largest_name, rounds):
        for _ in range(rounds):  # 2 p + 1 with p the highest bit
            largest_name = 2 * (largest_name.bit_length() - 1) + 1
        return largest_name

    assert largest_label(most - 1, rounds_for(most)) <= 5
    assert most == 6 or largest_label(most - 1, rounds_for(most) - 1) > 5
    assert rounds_for(most + 1) == rounds_for(most) + 1
    assert largest_label(2**64 - 1, rounds_for(2**64)) <= 5


def test_landmarks_are_two_or_three_apart():
    for length in range(2, 11):
        for A in product(range(3), repeat=length):
            if all(a != b for a, b in pairwise(A)):
                marks = landmarks(A)
                assert {j - i for i, j in pairwise(marks)} <= {2, 3}
                assert marks[0] <= 1
                assert marks[-1] >= length - 2
                around, between = around_landmarks(length, marks), between_landmarks(length, marks)
                assert [i for block in around for i in block] == list(range(length))
                assert [i for block in between for i in block] == list(range(length))
                assert max(sizes(around) + sizes(between)) <= 3


def test_blocks_around_landmarks_by_hand():
    assert around_landmarks(8, [0, 2, 5, 7]) == [(0,), (1, 2, 3), (4, 5), (6, 7)]
    assert between_landmarks(8, [1, 3, 6]) == [(0,), (1, 2), (3, 4, 5), (6, 7)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([1], [1]),
        ([1, 1], [2]),
        ([1, 2], [3]),
        ([1, 3], [2, 2]),
        ([3, 1], [2, 2]),
        ([2, 1, 3], [3, 3]),
        ([1, 1, 1], [3]),
        ([1, 2, 1], [2, 2]),
        ([2, 1, 1, 2], [2, 2, 2]),
    ],
)
def test_blocks_of_one_join_their_left_neighbor(before, after):
    blocks, start = [], 0
    for size in before:
        blocks.append(tuple(range(start, start + size)))
        start += size
    joined = join_single_blocks(blocks)
    assert sizes(joined) == after
    assert [i for block in joined for i in block] == list(range(start))


@pytest.mark.parametrize("blocks_of", [cm_blocks, paper_blocks])
@pytest.mark.parametrize("n_names", [4, 7, 12, 200, 300])
def test_every_level_is_cut_into_twos_and_threes(blocks_of, n_names):
    rng = random.Random(n_names)
    for _ in range(200):
        few = rng.choice([2, 4, n_names])  # long runs as well as none
        names = [rng.randrange(min(few, n_names)) for _ in range(rng.randint(2, 40))]
        blocks = blocks_of(names, n_names)
        assert [i for block in blocks for i in block] == list(range(len(names)))
        assert set(sizes(blocks)) <= {2, 3}


def test_categories_of_the_appendix_by_hand():
    names = [0, 1, 0, 1, 1, 1, 1, 1, 0, 2, 1, 0, 1, 1, 2, 2]
    assert paper_pieces(names) == [("iii", 0, 3), ("ii", 3, 8), ("i", 8, 13), ("iii", 13, 16)]
    assert paper_pieces([0, 1, 0, 1, 1, 0, 0]) == [("iii", 0, 7)]
    assert paper_pieces([0, 1, 2, 3, 4]) == [("i", 0, 5)]


def test_blocks_of_the_appendix_by_hand():
    five = [0, 0, 0, 0, 0]
    assert paper_blocks(five, 2) == [(0, 1), (2, 3, 4)]  # (ii)
    assert paper_blocks([0, 0, 1, 1, 0, 0, 1], 2) == [(0, 1), (2, 3), (4, 5, 6)]  # (iii), one piece
    assert cm_blocks([0, 0, 1, 1, 0, 0, 1], 2) == [(0, 1), (2, 3), (4, 5, 6)]  # a single 1 joins
    assert cm_blocks([0, 0, 0, 0, 1, 1, 1], 2) == [(0, 1), (2, 3), (4, 5, 6)]
    assert paper_blocks([0, 0, 0, 0, 1, 1, 1], 2) == [(0, 1), (2, 3), (4, 5, 6)]
    assert cm_blocks([0, 0, 0, 1, 1, 1], 2) == [(0, 1, 2), (3, 4, 5)]
    assert paper_blocks([0, 0, 0, 1, 1, 1], 2) == [(0, 1), (2, 3), (4, 5)]
    assert paper_blocks([0, 1, 0, 0, 1, 0, 1], 2) == [(0, 1), (2, 3), (4, 5, 6)]  # 3 + 4, all (iii)
    assert paper_blocks([0, 1, 0, 1, 0], 2) == [(0, 1, 2), (3, 4)]  # five are enough for (i)
    # with one round, two labels are enough for type 2: 5 5 | 0 | 1 2, not 5 5 | 0 1 2
    assert cm_blocks([5, 5, 0, 1, 2], 7) == [(0, 1, 2), (3, 4)]
    assert cm_blocks([5, 5, 0, 1, 2], 9) == [(0, 1), (2, 3, 4)]
    # (i): 0 1 0 1 0 1 has landmarks 1, 3, 5, so the blocks 0 | 10 | 10 | 1, then joined
    assert paper_blocks([0, 1, 0, 1, 0, 1], 2) == [(0, 1, 2), (3, 4, 5)]


@pytest.mark.parametrize("n", range(2, 10))
def test_blocks_of_the_released_scan_hold_every_place_once(n):
    """In order, two or three at a time; names of 0 are not without end."""
    for names in product(range(2), repeat=n):
        blocks = esp.released_blocks(names)
        assert [i for block in blocks for i in block] == list(range(n))
        assert {*map(len, blocks)} <= {2, 3}
    differing = [*range(n - 1), n - 2]  # and the last two are equal
    assert [i for block in esp.released_blocks(differing) for i in block] == list(range(n))
