"""SFM, Sections II, VI and VII by brute force: CGK, GAK, LAK and the mismatch kernel."""

import math
import random
from fractions import Fraction
from itertools import product

import pytest

from gramcheck.verify.definitions.sfm import (
    AMINO_ACIDS,
    BLOSUM62,
    PAD,
    ball_intersection,
    ball_intersection_by_enumeration,
    cgk_codes,
    cgk_embed,
    cgk_hamming_distribution,
    cgk_vector,
    cgk_vector_as_printed,
    cgkkernel,
    characteristic_vectors,
    espkernel,
    expected_kernel,
    global_alignment_kernel,
    global_alignment_kernel_by_recursion,
    global_alignment_kernel_normalized,
    hamming,
    l1,
    l1_distance,
    local_alignment_kernel,
    local_alignment_kernel_by_recursion,
    local_alignment_log_kernel,
    local_alignments,
    mismatch_ball,
    mismatch_kernel,
    mismatch_kernel_by_distances,
    probability_consumed,
    probability_read,
    stk17,
)


def random_strings(seed, letters, longest, count, shortest=0):
    rng = random.Random(seed)
    return ["".join(rng.choices(letters, k=rng.randint(shortest, longest))) for _ in range(count)]


# ------------------------------------------------------------------- CGK


def every_bit_table(alphabet, length):
    """All 2^(length |alphabet|) tables of bits, equally likely."""
    for row in product((0, 1), repeat=length * len(alphabet)):
        flat = iter(row)
        yield [{c: next(flat) for c in alphabet} for _ in range(length)]


def test_cgk_by_hand():
    bits = [{"A": 1, "B": 0}, {"A": 0, "B": 1}, {"A": 1, "B": 0}, {"A": 1, "B": 1}]
    assert cgk_embed("AB", bits, 4) == ["A", "B", PAD, PAD]
    assert cgk_embed("BA", bits, 4) == ["B", "B", "A", PAD]
    assert cgk_embed("AAB", bits, 4) == ["A", "A", "A", "B"]
    assert cgk_embed("", bits, 3) == [PAD] * 3
    assert cgk_codes(["AB", "BA"], bits, 4) == [[0, 1, 2, 2], [1, 1, 0, 2]]


def test_cgk_length_is_three_times_the_longest_string():
    bits = next(every_bit_table("AB", 9))  # all zero: the first character for ever
    assert cgk_codes(["A", "BAB"], bits) == [[0] * 9, [1] * 9]


def test_pad_has_a_coordinate_of_its_own_or_is_zero():
    """S24: one string consumed, the other not."""
    assert cgk_vector([1, 2], 2) == [0, Fraction(1, 2), 0, 0, 0, Fraction(1, 2)]
    assert l1(cgk_vector_as_printed([0], 2), cgk_vector_as_printed([2], 2)) == Fraction(1, 2)
    assert l1(cgk_vector_as_printed([0], 2), cgk_vector_as_printed([1], 2)) == 1


@pytest.mark.parametrize(("s", "t"), [("AB", "BA"), ("A", "AA"), ("", "AB"), ("AAB", "AB")])
def test_walk_is_the_enumeration_of_all_bits(s, t):
    for length in (1, 4, 5):
        distances = [
            hamming(cgk_embed(s, bits, length), cgk_embed(t, bits, length))
            for bits in every_bit_table(sorted(set(s + t)), length)
        ]
        expected = {h: Fraction(distances.count(h), len(distances)) for h in set(distances)}
        assert cgk_hamming_distribution(s, t, length) == expected


def test_equal_strings_are_never_apart_and_others_are_seen():
    assert cgk_hamming_distribution("ABAB", "ABAB", 12) == {0: 1}
    assert cgk_hamming_distribution("A", "B", 1) == {1: 1}
    assert 0 not in cgk_hamming_distribution("AB", "BB", 6)


def test_how_much_of_a_string_is_read_by_hand():
    assert probability_read(0, 1) == 1
    assert probability_read(1, 1) == 0
    assert probability_read(1, 3) == Fraction(3, 4)  # one advance in the first two outputs
    assert probability_consumed(1, 2) == Fraction(3, 4)
    assert probability_consumed(2, 3) == Fraction(1, 2)  # two or three of three bits
    for n, length in ((2, 4), (3, 5)):
        tables = list(every_bit_table("A", length))
        embedded = [cgk_embed("A" * n, bits, length) for bits in tables]
        # a string of different letters has as many bits of its own; here they are one letter's
        padded = sum(sum(bit["A"] for bit in bits[:-1]) >= n for bits in tables)
        assert sum(e[-1] is PAD for e in embedded) == padded
        assert probability_read(n, length) == Fraction(padded, len(tables))


