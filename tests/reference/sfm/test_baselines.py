"""The baselines GAK, LAK and STK17 of SFM, Sections II and VII."""

import functools
import itertools
import math
import sys

import numpy as np
import pytest

from gramcheck.reference.sfm import (
    ball_intersections,
    blosum62,
    global_alignment_kernel,
    local_alignment_kernel,
    mismatch_kernel,
    shift_spectrum,
)

LETTERS = "ARNDCQEGHILKMFPSTWYVBZX*"
SWEEP = sys.modules["gramcheck.reference.sfm.engines.pair_sweep"]


def words(rng, letters, low, high, n):
    return ["".join(rng.choice(list(letters), size=k)) for k in rng.integers(low, high, size=n)]


def matrix(X, Y, value):
    return np.array([[value(x, y) for y in Y] for x in X])


@pytest.fixture(params=[2**15, 8], ids=["whole", "batches"])
def batch(request, monkeypatch):
    monkeypatch.setattr(SWEEP, "_CELLS", request.param)


def naive_gak(x, y, sigma, triangular):
    """Sum over all alignments, listed one by one."""

    def local(i, j):
        if isinstance(x, str):
            squared = 2.0 * (x[i] != y[j])
        else:
            squared = float(np.square(np.subtract(x[i], y[j])).sum())
        k = math.exp(-squared / (2 * sigma**2))
        k *= max(0, 1 - abs(i - j) / triangular) if triangular else 1
        return k / (2 - k)

    def alignments(i, j):
        if i == j == 0:
            return local(0, 0)
        before = [(i - 1, j), (i, j - 1), (i - 1, j - 1)]
        return local(i, j) * sum(alignments(a, b) for a, b in before if a >= 0 and b >= 0)

    return alignments(len(x) - 1, len(y) - 1) if len(x) and len(y) else float(len(x) == len(y))


@pytest.mark.usefixtures("batch")
@pytest.mark.parametrize("triangular", [0, 1, 3])
@pytest.mark.parametrize("kind", ["strings", "series", "channels"])
def test_gak_is_the_sum_over_alignments(kind, triangular):
    rng = np.random.default_rng(0)
    if kind == "strings":
        X, Y = ["", *words(rng, "AB", 0, 7, 6)], words(rng, "ABC", 0, 7, 5)
    else:
        shape = (2,) if kind == "channels" else ()
        X, Y = ([rng.normal(size=(n, *shape)) for n in rng.integers(1, 7, size=k)] for k in (6, 5))
    for A, B in ((X, Y), (X, X)):
        expected = matrix(A, B, lambda x, y: naive_gak(x, y, 1.3, triangular))
        got = global_alignment_kernel(A, B, 1.3, triangular, form="raw")
        assert got == pytest.approx(expected, rel=1e-13, abs=0)
        with np.errstate(divide="ignore"):
            logarithms = np.log(expected)
        log_K = global_alignment_kernel(A, B, 1.3, triangular, form="log")
        assert log_K == pytest.approx(logarithms, rel=1e-13, abs=1e-13)
        norms = [np.sqrt([naive_gak(x, x, 1.3, triangular) for x in side]) for side in (A, B)]
        normalized = global_alignment_kernel(A, B, 1.3, triangular)
        assert normalized == pytest.approx(expected / np.outer(*norms), rel=1e-13, abs=0)


def test_gak_by_hand():
    got = global_alignment_kernel([[1, 2, 3]], [[1, 2, 2, 3]], 2.0, form="raw")[0, 0]
    assert got == pytest.approx(15.358, abs=5e-4)
    # equal strings: kappa is 1, K a central Delannoy number; r / (2 - r) for unequal ones
    assert global_alignment_kernel(["AAAA"], ["AAAA"], 1.0, form="raw")[0, 0] == pytest.approx(63)
    r = math.exp(-1 / 0.7**2)
    assert global_alignment_kernel(["A"], ["B"], 0.7, form="raw")[0, 0] == pytest.approx(
        r / (2 - r)
    )


