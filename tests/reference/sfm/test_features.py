"""The blocks in which features are made: no edge of theirs changes a bit, or costs memory."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse

from gramcheck.reference.sfm import cauchy_quantile, plain_sfm, sample_hash, sfm
from gramcheck.reference.sfm.engines import feature_blocks
from tests.reference.memory import peak_of


def counts(rng, n, d, density=0.3):
    return rng.poisson(1.5, size=(n, d)) * (rng.random((n, d)) < density)


@pytest.mark.parametrize(("endpoints", "beta"), [("open", 1.0), ("closed", 7.3)])
@pytest.mark.parametrize(
    ("n", "d", "D"),
    [(1, 1, 2), (3, 50, 12), (5, 300, 150), (2, 9000, 20)],  # 64 keys and 2^12 columns are a block
)
def test_blocks_of_every_kind_give_the_plain_features(monkeypatch, endpoints, beta, n, d, D):
    """Those of Algorithm 2 line by line, of counts and of real numbers: to the last bit with the
    same sines, and as near as is said with the reference's.
    """
    rng = np.random.default_rng(d)
    V, buffer = counts(rng, n, d), np.getbufsize()
    words = sample_hash(d, rng)
    plain = plain_sfm(V, D, beta, *words, endpoints)
    waves = sfm(sparse.csr_matrix(V), D, beta, *words, endpoints)
    assert np.abs(waves - plain).max() <= 6 * np.finfo(float).eps * np.sqrt(2 / D)
    monkeypatch.setattr(feature_blocks, "sines_and_cosines", lambda s: (np.sin(s), np.cos(s)))
    assert np.array_equal(sfm(sparse.csr_matrix(V), D, beta, *words, endpoints), plain)
    signed = V / 2 - 0.3
    real = sfm(signed, D, beta, *words, endpoints, values="real")
    assert np.array_equal(real, plain_sfm(signed, D, beta, *words, endpoints))
    blocks = {"_ENTRIES": 40, "_ROWS": 2, "_COLUMNS": (3, 7), "_PIECE": 3, "KEYS_AT_ONCE": 5}
    blocks |= {"_KEYS_OF_A_STEP": 2, "_WAVES": 1}
    for name, value in blocks.items() if d < 1000 else ():
        monkeypatch.setattr(feature_blocks, name, value)
        assert np.array_equal(sfm(V, D, beta, *words, endpoints), plain)
    assert np.getbufsize() == buffer


@pytest.mark.parametrize("beta", [3.0, 100.0, 0.1, 1e-100, 1e100])
def test_a_product_with_the_inverse_is_the_quotient_up_to_two_roundings(beta):
    eps, u = Fraction(1, 2**52), np.random.default_rng(0).random(1000)
    quotients, tangents = cauchy_quantile(u, beta), cauchy_quantile(u, 1.0)
    for q, t in zip(quotients.tolist(), tangents.tolist(), strict=True):
        assert abs(Fraction(q) * Fraction(beta) / Fraction(t) - 1) <= eps * (1 + eps)


def test_untidy_entries_are_put_in_order():
    """Columns that decrease, each count in two parts, a zero that is stored; nothing in place."""
    rng = np.random.default_rng(1)
    V = counts(rng, 4, 30)
    words = sample_hash(30, rng)
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
    assert np.array_equal(sfm(untidy, 8, 2.0, *words), sfm(V, 8, 2.0, *words))
    assert np.array_equal(untidy.indices, before)


def test_memory_is_that_of_blocks_whatever_the_number_of_nonzeros(monkeypatch):
    """Beyond V and the result a few entries of V; as float64 all of it, where it is not."""
    monkeypatch.setattr(feature_blocks, "_ENTRIES", 2**14)
    monkeypatch.setattr(feature_blocks, "_COLUMNS", (2**8, 2**9))
    rng = np.random.default_rng(5)
    words = sample_hash(1000, rng)

    def beyond(V, values):
        peak, Z = peak_of(lambda: sfm(V, 4, 100.0, *words, values=values))
        return peak - Z.nbytes

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
        monkeypatch.setattr(feature_blocks, "_ENTRIES", entries)
        assert np.array_equal(sfm(V, 6, 100.0, *words), expected)


def test_words_are_drawn_in_one_call():
    expected = np.random.default_rng(5).integers(2**64, size=(2, 7), dtype=np.uint64)
    assert np.array_equal(sample_hash(7, np.random.default_rng(5)), expected)