# ------------------------------------------------------------------- GAK


def test_global_alignment_kernel_by_hand():
    assert global_alignment_kernel("A", "A", 1) == 1  # kappa = 1 / (2 - 1)
    k = math.exp(-1)
    assert global_alignment_kernel("A", "B", 1) == pytest.approx(k / (2 - k), rel=1e-15)
    assert global_alignment_kernel("AA", "AAA", 1) == 5  # as many as alignments of 2 and 3
    assert round(global_alignment_kernel([1, 2, 3], [1, 2, 2, 3], 2), 3) == 15.358


def test_characters_are_indicator_vectors():
    one_hot = {"A": (1, 0, 0), "B": (0, 1, 0), "C": (0, 0, 1)}
    for x, y in (("ABC", "AC"), ("AAB", "CBA")):
        series = ([one_hot[c] for c in s] for s in (x, y))
        assert global_alignment_kernel(x, y, 0.7) == global_alignment_kernel(*series, 0.7)


@pytest.mark.parametrize("triangular", [0, 1, 2, 4])
def test_alignments_one_by_one_are_the_recursion(triangular):
    for x in random_strings(1, "ABC", 5, 6, shortest=1):
        for y in random_strings(2, "ABC", 5, 4, shortest=1):
            by_recursion = global_alignment_kernel_by_recursion(x, y, 0.8, triangular)
            if triangular == 0:
                assert global_alignment_kernel_by_recursion(x, y, 0.8) == by_recursion
            assert global_alignment_kernel(x, y, 0.8, triangular) == float(by_recursion)
            assert global_alignment_kernel(y, x, 0.8, triangular) == float(by_recursion)


def test_triangular_weight_by_hand():
    assert global_alignment_kernel("AAA", "AAA", 1, triangular=1) == 1  # the diagonal only
    assert global_alignment_kernel("AA", "AAA", 1, triangular=1) == 0
    third = 0.5 / (2 - 0.5)  # the weight of a neighbor of the diagonal for T = 2, after the map
    expected = 1 + 2 * third
    assert global_alignment_kernel("AA", "AA", 1, triangular=2) == pytest.approx(expected, 1e-15)


def test_normalized_kernel_is_one_on_the_diagonal():
    assert global_alignment_kernel_normalized("ABCA", "ABCA", 0.5) == 1
    x, y = [1.0, 2.0, 3.0], [1.0, 2.0, 2.0, 3.0]
    xx, yy = (global_alignment_kernel(u, u, 2) for u in (x, y))
    expected = global_alignment_kernel(x, y, 2) / math.sqrt(xx * yy)
    assert global_alignment_kernel_normalized(x, y, 2) == pytest.approx(expected, rel=1e-14)


# ------------------------------------------------------------------- LAK


def test_blosum62_against_its_published_properties():
    assert len(BLOSUM62) == 400
    assert all(BLOSUM62[a, b] == BLOSUM62[b, a] for a, b in product(AMINO_ACIDS, repeat=2))
    diagonal = {a: BLOSUM62[a, a] for a in AMINO_ACIDS}
    assert list(diagonal.values()) == [4, 5, 6, 6, 9, 5, 5, 6, 8, 4, 4, 5, 5, 6, 7, 4, 5, 11, 7, 4]
    pairs = {"IV": 3, "FY": 3, "WY": 2, "DE": 2, "KR": 2, "HY": 2, "GI": -4, "FP": -4, "WD": -4}
    assert all(BLOSUM62[a, b] == score for (a, b), score in pairs.items())
    for a, b in product(AMINO_ACIDS, repeat=2):  # nothing scores better than with itself
        assert a == b or BLOSUM62[a, b] < diagonal[a]


def test_local_alignments_of_n_and_m_letters_are_binomially_many():
    for n, m in product(range(5), repeat=2):
        alignments = [tuple(pairs) for pairs in local_alignments(n, m)]
        assert len(alignments) == len(set(alignments)) == math.comb(n + m, n)


