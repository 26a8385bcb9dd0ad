"""SFM, Section III and Appendix A by brute force: worked by hand, and properties."""

import random
from collections import Counter
from functools import cache
from itertools import pairwise, product

import pytest

from gramcheck.verify.definitions.sfm import (
    characteristic_matrix,
    characteristic_vectors,
    edit_distance_with_moves,
    edit_distances_with_moves_from,
    esp_levels,
    esp_tree,
    esp_trees,
    height,
    moves,
    moves_by_removal,
    nodes_of,
    released_labels,
    t_wise_hash_modulo,
)

VARIANTS = ("cm", "paper", "released")


def strings_up_to(length, letters="AB", shortest=0):
    return ["".join(s) for n in range(shortest, length + 1) for s in product(letters, repeat=n)]


def leaves(tree):
    return tree if isinstance(tree, str) else "".join(map(leaves, tree))


# ------------------------------------------------------------------- edit distance with moves


@pytest.mark.parametrize("s", ["A", "AB", "ABC", "ABCDE", "AABBA"])
def test_moves_to_the_right_are_all_moves(s):
    assert {*moves(s), s} == set(moves_by_removal(s))


@cache
def all_distances(length, replacement=True):
    strings = strings_up_to(length)
    return {s: edit_distances_with_moves_from(s, {"A", "B"}, length, replacement) for s in strings}


@pytest.mark.parametrize(
    ("s", "t", "distance", "without_replacement"),
    [
        ("", "", 0, 0),
        ("", "ABC", 3, 3),
        ("AB", "BA", 1, 1),  # a move
        ("ABCDEF", "DEFABC", 1, 1),  # a move of three letters, either way
        ("A", "B", 1, 2),  # a replacement, or a deletion and an insertion
        ("ABCD", "AXCD", 1, 2),
        ("ABC", "CBA", 2, 2),
        ("AABBAB", "ABBBAA", 2, 2),
    ],
)
def test_edit_distance_with_moves_by_hand(s, t, distance, without_replacement):
    assert edit_distance_with_moves(s, t) == distance
    assert edit_distance_with_moves(t, s) == distance
    assert edit_distance_with_moves(s, t, replacement=False) == without_replacement


def test_longer_strings_on_the_way_change_nothing():
    for s in strings_up_to(3, "ABC"):
        short = edit_distances_with_moves_from(s, set("ABC"), 3)
        roundabout = edit_distances_with_moves_from(s, set("ABC"), 5)
        assert all(short[t] == roundabout[t] for t in short)
        assert short == {t: edit_distance_with_moves(s, t) for t in short}


def test_search_to_one_string_is_the_search_to_all():
    d = all_distances(5)
    pairs = random.Random(1).choices(list(product(d, repeat=2)), k=60)
    assert all(edit_distance_with_moves(s, t) == d[s][t] for s, t in pairs)


# ------------------------------------------------------------------- trees and vectors


def test_trees_of_figure_1_by_hand():
    """S = ABABABBAB; the text has the string and the kinds of nodes, not the picture."""
    ab, aba, bab, bb = tuple("AB"), tuple("ABA"), tuple("BAB"), tuple("BB")
    assert esp_tree("ABABABBAB", "cm") == ((ab, aba), (bb, ab))
    assert esp_tree("ABABABBAB", "paper") == (aba, bab, bab)
    ba = tuple("BA")
    assert esp_tree("ABABABBAB", "released") == ((("A", ba), ba), (bb, ab))


@pytest.mark.parametrize("variant", VARIANTS)
def test_trees_of_all_binary_strings(variant):
    strings = strings_up_to(9)
    for s, tree in zip(strings, esp_trees(strings, variant), strict=True):
        assert leaves(tree) == s
        nodes = nodes_of(tree)
        twos = sum(isinstance(node, tuple) and len(node) == 2 for node in nodes)
        threes = sum(isinstance(node, tuple) and len(node) == 3 for node in nodes)
        assert len(nodes) == len(s) + twos + threes
        if s:
            assert twos + 2 * threes == len(s) - 1  # each node takes its children but one away
            assert 2 ** height(tree) <= len(s)
        if variant == "released":
            assert threes == 0


@pytest.mark.parametrize("variant", ["cm", "paper"])
def test_levels_shrink_by_a_factor_of_two_to_three(variant):
    rng = random.Random(3)
    strings = ["".join(rng.choices("ABCDEFGHIJ", k=rng.randint(0, 60))) for _ in range(40)]
    levels = esp_levels(strings, variant)
    for k, s in enumerate(strings):
        counts = [len(rows[k]) for rows in levels if rows[k]]
        assert counts[:1] == ([len(s)] if s else [])
        assert counts[-1:] == ([1] if s else [])
        assert all(3 * b >= a >= 2 * b for a, b in pairwise(counts))


