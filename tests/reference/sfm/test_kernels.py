"""Alignments in batches, the walk of CGK in blocks, and what is refused before it takes memory."""

import math
from functools import cache

import numpy as np
import pytest

from gramcheck.reference.sfm import (
    cgk_embed,
    cgk_vectors,
    edit_distance_with_moves,
    global_alignment_kernel,
    local_alignment_kernel,
)
from gramcheck.reference.sfm.engines import pair_sweep
from gramcheck.verify.definitions import sfm as definitions
from tests.reference.memory import peak_of


def words(rng, letters, low, high, n):
    return ["".join(rng.choice(list(letters), size=k)) for k in rng.integers(low, high, size=n)]


def assert_batches_are_exact(kernel, exact, X, Y, monkeypatch):
    """In one batch and in many, of two collections and of one, raw and normalized."""
    XX, YY = ([exact(x, x) for x in side] for side in (X, Y))
    for A, AA, B, BB in ((X, XX, Y, YY), (X, XX, X, XX)):
        raw = np.array([[exact(x, y) for y in B] for x in A])
        expected = {"raw": raw, "normalized": raw / np.sqrt(np.outer(AA, BB))}
        for cells in (2**15, 8):
            monkeypatch.setattr(pair_sweep, "_CELLS", cells)
            for form, values in expected.items():
                assert kernel(A, B, form) == pytest.approx(values, rel=1e-13, abs=0)


@pytest.mark.parametrize("triangular", [0, 3])
def test_batches_of_global_alignments(triangular, monkeypatch):
    """Pairs of most unequal lengths share a batch, and empty strings are among them."""
    rng = np.random.default_rng(0)
    X, Y = ["", *words(rng, "AB", 0, 7, 6)], words(rng, "ABC", 0, 9, 5)

    @cache
    def exact(x, y):
        if not (x and y):
            return float(x == y)
        return float(definitions.global_alignment_kernel_by_recursion(x, y, 1.3, triangular))

    def kernel(A, B, form):
        return global_alignment_kernel(A, B, 1.3, triangular, form=form)

    assert_batches_are_exact(kernel, exact, X, Y, monkeypatch)


@pytest.mark.parametrize("gaps", [(11, 1), (2, 0.5), (0, 0)])
def test_batches_of_local_alignments(gaps, monkeypatch):
    rng = np.random.default_rng(2)
    X, Y = ["", *words(rng, definitions.AMINO_ACIDS, 0, 7, 5)], words(rng, "AW", 0, 9, 3)

    @cache
    def exact(x, y):
        return float(definitions.local_alignment_kernel_by_recursion(x, y, 0.5, *gaps))

    def kernel(A, B, form):
        return local_alignment_kernel(A, B, 0.5, *gaps, form=form)

    assert_batches_are_exact(kernel, exact, X, Y, monkeypatch)


def test_kernels_beyond_float64_are_refused_raw():
    with pytest.raises(ValueError, match="form"):
        global_alignment_kernel(["A" * 600], ["A" * 600], 1.0, form="raw")


def test_scores_of_other_letters():
    scores = ("ab", [[2, -1], [-1, 2]])
    got = local_alignment_kernel(["a"], ["a", "b"], beta=1.0, scores=scores, form="raw")[0]
    assert got == pytest.approx([1 + math.exp(2), 1 + math.exp(-1)], rel=1e-15)


@pytest.mark.parametrize("length", [1, 63, 64, 65, 128, 200])
def test_walks_that_end_in_every_block(length):
    """Strings that are read to their ends in each of the blocks, and at their borders."""
    rng = np.random.default_rng(9)
    strings = ["".join(rng.choice(list("AB"), size=n)) for n in range(0, 130, 3)]
    table = np.random.default_rng(7).integers(2, size=(length, 2)).tolist()
    bits = [dict(zip("AB", row, strict=True)) for row in table]
    got = cgk_embed(strings, np.random.default_rng(7), length)
    assert got.tolist() == definitions.cgk_codes(strings, bits, length)


