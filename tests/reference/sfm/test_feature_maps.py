"""The feature maps of SFM, Algorithm 2 and Section IV."""

import math
import sys
import tracemalloc

import numpy as np
import pytest
from scipy import sparse

from gramcheck.reference.sfm import (
    cauchy_matrix,
    cauchy_quantile,
    hash_cauchy,
    laplacian_kernel,
    rff,
    sample_hash,
    sample_t_wise,
    sfm,
    t_wise_hash,
)

FEATURE_MAPS = sys.modules["gramcheck.reference.sfm.engines.feature_blocks"]


def algorithm_2(v, D, beta, array1, array2, endpoints="open"):
    """Line by line, over all d coordinates."""
    z = [0.0] * D
    for i in range(1, D // 2 + 1):
        h = hash_cauchy([i], array1, array2, beta, endpoints)[0]
        s = 0.0
        for j in range(len(v)):
            s = s + v[j] * h[j]
        z[2 * i - 2] = math.sqrt(2 / D) * math.sin(s)
        z[2 * i - 1] = math.sqrt(2 / D) * math.cos(s)
    return z


def counts(rng, n, d, density=0.3):
    return rng.poisson(1.5, size=(n, d)) * (rng.random((n, d)) < density)


@pytest.mark.parametrize("endpoints", ["open", "closed"])
@pytest.mark.parametrize("beta", [1.0, 7.3])
@pytest.mark.parametrize(("n", "d", "D"), [(1, 1, 2), (3, 50, 12), (5, 300, 150)])
def test_algorithm_2(monkeypatch, endpoints, beta, n, d, D):
    rng = np.random.default_rng(d)
    V = counts(rng, n, d)
    array1, array2 = sample_hash(d, rng)
    expected = [algorithm_2(v, D, beta, array1, array2, endpoints) for v in V.tolist()]
    # the largest |s| fixes what one rounding of the sum is worth in z
    h = hash_cauchy(np.arange(1, D // 2 + 1), array1, array2, beta, endpoints)
    scale = 1 + np.abs(V).astype(float) @ np.abs(h).T
    bound = 4 * np.finfo(float).eps * np.repeat(scale, 2, axis=1)
    whole = sfm(sparse.csr_matrix(V), D, beta, array1, array2, endpoints)
    assert (np.abs(whole - expected) <= bound).all()
    # blocks of every kind, boundaries inside: the order of summation is the same
    blocks = {"_ENTRIES": 40, "_ROWS": 2, "_COLUMNS": 7, "_PIECE": 3, "KEYS_AT_ONCE": 5}
    for name, value in blocks.items():
        monkeypatch.setattr(FEATURE_MAPS, name, value)
        assert np.array_equal(sfm(V, D, beta, array1, array2, endpoints), whole)
    assert np.array_equal(rff(V, h), whole)


def test_every_format_and_order_of_entries():
    rng = np.random.default_rng(1)
    V = counts(rng, 4, 30)
    array1, array2 = sample_hash(30, rng)
    expected = sfm(V, 8, 2.0, array1, array2)
    for form in ("csr", "csc", "coo", "lil", "dok", "bsr", "dia"):
        for kind in (sparse.csr_matrix, sparse.csr_array):
            assert np.array_equal(sfm(kind(V).asformat(form), 8, 2.0, array1, array2), expected)
    # columns that decrease, each count in two parts, a zero that is stored
    rows = []
    for v in V:
        columns = np.flatnonzero(v)[::-1]
        rows.append((np.r_[columns, columns, 0], np.r_[v[columns] - 1, columns * 0 + 1, 0]))
    indptr = np.cumsum([0, *(len(c) for c, _ in rows)])
    untidy = sparse.csr_matrix(
        (np.concatenate([v for _, v in rows]), np.concatenate([c for c, _ in rows]), indptr),
        shape=V.shape,
    )
    before = untidy.indices.copy()
    assert np.array_equal(sfm(untidy, 8, 2.0, array1, array2), expected)
    assert np.array_equal(untidy.indices, before)


def test_written_into_a_file(tmp_path):
    rng = np.random.default_rng(2)
    V = counts(rng, 6, 20)
    array1, array2 = sample_hash(20, rng)
    expected = sfm(V, 10, 1.0, array1, array2)
    for dtype in (np.float64, np.float32):
        out = np.lib.format.open_memmap(tmp_path / "z.npy", "w+", dtype, expected.shape)
        assert sfm(V, 10, 1.0, array1, array2, out=out) is out
        out.flush()
        assert np.array_equal(np.load(tmp_path / "z.npy"), expected.astype(dtype))
        assert np.array_equal(rff(V, hash_cauchy(np.arange(1, 6), array1, array2, 1.0), out), out)


def test_memory_is_that_of_blocks_whatever_the_number_of_nonzeros(monkeypatch):
    """Beyond V and the result a few entries of V; as float64 all of it, where it is not."""
    monkeypatch.setattr(FEATURE_MAPS, "_ENTRIES", 2**14)
    monkeypatch.setattr(FEATURE_MAPS, "_COLUMNS", 2**9)
    rng = np.random.default_rng(5)
    words = sample_hash(1000, rng)

    def beyond(V, values):
        tracemalloc.start()
        try:
            Z = sfm(V, 4, 100.0, *words, values=values)
            return tracemalloc.get_traced_memory()[1] - Z.nbytes
        finally:
            tracemalloc.stop()

    V = {n: sparse.csr_array(counts(rng, n, 1000)) for n in (300, 3000)}
    more = V[3000].nnz - V[300].nnz
    assert more > 30 * 2**14
    for values in ("counts", "real"):
        # a byte each to see that all are finite
        floats = [beyond(W.astype(np.float64), values) for W in V.values()]
        assert floats[1] - floats[0] < 2 * more
        integers = [beyond(W, values) for W in V.values()]
        assert integers[1] - integers[0] < 10 * more


def test_a_vector_of_many_nonzeros_among_others(monkeypatch):
    """Blocks that begin with it, end with it and hold nothing else; vectors without any."""
    rng = np.random.default_rng(6)
    V = counts(rng, 9, 200, np.array([0, 0, 1, 1, 0.02, 0.02, 1, 0, 0])[:, None])
    words = sample_hash(200, rng)
    expected = sfm(V, 6, 100.0, *words)
    for entries in (1, 10, 150, 300, 1000):
        monkeypatch.setattr(FEATURE_MAPS, "_ENTRIES", entries)
        assert np.array_equal(sfm(V, 6, 100.0, *words), expected)


@pytest.mark.parametrize("kind", ["hash", "5-wise", "matrix"])
def test_features_are_unbiased_with_the_stated_variance(kind):
    """Mean k and variance (1 - k^2) / D; both to six standard errors over independent maps."""
    rng = np.random.default_rng(3)
    V = np.array([[3, 1, 0, 2] * 6, [2, 1, 1, 2] * 6])
    beta, D, maps, d = 20.0, 16, 1500, V.shape[1]
    keys = np.arange(1, D // 2 + 1)
    products = np.empty(maps)
    for r in range(maps):
        if kind == "hash":
            Z = sfm(V, D, beta, *sample_hash(d, rng))
        elif kind == "5-wise":
            Z = rff(V, cauchy_quantile(t_wise_hash(keys, sample_t_wise(d, 5, rng)), beta))
        else:
            Z = rff(V, cauchy_matrix(D, d, beta, rng))
        assert np.square(Z).sum(axis=1) == pytest.approx(1, rel=1e-14)
        products[r] = Z[0] @ Z[1]
    k = laplacian_kernel(V, V, beta)[0, 1]
    assert k == pytest.approx(math.exp(-12 / beta), rel=1e-15)
    variance = (1 - k**2) / D
    assert abs(products.mean() - k) < 6 * math.sqrt(variance / maps)
    deviations = np.square(products - k)
    assert abs(deviations.mean() - variance) < 6 * deviations.std() / math.sqrt(maps)


def test_real_vectors_when_asked_for():
    rng = np.random.default_rng(4)
    array1, array2 = sample_hash(5, rng)
    V = rng.normal(size=(3, 5))
    got = sfm(V, 6, 1.0, array1, array2, values="real")
    assert np.array_equal(got, rff(V, hash_cauchy([1, 2, 3], array1, array2, 1.0)))
    assert np.array_equal(sfm(np.eye(5) / 2, 6, 1.0, array1, array2).shape, (5, 6))


WORDS = np.ones(3, dtype=np.uint64)
COUNTS = np.ones((2, 3), dtype=int)


@pytest.mark.parametrize(
    ("arguments", "error", "naming"),
    [
        ({"D": 3}, ValueError, "D must be even"),
        ({"D": 0}, ValueError, "D must"),
        ({"D": 2.0}, TypeError, "D must"),
        ({"D": 2**34}, ValueError, "keys"),
        ({"beta": 0}, ValueError, "beta"),
        ({"beta": -2.0}, ValueError, "beta"),
        ({"V": COUNTS[:, :2]}, ValueError, "V must have 3 columns"),
        ({"V": -COUNTS}, ValueError, "V must hold nonnegative"),
        ({"V": COUNTS * 0.3}, ValueError, "multiples of 1/2"),
        ({"V": COUNTS * math.nan}, ValueError, "V must"),
        ({"V": sparse.csr_matrix(COUNTS * math.inf)}, ValueError, "V must be finite"),
        ({"V": sparse.csr_matrix(COUNTS * 1j)}, TypeError, "V must"),
        ({"V": COUNTS[0]}, ValueError, "V must"),
        ({"V": sparse.csr_matrix((0, 3))}, ValueError, "V must not be empty"),
        ({"V": ["ABC"]}, TypeError, "V must"),
        ({"array1": WORDS.astype(float)}, TypeError, "array1"),
        ({"array2": WORDS[:2]}, ValueError, "array2"),
        ({"endpoints": "Open"}, ValueError, "did you mean 'open'"),
        ({"values": "integers"}, ValueError, "values"),
        ({"out": np.empty((2, 3))}, ValueError, "out must have shape"),
        ({"out": np.empty((2, 4), dtype=int)}, TypeError, "out must"),
        ({"out": np.broadcast_to(0.0, (2, 4))}, TypeError, "writeable"),
    ],
)
def test_bad_input(arguments, error, naming):
    good = {"V": COUNTS, "D": 4, "beta": 1.0, "array1": WORDS, "array2": WORDS}
    with pytest.raises(error, match=naming):
        sfm(**(good | arguments))


def test_bad_input_of_the_plain_map():
    with pytest.raises(ValueError, match="V must have 3 columns"):
        rff(np.ones((2, 4)), np.ones((5, 3)))
    with pytest.raises(ValueError, match="W must"):
        rff(np.ones((2, 3)), np.ones(3))
    with pytest.raises(ValueError, match="D must be even"):
        cauchy_matrix(5, 2, 1.0, np.random.default_rng(0))
