"""Training sets of the tests of Algorithm 1."""

import numpy as np


def features(n, R, seed=0, scale=1.0):
    """Features as those of step 2, with duplicate rows and a column of zeros."""
    rng = np.random.default_rng(seed)
    phi = scale * np.exp(-3 * rng.random((n, R))) / np.sqrt(R)
    if n > 6:
        phi[5] = phi[4]
    if R > 3:
        phi[:, 2] = 0
    return phi


def labels(phi, seed=1, noise=0.3):
    rng = np.random.default_rng(seed)
    f = phi @ rng.normal(size=phi.shape[1]) / np.abs(phi).max()
    y = np.where(f - np.median(f) + noise * rng.normal(size=len(f)) > 0, 1.0, -1.0)
    y[:2] = 1, -1
    return y