def test_gak_of_long_strings():
    """log K beyond float64 is fine, and a kernel is positive semidefinite with the linear taper."""
    rng = np.random.default_rng(1)
    X = words(rng, "ABCD", 600, 700, 3)
    K = global_alignment_kernel(X, X, 1.0)
    assert K.diagonal() == pytest.approx(1, rel=1e-12)
    with pytest.raises(ValueError, match="form"):
        global_alignment_kernel(["A" * 600], ["A" * 600], 1.0, form="raw")
    X = words(rng, "AB", 1, 12, 30)
    for triangular in (0, 2, 5):
        K = global_alignment_kernel(X, X, 0.8, triangular)
        assert np.array_equal(K, K.T)
        assert np.linalg.eigvalsh(K)[0] > -30 * len(K) * np.finfo(float).eps * len(K)


def naive_lak(x, y, beta, opening, extending):
    """Sum over all local alignments, by their matched pairs of letters in increasing order."""
    scores = blosum62()

    def gap(length):
        return opening + extending * (length - 1) if length else 0

    @functools.cache
    def ending(i, j):
        total = 1.0 + sum(
            ending(a, b) * math.exp(-beta * (gap(i - a - 1) + gap(j - b - 1)))
            for a in range(i)
            for b in range(j)
        )
        return math.exp(beta * scores[LETTERS.index(x[i]), LETTERS.index(y[j])]) * total

    return 1 + sum(ending(i, j) for i in range(len(x)) for j in range(len(y)))


@pytest.mark.usefixtures("batch")
@pytest.mark.parametrize("gaps", [(11, 1), (2, 0.5), (0, 0)])
def test_lak_is_the_sum_over_local_alignments(gaps):
    rng = np.random.default_rng(2)
    X, Y = ["", *words(rng, LETTERS, 0, 7, 5)], words(rng, "AW", 0, 7, 3)
    for A, B in ((X, Y), (X, X)):
        expected = matrix(A, B, lambda x, y: naive_lak(x, y, 0.5, *gaps))
        got = {f: local_alignment_kernel(A, B, 0.5, *gaps, form=f) for f in ("raw", "log")}
        assert got["raw"] == pytest.approx(expected, rel=1e-13)
        assert got["log"] == pytest.approx(np.log(expected), rel=1e-13, abs=1e-15)
        scaled = local_alignment_kernel(A, B, 0.5, *gaps)
        assert scaled == pytest.approx(2 * np.log(expected), rel=1e-13, abs=1e-15)
        norms = [np.sqrt([naive_lak(x, x, 0.5, *gaps) for x in side]) for side in (A, B)]
        normalized = local_alignment_kernel(A, B, 0.5, *gaps, form="normalized")
        assert normalized == pytest.approx(expected / np.outer(*norms), rel=1e-13)


def test_lak_by_hand():
    """Of one letter each: nothing aligned, or the two."""
    got = local_alignment_kernel(["W"], ["W", "A"], form="raw")[0]
    assert got == pytest.approx([1 + math.exp(5.5), 1 + math.exp(-1.5)], rel=1e-15)
    scores = ("ab", [[2, -1], [-1, 2]])
    got = local_alignment_kernel(["a"], ["a", "b"], beta=1.0, scores=scores, form="raw")[0]
    assert got == pytest.approx([1 + math.exp(2), 1 + math.exp(-1)], rel=1e-15)


