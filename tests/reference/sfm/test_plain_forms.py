"""Algorithm 2 line by line, and the blocks in which its features are made."""

import numpy as np
import pytest
from scipy import sparse

from gramcheck.reference.sfm import laplacian_kernel, sample_hash, sfm
from gramcheck.reference.sfm.feature_maps import plain_sfm


@pytest.mark.parametrize("endpoints", ["open", "closed"])
@pytest.mark.parametrize("beta", [1.0, 7.3])
@pytest.mark.parametrize(
    ("n", "d", "D"),
    [(1, 1, 2), (4, 300, 150), (2, 9000, 20)],  # 64 keys and 2^13 columns are a block
)
def test_the_engine_equals_the_plain_algorithm_to_the_last_bit(n, d, D, beta, endpoints):
    rng = np.random.default_rng(d)
    V = rng.poisson(0.5, size=(n, d)) / 2
    words = sample_hash(d, rng)
    plain = plain_sfm(V, D, beta, *words, endpoints)
    assert np.array_equal(sfm(sparse.csr_array(V), D, beta, *words, endpoints), plain)
    signed = V - 0.3
    real = sfm(signed, D, beta, *words, endpoints, values="real")
    assert np.array_equal(real, plain_sfm(signed, D, beta, *words, endpoints))


def test_inner_products_of_the_plain_features_are_near_the_kernel():
    """Eq. (2): their mean is the kernel, and the standard deviation at most sqrt(2 / D)."""
    rng = np.random.default_rng(0)
    V = rng.integers(0, 3, size=(5, 8)).astype(float)
    Z = plain_sfm(V, 40_000, 10.0, *sample_hash(8, rng))
    assert abs(Z @ Z.T - laplacian_kernel(V, V, 10.0)).max() < 6 * np.sqrt(2 / 40_000)
