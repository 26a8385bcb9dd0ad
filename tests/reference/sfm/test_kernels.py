"""EDM, CGK and the Laplacian kernel of SFM, Sections III, V and VI."""

import itertools
import math
import tracemalloc

import numpy as np
import pytest
from scipy import sparse
from scipy.spatial.distance import cdist

from gramcheck.reference.sfm import (
    average_error,
    cgk_embed,
    cgk_vectors,
    characteristic_vectors,
    edit_distance_with_moves,
    hamming_distances,
    l1_distances,
    laplacian_kernel,
)


def neighbors(s, letters, replacements):
    """All strings one operation away, each operation written out as the paper has it."""
    for i in range(len(s) + 1):
        yield from (s[:i] + c + s[i:] for c in letters)
    for i in range(len(s)):
        yield s[:i] + s[i + 1 :]
        if replacements:
            yield from (s[:i] + c + s[i + 1 :] for c in letters)
    for i, j in itertools.combinations(range(len(s) + 1), 2):
        rest = s[:i] + s[j:]
        yield from (rest[:p] + s[i:j] + rest[p:] for p in range(len(rest) + 1))


def distances_from(s, letters, longest, replacements):
    """Breadth-first search over all strings up to a length, from one side."""
    found, edge, distance = {s: 0}, [s], 0
    while edge:
        distance += 1
        edge = {
            t
            for u in edge
            for t in neighbors(u, letters, replacements)
            if len(t) <= longest and t not in found
        }
        found |= dict.fromkeys(edge, distance)
    return found


@pytest.mark.parametrize("replacements", [True, False])
def test_edm_is_the_distance_in_the_graph_of_operations(replacements):
    letters, longest = "AB", 6
    strings = ["".join(s) for n in range(longest) for s in itertools.product(letters, repeat=n)]
    rng = np.random.default_rng(0)
    for s in rng.choice(strings, size=4):
        found = distances_from(s, letters, longest + 2, replacements)
        for t in rng.choice(strings, size=12):
            assert edit_distance_with_moves(s, t, replacements) == found[t]
            assert edit_distance_with_moves(t, s, replacements) == found[t]


@pytest.mark.parametrize(
    ("s", "t", "expected"),
    [
        ("", "", 0),
        ("", "ABC", 3),
        ("ABC", "ABD", 1),
        ("ABCDEF", "DEFABC", 1),  # a move
        ("ABCDEF", "EFCDAB", 2),
        ("AABBAB", "ABBBAA", 2),
        ("ABABABBAB", "AABABABBAB", 1),  # Section A-A1
    ],
)
def test_edm_by_hand(s, t, expected):
    assert edit_distance_with_moves(s, t) == expected


def test_edm_refuses_what_it_cannot_finish():
    with pytest.raises(ValueError, match="s and t must be shorter or closer"):
        edit_distance_with_moves("ABCDEFGHIJ" * 2, "JIHGFEDCBA" * 2, most_strings=5000)


def test_edm_refuses_long_strings_before_it_lists_their_moves():
    """Of 3000 equal letters there are 4.5e9 moves, all to one string."""
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="s and t must be shorter or closer"):
            edit_distance_with_moves("A" * 3000, "A" * 2999)
        assert tracemalloc.get_traced_memory()[1] < 1e6
    finally:
        tracemalloc.stop()
    assert edit_distance_with_moves("AB" * 1500, "AB" * 1500) == 0


def naive_cgk(s, bits, letters):
    output, i = [], 0
    for row in bits:
        output.append(letters.index(s[i]) if i < len(s) else len(letters))
        i += row[output[-1]] if i < len(s) else 0
    return output


def test_cgk_is_the_shared_walk():
    strings = ["ABRACADABRA", "", "A", "CAB€", "DDDDDDDD"]
    for letters, length in (("ABCDR€", 33), ("€RDCBA", 11)):
        bits = np.random.default_rng(7).integers(2, size=(length, 6))
        given = None if letters == "ABCDR€" else letters
        got = cgk_embed(strings, np.random.default_rng(7), None if given is None else 11, given)
        assert got.tolist() == [naive_cgk(s, bits, letters) for s in strings]


@pytest.mark.parametrize("length", [1, 63, 64, 65, 128, 200])
def test_cgk_in_blocks_of_positions(length):
    """Strings that are read to their ends in each of the blocks, and at their borders."""
    rng = np.random.default_rng(9)
    strings = ["".join(rng.choice(list("AB"), size=n)) for n in range(0, 130, 3)]
    bits = np.random.default_rng(7).integers(2, size=(length, 2))
    got = cgk_embed(strings, np.random.default_rng(7), length)
    assert got.tolist() == [naive_cgk(s, bits, "AB") for s in strings]


def test_cgk_distances():
    rng = np.random.default_rng(8)
    strings = ["".join(rng.choice(list("ABCD"), size=n)) for n in (0, 5, 17, 30, 30)]
    E = cgk_embed(strings, rng)
    assert E.shape == (5, 90)
    hamming = (E[:, None] != E[None]).sum(axis=2)
    V = cgk_vectors(E, 4)
    assert V.shape == (5, 90 * 5)
    assert V.has_canonical_format
    assert l1_distances(V, V).tolist() == hamming.tolist()
    assert hamming_distances(E, E).tolist() == hamming.tolist()
    # as printed the pad is no symbol: half a unit lost against a character
    pads = (E[:, None] == 4) != (E[None] == 4)
    W = cgk_vectors(E, 4, pad="zero")
    assert W.shape == (5, 90 * 4)
    assert l1_distances(W, W).tolist() == (hamming - pads.sum(axis=2) / 2).tolist()