def test_cgk_vectors_of_more_coordinates_than_half_a_word_counts():
    """3 10^9 of them, beyond 2^31."""
    V = cgk_vectors(np.zeros((1, 10**6), dtype=int), 3000)
    assert V.shape == (1, 3001 * 10**6)
    assert np.array_equal(V.indices, np.arange(0, 3001 * 10**6, 3001))


def test_edm_refuses_what_it_cannot_finish():
    with pytest.raises(ValueError, match="s and t must be shorter or closer"):
        edit_distance_with_moves("ABCDEFGHIJ" * 2, "JIHGFEDCBA" * 2, most_strings=5000)


def test_edm_refuses_long_strings_before_it_lists_their_moves():
    """Of 3000 equal letters there are 4.5e9 moves, all to one string."""

    def refused():
        with pytest.raises(ValueError, match="s and t must be shorter or closer"):
            edit_distance_with_moves("A" * 3000, "A" * 2999)

    assert peak_of(refused)[0] < 1e6
    assert edit_distance_with_moves("AB" * 1500, "AB" * 1500) == 0


def test_batches_of_ragged_pairs_are_mostly_cells_of_their_tables():
    """Each pair is in one batch, none beyond its size, and padding and calls are kept small."""
    rng = np.random.default_rng(5)
    n, m = np.sort(rng.gamma(2.5, 170, (2, 5000)).astype(int).clip(0, 1000), axis=0)
    batches = list(pair_sweep._batches(n, m))
    assert np.array_equal(np.sort(np.concatenate(batches)), np.arange(5000))
    assert max(len(some) * (n[some].max() + 1) for some in batches) <= pair_sweep._CELLS
    padded = sum(len(some) * n[some].max() * m[some].max() for some in batches)
    diagonals = sum(n[some].max() + m[some].max() for some in batches)
    assert padded <= 1.25 * (n @ m)
    assert diagonals * pair_sweep._CALLS <= 0.25 * (n @ m)


def test_batches_of_equal_pairs_are_of_equal_size():
    lengths = np.full(1000, 400)
    sizes = [len(some) for some in pair_sweep._batches(lengths, lengths)]
    most = pair_sweep._CELLS // 401
    assert len(sizes) == -(-1000 // most)
    assert max(sizes) <= min(sizes) + 1


@pytest.mark.parametrize("pairs", [2**16, 50])
def test_stacks_of_ragged_pairs_are_mostly_cells_of_their_tables(monkeypatch, pairs):
    """Each pair is in one batch and on no other of its lane, all of which have the same y."""
    monkeypatch.setattr(pair_sweep, "_PAIRS", pairs)
    lengths = np.random.default_rng(5).gamma(2.5, 170, 90).astype(int).clip(0, 1000)
    x, y = np.indices((90, 90)).reshape(2, -1)
    x, y = x[lengths[x] <= lengths[y]], y[lengths[x] <= lengths[y]]
    n, m, padded, places = lengths[x], lengths[y], 0, []
    for some, lane, above in pair_sweep.stacked(y, n, m):
        height, count = (above + n[some]).max(), lane.max() + 1
        assert count * (height + 1) <= pair_sweep._CELLS
        places.append(some)
        padded += count * height * m[some].max()
        table = np.zeros((count, height + 1), int)
        for pair, column, row in zip(some, lane, above, strict=True):
            table[column, row : row + n[pair] + 1] += 1
        assert table.max() == 1
        assert all(len(set(y[some][lane == column])) == 1 for column in range(count))
        assert np.array_equal(np.flatnonzero(above == 0), np.searchsorted(lane, range(count)))
    assert np.array_equal(np.sort(np.concatenate(places)), np.arange(len(n)))
    assert padded <= 1.2 * (n @ m)