def test_blosum62():
    B = blosum62()
    assert B.shape == (24, 24)
    assert np.array_equal(B, B.T)
    place = {letter: i for i, letter in enumerate(LETTERS)}
    diagonal = dict(zip("ARNDCQEGHILKMFPSTWYV", B.diagonal(), strict=False))
    assert diagonal == dict(
        zip("ARNDCQEGHILKMFPSTWYV", [4, 5, 6, 6, 9, 5, 5, 6, 8, 4, 4, 5, 5, 6, 7, 4, 5, 11, 7, 4],
            strict=True)
    )  # fmt: skip
    for pair, score in (("WY", 2), ("ED", 2), ("IV", 3), ("CE", -4), ("GA", 0), ("*A", -4)):
        assert B[place[pair[0]], place[pair[1]]] == score


def test_logarithms_of_lak_are_shifted():
    rng = np.random.default_rng(3)
    X = words(rng, "ARNDW", 1, 9, 25)
    K = local_alignment_kernel(X, X)
    smallest = np.linalg.eigvalsh(K)[0]
    assert smallest < -1e-3  # not positive semidefinite
    shifted = shift_spectrum(K)
    assert np.abs(np.linalg.eigvalsh(shifted)[0]) < 30 * len(K) * np.finfo(float).eps * K.max()
    assert np.array_equal(shifted - np.diag(shifted.diagonal()), K - np.diag(K.diagonal()))
    assert np.array_equal(shift_spectrum(np.eye(3)), np.eye(3))


def naive_mismatch(x, y, k, m, letters):
    """The inner product of the counts of all words."""

    def count(s, word):
        mers = (s[i : i + k] for i in range(len(s) - k + 1))
        return sum(sum(a != b for a, b in zip(mer, word, strict=True)) <= m for mer in mers)

    return sum(count(x, w) * count(y, w) for w in itertools.product(letters, repeat=k))


@pytest.mark.parametrize(("k", "m"), [(1, 0), (1, 1), (3, 0), (3, 1), (3, 2), (3, 3), (4, 2)])
def test_mismatch_kernel_counts_words(k, m):
    rng = np.random.default_rng(k)
    X, Y = words(rng, "ABC", k, 10, 4), words(rng, "AB", k, 10, 3)
    for alphabet in ("ABC", "ABCD"):
        expected = matrix(X, Y, lambda x, y: naive_mismatch(x, y, k, m, alphabet))  # noqa: B023
        assert np.array_equal(mismatch_kernel(X, Y, k, m, alphabet), expected)


def test_intersections_of_balls():
    assert ball_intersections(5, 2, 4) == [106, 52, 34, 18, 6]
    assert ball_intersections(6, 2, 20) == [5530, 1920, 552, 114, 6]
    for k, m, size in ((3, 1, 2), (3, 3, 3), (2, 1, 4), (3, 2, 1)):
        space = list(itertools.product(range(size), repeat=k))
        ball = lambda u, m=m, space=space: {  # noqa: E731
            w for w in space if sum(a != b for a, b in zip(u, w, strict=True)) <= m
        }
        for d, got in enumerate(ball_intersections(k, m, size)):
            if d == 0 or size > 1:
                assert got == len(ball((0,) * k) & ball((1,) * d + (0,) * (k - d)))


def test_sampled_mismatch_kernel():
    """Exact where all sets fit; else unbiased to six standard errors, and symmetric."""
    rng = np.random.default_rng(4)
    X = words(rng, "AB", 8, 20, 3)
    exact = mismatch_kernel(X, X, 6, 2)
    assert np.array_equal(mismatch_kernel(X, X, 6, 2, samples=20, rng=rng), exact)
    draws = np.array(
        [mismatch_kernel(X, X, 6, 2, samples=5, tolerance=0, rng=rng) for _ in range(120)]
    )
    errors = np.abs(draws.mean(axis=0) - exact)
    assert (errors <= 6 * draws.std(axis=0) / math.sqrt(len(draws)) + 1e-9 * exact).all()
    assert np.array_equal(draws, draws.transpose(0, 2, 1))