def test_cgk_of_empty_strings_is_pads():
    """Nothing has to be inferred from them."""
    got = cgk_embed(["", ""], np.random.default_rng(0), length=6, alphabet="ab")
    assert got.tolist() == [[2] * 6] * 2


def test_cgk_vectors_of_more_coordinates_than_half_a_word_counts():
    """3 10^9 of them, beyond 2^31."""
    V = cgk_vectors(np.zeros((1, 10**6), dtype=int), 3000)
    assert V.shape == (1, 3001 * 10**6)
    assert np.array_equal(V.indices, np.arange(0, 3001 * 10**6, 3001))


def test_cgk_reads_all_of_a_string_at_three_times_its_length_only():
    """Erratum S23: at the printed length a different last quarter goes unseen."""
    rng = np.random.default_rng(9)
    first, second = "AB" * 150 + "C" * 100, "AB" * 150 + "D" * 100
    for length, differs in ((1200, True), (400, False)):
        pairs = [cgk_embed([first, second], rng, length) for _ in range(30)]
        assert all((E[0] != E[1]).any() == differs for E in pairs)


@pytest.mark.parametrize("signed", [False, True])
def test_laplacian_kernel(signed):
    rng = np.random.default_rng(10)
    V, W = (rng.normal(size=(n, 25)) * (rng.random((n, 25)) < 0.4) for n in (6, 9))
    if not signed:
        V, W = np.abs(V), np.abs(W)
    expected = cdist(V, W, "cityblock")
    got = l1_distances(sparse.csc_array(V), W)
    assert np.abs(got - expected).max() <= 50 * np.finfo(float).eps * expected.max()
    K = laplacian_kernel(V, sparse.csr_matrix(W), 3.0)
    assert K == pytest.approx(np.exp(-expected / 3.0), rel=1e-13)


def test_counts_are_exact_and_far_vectors_have_kernel_zero():
    V = characteristic_vectors(["ABABABBAB", "AABABABBAB", "B" * 4000, ""])[0]
    assert l1_distances(V, V).tolist() == cdist(*[V.toarray()] * 2, "cityblock").tolist()
    K = laplacian_kernel(V, V, 1.0)
    assert K.diagonal().tolist() == [1] * 4
    assert K[0, 2] == 0


def test_average_error_counts_every_pair_once_and_the_diagonal():
    rng = np.random.default_rng(11)
    Z = rng.normal(size=(5, 4))
    K = np.cov(rng.normal(size=(5, 9)))
    pairs = itertools.combinations_with_replacement(range(5), 2)
    expected = math.fsum(abs(K[i, j] - Z[i] @ Z[j]) for i, j in pairs) / 15
    assert average_error(K, Z) == pytest.approx(expected, rel=1e-14)


def with_a_bad_index():
    for form in (sparse.csr_matrix, sparse.csr_array, sparse.csc_array, sparse.bsr_array):
        V = form(np.eye(2))
        V.indices[1] = 2
        yield V


RNG = np.random.default_rng(0)


@pytest.mark.parametrize(
    ("call", "error", "naming"),
    [
        (lambda: edit_distance_with_moves(b"A", "A"), TypeError, "s must"),
        (lambda: edit_distance_with_moves("A", ["A"]), TypeError, "t must"),
        (lambda: edit_distance_with_moves("A", "B", 1), TypeError, "replacements"),
        (lambda: cgk_embed("ABC", RNG), TypeError, "strings"),
        (lambda: cgk_embed([b"ABC"], RNG), TypeError, "strings"),
        (lambda: cgk_embed(["", ""], RNG), ValueError, "strings"),
        (lambda: cgk_embed([""], RNG, length=5), ValueError, "strings"),
        (lambda: cgk_embed([""], RNG, alphabet="AB"), ValueError, "strings"),
        (lambda: cgk_embed(["A"], 0), TypeError, "rng"),
        (lambda: cgk_embed(["A"], RNG, 0), ValueError, "length"),
        (lambda: cgk_embed(["ABX"], RNG, alphabet="AB"), ValueError, "'X'"),
        (lambda: cgk_vectors([[0, 5]], 4), ValueError, "embedded"),
        (lambda: cgk_vectors([[0.0]], 4), TypeError, "embedded"),
        (lambda: hamming_distances([[0, 1]], [[0]]), ValueError, "Y must have 2 columns"),
        (lambda: hamming_distances([[0.5]], [[0]]), TypeError, "X must"),
        (lambda: hamming_distances([[0]], [[-1]]), ValueError, "Y must"),
        (lambda: cgk_vectors([[0]], 4, "none"), ValueError, "pad"),
        (lambda: laplacian_kernel(np.eye(2), np.eye(2), 0), ValueError, "beta"),
        (lambda: laplacian_kernel(np.eye(2), np.eye(3), 1.0), ValueError, "W must"),
        (lambda: laplacian_kernel(["A"], np.eye(2), 1.0), TypeError, "V must"),
        *(
            (
                lambda V=V: laplacian_kernel(V, np.eye(2), 1.0),
                ValueError,
                "V must be a valid sparse",
            )
            for V in with_a_bad_index()
        ),
        (lambda: average_error(np.eye(2), np.eye(3)), ValueError, "Z must"),
    ],
)
def test_bad_input(call, error, naming):
    with pytest.raises(error, match=naming):
        call()
