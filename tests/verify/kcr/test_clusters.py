"""Starts without multipliers: that of the reference is one."""

from types import SimpleNamespace

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify.suite.kcr.clusters import clusters, start_without_a_loss


@pytest.mark.parametrize("seed", range(3))
def test_the_start_of_the_reference_has_no_multipliers(seed):
    each = clusters(SimpleNamespace(rng=np.random.default_rng(seed)), 6, 0.01)
    start = start_without_a_loss(verify.load("gramcheck.reference"), each)
    assert not start.multipliers.any()