@pytest.mark.parametrize("variant", VARIANTS)
def test_matrix_rows_are_the_vectors_and_columns_are_all_nodes(variant):
    strings = ["ABABABBAB", "", "AABABABBAB", "B", "ABCABCABC", "AAAAAAAA"]
    rows, columns = characteristic_matrix(strings, variant)
    vectors = characteristic_vectors(strings, variant)
    assert len(set(columns)) == len(columns) == len(set().union(*vectors))
    assert [level for level, _ in columns] == sorted(level for level, _ in columns)
    assert columns[:3] == [(0, "A"), (0, "B"), (0, "C")]
    for row, vector in zip(rows, vectors, strict=True):
        assert Counter(dict(zip(columns, row, strict=True))) == vector
        assert all(row[columns.index(key)] == n for key, n in vector.items())


@pytest.mark.parametrize("variant", ["cm", "paper"])
def test_vectors_count_the_nodes_of_every_level(variant):
    strings = strings_up_to(6, "ABC", shortest=5)[:200]
    levels = esp_levels(strings, variant)
    for k, vector in enumerate(characteristic_vectors(strings, variant)):
        assert vector == Counter((h, node) for h, rows in enumerate(levels) for node in rows[k])


def test_labels_of_the_published_program_by_hand():
    # C A B D A C as codes 67 65 66 68 65 67, the first counts as 0
    # 65 = 1000001 differs from 0 in bit 0: 1; 66 from 65 in bit 0: 0; 68 = 1000100 from 66 =
    # 1000010 in bit 1: 2; 65 from 68 in bit 0: 1; 67 = 1000011 from 65 in bit 1: 3
    # 3 at the end, next to 1, becomes the largest free one
    assert released_labels([67, 65, 66, 68, 65, 67]) == [0, 1, 0, 2, 1, 2]


PUBLISHED = {  # code:count as the program prints them, A = 65; new codes begin at 70
    "DDDCBEEEBBBBDDDABBA": (
        "65:2 66:7 67:1 68:6 69:3 70:2 71:2 72:1 73:1 74:1 75:2 76:1 77:1 98:1 99:1 100:1"
        " 101:1 102:1 121:1 122:1"
    ),
    "DDADDCCAAACCCDDCEEACCCCC": (
        "65:5 67:11 68:6 69:2 70:3 73:1 78:1 79:4 80:1 81:1 82:1 83:1 84:1 103:1 104:1 105:1"
        " 106:1 107:1 108:1 123:1 124:1 131:1"
    ),
    "EEEBBBCACAEDDEEEECBBB": (
        "65:2 66:6 67:3 68:2 69:8 70:1 72:1 73:3 74:1 75:2 84:1 85:1 86:1 87:1 109:1 110:1"
        " 111:1 112:1 113:1 125:1 126:1 132:1"
    ),
    "DBBBBCCCBDDDBCD": (
        "66:6 67:4 68:5 70:1 75:1 79:1 82:1 85:1 88:1 89:1 90:1 91:1 114:1 115:1 116:1 127:1 128:1"
    ),
    "BBDAEDEBBBAECEEED": (
        "65:2 66:5 67:1 68:3 69:6 73:1 75:2 85:1 92:1 93:1 94:1 95:1 96:1 97:1 117:1 118:1"
        " 119:1 120:1 129:1 130:1"
    ),
}

RULES = (  # the pair of codes behind each new code, from 70 on, as the program numbers them
    "68+68 68+70 67+66 69+69 69+73 66+66 65+66 66+65 65+70 67+67 65+65 65+80 67+79 67+73 65+67 "
    "66+75 67+84 65+69 68+66 66+68 67+68 66+90 68+65 68+69 69+93 69+67 65+95 69+68 72+74 71+98 "
    "75+75 76+77 71+101 78+79 70+103 82+70 81+105 83+84 79+79 85+86 74+109 87+70 73+73 72+75 "
    "88+85 82+89 70+91 92+94 75+117 85+96 73+97 100+102 99+121 104+106 107+108 110+111 112+113 "
    "115+116 114+127 119+120 118+129 123+124 125+126"
)


def test_vectors_of_the_published_program():
    rows, columns = characteristic_matrix(list(PUBLISHED), "released")
    code = {node: 65 + j for j, (_, node) in enumerate(columns)}
    rules = [f"{code[left]}+{code[right]}" for left, right in list(code)[5:]]
    assert " ".join(rules) == RULES
    for row, line in zip(rows, PUBLISHED.values(), strict=True):
        assert " ".join(f"{65 + j}:{n}" for j, n in enumerate(row) if n) == line


def test_a_hash_modulo_a_prime_by_hand():
    assert t_wise_hash_modulo([3, 2, 1], 4, 7) == (3 + 8 + 16) % 7
