"""Wrong forms of what Assumption 2 asks for."""

import numpy as np

from tests.zoo import wrong


@wrong("d2ke.lipschitz_constant", killed_by="d2ke/assumption-2")
def one_constant_for_most_pairs(values, D):
    """The slope that one pair of twenty exceeds, so that an outlier does not count."""
    D = np.asarray(D)
    steps, apart = np.abs(np.subtract.outer(values, values)), D > 0
    return float(np.quantile(steps[apart] / D[apart], 0.95)) if apart.any() else 0.0