def naive_sampled(x, y, k, m, size, samples, drawn, rng):
    """The same draws, pair of k-mers by pair of k-mers; all sets where ``samples`` hold them."""
    mers = [[s[i : i + k] for i in range(len(s) - k + 1)] for s in (x, y)]
    M, total = [], 0.0
    for d, ball in enumerate(ball_intersections(k, m, size)):
        sets = list(itertools.combinations(range(k), k - d))
        if len(sets) > samples:
            sets = [rng.permutation(k)[: k - d] for _ in range(drawn)]
        agree = [all(u[i] == v[i] for i in p) for p in sets for u in mers[0] for v in mers[1]]
        F = math.comb(k, d) * sum(agree) / len(sets)
        M.append(F - sum(math.comb(k - j, d - j) * M[j] for j in range(d)))
        total += ball * M[d]
    return total


@pytest.mark.parametrize(("samples", "tolerance", "drawn"), [(4, 0, 4), (14, 1e9, 2)])
def test_sampled_mismatch_kernel_from_its_draws(samples, tolerance, drawn):
    """No variance is small enough, so all samples are drawn; any is, so two are."""
    x, y = "ABBABAABBBAB", "BABABBAB"
    for seed in range(5):
        first, second = (np.random.default_rng(seed) for _ in range(2))
        got = mismatch_kernel([x], [y], 6, 2, None, samples, tolerance, first)[0, 0]
        expected = naive_sampled(x, y, 6, 2, 2, samples, drawn, second)
        assert got == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("call", "error", "naming"),
    [
        (lambda: global_alignment_kernel("AB", ["A"], 1.0), TypeError, "X must"),
        (lambda: global_alignment_kernel(["A"], [b"A"], 1.0), TypeError, "Y"),
        (lambda: global_alignment_kernel(["A"], [[1.0]], 1.0), TypeError, "Y"),
        (lambda: global_alignment_kernel(["A"], ["A"], 0), ValueError, "sigma"),
        (lambda: global_alignment_kernel(["A"], ["A"], 1.0, -1), ValueError, "triangular"),
        (lambda: global_alignment_kernel(["A"], ["A"], 1.0, form="logs"), ValueError, "'log'"),
        (lambda: global_alignment_kernel([[1.0]], [[math.nan]], 1.0), ValueError, "Y"),
        (lambda: local_alignment_kernel(["AJ"], ["A"]), ValueError, "'J'"),
        (lambda: local_alignment_kernel(["A"], ["a"]), ValueError, "'a'"),
        (lambda: local_alignment_kernel(["A"], ["A"], 0), ValueError, "beta"),
        (lambda: local_alignment_kernel(["A"], ["A"], 0.5, -1), ValueError, "gap_open"),
        (lambda: local_alignment_kernel(["A"], ["A"], scores="pam"), TypeError, "scores"),
        (
            lambda: local_alignment_kernel(["A"], ["A"], scores=("A", np.eye(2))),
            ValueError,
            "scores",
        ),
        (lambda: local_alignment_kernel("A", ["A"]), TypeError, "X must"),
        (lambda: shift_spectrum([[1, 2], [3, 4]]), ValueError, "K must"),
        (lambda: mismatch_kernel(["AB"], ["A"], 2, 1), ValueError, r"Y\[0\]"),
        (lambda: mismatch_kernel(["AB"], ["AB"], 2, 3), ValueError, "m must"),
        (lambda: mismatch_kernel(["AB"], ["AB"], 0, 0), ValueError, "k must"),
        (lambda: mismatch_kernel(["AB"], ["AC"], 2, 1, "AB"), ValueError, "'C'"),
        (lambda: mismatch_kernel(["AB"], ["AB"], 2, 1, samples=5), TypeError, "rng"),
        (lambda: mismatch_kernel("AB", ["AB"], 2, 1), TypeError, "X must"),
        (lambda: ball_intersections(3, 4, 2), ValueError, "m must"),
    ],
)
def test_bad_input(call, error, naming):
    with pytest.raises(error, match=naming):
        call()
