"""The statements of SFM: printed numbers, simulation, and kernels pair by pair."""

import math

import numpy as np
import pytest

from gramcheck.verify.definitions import sfm
from gramcheck.verify.definitions.sfm import statements

# Tables IV and V times 100, as a kernel near 0 predicts them
PERCENT = {
    128: (7.052, 5.328),
    512: (3.526, 2.664),
    2048: (1.763, 1.332),
    8192: (0.8815, 0.6660),
    16384: (0.6233, 0.4709),
}


def test_bound_and_variance_by_hand():
    assert statements.concentration_bound(0.5, 16, "printed") == 0.5
    assert statements.concentration_bound(0.5, 16, "corrected") == 0.25
    assert [statements.feature_variance(k, 16) for k in (0, 0.5, 1)] == [1 / 16, 3 / 64, 0]


@pytest.mark.parametrize("D", PERCENT)
def test_predicted_error_of_far_strings_is_that_of_the_tables(D):
    got = statements.predicted_average_error([[0.0] * 3] * 3, D)
    assert [100 * value for value in got] == pytest.approx(PERCENT[D], rel=2e-4)
    assert [100 * value for value in got] == pytest.approx(sfm.normal_average_error(D))


def test_predicted_error_is_that_of_normal_errors():
    """A share 1/3 of errors that are 0, as of two strings far apart: by simulation."""
    K, D = [[1.0, 0.6], [0.6, 1.0]], 4
    errors = np.random.default_rng(0).normal(size=10**5) * math.sqrt((1 - 0.36) / D)
    drawn = np.abs(np.concatenate([errors, np.zeros(2 * 10**5)]))
    got = statements.predicted_average_error(K, D)
    assert got == pytest.approx((drawn.mean(), drawn.std()), rel=0.02)


def test_kernels_pair_by_pair():
    strings = ["ABAB", "ABBA", ""]
    V = sfm.characteristic_vectors(strings)
    got = statements.espkernel(strings, 3.0)
    for i, v in enumerate(V):
        for j, w in enumerate(V):
            assert got[i][j] == pytest.approx(math.exp(-sfm.l1_distance(v, w) / 3))
    assert statements.stk17(["AC", "CA"], 1, 0) == [[2, 2], [2, 2]]
    # every word of one letter is within 1 of every k-mer
    assert statements.stk17(["AC", "CCC"], 1, 1, "ACGT") == [[16, 24], [24, 36]]


def test_embedded_kernel_and_its_mean():
    """One output each, a and b: they differ; two outputs of ab and aa agree in the first one."""
    bits = [{"a": 1, "b": 0}, {"a": 0, "b": 1}]
    K = statements.cgkkernel(["ab", "aa"], 2.0, bits, length=2)
    assert K == [[1.0, pytest.approx(math.exp(-1 / 2))], [pytest.approx(math.exp(-1 / 2)), 1.0]]
    distribution = sfm.cgk_hamming_distribution("ab", "aa", 2)
    tables = list(sfm.every_bit_table("ab", 2))
    values = [statements.cgkkernel(["ab", "aa"], 2.0, bits, length=2)[0][1] for bits in tables]
    assert statements.expected_kernel(distribution, 2.0) == pytest.approx(np.mean(values))