def test_local_alignment_kernel_by_hand():
    assert local_alignment_kernel("", "WAR") == 1
    assert local_alignment_kernel("W", "W") == pytest.approx(1 + math.exp(5.5), rel=1e-15)
    # W-A against W-A: nothing, W with W, A with A, both crosses, and both matches
    scores = [0, 11, 4, -3, -3, 15]
    expected = sum(math.exp(s / 2) for s in scores)
    assert local_alignment_kernel("WA", "WA") == pytest.approx(expected, rel=1e-15)
    # only alignments of both letters with letters apart have a gap; at 99 it is worth nothing
    between = local_alignment_kernel("WA", "WGGA") - local_alignment_kernel(
        "WA", "WGGA", opening=99
    )
    gaps = {("W", "W", "A", "A"): 2, ("W", "W", "A", "G"): 1, ("W", "G", "A", "A"): 1}
    by_hand = 0.0
    for (a, c, b, e), letters in gaps.items():
        matched = (BLOSUM62[a, c] + BLOSUM62[b, e]) / 2
        by_hand += math.exp(matched - 0.5 * (11 + letters - 1))
    assert between == pytest.approx(by_hand, rel=1e-12)


@pytest.mark.parametrize(("b", "opening", "extension"), [(0.5, 11, 1), (0.2, 3, 0.5), (1.0, 0, 0)])
def test_local_alignments_one_by_one_are_the_recursion(b, opening, extension):
    for x in random_strings(3, AMINO_ACIDS, 5, 5):
        for y in random_strings(4, AMINO_ACIDS, 5, 5):
            arguments = (x, y, b, opening, extension)
            K = local_alignment_kernel(*arguments)
            assert K == float(local_alignment_kernel_by_recursion(*arguments))
            assert K == local_alignment_kernel(y, x, b, opening, extension)
            assert local_alignment_log_kernel(*arguments) == pytest.approx(
                math.log(K) / b, rel=1e-13, abs=1e-15
            )


# ------------------------------------------------------------------- mismatch kernel


def test_mismatch_kernel_by_hand():
    assert mismatch_kernel("ABAB", "AB", 2, 0) == 2  # AB twice, once
    assert mismatch_ball("AB", 1, "AB") == {"AB", "BB", "AA"}
    assert mismatch_kernel("AB", "BA", 2, 1) == 2  # AA and BB are near both
    assert mismatch_kernel("AB", "BA", 2, 1, alphabet="ABC") == 2
    assert mismatch_kernel("AB", "AB", 2, 1, alphabet="ABC") == 5
    assert mismatch_kernel("A", "ABAB", 2, 1) == 0


@pytest.mark.parametrize(("k", "m"), [(1, 0), (2, 1), (3, 1), (3, 2), (4, 2), (3, 3)])
def test_mismatch_kernel_in_two_forms(k, m):
    for x, y in product(random_strings(5, "ABC", 8, 6), repeat=2):
        if x + y:
            assert mismatch_kernel(x, y, k, m) == mismatch_kernel_by_distances(x, y, k, m)


def test_ball_intersections():
    assert [ball_intersection(4, 5, 2, d) for d in range(5)] == [106, 52, 34, 18, 6]
    assert [ball_intersection(20, 6, 2, d) for d in range(5)] == [5530, 1920, 552, 114, 6]
    for s, k in ((2, 4), (3, 4), (4, 5)):
        for m, d in product(range(k + 1), repeat=2):
            assert ball_intersection(s, k, m, d) == ball_intersection_by_enumeration(s, k, m, d)
            assert (ball_intersection(s, k, m, d) == 0) == (d > 2 * m)


# ------------------------------------------------------------------- the systems


def test_kernels_pair_by_pair():
    strings = ["ABAB", "ABBA", ""]
    V = characteristic_vectors(strings)
    got = espkernel(strings, 3.0)
    for i, v in enumerate(V):
        for j, w in enumerate(V):
            assert got[i][j] == pytest.approx(math.exp(-l1_distance(v, w) / 3))
    assert stk17(["AC", "CA"], 1, 0) == [[2, 2], [2, 2]]
    # every word of one letter is within 1 of every k-mer
    assert stk17(["AC", "CCC"], 1, 1, "ACGT") == [[16, 24], [24, 36]]


def test_embedded_kernel_and_its_mean():
    """One output each, a and b: they differ; two outputs of ab and aa agree in the first one."""
    bits = [{"a": 1, "b": 0}, {"a": 0, "b": 1}]
    apart = pytest.approx(math.exp(-1 / 2))
    assert cgkkernel(["ab", "aa"], 2.0, bits, length=2) == [[1.0, apart], [apart, 1.0]]
    values = [
        cgkkernel(["ab", "aa"], 2.0, bits, length=2)[0][1] for bits in every_bit_table("ab", 2)
    ]
    distribution = cgk_hamming_distribution("ab", "aa", 2)
    assert expected_kernel(distribution, 2.0) == pytest.approx(math.fsum(values) / len(values))
