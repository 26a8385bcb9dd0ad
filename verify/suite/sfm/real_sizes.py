"""Strings, counts and batches of the sizes that corpora have, by known values or definitions."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse

from gramcheck.verify.compare import at_least, at_most, close_to, equal
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.definitions.exact import exact
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.problems import agree
from gramcheck.verify.suite.several_draws import never_repeated
from gramcheck.verify.suite.sfm.feature_maps import summation_scale
from gramcheck.verify.suite.sfm.problems import VARIANTS, dense, nested
from gramcheck.verify.types import Array

FREQUENT = (300, 33_000, 66_000)  # more than 8, 15 and 16 bits hold
MILLION = (1001, 1000)  # objects and features: 8 MB, several blocks for whoever keeps to the cache


@check(
    "sfm/characteristic-vectors",
    place="Section III",
    needs=("sfm.characteristic_vectors", "sfm.transform"),
    since="0.2",
)
def frequent_nodes_are_counted_in_full(target: Any, run: Any) -> Iterator[Outcome]:
    """The one letter of a run, its most frequent node, is counted as often as it stands there.

    In a run of a thousand the nodes above it are, too, those of the definition.
    """
    runs = ["A" * n for n in FREQUENT]
    for variant in VARIANTS:
        V, vocabulary = target.sfm.characteristic_vectors(runs, variant)
        yield equal([*FREQUENT], dense(V).max(axis=1).tolist())
        V, _ = target.sfm.transform(runs, vocabulary)
        yield equal([*FREQUENT], dense(V).max(axis=1).tolist())
        expected, _ = definitions.characteristic_matrix(["A" * 1000], variant)
        V, _ = target.sfm.characteristic_vectors(["A" * 1000], variant)
        yield equal(np.array(expected, dtype=float), dense(V))


@check(
    "sfm/characteristic-vectors",
    place="Section III",
    needs=("sfm.fit_vocabulary", "sfm.transform"),
    since="0.2",
)
def new_strings_know_nothing_of_each_other(target: Any, run: Any) -> Iterator[Outcome]:
    """What each of many strings with unseen letters is alone, it is among all of them."""
    letters = np.array(list("ABCDEFGH"))
    strings = ["".join(run.rng.choice(letters, n)) for n in (*range(1, 30), 60, 100)]
    for variant in VARIANTS:
        vocabulary = target.sfm.fit_vocabulary([["ABBA" * 5, "BABBA", "AB"]], variant)
        V, unseen = target.sfm.transform(strings, vocabulary)
        alone = [target.sfm.transform([s], vocabulary) for s in strings]
        yield equal(np.vstack([dense(row) for row, _ in alone]), dense(V))
        yield equal([int(count[0]) for _, count in alone], np.asarray(unseen).tolist())


@check(
    "sfm/characteristic-vectors",
    place="Section III",
    needs=("sfm.characteristic_vectors", "sfm.transform"),
    since="0.2",
)
def many_nodes_have_many_names(target: Any, run: Any) -> Iterator[Outcome]:
    """A string of different letters, more than 16 bits can name: each node occurs once.

    With two or three children each there are half as many to as many nodes again above them.
    """
    n = FREQUENT[-1]
    different = "".join(chr(sys.maxunicode - i) for i in range(n))
    for variant in VARIANTS:
        V, _ = target.sfm.characteristic_vectors([different], variant)
        nodes = scipy.sparse.csr_matrix(V)
        yield equal((1.0, 1.0), (nodes.data.min(), nodes.data.max()))
        yield at_least(1.5 * n - 1, nodes.nnz)
        yield at_most(2 * n - 1, nodes.nnz)
        _, vocabulary = target.sfm.characteristic_vectors(["A"], variant)
        _, unseen = target.sfm.transform([different], vocabulary)
        yield at_least(1.5 * n - 1, int(unseen[0]))


@check(
    "sfm/characteristic-vectors",
    place="Section III",
    needs="sfm.characteristic_vectors",
    since="0.2",
)
def many_strings_have_as_many_nodes(target: Any, run: Any) -> Outcome:
    """A letter each: pairs of a string and a node are more than 32 bits tell apart."""
    n = 2**16 + 64
    V, _ = target.sfm.characteristic_vectors([chr(2**16 + i) for i in range(n)])
    nodes = scipy.sparse.csr_matrix(V)
    of_a_string = np.diff(nodes.indptr)
    counts = len(of_a_string), of_a_string.min(), of_a_string.max(), len(np.unique(nodes.indices))
    return equal((n, 1, 1, n, 1.0, 1.0), (*counts, nodes.data.min(), nodes.data.max()))


@check("sfm/esp-tree", place="Section III", needs="sfm.esp_tree", since="0.2")
def trees_of_long_strings_are_those_of_the_definition(target: Any, run: Any) -> Iterator[Outcome]:
    """More letters than Python allows calls within each other."""
    s = "".join(run.rng.choice(list("ACGT"), 1200))
    for variant in VARIANTS:
        yield equal(definitions.esp_tree(s, variant), nested(target.sfm.esp_tree(s, variant)))


@check("sfm/gak", place="Section II, GAK", needs="sfm.global_alignment_kernel", since="0.2")
def where_no_alignment_has_a_weight_the_kernel_is_zero(target: Any, run: Any) -> Iterator[Outcome]:
    """Lengths 6 and 1 in a triangle of 2: log 0 is minus infinity, and the kernel is 0."""
    x, y = [np.arange(6.0)], [np.array([0.5])]
    for form, value in (("log", -np.inf), ("raw", 0.0), ("normalized", 0.0)):
        got = target.sfm.global_alignment_kernel(x, y, 1.0, 2, form=form)
        yield equal([[value]], np.asarray(got).tolist())


@check("sfm/gak", place="Section II, GAK", needs="sfm.global_alignment_kernel", since="0.2")
def recursion_on_longer_series(target: Any, run: Any) -> Iterator[Outcome]:
    """Random walks of 40 and 50 points: log K by the recursion in 60 digits."""
    x, y = (run.rng.normal(size=n).cumsum() for n in (40, 50))
    for triangular in (0, 20):
        with exact():
            K = definitions.global_alignment_kernel_by_recursion(
                x.tolist(), y.tolist(), 4.0, triangular
            )
            expected = float(K.ln())
        got = target.sfm.global_alignment_kernel([x], [y], 4.0, triangular, form="log")
        yield close_to([[expected]], got, ulps=100, scale=1 + abs(expected))


@check("sfm/lak", place="Section VII, LAK", needs="sfm.local_alignment_kernel", since="0.2")
def a_protein_is_aligned_with_itself(target: Any, run: Any) -> Iterator[Outcome]:
    """300 residues with all or some of them: (1/b) log K, up to beyond what exp can hold.

    500 W match themselves best in one of C(2n, n) < 4^n ways, which bounds log K on either side.
    """
    x = "".join(run.rng.choice(list(definitions.AMINO_ACIDS), 300))
    lengths = (300, 280, 150, 75, 40, 20)
    with exact():
        K = definitions.local_alignment_kernels_of_prefixes(x, x)
        expected = np.array([[float(2 * K[300, n].ln()) for n in lengths]])
    parts = [x[:n] for n in lengths]
    for want, pair in ((expected, ([x], parts)), (expected.T, (parts, [x]))):
        got = target.sfm.local_alignment_kernel(*pair)
        yield close_to(want, got, ulps=100, scale=1 + np.abs(want))
    n, most = 500, definitions.BLOSUM62["W", "W"]
    for b in (0.05, 0.12, 1.0):  # where K grows less by a match than by its ways, and more
        log_K = np.asarray(target.sfm.local_alignment_kernel(["W" * n], ["W" * n], b, form="log"))
        yield at_least(b * n * most, log_K)
        yield at_most(b * n * most + n * math.log(4), log_K)


@check("sfm/gak", place="Section II, GAK", needs="sfm.global_alignment_kernel", since="0.2")
def letters_that_hardly_match_are_aligned(target: Any, run: Any) -> Iterator[Outcome]:
    """Words of 2 to 30 letters, and series, at a sigma with exp(-1/sigma^2) = exp(-1e4).

    Log K is that of the recursion in 60 digits, far below that of the smallest double; without and
    with a taper.
    """
    x, y = ("".join(run.rng.choice(list("AB"), n)) + "C" * n for n in (10, 15))
    series = [run.rng.normal(size=n) for n in (9, 12, 7, 15)]
    kernel = definitions.global_alignment_kernel_by_recursion
    for X, Y in (([x, "A" * 9, "AB"], [y, "B" * 20, "BBA"]), (series[:2], series[2:])):
        for triangular in (0, 25):
            with exact():
                values = [[kernel(s, t, 0.01, triangular) for t in Y] for s in X]
                expected = np.array([[float(value.ln()) for value in row] for row in values])
            got = target.sfm.global_alignment_kernel(X, Y, 0.01, triangular, form="log")
            yield close_to(expected, got, ulps=100, scale=1 + np.abs(expected))


@check("sfm/mismatch", place="Section VII, STK17", needs="sfm.mismatch_kernel", since="0.2")
def strings_of_many_words_count_those_near_both(target: Any, run: Any) -> Iterator[Outcome]:
    """Of hundreds of letters, over all words: each word comes often, and has few neighbors."""
    for alphabet, k, m in (("AB", 3, 1), ("ACGT", 3, 1), ("ACGT", 4, 2)):
        x, y, z = ("".join(run.rng.choice(list(alphabet), n)) for n in (150, 200, 250))
        expected = [[definitions.mismatch_kernel(x, s, k, m, alphabet) for s in (y, z)]]
        got = target.sfm.mismatch_kernel([x], [y, z], k, m, alphabet)
        yield equal(expected, np.asarray(got).tolist())


@check("sfm/mismatch", place="Section VII, STK17", needs="sfm.mismatch_kernel", since="0.2")
def products_of_large_counts_are_exact(target: Any, run: Any) -> Outcome:
    """Runs have one word: the product of its counts, beyond 16 and 32 bits."""
    runs = ["A" * n for n in FREQUENT]
    words = [n - 2 for n in FREQUENT]
    expected = [[float(a * b) for b in words] for a in words]
    return equal(expected, np.asarray(target.sfm.mismatch_kernel(runs, runs, 3, 0)).tolist())


@check("sfm/cgk-hamming-equals-l1", place="Section VI", needs="sfm.hamming_distances", since="0.2")
def many_different_positions_are_counted_in_full(target: Any, run: Any) -> Iterator[Outcome]:
    """Codes that differ everywhere, and in all places but one."""
    for n in FREQUENT:
        codes = np.zeros((1, n), dtype=np.int64)
        other = np.ones((2, n), dtype=np.int64)
        other[1, 0] = 0
        yield equal([[n, n - 1]], np.asarray(target.sfm.hamming_distances(codes, other)).tolist())


@check("sfm/cgk-distortion", place="Section VI", needs="sfm.cgk_embed", since="0.2")
def letters_of_large_alphabets_are_told_apart(target: Any, run: Any) -> Iterator[Outcome]:
    """Codes are places in the alphabet, and its size is that of the pad, beyond 8, 15, 16 bits."""
    for n in FREQUENT:
        alphabet = [chr(2**16 + i) for i in range(n)]
        codes = np.asarray(target.sfm.cgk_embed(["", alphabet[-1]], run.rng, 5, alphabet))
        yield equal([[n, n - 1], True], [codes[:, 0].tolist(), bool((codes >= n - 1).all())])
        yield equal(n, int(codes.max()))


def sines_and_cosines(V: Array, W: Array) -> Array:
    """Algorithm 2 with a stored matrix W, (D/2, d)."""
    angles = V @ W.T
    both = np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(V), -1)
    return both / np.sqrt(len(W))


@check("sfm/algorithm-2", place="Algorithm 2", needs=("sfm.sfm", "sfm.hash_cauchy"), since="0.2")
def a_million_features_have_all_their_digits(target: Any, run: Any) -> Outcome:
    """Those of the stored matrix, for counts of a thousand objects."""
    n, D = MILLION
    V, beta = run.rng.integers(0, 5, size=(n, 6)).astype(float), 3.0
    array1, array2 = run.rng.integers(2**64, size=(2, 6), dtype=np.uint64)
    keys = np.arange(1, D // 2 + 1)
    W = np.asarray(target.sfm.hash_cauchy(keys, array1, array2, beta), dtype=float)
    got = target.sfm.sfm(V, D, beta, array1, array2)
    return agree(sines_and_cosines(V, W), got, ulps=16, scale=summation_scale(V, W))


@check("sfm/eq-2", place="Section IV, Eq. (2)", needs="sfm.rff", since="0.2")
def a_million_plain_features_have_all_their_digits(target: Any, run: Any) -> Outcome:
    """The same of the matrix itself."""
    n, D = MILLION
    V, W = run.rng.integers(0, 5, size=(n, 6)).astype(float), run.rng.normal(size=(D // 2, 6))
    expected, scale = sines_and_cosines(V, W), summation_scale(V, W)
    return close_to(expected, target.sfm.rff(V, W), ulps=16, scale=scale)


@check("sfm/eq-1", place="Section V, Eq. (1)", needs="sfm.laplacian_kernel", since="0.2")
def many_pairs_have_all_their_digits(target: Any, run: Any) -> Outcome:
    """A hundred thousand pairs, of a table that a cache does not hold: exponentials of integers."""
    V, W = (run.rng.integers(0, 5, size=(n, 6)).astype(float) for n in (350, 300))
    distances = np.abs(V[:, None] - W[None]).sum(axis=2)
    got = target.sfm.laplacian_kernel(V, scipy.sparse.csr_matrix(W), 8.0)
    return close_to(np.exp(-distances / 8), got, ulps=16)


@check("sfm/eq-1", place="Section V, Eq. (1)", needs="sfm.l1_distances", since="0.2")
def small_numbers_beside_large_ones_are_not_lost(target: Any, run: Any) -> Iterator[Outcome]:
    """17 digits before the point, of either sign, that nearly cancel."""
    for sign in (1.0, -1.0):
        x, y = np.array([[sign * 1e17, 1.0]]), np.array([[sign * (1e17 - 16), 0.5]])
        for V, W in ((x, y), (scipy.sparse.csr_matrix(x), scipy.sparse.csr_matrix(y))):
            yield equal([[16.5]], np.asarray(target.sfm.l1_distances(V, W)).tolist())


@check("sfm/eq-1", place="Section V, Eq. (1)", needs="sfm.l1_distances", since="0.2")
def entries_of_either_sign_are_subtracted(target: Any, run: Any) -> Iterator[Outcome]:
    """Multiples of 1/2 from -3 to 3, of which sums are exact; of many rows, of as many digits."""
    V, W = (run.rng.integers(-6, 7, size=(n, 9)) / 2 for n in (6, 5))
    expected = np.abs(V[:, None] - W[None]).sum(axis=2).tolist()
    for form in (np.array, scipy.sparse.csr_matrix):
        yield equal(expected, np.asarray(target.sfm.l1_distances(form(V), form(W))).tolist())
    V, W = (run.rng.integers(-(2**22), 2**22, size=(n, 9)) / 2 for n in (350, 300))
    distances = np.abs(V[:, None] - W[None]).sum(axis=2)
    yield close_to(distances, target.sfm.l1_distances(V, W), ulps=16)


@check(
    "sfm/hash-uniform",
    place="Algorithm 1, line 1",
    needs="sfm.sample_hash",
    since="0.2",
    statistical=True,
)
def no_two_calls_draw_the_same_words(target: Any, run: Any) -> Outcome:
    """One word of 64 bits a call: calls that are seeded by 16 bits repeat themselves."""
    return never_repeated(lambda: int(np.asarray(target.sfm.sample_hash(1, run.rng)[0])[0]))


@check(
    "sfm/cgk-distortion",
    place="Section VI",
    needs="sfm.cgk_embed",
    since="0.2",
    statistical=True,
)
def no_two_calls_embed_alike(target: Any, run: Any) -> Outcome:
    """An embedding shows a bit for each of a hundred letters, or more."""
    s = ["AB" * 50]
    return never_repeated(lambda: np.asarray(target.sfm.cgk_embed(s, run.rng)).tobytes())
